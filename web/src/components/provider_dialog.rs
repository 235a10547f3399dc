//! The connection: the model in this page, or a server of one's own.

use super::{
    dialog::Dialog,
    field::FormError,
    in_page_choice::InPageChoice,
    server_fields::{ServerFields, Typed},
};
use crate::state::{Connection, ServerForm, use_chat};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{error::Error, provider::ProviderKind};

/// The dialog.
#[component]
pub fn ProviderDialog() -> impl IntoView {
    let open = use_chat().panels.provider;
    view! {
        <Dialog open title="Connection" id="provider-dialog">
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
            match store(connection, server).await {
                Ok(()) => {
                    typed.clear_key();
                    connection.look_for_key().await;
                    chat.panels.provider.set(false);
                }
                Err(refused) => error.set(Some(refused.to_string())),
            }
            is_saving.set(false);
        });
    };
    view! {
        <form on:submit=save novalidate>
            <div class="content">
                <div class="choices" role="radiogroup" aria-label="Who answers">
                    <Choice kind choose this=ProviderKind::InPage id="provider-kind-in-page" name="In this page"
                        what="A small model in your browser. No server, no key, nothing leaves."/>
                    <Choice kind choose this=ProviderKind::OpenAiCompatible id="provider-kind-openai"
                        name="Your own server"
                        what="Any OpenAI-compatible address: llama.cpp, LM Studio, vLLM, OpenAI…"/>
                    <Choice kind choose this=ProviderKind::Ollama id="provider-kind-ollama" name="Ollama"
                        what="Its own protocol: long prompts are never cut in silence."/>
                    <Choice kind choose this=ProviderKind::Anthropic id="provider-kind-anthropic" name="Anthropic"
                        what="Claude, with your key. What stays the same is kept in its cache."/>
                </div>
                <Show when=move || kind.get() == ProviderKind::InPage
                    fallback=move || view! { <ServerFields typed kind/> }>
                    <InPageChoice/>
                </Show>
            </div>
            <FormError error id="endpoint-error"/>
            <footer>
                <button class="button" type="button" on:click=move |_| chat.panels.provider.set(false)>"Cancel"</button>
                <button class="button primary" type="submit" data-testid="endpoint-save" disabled=is_saving>"Save"</button>
            </footer>
        </form>
    }
}

async fn store(connection: Connection, server: Option<ServerForm>) -> Result<(), Error> {
    match server {
        None => connection.choose_in_page().await,
        Some(form) => connection.save_server(form).await,
    }
}

#[component]
fn Choice(
    kind: RwSignal<ProviderKind>,
    choose: Callback<ProviderKind>,
    this: ProviderKind,
    id: &'static str,
    name: &'static str,
    what: &'static str,
) -> impl IntoView {
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
}
