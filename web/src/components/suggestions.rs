//! Command suggestions for the typed text.

use crate::{
    chat::use_chat,
    state::composer::Completions,
    texts::{commands, shell::shell},
};
use leptos::prelude::*;
use ricordo_core::command::{Input, complete, parse};

/// Element id of the suggestion at an index.
pub fn option_id(at: usize) -> String {
    format!("command-{at}")
}

/// List of suggestions, if there are any.
#[component]
pub fn Suggestions() -> impl IntoView {
    let chat = use_chat();
    let composer = chat.composer;
    Effect::new(move |_| {
        // Nothing is copied of a message, however long it is.
        let of = composer.text.with(|text| if text.starts_with('/') { text.clone() } else { String::new() });
        let (found, runs) = (complete(&of), matches!(parse(&of), Input::Command(_)));
        composer.completions.set(Completions { of, found, runs });
    });
    let found = move || composer.suggestions();
    let items = move || {
        found()
            .into_iter()
            .enumerate()
            .map(move |(at, spec)| {
                let take = move |event: leptos::ev::PointerEvent| {
                    // Keep the focus in the text field.
                    event.prevent_default();
                    composer.chosen.set(at);
                    composer.accept(chat);
                };
                view! {
                    <li
                        id=option_id(at)
                        role="option"
                        data-testid="command-suggestion"
                        aria-selected=move || (composer.chosen.get() == at).to_string()
                        on:pointerdown=take
                    >
                        <code>"/"{spec.name}" "<span class="arguments">{commands::arguments(spec)}</span></code>
                        <span class="what">{commands::help(spec)}</span>
                    </li>
                }
            })
            .collect::<Vec<_>>()
    };
    view! {
        <Show when=move || !found().is_empty()>
            <ul class="suggestions" id="command-suggestions" role="listbox" tabindex="0" aria-label=shell().commands>{items}</ul>
        </Show>
    }
}
