//! The empty conversation: what this is, who answers, and three ways to begin.

use super::icon::{Icon, Picture};
use crate::state::{Chat, use_chat};
use leptos::prelude::*;
use ricordo_core::provider::ProviderKind;

/// Questions that show what a small model can do.
const EXAMPLES: [&str; 3] = [
    "What is the capital of France?",
    "Name three colours and say what each makes people feel.",
    "Write a short thank-you note to a neighbour.",
];

/// The empty conversation.
#[component]
pub fn Welcome() -> impl IntoView {
    let chat = use_chat();
    let example = move |text: &'static str| {
        view! {
            <button on:click=move |_| chat.send(text.to_owned())>
                {text}
                <Icon picture=Picture::Arrow/>
            </button>
        }
    };
    view! {
        <section class="welcome">
            <h2>"A conversation that stays with you"</h2>
            <p class="lead">
                "Ricordo is a private chat: your conversations are kept in this browser alone, and you see exactly what a model is sent."
            </p>
            {move || engine(chat)}
            <div class="examples">{EXAMPLES.map(example).into_iter().collect::<Vec<_>>()}</div>
        </section>
    }
}

/// Who answers here.
fn engine(chat: Chat) -> impl IntoView {
    let provider = chat.connection.provider();
    let open = move |_| chat.panels.provider.set(true);
    match provider.kind {
        ProviderKind::InPage => view! {
            <p class="engine">
                "A small model runs in this page and answers at once, without any server. The first answer downloads a 94 MB model from this site, kept in your browser. Or "
                <button class="link-button" on:click=open>"use your own server"</button> "."
            </p>
        }
        .into_any(),
        ProviderKind::OpenAiCompatible | ProviderKind::Ollama | ProviderKind::Anthropic => view! {
            <p class="engine">
                {format!("{} at {} answers. ", provider.model, provider.name)}
                <button class="link-button" on:click=open>"Change"</button>
            </p>
        }
        .into_any(),
    }
}
