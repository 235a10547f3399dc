//! The tools about the user's tasks: `list_tasks`, `add_task`, `complete_task`.

use super::{
    Surroundings, TaskRequest, ToolEvent,
    reference::{Named, resolve, short_id},
};
use crate::{
    id::TaskId,
    task::{Task, TaskRefusal, TaskState, TaskText, Tasks, in_order},
};

/// Answers a call, and notes what it did.
///
/// # Errors
/// A tool error: what the model is told.
pub fn answer(
    request: &TaskRequest,
    tasks: &mut Tasks,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    match request {
        TaskRequest::List { include_done } => Ok(list(tasks, *include_done)),
        TaskRequest::Add { title, due } => {
            at.check_writing()?;
            let (id, text) = (at.task_id(), TaskText { title: title.clone(), due: due.clone() });
            match tasks.add(id, &text, Some(at.source), at.now.at).and_then(|()| tasks.get(id)) {
                Ok(task) => {
                    events.push(ToolEvent::TaskAdded(task.clone()));
                    Ok(format!("Added: {}", line(task)))
                }
                Err(refusal) => Err(refused(refusal, events)),
            }
        }
        TaskRequest::Complete { id } => {
            at.check_writing()?;
            complete(id, tasks, at, events)
        }
    }
}

fn list(tasks: &Tasks, include_done: bool) -> String {
    let wanted = in_order(&tasks.all).into_iter().filter(|task| include_done || task.state == TaskState::Open);
    let lines: Vec<String> = wanted.map(line).collect();
    match (lines.is_empty(), include_done) {
        (false, _) => lines.join("\n"),
        (true, false) => "There are no open tasks.".to_owned(),
        (true, true) => "There are no tasks.".to_owned(),
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
    let (open, done): (Vec<&Task>, Vec<&Task>) = tasks.all.iter().partition(|task| task.state == TaskState::Open);
    let open: Vec<_> = open.into_iter().map(name).collect();
    let done: Vec<_> = done.into_iter().map(name).collect();
    let id = match resolve(given, &open, "open task", "list_tasks") {
        Ok(id) => id,
        // A task with these words may have been done before; the open one is meant.
        Err(told) => match resolve(given, &done, "task", "list_tasks") {
            Ok(id) => return Ok(format!("{}: it was done already.", short(id))),
            Err(_) => return Err(told),
        },
    };
    match tasks.complete(id, at.now.at).and_then(|()| tasks.get(id)) {
        Ok(task) => {
            events.push(ToolEvent::TaskCompleted(task.clone()));
            Ok(format!("Done: {}", line(task)))
        }
        Err(refusal) => Err(refused(refusal, events)),
    }
}

fn line(task: &Task) -> String {
    let due = task.due.as_ref().map(|due| format!(" (due {due})")).unwrap_or_default();
    let done = if task.state == TaskState::Done { " (done)" } else { "" };
    format!("{}: {}{due}{done}", short(task.id), task.title)
}

fn refused(refusal: TaskRefusal, events: &mut Vec<ToolEvent>) -> String {
    let told = refusal.to_string();
    events.push(ToolEvent::TaskRefused(refusal));
    told
}

fn short(id: TaskId) -> String {
    short_id('t', id.0)
}
