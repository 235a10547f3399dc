//! Inline editor for the text and the priority of a summary.

use crate::{
    browser,
    chat::{Chat, use_chat},
    components::{field::NumberField, field_keys::is_composing},
    state::PageSession,
    texts::{common::common, fill, number, settings::settings, summaries::summaries},
};
use leptos::{
    ev::{KeyboardEvent, SubmitEvent},
    prelude::*,
};
use ricordo_core::{id::SummaryId, session::maintain::SummaryChange, summary::HIGHEST_PRIORITY};

/// Stores what was edited, and closes the editor then.
fn store(chat: Chat, id: SummaryId, text: String, priority: u32, is_editing: RwSignal<bool>) {
    let notice = summaries().changed.to_owned();
    let step = async move |session: PageSession, open| {
        let change = SummaryChange { text: Some(&text), priority: Some(priority) };
        session.change_summary(open, id, &change).await?;
        // Before the list is read again: the row is another one if the text was changed, and one with an editor stays.
        let _ = is_editing.try_set(false);
        Ok(notice)
    };
    chat.change_then(step, true, || browser::focus_next_frame("summary-list"));
}

/// Editor of a summary. Escape cancels, Ctrl+Enter or Cmd+Enter saves.
#[component]
pub fn SummaryEdit(id: SummaryId, text: String, priority: u8, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let typed = RwSignal::new(text);
    let priority = RwSignal::new(priority.to_string());
    let wrong = RwSignal::new(None::<String>);
    // The error was about the previous input.
    Effect::watch(move || priority.get(), move |_, _, _| wrong.set(None), false);
    let close = move || {
        let _ = is_editing.try_set(false);
        browser::focus_next_frame(format!("edit-{id}"));
    };
    let save = move || {
        let text = typed.get_untracked();
        let Some(priority) = priority.with_untracked(|typed| priority_of(typed)) else {
            let highest = number(HIGHEST_PRIORITY.into());
            wrong.set(Some(fill(settings().number, &[("min", "0"), ("max", &highest)])));
            return browser::focus_next_frame("summary-priority");
        };
        store(chat, id, text, priority, is_editing);
    };
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        _ if is_composing(&event) => {}
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
        "Enter" if event.ctrl_key() || event.meta_key() => {
            event.prevent_default();
            save();
        }
        _ => {}
    };
    browser::focus_next_frame("summary-input");
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        save();
    };
    view! {
        <form class="summary-edit" on:submit=submit on:keydown=key>
            <textarea class="input" id="summary-input" data-testid="summary-input" rows="6" dir="auto"
                aria-label=summaries().edit_label aria-describedby="summary-input-hint"
                prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))></textarea>
            <p class="hint quiet" id="summary-input-hint">{summaries().edit_hint}</p>
            <NumberField label=summaries().priority id="summary-priority" value=priority unit=""
                hint=summaries().priority_hint.to_owned() error=wrong/>
            <span class="actions">
                <button class="button primary" type="submit" data-testid="summary-save">{common().save}</button>
                <button class="button" type="button" on:click=move |_| close()>{common().cancel}</button>
            </span>
        </form>
    }
}

/// Parses a priority; `None` if it is not a number or above [`HIGHEST_PRIORITY`].
fn priority_of(typed: &str) -> Option<u32> {
    typed.trim().parse().ok().filter(|given| *given <= HIGHEST_PRIORITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_priority_is_a_whole_number_up_to_the_highest() {
        let highest = HIGHEST_PRIORITY.to_string();
        assert_eq!(
            (priority_of(" 7 "), priority_of("0"), priority_of(&highest)),
            (Some(7), Some(0), Some(HIGHEST_PRIORITY))
        );
        for wrong in ["", "-1", "1.5", "many", &(HIGHEST_PRIORITY + 1).to_string()] {
            assert_eq!(priority_of(wrong), None, "{wrong}");
        }
    }
}
