//! The tasks: to add, tick, edit and delete.

use super::{dialog::Dialog, notice::NoticeView, task_row::TaskRow};
use crate::state::use_chat;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::task::{Task, TaskText, in_order};

/// The dialog.
#[component]
pub fn TasksDialog() -> impl IntoView {
    let open = use_chat().panels.tasks;
    view! {
        <Dialog open title="Tasks" id="tasks-dialog">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let tasks = RwSignal::new(None::<Vec<Task>>);
    Effect::new(move |_| {
        chat.version.track();
        spawn_local(async move {
            match chat.storage.session().tasks().await {
                Ok(found) => drop(tasks.try_set(Some(found))),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
    let listed = move || {
        tasks.with(|tasks| in_order(tasks.as_deref().unwrap_or_default()).into_iter().cloned().collect::<Vec<_>>())
    };
    let is_empty = move || tasks.with(|tasks| tasks.as_ref().is_some_and(Vec::is_empty));
    // Rows stay as long as their task is there: one may be written in.
    let row = move |task: Task| {
        let current = Memo::new(move |_| {
            let found = tasks.with(|tasks| tasks.iter().flatten().find(|other| other.id == task.id).cloned());
            found.unwrap_or_else(|| task.clone())
        });
        view! { <TaskRow task=current/> }
    };
    view! {
        <div class="content lists">
            <p class="quiet">"They are not in the prompt: a model that takes tools asks for them."</p>
            <Add/>
            <ul class="entries"><For each=listed key=|task| task.id children=row/></ul>
            <Show when=is_empty>
                <p class="quiet" data-testid="task-none">"Nothing to do."</p>
            </Show>
        </div>
        <NoticeView/>
    }
}

#[component]
fn Add() -> impl IntoView {
    let chat = use_chat();
    let (title, due) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let text = TaskText { title: title.get_untracked(), due: Some(due.get_untracked()) };
        chat.change_then(
            async move |session, id| {
                session.add_task(id, &text, None).await.map(|task| format!("Added: {}", task.title))
            },
            true,
            move || {
                drop(title.try_set(String::new()));
                drop(due.try_set(String::new()));
            },
        );
    };
    view! {
        <form class="line" on:submit=add>
            <input class="input" data-testid="task-new" aria-label="A task" placeholder="What is to be done"
                autocomplete="off" dir="auto"
                prop:value=move || title.get() on:input=move |event| title.set(event_target_value(&event))/>
            <input class="input day" type="date" data-testid="task-due" aria-label="Due"
                prop:value=move || due.get() on:input=move |event| due.set(event_target_value(&event))/>
            <button class="button" type="submit" data-testid="task-add"
                disabled=move || title.with(|title| title.trim().is_empty())>"Add"</button>
        </form>
    }
}
