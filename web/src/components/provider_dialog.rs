//! Connection dialog, one question at a time: what to connect to, then where it is and which model answers.

use super::{
    connect_options::connect_options,
    dialog::Dialog,
    field::FormError,
    icon::{Icon, Picture},
    in_page_choice::InPageChoice,
    saved_servers::{CHOSEN_ID, KINDS_ID, SavedServers},
    server_fields::ServerFields,
    typed_server::Typed,
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{ConnectVia, Connection, DialogKind, ServerForm},
    texts::{common::common, connect::connect, errors::Localized, welcome::welcome},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{
    error::Error,
    provider::{Provider, ProviderKind},
};

/// Connection dialog.
#[component]
pub fn ProviderDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Provider);
    view! {
        <Dialog open title=connect().title id="provider-dialog" has_form=true>
            <Form/>
        </Dialog>
    }
}

#[component]
fn Form() -> impl IntoView {
    let chat = use_chat();
    let connection = chat.connection;
    let kind = RwSignal::new(untrack(|| connection.provider().kind));
    let typed = Typed::of(connection);
    // Whether the first question is answered.
    let is_chosen = RwSignal::new(false);
    if let Some(via) = chat.panels.connect_via.try_update(Option::take).flatten() {
        is_chosen.set(answer(connection, typed, kind, via));
    }
    let error = RwSignal::new(None::<String>);
    let is_saving = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let server = match kind.get_untracked() {
            ProviderKind::InPage => None,
            server => match typed.checked(server) {
                Some(form) => Some(form),
                None => return,
            },
        };
        if is_saving.get_untracked() {
            return;
        }
        is_saving.set(true);
        error.set(None);
        let is_picked = typed.is_picked.get_untracked();
        spawn_local(async move {
            match store(chat, server, is_picked).await {
                Ok(()) => chat.panels.dialogs.close(DialogKind::Provider),
                Err(refused) => error.set(Some(refused.localized())),
            }
            is_saving.set(false);
        });
    };
    view! {
        <form on:submit=save novalidate>
            <div class="content">
                <Questions typed kind is_chosen/>
            </div>
            <FormError error id="endpoint-error"/>
            <footer>
                <button class="button" type="button" on:click=move |_| chat.panels.dialogs.close(DialogKind::Provider)>{common().cancel}</button>
                <Show when=move || is_chosen.get()>
                    <button class="button primary" type="submit" data-testid="endpoint-save" disabled=is_saving>{common().save}</button>
                </Show>
            </footer>
        </form>
    }
}

/// The questions: the first one, or, once it is answered, the ones about the chosen kind.
#[component]
fn Questions(typed: Typed, kind: RwSignal<ProviderKind>, is_chosen: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let choose = Callback::new(move |via| {
        if answer(chat.connection, typed, kind, via) {
            is_chosen.set(true);
            browser::focus_if_lost([CHOSEN_ID.to_owned()]);
        } else {
            // The dialog for this way asks what follows.
            chat.panels.dialogs.close(DialogKind::Provider);
            chat.panels.connect_by(via);
        }
    });
    let name = move || {
        let id = typed.editing.get().filter(|_| typed.is_picked.get());
        let named = |all: &Vec<Provider>| all.iter().find(|one| Some(one.id) == id).map(|one| one.name.clone());
        match kind.get() {
            ProviderKind::InPage => welcome().in_page.name.to_owned(),
            _ => chat.connection.providers.with(named).unwrap_or_else(|| welcome().other_address.name.to_owned()),
        }
    };
    let back = move |_| {
        is_chosen.set(false);
        browser::focus_if_lost([KINDS_ID.to_owned()]);
    };
    view! {
        <Show when=move || is_chosen.get()
            fallback=move || view! { <SavedServers typed kind is_chosen/><Kinds kind choose/> }>
            <div class="chosen-kind">
                <button class="button" type="button" data-testid="provider-back" on:click=back>
                    <Icon picture=Picture::Back/>{connect().back}
                </button>
                <h3 id=CHOSEN_ID tabindex="-1">{name}</h3>
            </div>
            <Show when=move || kind.get() == ProviderKind::InPage
                fallback=move || view! { <ServerFields typed kind/> }>
                <InPageChoice/>
            </Show>
        </Show>
    }
}

/// `is_picked`: the user chose the saved server that the form is for.
async fn store(chat: Chat, server: Option<ServerForm>, is_picked: bool) -> Result<(), Error> {
    let open = chat.id();
    match server {
        // A model in this browser may be chosen already; keep it, whichever it is.
        None if chat.connection.answers_in_page() => {}
        None => chat.connection.choose_in_page().await?,
        Some(form) => {
            let form = if is_picked { form } else { chat.connection.as_not_picked(form).await? };
            chat.connection.save_server(form).await?;
        }
    }
    chat.answer_as_everywhere(open).await?;
    chat.say_if_project_answers();
    Ok(())
}

/// Answers the first question. Returns `false` if what follows is asked by another dialog.
fn answer(connection: Connection, typed: Typed, kind: RwSignal<ProviderKind>, via: ConnectVia) -> bool {
    match via {
        ConnectVia::InPage => kind.set(ProviderKind::InPage),
        ConnectVia::Address => {
            // The protocol belongs to an address that was typed before.
            if typed.begin(connection) || kind.get_untracked() == ProviderKind::InPage {
                kind.set(ProviderKind::OpenAiCompatible);
            }
        }
        ConnectVia::Computer | ConnectVia::Key => return false,
    }
    true
}

/// The first question: the same choices as on the welcome page.
#[component]
fn Kinds(kind: RwSignal<ProviderKind>, choose: Callback<ConnectVia>) -> impl IntoView {
    let choice = |(picture, via, _, [name, what]): (Picture, ConnectVia, _, [&'static str; 2])| {
        // Whether a saved connection answers is said above, beside it.
        let is_pressed = move || (via == ConnectVia::InPage).then(|| (kind.get() == ProviderKind::InPage).to_string());
        view! {
            <button class="choice" type="button" data-testid=id_of(via) aria-pressed=is_pressed on:click=move |_| choose.run(via)>
                <Icon picture/>
                <span class="name">{name}</span>
                <span class="what">{what}</span>
            </button>
        }
    };
    view! {
        <section class="kinds" aria-labelledby=KINDS_ID>
            <h3 id=KINDS_ID tabindex="-1">{connect().who}</h3>
            <div class="choices">{connect_options().map(choice).into_iter().collect::<Vec<_>>()}</div>
        </section>
    }
}

/// Test id of a choice.
fn id_of(via: ConnectVia) -> &'static str {
    match via {
        ConnectVia::InPage => "provider-kind-in-page",
        ConnectVia::Computer => "provider-kind-computer",
        ConnectVia::Key => "provider-kind-key",
        ConnectVia::Address => "provider-kind-openai",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_way_to_connect_has_words_of_its_own_and_the_words_of_the_welcome_page() {
        for language in UiLanguage::all() {
            speak(language);
            let all = connect_options();
            for (at, (_, via, _, [name, what])) in all.iter().enumerate() {
                assert!(!name.is_empty() && !what.is_empty(), "{via:?}");
                assert!(all[..at].iter().all(|(_, other, _, words)| other != via && words[0] != *name), "{via:?}");
            }
            assert_eq!(all[2].3, [welcome().with_key.name, welcome().with_key.about]);
        }
    }
}
