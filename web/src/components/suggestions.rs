//! Command suggestions for the typed text.

use crate::{
    browser,
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
                let take = move |_| {
                    composer.chosen.set(at);
                    composer.accept(chat);
                };
                view! {
                    <li
                        id=option_id(at)
                        role="option"
                        data-testid="command-suggestion"
                        aria-selected=move || (composer.chosen.get() == at).to_string()
                        on:click=take
                    >
                        <code>"/"{spec.name}" "<span class="arguments">{commands::arguments(spec)}</span></code>
                        <span class="what">{commands::help(spec)}</span>
                    </li>
                }
            })
            .collect::<Vec<_>>()
    };
    // Keep what the arrow keys choose in view.
    Effect::new(move |before: Option<usize>| {
        let chosen = composer.chosen.get();
        if before.is_some_and(|before| before != chosen) {
            browser::show_element(&option_id(chosen));
        }
        chosen
    });
    view! {
        <Show when=move || !found().is_empty()>
            // A press keeps the focus in the text field. A finger can still scroll the list.
            <ul class="suggestions" id="command-suggestions" role="listbox" tabindex="0" aria-label=shell().commands
                on:mousedown=move |event| event.prevent_default()>{items}</ul>
        </Show>
    }
}
