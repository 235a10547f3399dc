//! The tools for tasks: `list_tasks`, `add_task`, `complete_task`.

use super::{
    Surroundings, TaskRequest, ToolEvent,
    answers::{Answers, fill},
    reference::{Named, resolve, short_id},
};
use crate::{
    id::TaskId,
    task::{TaskText, Tasks, in_order},
};
use ricordo_record::task::{Task, TaskRefusal, TaskState};

/// Executes a request and adds what it did to `events`.
///
/// # Errors
/// A tool error: the answer for the model.
pub fn answer(
    request: &TaskRequest,
    tasks: &mut Tasks,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    match request {
        TaskRequest::List { include_done } => Ok(list(tasks, *include_done, at)),
        TaskRequest::Add { title, due } => {
            at.check_writing()?;
            let (id, text) = (at.task_id(), TaskText { title: title.clone(), due: due.clone() });
            match tasks.add(id, &text, Some(at.source), at.place.scope(), at.now.at).and_then(|()| tasks.get(id)) {
                Ok(task) => {
                    events.push(ToolEvent::TaskAdded(task.clone()));
                    Ok(fill(at.answers().task_added, &[("task", &line(task, at.answers()))]))
                }
                Err(refusal) => Err(refused(refusal, at, events)),
            }
        }
        TaskRequest::Complete { id } => {
            at.check_writing()?;
            complete(id, tasks, at, events)
        }
    }
}

fn list(tasks: &Tasks, include_done: bool, at: &Surroundings<'_>) -> String {
    let answers = at.answers();
    let in_scope = in_order(&tasks.all).into_iter().filter(|task| task.scope.reaches(&at.place));
    let wanted = in_scope.filter(|task| include_done || task.state == TaskState::Open);
    let lines: Vec<String> = wanted.map(|task| line(task, answers)).collect();
    match (lines.is_empty(), include_done) {
        (false, _) => lines.join("\n"),
        (true, false) => answers.no_open_tasks.to_owned(),
        (true, true) => answers.no_tasks.to_owned(),
    }
}

fn complete(
    given: &str,
    tasks: &mut Tasks,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    let name = |task| -> Named<'_, TaskId> {
        let task: &Task = task;
        Named { id: task.id, short: short(task.id), words: &task.title }
    };
    let in_scope = tasks.all.iter().filter(|task| task.scope.reaches(&at.place));
    let (open, done): (Vec<&Task>, Vec<&Task>) = in_scope.partition(|task| task.state == TaskState::Open);
    let open: Vec<_> = open.into_iter().map(name).collect();
    let done: Vec<_> = done.into_iter().map(name).collect();
    let answers = [at.answers().no_such_task, at.answers().several_tasks];
    let id = match resolve(given, &open, answers, "list_tasks") {
        Ok(id) => id,
        // Open tasks take precedence; a completed one is looked up only if none matches.
        Err(outcome) => match resolve(given, &done, answers, "list_tasks") {
            Ok(id) => return Ok(fill(at.answers().task_done_before, &[("id", &short(id))])),
            Err(_) => return Err(outcome),
        },
    };
    match tasks.complete(id, at.now.at).and_then(|()| tasks.get(id)) {
        Ok(task) => {
            events.push(ToolEvent::TaskCompleted(task.clone()));
            Ok(fill(at.answers().task_done, &[("task", &line(task, at.answers()))]))
        }
        Err(refusal) => Err(refused(refusal, at, events)),
    }
}

fn line(task: &Task, answers: &Answers) -> String {
    let due = task.due.as_ref().map(|due| fill(answers.due, &[("day", due)])).unwrap_or_default();
    let done = if task.state == TaskState::Done { answers.done } else { "" };
    format!("{}: {}{due}{done}", short(task.id), task.title)
}

fn refused(refusal: TaskRefusal, at: &Surroundings<'_>, events: &mut Vec<ToolEvent>) -> String {
    let outcome = at.answers().task_refused(&refusal);
    events.push(ToolEvent::TaskRefused(refusal));
    outcome
}

fn short(id: TaskId) -> String {
    short_id('t', id.0)
}
