//! Tasks.

use crate::{
    cross::{self, record_to_js, to_js},
    given::Given,
    lazy_calls::Answer,
    manager::Manager,
    projects::scope_of,
};
use ricordo_core::{
    id::{ConversationId, TaskId},
    task::{TaskText, in_order},
};
use serde_json::Value;
use wasm_bindgen::JsValue;

impl Manager {
    /// All tasks: open ones by due day, then completed ones.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn tasks(&self) -> Answer {
        let tasks = self.session.tasks().await?;
        to_js(&in_order(&tasks).into_iter().map(cross::plain).collect::<Vec<Value>>())
    }

    /// Adds a task.
    ///
    /// # Errors
    /// `task-refused` with the reason, `temporary`, and storage error codes; nothing has changed then.
    pub(crate) async fn add_task(
        &self,
        open: ConversationId,
        title: String,
        due: Option<String>,
        scope: JsValue,
    ) -> Answer {
        let text = TaskText { title, due };
        record_to_js(&match scope_of(&scope)? {
            Some(scope) => self.session.add_task_in(open, &text, None, scope).await?,
            None => self.session.add_task(open, &text, None).await?,
        })
    }

    /// Changes where the model sees a task.
    ///
    /// # Errors
    /// As [`Manager::add_task`], and `project-refused` if the project does not exist.
    pub(crate) async fn scope_task(&self, open: ConversationId, task: TaskId, scope: JsValue) -> Answer {
        let scope = scope_of(&scope)?.unwrap_or_default();
        let _changing = self.changing().await;
        record_to_js(&self.session.set_task_scope(open, task, scope).await?)
    }

    /// Changes the title of a task, and its due day if one is given; `null` removes it.
    ///
    /// # Errors
    /// As [`Manager::add_task`].
    pub(crate) async fn update_task(&self, open: ConversationId, task: TaskId, given: Given) -> Answer {
        let (title, due) = (given.text(1)?, given.maybe_text(2)?);
        let _changing = self.changing().await;
        let due = match given.value(2).is_undefined() {
            true => self.session.tasks().await?.into_iter().find(|one| one.id == task).and_then(|one| one.due),
            false => due,
        };
        let text = TaskText { title, due };
        self.session.edit_task(open, task, &text).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Completes a task, or reopens it.
    ///
    /// # Errors
    /// As [`Manager::add_task`].
    pub(crate) async fn tick_task(&self, open: ConversationId, task: TaskId, done: bool) -> Answer {
        let _changing = self.changing().await;
        if done {
            self.session.complete_task(open, task).await?;
        } else {
            self.session.reopen_task(open, task).await?;
        }
        Ok(JsValue::UNDEFINED)
    }

    /// Deletes a task.
    ///
    /// # Errors
    /// As [`Manager::add_task`].
    pub(crate) async fn remove_task(&self, open: ConversationId, task: TaskId) -> Answer {
        let _changing = self.changing().await;
        self.session.delete_task(open, task).await?;
        Ok(JsValue::UNDEFINED)
    }
}
