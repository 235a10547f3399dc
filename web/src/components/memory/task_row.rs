//! One task in the list, with its actions.

use super::today;
use crate::{
    browser,
    chat::use_chat,
    components::{field_keys::is_composing, icon::Picture, row_action::RowAction, scope_select::ScopeOfRow},
    dates::date_of,
    state::DialogKind,
    texts::{common::common, tasks::tasks as texts},
};
use leptos::{
    ev::{Event, KeyboardEvent, SubmitEvent},
    prelude::*,
};
use ricordo_core::{
    id::TaskId,
    task::{Task, TaskState, TaskText},
};
use web_sys::HtmlInputElement;

/// Row of a task.
#[component]
pub fn TaskRow(task: Memo<Task>) -> impl IntoView {
    let is_editing = RwSignal::new(false);
    view! {
        <li data-testid="task-item" data-done=move || task.with(|task| (task.state == TaskState::Done).to_string())>
            <Show
                when=move || is_editing.get()
                fallback=move || view! { <Shown task is_editing/> }
            >
                <Edit task is_editing/>
            </Show>
        </li>
    }
}

#[component]
fn Shown(task: Memo<Task>, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let id = task.with_untracked(|task| task.id);
    let is_done = Memo::new(move |_| task.with(|task| task.state == TaskState::Done));
    let tick = move |event: Event| {
        let ticks = !is_done.get_untracked();
        // Shows what is stored until the change is, which may fail.
        event_target::<HtmlInputElement>(&event).set_checked(!ticks);
        let notice = if ticks { texts().ticked } else { texts().reopened };
        chat.change(
            async move |session, open| {
                let changed =
                    if ticks { session.complete_task(open, id).await } else { session.reopen_task(open, id).await };
                changed.map(|()| notice.to_owned())
            },
            true,
        );
    };
    view! {
        <label class="check">
            <input type="checkbox" data-testid="task-tick" prop:checked=move || is_done.get() on:change=tick/>
            <span dir="auto">
                <span class="title" data-testid="task-title">{move || task.with(|task| task.title.clone())}</span>
                <Due task/>
            </span>
        </label>
        <MessageActions task id is_editing/>
    }
}

#[component]
fn MessageActions(task: Memo<Task>, id: TaskId, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let delete = move || {
        chat.change_then(
            async move |session, open| session.delete_task(open, id).await.map(|()| texts().deleted.to_owned()),
            true,
            || browser::focus_next_frame("task-list"),
        );
    };
    let source = task.with_untracked(|task| task.source).map(|source| {
        let go = move || {
            chat.panels.dialogs.close(DialogKind::Tasks);
            chat.show_source(source);
        };
        view! { <RowAction test_id="task-source" picture=Picture::Arrow name=texts().source act=go/> }
    });
    let begin = move || is_editing.set(true);
    let scope = Memo::new(move |_| task.with(|task| task.scope));
    let choose = Callback::new(move |scope| chat.scope_task(id, scope));
    view! {
        <span class="actions">
            <ScopeOfRow scope choose test_id="task-scope" list="task-list"/>
            {source}
            <RowAction test_id="task-edit" picture=Picture::Write name=common().edit id=format!("edit-{id}") act=begin/>
            <RowAction test_id="task-delete" picture=Picture::Bin name=common().delete act=delete/>
        </span>
    }
}

#[component]
fn Due(task: Memo<Task>) -> impl IntoView {
    let chat = use_chat();
    let today = today::date(chat);
    move || {
        let (words, is_late) = task.with(|task| {
            let done = task.completed_at.map(|at| chat.date_time(at));
            let is_late = task.is_overdue(&today);
            (due_words(task.due.as_deref().map(date_of), is_late, done), is_late)
        });
        (!words.is_empty()).then(|| view! { <span class="due" class:late=is_late>{words}</span> })
    }
}

/// When a task is due or was, and when it was done. Empty if there is nothing to say.
fn due_words(due: Option<String>, is_late: bool, done: Option<String>) -> String {
    let due = due.map(|day| if is_late { texts().was_due } else { texts().is_due }.replace("{day}", &day));
    let done = done.map(|moment| texts().done_on.replace("{when}", &moment));
    due.into_iter().chain(done).collect::<Vec<_>>().join(" · ")
}

#[component]
fn Edit(task: Memo<Task>, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let (id, title, due) = task.with_untracked(|task| (task.id, task.title.clone(), task.due.clone()));
    let (title, due) = (RwSignal::new(title), RwSignal::new(due.unwrap_or_default()));
    let close = move || {
        let _ = is_editing.try_set(false);
        browser::focus_next_frame(format!("edit-{id}"));
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let text = TaskText { title: title.get_untracked(), due: Some(due.get_untracked()) };
        chat.change_then(
            async move |session, open| session.edit_task(open, id, &text).await.map(|_| texts().changed.to_owned()),
            true,
            close,
        );
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !is_composing(&event) {
            // Keep Escape from closing the page.
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    browser::focus_next_frame("task-input");
    view! {
        <form class="line" on:submit=save on:keydown=key>
            <input class="input" id="task-input" data-testid="task-input" aria-label=texts().label autocomplete="off" dir="auto"
                prop:value=move || title.get() on:input=move |event| title.set(event_target_value(&event))/>
            <input class="input day" type="date" data-testid="task-input-due" aria-label=texts().due
                prop:value=move || due.get() on:input=move |event| due.set(event_target_value(&event))/>
            <button class="button" type="submit" data-testid="task-save">{common().save}</button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_task_says_when_it_is_due_or_was_and_when_it_was_done() {
        speak(UiLanguage::En);
        for (due, is_late, done, words) in [
            (None, false, None, ""),
            (Some("22 Nov"), false, None, "due 22 Nov"),
            (Some("22 Nov"), true, None, "was due 22 Nov"),
            (None, false, Some("today"), "done today"),
            (Some("22 Nov"), false, Some("today"), "due 22 Nov · done today"),
        ] {
            let of = |text: Option<&str>| text.map(str::to_owned);
            assert_eq!(due_words(of(due), is_late, of(done)), words);
        }
    }
}
