//! Page of the tasks: add, complete, edit and delete them.

use super::{
    once::Once,
    page::{Page, Place},
    task_row::TaskRow,
    today,
};
use crate::{
    chat::{Chat, use_chat},
    components::{
        keyed_list::KeyedList,
        scope_select::{ScopeFilter, ScopeOfNew, scope_of_new},
    },
    state::PageSession,
    texts::tasks::tasks as texts,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{
    scope::Scope,
    task::{Task, TaskState, TaskText, in_order},
};

/// Filter of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    All,
    Open,
    Overdue,
    Done,
}

/// Tasks page.
#[component]
pub fn TasksDialog() -> impl IntoView {
    view! { <Page place=Place::Tasks><Content/></Page> }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let tasks = RwSignal::new(None::<Vec<Task>>);
    let choice = RwSignal::new(Choice::default());
    let scope = RwSignal::new(chat.panels.learned_in.try_update_untracked(Option::take).flatten());
    load(chat, tasks);
    let in_scope = Memo::new(move |_| {
        let scope = scope.get();
        let all = tasks.with(|tasks| in_order(tasks.as_deref().unwrap_or_default()).into_iter().cloned().collect());
        of_scope(all, scope)
    });
    let listed = Memo::new(move |_| {
        let (choice, today) = (choice.get(), today::date(chat));
        let is_wanted = |task: &&Task| is_wanted(choice, task, &today);
        in_scope.with(|tasks| tasks.iter().filter(is_wanted).cloned().collect::<Vec<_>>())
    });
    let is_empty = move || tasks.with(Option::is_some) && listed.with(Vec::is_empty);
    let is_filtered = move || choice.get() != Choice::All || scope.get().is_some();
    let nothing = move || if is_filtered() { texts().none_such } else { texts().none };
    let choose_scope = Callback::new(move |chosen| scope.set(chosen));
    // Keep a row while its task exists, because the user may be editing it.
    let row = move |task: Task| {
        let current = Memo::new(move |_| {
            let found = tasks.with(|tasks| tasks.iter().flatten().find(|other| other.id == task.id).cloned());
            found.unwrap_or_else(|| task.clone())
        });
        view! { <TaskRow task=current/> }
    };
    view! {
        <div class="content lists">
            <p class="quiet">{texts().intro}</p>
            <Add/>
            <Dialog choice tasks=in_scope/>
            <div class="line filter">
                <ScopeFilter chosen=Memo::new(move |_| scope.get()) choose=choose_scope test_id="task-scope-filter"/>
            </div>
            <ul class="entries" id="task-list" tabindex="-1" aria-label=texts().title>
                <KeyedList each=move || listed.get() key=|task| task.id children=row/>
            </ul>
            <Show when=is_empty>
                <p class="quiet" data-testid="task-none">{nothing}</p>
            </Show>
        </div>
    }
}

fn load(chat: Chat, tasks: RwSignal<Option<Vec<Task>>>) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().tasks().await {
                Ok(found) => drop(tasks.try_set(Some(found))),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
}

/// Tasks with a scope; all of them without one.
fn of_scope(mut tasks: Vec<Task>, scope: Option<Scope>) -> Vec<Task> {
    tasks.retain(|task| scope.is_none_or(|scope| task.scope == scope));
    tasks
}

fn is_wanted(choice: Choice, task: &Task, today: &str) -> bool {
    match choice {
        Choice::All => true,
        Choice::Open => task.state == TaskState::Open,
        Choice::Overdue => task.is_overdue(today),
        Choice::Done => task.state == TaskState::Done,
    }
}

