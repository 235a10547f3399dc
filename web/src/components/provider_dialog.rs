//! Connection dialog, one question at a time: what to connect to, then where it is and which model answers.

use super::{
    dialog::Dialog,
    field::FormError,
    icon::{Icon, Picture},
    in_page_choice::InPageChoice,
    notice::NoticeView,
    saved_servers::{CHOSEN_ID, KINDS_ID, SavedServers},
    server_fields::ServerFields,
    typed_server::Typed,
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{ConnectVia, DialogKind, ServerForm},
    texts::{common::common, connect::connect, errors::Localized},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{error::Error, provider::ProviderKind};

/// Connection dialog.
#[component]
pub fn ProviderDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Provider);
    view! {
        <Dialog open title=connect().title id="provider-dialog">
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
    let via = match chat.panels.connect_via.try_update(Option::take).flatten() {
        Some(ConnectVia::Address) => Some(ProviderKind::OpenAiCompatible),
        Some(ConnectVia::InPage) => Some(ProviderKind::InPage),
        _ => None,
    };
    if let Some(chosen) = via {
        kind.set(chosen);
    }
    // Whether the first question is answered.
    let is_chosen = RwSignal::new(via.is_some());
    let error = RwSignal::new(None::<String>);
    let is_saving = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let server = match kind.get_untracked() {
            ProviderKind::InPage => None,
            server => match typed.checked(server) {
                Some(form) if typed.is_picked.get_untracked() => Some(form),
                Some(form) => Some(connection.as_new_if_elsewhere(form)),
                None => return,
            },
        };
        if is_saving.get_untracked() {
            return;
        }
        is_saving.set(true);
        error.set(None);
        spawn_local(async move {
            match store(chat, server).await {
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
            // The page under a modal dialog is inert, so the notice with Undo has to be inside it.
            <NoticeView/>
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
    let connection = use_chat().connection;
    let choose = Callback::new(move |chosen| {
        kind.set(chosen);
        typed.prepare(connection, chosen);
        is_chosen.set(true);
        browser::focus_if_lost([CHOSEN_ID.to_owned()]);
    });
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
                <h3 id=CHOSEN_ID tabindex="-1">{move || words_of(kind.get())[0]}</h3>
            </div>
            <Show when=move || kind.get() == ProviderKind::InPage
                fallback=move || view! { <ServerFields typed kind/> }>
                <InPageChoice/>
            </Show>
        </Show>
    }
}

async fn store(chat: Chat, server: Option<ServerForm>) -> Result<(), Error> {
    match server {
        // A model in this browser may be chosen already; keep it, whichever it is.
        None if chat.connection.answers_in_page() => {}
        None => chat.connection.choose_in_page().await?,
        Some(form) => drop(chat.connection.save_server(form).await?),
    }
    chat.answer_as_everywhere().await?;
    chat.say_if_project_answers();
    Ok(())
}

/// The kinds of connections, in the order of the dialog.
const KINDS: [(ProviderKind, &str, Picture); 4] = [
    (ProviderKind::InPage, "provider-kind-in-page", Picture::Chip),
    (ProviderKind::OpenAiCompatible, "provider-kind-openai", Picture::Server),
    (ProviderKind::Ollama, "provider-kind-ollama", Picture::Server),
    (ProviderKind::Anthropic, "provider-kind-anthropic", Picture::Key),
];

/// Name of a kind, and what it is.
fn words_of(kind: ProviderKind) -> [&'static str; 2] {
    let texts = connect();
    match kind {
        ProviderKind::InPage => [texts.kind_in_page, texts.kind_in_page_about],
        ProviderKind::OpenAiCompatible => [texts.kind_server, texts.kind_server_about],
        ProviderKind::Ollama => [texts.kind_ollama, texts.kind_ollama_about],
        ProviderKind::Anthropic => [texts.kind_anthropic, texts.kind_anthropic_about],
    }
}

/// The first question: the model in this browser, or a server with one of the protocols.
#[component]
fn Kinds(kind: RwSignal<ProviderKind>, choose: Callback<ProviderKind>) -> impl IntoView {
    let choice = |(this, id, picture): (ProviderKind, &'static str, Picture)| {
        let [name, what] = words_of(this);
        view! {
            <button class="choice" type="button" data-testid=id aria-pressed=move || (kind.get() == this).to_string()
                on:click=move |_| choose.run(this)>
                <Icon picture/>
                <span class="name">{name}</span>
                <span class="what">{what}</span>
            </button>
        }
    };
    view! {
        <section class="kinds" aria-labelledby=KINDS_ID>
            <h3 id=KINDS_ID tabindex="-1">{connect().who}</h3>
            <div class="choices">{KINDS.map(choice).into_iter().collect::<Vec<_>>()}</div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_kind_of_connection_has_the_name_that_belongs_to_it() {
        for language in UiLanguage::all() {
            speak(language);
            for (kind, word) in [(ProviderKind::Ollama, "Ollama"), (ProviderKind::Anthropic, "Anthropic")] {
                let [name, what] = words_of(kind);
                assert!(name.contains(word) && !what.is_empty(), "{name}: {what}");
            }
            let names = KINDS.map(|(kind, ..)| words_of(kind)[0]);
            for (at, name) in names.iter().enumerate() {
                assert!(!name.is_empty() && !names[..at].contains(name), "{name}");
            }
        }
    }
}
