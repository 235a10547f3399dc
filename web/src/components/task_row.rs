//! One task in the list, and what can be done with it.

use crate::{browser, state::use_chat};
use leptos::{ev::SubmitEvent, prelude::*};
use ricordo_core::task::{Task, TaskState, TaskText};

/// The row.
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
    let tick = move |_| {
        if is_done.get_untracked() {
            chat.change(
                async move |session, open| session.reopen_task(open, id).await.map(|()| "To be done again.".to_owned()),
                true,
            );
        } else {
            chat.change(
                async move |session, open| session.complete_task(open, id).await.map(|()| "Done.".to_owned()),
                true,
            );
        }
    };
    let delete = move |_| {
        chat.change(
            async move |session, open| session.delete_task(open, id).await.map(|()| "Deleted.".to_owned()),
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
        <span class="acts">
            <button class="link-button" data-testid="task-edit" on:click=move |_| is_editing.set(true)>"Edit"</button>
            <button class="link-button" data-testid="task-delete" on:click=delete>"Delete"</button>
        </span>
    }
}

#[component]
fn Due(task: Memo<Task>) -> impl IntoView {
    let chat = use_chat();
    let today = chat.connection.settings.with_untracked(|settings| chat.storage.session().now(settings));
    let today = today.wall_clock().map(|wall| wall.date()).unwrap_or_default();
    move || {
        let (due, is_done) = task.with(|task| (task.due.clone(), task.state == TaskState::Done));
        let due = due?;
        // Days sort as their texts do.
        let is_late = !is_done && due < today;
        let words = if is_late { format!("was due {due}") } else { format!("due {due}") };
        Some(view! { <span class="due" class:late=is_late>{words}</span> })
    }
}

#[component]
fn Edit(task: Memo<Task>, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let (id, title, due) = task.with_untracked(|task| (task.id, task.title.clone(), task.due.clone()));
    let (title, due) = (RwSignal::new(title), RwSignal::new(due.unwrap_or_default()));
    let close = move || {
        let _ = is_editing.try_set(false);
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let text = TaskText { title: title.get_untracked(), due: Some(due.get_untracked()) };
        chat.change_then(
            async move |session, open| session.edit_task(open, id, &text).await.map(|()| "Changed.".to_owned()),
            true,
            close,
        );
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            // Not the dialog.
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    browser::focus_soon("task-input");
    view! {
        <form class="line" on:submit=save on:keydown=key>
            <input class="input" id="task-input" data-testid="task-input" aria-label="The task" autocomplete="off" dir="auto"
                prop:value=move || title.get() on:input=move |event| title.set(event_target_value(&event))/>
            <input class="input day" type="date" data-testid="task-input-due" aria-label="Due"
                prop:value=move || due.get() on:input=move |event| due.set(event_target_value(&event))/>
            <button class="button" type="submit" data-testid="task-save">"Save"</button>
        </form>
    }
}