#[component]
fn Add() -> impl IntoView {
    let chat = use_chat();
    let (title, due) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let chosen = RwSignal::new(None);
    let scope = scope_of_new(chosen);
    let once = Once::new();
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = title.get_untracked();
        let Some(storing) = once.begin(&typed) else { return };
        let text = TaskText { title: title.get_untracked(), due: Some(due.get_untracked()) };
        let scope = scope.get_untracked();
        let step = async move |session: PageSession, id| {
            let _storing = storing;
            let task = session.add_task_in(id, &text, None, scope).await?;
            if title.try_with_untracked(|now| *now == typed) == Some(true) {
                title.set(String::new());
                due.set(String::new());
            }
            Ok(texts().added.replace("{title}", &task.title))
        };
        chat.change(step, true);
    };
    view! {
        <form class="line" on:submit=add>
            <input class="input" data-testid="task-new" aria-label=texts().new placeholder=texts().new_hint
                autocomplete="off" dir="auto"
                prop:value=move || title.get() on:input=move |event| title.set(event_target_value(&event))/>
            <input class="input day" type="date" data-testid="task-due" aria-label=texts().due
                prop:value=move || due.get() on:input=move |event| due.set(event_target_value(&event))/>
            <ScopeOfNew scope chosen test_id="task-new-scope"/>
            <button class="button" type="submit" data-testid="task-add"
                disabled=move || title.with(|title| title.trim().is_empty())>{texts().add}</button>
        </form>
    }
}

/// Filter buttons, with the number of tasks for each.
#[component]
fn Dialog(choice: RwSignal<Choice>, tasks: Memo<Vec<Task>>) -> impl IntoView {
    let chat = use_chat();
    let names = [
        ("all", texts().all, Choice::All),
        ("open", texts().open, Choice::Open),
        ("overdue", texts().overdue, Choice::Overdue),
        ("done", texts().done, Choice::Done),
    ];
    let buttons = names.map(|(key, name, own)| {
        let count = move || {
            let today = today::date(chat);
            tasks.with(|tasks| tasks.iter().filter(|task| is_wanted(own, task, &today)).count())
        };
        let id = format!("tasks-{key}");
        view! {
            <button type="button" class="pick" data-testid=id aria-pressed=move || (choice.get() == own).to_string()
                on:click=move |_| choice.set(own)>
                {name} " " <span class="count">{count}</span>
            </button>
        }
    });
    view! { <div class="picks" role="group" aria-label=texts().which>{buttons.into_iter().collect::<Vec<_>>()}</div> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{id::TaskId, time::Timestamp};

    fn task(state: TaskState, due: Option<&str>) -> Task {
        Task {
            id: TaskId::new(Timestamp(0), [1; 10]),
            title: "Buy milk".to_owned(),
            due: due.map(str::to_owned),
            state,
            source: None,
            created_at: Timestamp(0),
            completed_at: None,
            scope: Default::default(),
        }
    }

    #[test]
    fn the_filter_lists_the_tasks_of_exactly_one_scope() {
        let project = Scope::Project(ricordo_core::testing::sample::project(1).id);
        let all = || vec![task(TaskState::Open, None), Task { scope: project, ..task(TaskState::Done, None) }];
        let found = |scope| of_scope(all(), scope).into_iter().map(|task| task.scope).collect::<Vec<_>>();
        assert_eq!(found(None), [Scope::Everywhere, project]);
        assert_eq!(found(Some(project)), [project]);
        assert_eq!(found(Some(Scope::Everywhere)), [Scope::Everywhere], "not all that is used in a conversation");
    }

    #[test]
    fn a_task_is_overdue_the_day_after_it_was_due_and_only_while_it_is_open() {
        let today = "2026-11-22";
        for (state, due, choices) in [
            (TaskState::Open, None, &[Choice::All, Choice::Open][..]),
            (TaskState::Open, Some("2026-11-22"), &[Choice::All, Choice::Open]),
            (TaskState::Open, Some("2026-11-21"), &[Choice::All, Choice::Open, Choice::Overdue]),
            (TaskState::Open, Some("2025-12-31"), &[Choice::All, Choice::Open, Choice::Overdue]),
            (TaskState::Done, Some("2026-11-21"), &[Choice::All, Choice::Done]),
            (TaskState::Done, None, &[Choice::All, Choice::Done]),
        ] {
            let task = task(state, due);
            let all = [Choice::All, Choice::Open, Choice::Overdue, Choice::Done];
            let wanted: Vec<Choice> = all.into_iter().filter(|choice| is_wanted(*choice, &task, today)).collect();
            assert_eq!(wanted, choices, "{state:?} {due:?}");
        }
    }
}
