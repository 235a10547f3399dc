//! Button that shows who speaks, in the composer; only an icon while the user is the only speaker.

use super::icon::{Icon, Picture};
use crate::{chat::use_chat, state::DialogKind, texts::people::speaker};
use leptos::prelude::*;

/// Button that opens the speaker dialog.
#[component]
pub fn Speaker() -> impl IntoView {
    let chat = use_chat();
    let open = chat.conversation;
    let name = Memo::new(move |_| {
        let other = open.with(|open| open.as_ref().and_then(|open| open.speaker.as_ref().map(|one| one.name.clone())));
        other.unwrap_or_else(|| speaker().you.to_owned())
    });
    let is_choice = Memo::new(move |_| open.with(|open| open.as_ref().is_some_and(|open| !open.people.is_empty())));
    let label = move || speaker().speaks.replace("{name}", &name.get());
    view! {
        <button class="speaker" class:icon-button=move || !is_choice.get() class:provider-pill=move || is_choice.get()
            data-testid="speaker" aria-haspopup="dialog" aria-label=label title=label
            on:click=move |_| chat.panels.dialogs.open(DialogKind::People)>
            <Icon picture=Picture::Person/>
            <Show when=move || is_choice.get()><span class="name" dir="auto">{move || name.get()}</span></Show>
        </button>
    }
}
