//! Chips under a message: what tools did with memories and tasks, and buttons to accept or reject a proposed memory.

use super::{focus::focus_composer, inline_edit::InlineEdit, scope_select::ScopeSelect};
use crate::{
    chat::use_chat,
    state::{Chip, ChipKind, Step},
    texts,
};
use leptos::prelude::*;
use ricordo_core::id::{MemoryId, MessageId};

/// Chips of a message.
#[component]
pub fn ChipList(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    let chips = Memo::new(move |_| chat.transcript.chips.of(message));
    view! {
        <Show when=move || chips.with(|chips| !chips.is_empty())>
            <ul class="tool-events" aria-label=texts::chips::chips().list>
                <For each=move || chips.get() key=|chip| chip.clone() children=|chip| view! { <ChipView chip/> }/>
            </ul>
        </Show>
    }
}

#[component]
fn ChipView(chip: Chip) -> impl IntoView {
    let Chip { kind, text, value } = chip;
    let is_editing = RwSignal::new(false);
    let (what, key) = words(&kind);
    let proposed = matches!(kind, ChipKind::Proposed(_));
    let edited = value.unwrap_or_else(|| text.clone());
    let actions = move || match kind {
        ChipKind::Proposed(id) => view! { <MemoryScope id/><Proposal id is_editing/> }.into_any(),
        ChipKind::Kept(id) => view! { <MemoryScope id/><Kept id/> }.into_any(),
        ChipKind::Archived(id) => view! { <Archived id/> }.into_any(),
        ChipKind::Expired(id) => view! { <Expired id/> }.into_any(),
        _ => ().into_any(),
    };
    let id = match kind {
        ChipKind::Proposed(id) => Some(id),
        _ => None,
    };
    view! {
        <li class="tool-event" class:proposed=proposed data-testid="memory-chip" data-kind=key>
            <Show
                when=move || is_editing.get()
                fallback=move || view! {
                    <p dir="auto"><span class="what">{what}</span>{text.clone()}</p>
                    {actions()}
                }
            >
                <Editor id text=edited.clone() is_editing/>
            </Show>
        </li>
    }
}

/// Where the memory is used, and the other scopes to choose from. Nothing in a conversation without a project.
#[component]
fn MemoryScope(id: MemoryId) -> impl IntoView {
    let chat = use_chat();
    let scope = Memo::new(move |_| chat.transcript.chips.scope_of(id).unwrap_or_default());
    let choices = Memo::new(move |_| chat.with_scopes(|scopes| scopes.of_proposed(scope.get())));
    let choose = Callback::new(move |scope| chat.step(Step::ScopeMemory(id, scope)));
    view! {
        <Show when=move || choices.with(|choices| !choices.is_empty())>
            <span class="used-in">
                <span class="what" aria-hidden="true">{texts::projects::scope().title}</span>
                <ScopeSelect chosen=scope choices choose class="chip scope" test_id="chip-scope"/>
            </span>
        </Show>
    }
}

#[component]
fn Editor(id: Option<MemoryId>, text: String, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let close = move || {
        let _ = is_editing.try_set(false);
    };
    let keep = move |typed: String| {
        let Some(id) = id else { return };
        chat.step(Step::EditMemory(id, typed, Callback::new(move |()| close())));
    };
    view! {
        <InlineEdit label=texts::chips::chips().edit_label test_id="chip-input" text keep drop_it=close/>
    }
}

/// Buttons for a proposed memory: keep, edit or drop.
#[component]
fn Proposal(id: MemoryId, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let keep = move |_| {
        chat.step(Step::KeepMemory(id));
        focus_composer();
    };
    let drop_it = move |_| {
        chat.step(Step::DropMemory(id));
        focus_composer();
    };
    view! {
        <span class="actions">
            <button class="link-button" data-testid="chip-keep" on:click=keep>{texts::chips::chips().keep}</button>
            <button class="link-button" data-testid="chip-edit" on:click=move |_| is_editing.set(true)>{texts::common::common().edit}</button>
            <button class="link-button" data-testid="chip-drop" on:click=drop_it>{texts::chips::chips().drop}</button>
        </span>
    }
}

