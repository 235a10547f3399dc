//! Connection dialog: the model in this browser, or a model server.

use super::{
    dialog::Dialog, field::FormError, in_page_choice::InPageChoice, notice::NoticeView, saved_servers::SavedServers,
    server_fields::ServerFields, typed_server::Typed,
};
use crate::texts::errors::Localized;
use crate::{
    state::{Chat, ConnectVia, DialogKind, ServerForm, use_chat},
    texts::{common::common, connect::connect},
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
    if chat.panels.connect_via.try_update(Option::take).flatten() == Some(ConnectVia::Address) {
        kind.set(ProviderKind::OpenAiCompatible);
    }
    let choose = Callback::new(move |chosen| {
        kind.set(chosen);
        typed.prepare(connection, chosen);
    });
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
                <SavedServers typed kind/>
                <Kinds kind choose/>
                <Show when=move || kind.get() == ProviderKind::InPage
                    fallback=move || view! { <ServerFields typed kind/> }>
                    <InPageChoice/>
                </Show>
            </div>
            <FormError error id="endpoint-error"/>
            // The page under a modal dialog is inert, so the notice with Undo has to be inside it.
            <NoticeView/>
            <footer>
                <button class="button" type="button" on:click=move |_| chat.panels.dialogs.close(DialogKind::Provider)>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="endpoint-save" disabled=is_saving>{common().save}</button>
            </footer>
        </form>
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

/// Choice of what answers: the model in this browser, or a server with one of the protocols.
#[component]
fn Kinds(kind: RwSignal<ProviderKind>, choose: Callback<ProviderKind>) -> impl IntoView {
    let kinds = [
        (ProviderKind::InPage, "provider-kind-in-page"),
        (ProviderKind::OpenAiCompatible, "provider-kind-openai"),
        (ProviderKind::Ollama, "provider-kind-ollama"),
        (ProviderKind::Anthropic, "provider-kind-anthropic"),
    ];
    let choice = |((this, id), [name, what]): ((ProviderKind, &'static str), [&'static str; 2])| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="provider-kind"
                    data-testid=id
                    prop:checked=move || kind.get() == this
                    on:change=move |_| choose.run(this)
                />
                <span class="name">{name}</span>
                <span class="what">{what}</span>
            </label>
        }
    };
    view! {
        <div class="choices" role="radiogroup" aria-label=connect().who>
            {kinds.into_iter().zip(connect().kinds).map(choice).collect::<Vec<_>>()}
        </div>
    }
}
