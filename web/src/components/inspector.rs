//! The inspector: what the model sees, before sending and after.

use super::{
    icon::{Icon, Picture},
    layers::{Layers, OmittedList},
    warnings::Warnings,
};
use crate::{
    browser,
    state::{Chat, Sent, View, use_chat},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    compile::Compiled,
    message::Usage,
    model::ChatRequest,
    provider::ProviderKind,
    wire::{Protocol, protocol::RequestOptions},
};

/// The panel; on phones a sheet.
#[component]
pub fn Inspector() -> impl IntoView {
    let chat = use_chat();
    let close = move |_| {
        chat.panels.inspector.set(false);
        browser::focus_soon("inspector-toggle");
    };
    view! {
        <aside class="inspector" data-testid="inspector" aria-label="What the model sees">
            <header>
                <h2>"What the model sees"</h2>
                <button id="inspector-close" class="icon-button" aria-label="Close" on:click=close>
                    <Icon picture=Picture::Cross/>
                </button>
            </header>
            <div class="body">
                <Switch/>
                {move || shown(chat)}
                {move || {
                    chat.upkeep.state.get().map(|said| view! { <p class="quiet" data-testid="upkeep">{said}</p> })
                }}
            </div>
        </aside>
    }
}

/// Next or last.
#[component]
fn Switch() -> impl IntoView {
    let inspection = use_chat().inspection;
    let button = move |view: View, name: &'static str| {
        view! {
            <button aria-pressed=move || (inspection.view.get() == view).to_string() on:click=move |_| inspection.view.set(view)>
                {name}
            </button>
        }
    };
    view! { <div class="switch">{button(View::Next, "Next request")} {button(View::Sent, "Last request")}</div> }
}

fn shown(chat: Chat) -> AnyView {
    let quiet = |sentence: String| view! { <p class="quiet">{sentence}</p> }.into_any();
    match chat.inspection.view.get() {
        View::Next => match chat.inspection.next.get() {
            Some(Ok(compiled)) => view! { <Request compiled usage=None/> }.into_any(),
            Some(Err(sentence)) => quiet(sentence),
            None => quiet("Here stands what would be sent now.".to_owned()),
        },
        View::Sent => match chat.inspection.sent.get() {
            Some(Sent { compiled, usage, .. }) => view! { <Request compiled usage/> }.into_any(),
            None => quiet(
                "Nothing was sent since this conversation was opened. Send a message, and its request stands here."
                    .to_owned(),
            ),
        },
    }
}

/// One request, with all that is known of it.
#[component]
fn Request(compiled: Compiled, usage: Option<Usage>) -> impl IntoView {
    let chat = use_chat();
    let Compiled { request, layers, omitted, warnings, tokens, budget, .. } = compiled;
    let tools = request.tools.len();
    let kind = untrack(|| chat.connection.provider().kind);
    let reply = words::tokens(request.max_response_tokens.into());
    view! {
        <section>
            <p class="total">
                <strong>{words::number(tokens.into())}</strong>
                {format!("of {}", words::tokens(budget.into()))}
            </p>
            <Layers layers tokens budget tools/>
            <p class="quiet">{format!("Beside it, {reply} are kept for the reply.")}</p>
        </section>
        {usage.map(|usage| view! { <Counted usage estimate=tokens/> })}
        <Warnings warnings/>
        <OmittedList omitted/>
        <details open>
            <summary>"The exact request"</summary>
            <pre class="request" data-testid="inspector-request" tabindex="0">{as_json(&request, kind)}</pre>
        </details>
    }
}

/// What the provider counted, beside our estimate.
#[component]
fn Counted(usage: Usage, estimate: u32) -> impl IntoView {
    let row = |what: &'static str, count: u32| {
        view! {
            <li><span>{what}</span><span>{words::number(count.into())}</span></li>
        }
    };
    view! {
        <section>
            <h3>"Counted by the provider"</h3>
            <ul class="rows plain">
                {row("Prompt", usage.prompt_tokens)}
                {row("Prompt, our estimate", estimate)}
                {row("Reply", usage.completion_tokens)}
            </ul>
            {words::cache(&usage).map(|told| view! { <p class="quiet" data-testid="inspector-cache">{told}"."</p> })}
        </section>
    }
}

/// The request as it leaves: the bytes for a server, the core's own form for the model in this page.
fn as_json(request: &ChatRequest, kind: ProviderKind) -> String {
    let as_sent = match Protocol::of(kind) {
        Some(protocol) => protocol.request_body(request, RequestOptions::default()),
        None => serde_json::to_vec(request).unwrap_or_default(),
    };
    words::indented(&String::from_utf8_lossy(&as_sent))
}
