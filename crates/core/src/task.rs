//! Tasks: the rules for adding and changing them. [`ricordo_record`] defines the data.
//!
//! [`Tasks`] is a copy that a command or several tool calls change; this module stores nothing.

use crate::{
    change::{Change, difference},
    id::TaskId,
    record::Record,
    scope::Scope,
    time::Timestamp,
};
use ricordo_record::memory::MemorySource;
use std::cmp::Reverse;
use time::{Date, Month};

pub use ricordo_record::task::*;

/// The content of a task, as the user or the model gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskText {
    /// What is to be done.
    pub title: String,
    /// Due date, as `YYYY-MM-DD`; an empty text is none.
    pub due: Option<String>,
}

impl TaskText {
    /// The normalized form: the title on one line, the date checked.
    fn checked(&self) -> Result<Self, TaskRefusal> {
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let characters = title.chars().count();
        if characters > LONGEST_TITLE {
            return Err(TaskRefusal::TooLong { characters });
        }
        if title.is_empty() {
            return Err(TaskRefusal::Empty);
        }
        let due = self.due.as_deref().map(str::trim).filter(|due| !due.is_empty());
        match due.filter(|due| !is_day(due)) {
            Some(wrong) => Err(TaskRefusal::NoSuchDay { given: wrong.chars().take(40).collect() }),
            None => Ok(Self { title, due: due.map(str::to_owned) }),
        }
    }
}

/// Whether a text is a valid calendar date, as `YYYY-MM-DD`.
pub fn is_day(text: &str) -> bool {
    let day = || {
        let (year, rest) = text.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
            return None;
        }
        let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
        Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()
    };
    day().is_some()
}

/// The tasks in display order: open ones by due date, those without a date after them; then completed ones, last
/// completed first.
pub fn in_order(tasks: &[Task]) -> Vec<&Task> {
    let mut sorted: Vec<&Task> = tasks.iter().collect();
    ricordo_text::small_sort::by(&mut sorted, |left, right| {
        let place = |task: &Task| (task.completed_at.map(Reverse), task.due.is_none(), task.due.clone(), task.id);
        let is_done = |task: &Task| task.state == TaskState::Done;
        is_done(left).cmp(&is_done(right)).then_with(|| place(left).cmp(&place(right)))
    });
    sorted
}

/// All tasks while a command changes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tasks {
    /// The current state.
    pub all: Vec<Task>,
    before: Vec<Task>,
}

impl Tasks {
    /// A copy of all stored tasks.
    pub fn new(all: Vec<Task>) -> Self {
        Self { before: all.clone(), all }
    }

    /// The changes to store: every changed task once.
    pub fn changes(&self) -> Vec<Change> {
        difference(self.before.iter().cloned().map(Record::Task), self.all.iter().cloned().map(Record::Task))
    }

    /// The records as they were before the changes.
    pub fn before(&self) -> impl Iterator<Item = Record> {
        self.before.iter().cloned().map(Record::Task)
    }

    /// Adds an open task.
    ///
    /// # Errors
    /// [`TaskRefusal::Empty`], [`TaskRefusal::TooLong`], [`TaskRefusal::NoSuchDay`].
    pub fn add(
        &mut self,
        id: TaskId,
        text: &TaskText,
        source: Option<MemorySource>,
        scope: Scope,
        at: Timestamp,
    ) -> Result<(), TaskRefusal> {
        let TaskText { title, due } = text.checked()?;
        let (state, created_at, completed_at) = (TaskState::Open, at, None);
        self.all.push(Task { id, title, state, due, source, created_at, completed_at, scope });
        Ok(())
    }

    /// Completes a task. One that is done already is left unchanged.
    ///
    /// # Errors
    /// [`TaskRefusal::NotFound`].
    pub fn complete(&mut self, id: TaskId, at: Timestamp) -> Result<(), TaskRefusal> {
        let task = self.get_mut(id)?;
        if task.state == TaskState::Open {
            task.state = TaskState::Done;
            task.completed_at = Some(at);
        }
        Ok(())
    }