/// Button that deletes a memory that was kept.
#[component]
fn Kept(id: MemoryId) -> impl IntoView {
    let chat = use_chat();
    let take_back = move |_| {
        chat.step(Step::DeleteMemory(id));
        focus_composer();
    };
    view! {
        <span class="actions">
            <button class="link-button" data-testid="chip-undo" on:click=take_back>{texts::common::common().undo}</button>
        </span>
    }
}

/// Buttons for a memory that was archived to make room: restore it, or pin it.
#[component]
fn Archived(id: MemoryId) -> impl IntoView {
    let chat = use_chat();
    let act = move |test_id: &'static str, name: &'static str, step: fn(MemoryId) -> Step| {
        let press = move |_| {
            chat.step(step(id));
            focus_composer();
        };
        view! { <button class="link-button" data-testid=test_id on:click=press>{name}</button> }
    };
    view! {
        <span class="actions">
            {act("chip-restore", texts::common::common().undo, Step::RestoreMemory)}
            {act("chip-pin", texts::common::common().pin, Step::PinMemory)}
        </span>
    }
}

/// Button that saves a suggestion that was archived undecided.
#[component]
fn Expired(id: MemoryId) -> impl IntoView {
    let chat = use_chat();
    let keep = move |_| {
        chat.step(Step::KeepMemory(id));
        focus_composer();
    };
    view! {
        <span class="actions">
            <button class="link-button" data-testid="chip-keep" on:click=keep>{texts::chips::chips().keep}</button>
        </span>
    }
}

/// What was done: the label, and a key for tests.
fn words(kind: &ChipKind) -> (&'static str, &'static str) {
    let texts = texts::chips::chips();
    match kind {
        ChipKind::Proposed(_) => (texts.proposed, "proposed"),
        ChipKind::Kept(_) => (texts.kept, "kept"),
        ChipKind::Saved => (texts.saved, "saved"),
        ChipKind::Dropped => (texts.dropped, "dropped"),
        ChipKind::Changed => (texts.changed, "changed"),
        ChipKind::Known => (texts.known, "known"),
        ChipKind::Archived(_) => (texts.archived, "archived"),
        ChipKind::Expired(_) => (texts.expired, "expired"),
        ChipKind::Deleted => (texts.deleted, "deleted"),
        ChipKind::TaskAdded => (texts.task_added, "task-added"),
        ChipKind::TaskDone => (texts.task_done, "task-done"),
        ChipKind::Refused => (texts.refused, "refused"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::time::Timestamp;

    #[test]
    fn each_kind_of_chip_says_something_of_its_own() {
        let id = MemoryId::new(Timestamp(0), [1; 10]);
        let kinds = [
            ChipKind::Proposed(id),
            ChipKind::Kept(id),
            ChipKind::Saved,
            ChipKind::Dropped,
            ChipKind::Changed,
            ChipKind::Known,
            ChipKind::Archived(id),
            ChipKind::Expired(id),
            ChipKind::Deleted,
            ChipKind::TaskAdded,
            ChipKind::TaskDone,
            ChipKind::Refused,
        ];
        for language in UiLanguage::all() {
            speak(language);
            for (at, kind) in kinds.iter().enumerate() {
                let (label, key) = words(kind);
                assert!(!label.is_empty());
                // A memory that was saved may be said in the words of one that was kept: the key tells them apart.
                assert!(kinds[..at].iter().all(|other| words(other).1 != key), "{key}");
            }
            let labels = [ChipKind::Proposed(id), ChipKind::Dropped, ChipKind::Deleted].map(|kind| words(&kind).0);
            assert!(labels[0] != labels[1] && labels[0] != labels[2], "{labels:?}");
        }
    }
}
