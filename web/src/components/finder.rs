//! Searches for model servers on this computer, and shows what each offers and what to do if it does not answer.

use super::{
    cure::Cure,
    icon::{Icon, Picture},
    model_select::ModelSelect,
};
use crate::{
    chat::use_chat,
    state::{DialogKind, Finding, ServerForm, can_chat},
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
    let status = move || findings.with(|all| status_of(is_looking.get(), all));
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
            {status}
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
    let port = server.port().unwrap_or_default();
    let state = move || finding.with(state_of);
    let words = move || finding.with(|finding| words_of(finding, port));
    let base_url = server.usual_address().unwrap_or_default();
    let more = move || finding.with(cause_of).map(|cause| (cause, base_url.clone()));
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

/// What was found at a port.
fn words_of(finding: &Finding, port: u16) -> String {
    let texts = connect();
    match finding {
        Finding::Looking => texts.looking.to_owned(),
        Finding::Nothing => texts.nothing_at.replace("{port}", &port.to_string()),
        Finding::Refuses => texts.refuses_at.replace("{port}", &port.to_string()),
        Finding::Found(models) if models.is_empty() => texts.without_model.to_owned(),
        Finding::Found(models) => texts.models.say(models.len() as u64),
    }
}

/// What was found, for style sheets and tests.
fn state_of(finding: &Finding) -> &'static str {
    match finding {
        Finding::Looking => "looking",
        Finding::Nothing => "nothing",
        Finding::Refuses => "refuses",
        Finding::Found(_) => "found",
    }
}

/// What keeps a server that is there from being used, and has a cure; `None` if nothing does.
fn cause_of(finding: &Finding) -> Option<Cause> {
    match finding {
        Finding::Refuses => Some(Cause::OriginRefused),
        Finding::Found(models) if models.is_empty() => Some(Cause::NoModel),
        _ => None,
    }
}

/// What is announced about all of them.
fn status_of(is_looking: bool, findings: &[(Server, Finding)]) -> &'static str {
    match is_looking {
        true => connect().looking,
        false if findings.iter().all(|(_, finding)| *finding == Finding::Nothing) => connect().found_none,
        false => "",
    }
}

/// The models that can chat; all if none of them can, as far as their ids say.
fn that_chat(server: Server, models: Vec<ListedModel>) -> Vec<ListedModel> {
    let chats = |model: &ListedModel| can_chat(server.kind(), &model.id);
    if models.iter().any(chats) { models.into_iter().filter(chats).collect() } else { models }
}

/// Button that uses a server with the chosen model.
#[component]
fn Take(server: Server, models: Vec<ListedModel>) -> impl IntoView {
    let chat = use_chat();
    let models = that_chat(server, models);
    let chosen = RwSignal::new(models.first().map(|model| model.id.clone()).unwrap_or_default());
    let all = StoredValue::new(models);
    let is_taking = StoredValue::new(false);
    let take = move |_| {
        if is_taking.get_value() {
            return;
        }
        let wanted = chosen.get_untracked();
        let model = all.with_value(|all| all.iter().find(|model| model.id == wanted).cloned());
        let (Some(model), Some(base_url)) = (model, server.usual_address()) else { return };
        let timeout = chat.connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
        let form = ServerForm::found(server.kind(), &base_url, &model, timeout);
        is_taking.set_value(true);
        spawn_local(async move {
            let used = chat.use_server(form).await;
            is_taking.set_value(false);
            match used {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_server_that_refuses_or_has_no_model_comes_with_what_to_do() {
        let model = || vec![ListedModel::named("small")];
        for (finding, state, cause) in [
            (Finding::Looking, "looking", None),
            (Finding::Nothing, "nothing", None),
            (Finding::Refuses, "refuses", Some(Cause::OriginRefused)),
            (Finding::Found(Vec::new()), "found", Some(Cause::NoModel)),
            (Finding::Found(model()), "found", None),
        ] {
            assert_eq!((state_of(&finding), cause_of(&finding)), (state, cause), "{finding:?}");
        }
    }

    #[test]
    fn a_model_for_vectors_is_offered_for_chat_only_if_there_is_no_other() {
        let models = |ids: &[&str]| ids.iter().map(|id| ListedModel::named(*id)).collect::<Vec<_>>();
        let server = Server::LOCAL[0];
        assert_eq!(that_chat(server, models(&["nomic-embed-text:latest", "qwen3:4b"])), models(&["qwen3:4b"]));
        assert_eq!(that_chat(server, models(&["nomic-embed-text:latest"])), models(&["nomic-embed-text:latest"]));
    }

    #[test]
    fn nothing_was_found_only_once_every_address_was_tried() {
        let all = |findings: [Finding; 2]| Server::LOCAL.into_iter().zip(findings).collect::<Vec<(Server, Finding)>>();
        let nothing = all([Finding::Nothing, Finding::Nothing]);
        assert_eq!(status_of(true, &nothing), connect().looking);
        assert_eq!(status_of(false, &nothing), connect().found_none);
        assert_eq!(status_of(false, &all([Finding::Nothing, Finding::Refuses])), "", "its row says what to do");
    }

    #[test]
    fn each_finding_is_told_in_words_of_its_own_with_the_port_or_the_number_of_models() {
        for language in UiLanguage::all() {
            speak(language);
            let found = |count: usize| words_of(&Finding::Found(vec![ListedModel::named("m"); count]), 11_434);
            let [nothing, refuses, looking] =
                [Finding::Nothing, Finding::Refuses, Finding::Looking].map(|finding| words_of(&finding, 11_434));
            assert!(
                nothing.contains("11434") && refuses.contains("11434") && nothing != refuses,
                "{nothing} {refuses}"
            );
            assert!(!looking.contains("11434"), "it is not known yet whether there is anything");
            assert!(found(1_234).contains("1,234") && found(1) != found(2));
            assert_eq!(found(0), connect().without_model);
            for words in [nothing, refuses, looking, found(0), found(1), found(5)] {
                assert!(!words.is_empty() && !words.contains('{'), "{words}");
            }
        }
    }
}