    /// Reopens a task.
    ///
    /// # Errors
    /// [`TaskRefusal::NotFound`].
    pub fn reopen(&mut self, id: TaskId) -> Result<(), TaskRefusal> {
        let task = self.get_mut(id)?;
        task.state = TaskState::Open;
        task.completed_at = None;
        Ok(())
    }

    /// Changes the title and the due date.
    ///
    /// # Errors
    /// As [`Tasks::add`], and [`TaskRefusal::NotFound`].
    pub fn edit(&mut self, id: TaskId, text: &TaskText) -> Result<(), TaskRefusal> {
        let TaskText { title, due } = text.checked()?;
        let task = self.get_mut(id)?;
        (task.title, task.due) = (title, due);
        Ok(())
    }

    /// Changes where the model sees a task.
    ///
    /// # Errors
    /// [`TaskRefusal::NotFound`].
    pub fn set_scope(&mut self, id: TaskId, scope: Scope) -> Result<(), TaskRefusal> {
        self.get_mut(id)?.scope = scope;
        Ok(())
    }

    /// Deletes a task.
    ///
    /// # Errors
    /// [`TaskRefusal::NotFound`].
    pub fn delete(&mut self, id: TaskId) -> Result<(), TaskRefusal> {
        self.get(id)?;
        self.all.retain(|task| task.id != id);
        Ok(())
    }

    /// A task by its id.
    ///
    /// # Errors
    /// [`TaskRefusal::NotFound`].
    pub fn get(&self, id: TaskId) -> Result<&Task, TaskRefusal> {
        self.all.iter().find(|task| task.id == id).ok_or(TaskRefusal::NotFound)
    }

    fn get_mut(&mut self, id: TaskId) -> Result<&mut Task, TaskRefusal> {
        self.all.iter_mut().find(|task| task.id == id).ok_or(TaskRefusal::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_days() {
        for day in ["2026-11-25", "2028-02-29", "2026-12-31"] {
            assert!(is_day(day), "{day}");
        }
        for no_day in
            ["2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "2026-1-5", "25.11.2026", "tomorrow", "-1-01-01"]
        {
            assert!(!is_day(no_day), "{no_day}");
        }
    }

    #[test]
    fn what_is_done_or_due_today_is_not_overdue() {
        let id = TaskId::new(Timestamp(1), [1; 10]);
        let mut tasks = Tasks::new(Vec::new());
        let text = TaskText { title: "Call".to_owned(), due: Some("2026-11-25".to_owned()) };
        tasks.add(id, &text, None, Scope::Everywhere, Timestamp(0)).unwrap();
        let overdue = |tasks: &Tasks, today: &str| tasks.all[0].is_overdue(today);
        assert_eq!((overdue(&tasks, "2026-11-25"), overdue(&tasks, "2026-11-26")), (false, true));
        tasks.complete(id, Timestamp(1)).unwrap();
        assert!(!overdue(&tasks, "2026-11-26"));
    }

    #[test]
    fn the_list_shows_what_is_due_first() {
        let mut tasks = Tasks::new(Vec::new());
        let id = |n: u8| TaskId::new(Timestamp(n.into()), [n; 10]);
        for (n, due) in [(1, None), (2, Some("2026-12-01")), (3, Some("2026-11-25")), (4, None), (5, None)] {
            let text = TaskText { title: format!("Task {n}"), due: due.map(str::to_owned) };
            tasks.add(id(n), &text, None, Scope::Everywhere, Timestamp(0)).unwrap();
        }
        tasks.complete(id(4), Timestamp(10)).unwrap();
        tasks.complete(id(5), Timestamp(20)).unwrap();
        let titles: Vec<&str> = in_order(&tasks.all).into_iter().map(|task| task.title.as_str()).collect();
        assert_eq!(titles, ["Task 3", "Task 2", "Task 1", "Task 5", "Task 4"]);
    }
}
