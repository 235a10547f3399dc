//! The words of a summary, to be changed where they stand.

use crate::{
    browser,
    state::use_chat,
    texts::{common::common, summaries::summaries},
};
use leptos::{
    ev::{KeyboardEvent, SubmitEvent},
    prelude::*,
};
use ricordo_core::id::SummaryId;

/// The field. Escape leaves it without a change, Control and Enter keeps what is typed.
#[component]
pub fn SummaryEdit(id: SummaryId, text: String, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let typed = RwSignal::new(text);
    let close = move || {
        let _ = is_editing.try_set(false);
        browser::focus_soon(format!("edit-{id}"));
    };
    let save = move || {
        let text = typed.get_untracked();
        let said = summaries().changed.to_owned();
        chat.change_then(
            async move |session, open| session.edit_summary(open, id, &text).await.map(|_| said),
            true,
            || browser::focus_soon("summary-list"),
        );
    };
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" => {
            // Not the page.
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
    browser::focus_soon("summary-input");
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
            <span class="acts">
                <button class="button primary" type="submit" data-testid="summary-save">{common().save}</button>
                <button class="button" type="button" on:click=move |_| close()>{common().cancel}</button>
            </span>
        </form>
    }
}
