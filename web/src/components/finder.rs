//! Searches for model servers on this computer, and shows what each offers and what to do if it does not answer.

use super::{
    cure::Cure,
    icon::{Icon, Picture},
    model_select::ModelSelect,
};
use crate::{
    state::{DialogKind, Finding, ServerForm, use_chat},
    texts::connect::connect,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    doctor::{Cause, Server},
    wire::ListedModel,
};

/// Search for local servers. Mount it only after a click, because browsers ask the user before a page may access the
/// local network.
#[component]
pub fn Finder() -> impl IntoView {
    let connection = use_chat().connection;
    let texts = connect();
    let findings = RwSignal::new(Server::LOCAL.map(|server| (server, Finding::Looking)).to_vec());
    let is_looking = RwSignal::new(false);
    let look = move || {
        is_looking.set(true);
        findings.update(|all| all.iter_mut().for_each(|(_, finding)| *finding = Finding::Looking));
        spawn_local(async move {
            let tell = |server: Server, finding: Finding| {
                let _ = findings.try_update(|all| {
                    all.iter_mut().filter(|(other, _)| *other == server).for_each(|(_, one)| *one = finding.clone());
                });
            };
            connection.look(tell).await;
            let _ = is_looking.try_set(false);
        });
    };
    look();
    let is_nothing =
        move || !is_looking.get() && findings.with(|all| all.iter().all(|(_, finding)| *finding == Finding::Nothing));
    let row = move |server: Server| {
        let finding = Memo::new(move |_| {
            findings.with(|all| {
                all.iter().find(|(other, _)| *other == server).map_or(Finding::Nothing, |(_, found)| found.clone())
            })
        });
        view! { <Row server finding/> }
    };
    view! {
        <h3>{texts.look}</h3>
        <p class="quiet">{texts.look_why}</p>
        <ul class="findings" aria-busy=move || is_looking.get().to_string()>
            {Server::LOCAL.map(row).into_iter().collect::<Vec<_>>()}
        </ul>
        <p role="status" class="quiet" data-testid="finder-status">
            {move || if is_nothing() { texts.found_none } else if is_looking.get() { texts.looking } else { "" }}
        </p>
        <div class="with-unit">
            <button class="button" type="button" data-testid="finder-again" disabled=is_looking on:click=move |_| look()>
                {texts.again}
            </button>
        </div>
    }
}

#[component]
fn Row(server: Server, finding: Memo<Finding>) -> impl IntoView {
    let texts = connect();
    let port = server.port().unwrap_or_default().to_string();
    let (nothing, refuses) = (texts.nothing_at.replace("{port}", &port), texts.refuses_at.replace("{port}", &port));
    let state = move || match finding.get() {
        Finding::Looking => "looking",
        Finding::Nothing => "nothing",
        Finding::Refuses => "refuses",
        Finding::Found(_) => "found",
    };
    let words = move || match finding.get() {
        Finding::Looking => texts.looking.to_owned(),
        Finding::Nothing => nothing.clone(),
        Finding::Refuses => refuses.clone(),
        Finding::Found(models) if models.is_empty() => texts.without_model.to_owned(),
        Finding::Found(models) => texts.models.say(models.len() as u64),
    };
    let base_url = server.usual_address().unwrap_or_default();
    let more = move || match finding.get() {
        Finding::Refuses => Some((Cause::OriginRefused, base_url.clone())),
        Finding::Found(models) if models.is_empty() => Some((Cause::NoModel, base_url.clone())),
        _ => None,
    };
    view! {
        <li class=state data-testid="finding" data-server=server.name() data-state=state>
            <div class="head"><strong>{server.name()}</strong><span class="quiet">{words}</span></div>
            {move || match finding.get() {
                Finding::Found(models) if !models.is_empty() => Some(view! { <Take server models/> }),
                _ => None,
            }}
            {move || more().map(|(cause, base_url)| view! {
                <details>
                    <summary data-testid="finding-cure"><Icon picture=Picture::Chevron/>{texts.how_to}</summary>
                    <Cure cause server base_url/>
                </details>
            })}
        </li>
    }
}

/// Button that uses a server with the chosen model.
#[component]
fn Take(server: Server, models: Vec<ListedModel>) -> impl IntoView {
    let chat = use_chat();
    let chosen = RwSignal::new(models.first().map(|model| model.id.clone()).unwrap_or_default());
    let all = StoredValue::new(models);
    let take = move |_| {
        let wanted = chosen.get_untracked();
        let model = all.with_value(|all| all.iter().find(|model| model.id == wanted).cloned());
        let (Some(model), Some(base_url)) = (model, server.usual_address()) else { return };
        let timeout = chat.connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
        let form = ServerForm::found(server.kind(), &base_url, &model, timeout);
        spawn_local(async move {
            match chat.use_server(form).await {
                Ok(()) => {
                    chat.panels.dialogs.close(DialogKind::Connect);
                    crate::browser::focus_next_frame("composer");
                }
                Err(error) => chat.storage.report(&error),
            }
        });
    };
    view! {
        <div class="take">
            <ModelSelect models=all.get_value() chosen/>
            <button class="button primary" type="button" data-testid="finding-use" on:click=take>{connect().use_it}</button>
        </div>
    }
}
