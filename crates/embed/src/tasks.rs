//! Tasks.

use crate::{
    cross::{self, id, record_to_js, to_js},
    manager::Manager,
    refusal::Refusal,
};
use ricordo_core::task::{TaskText, in_order};
use serde_json::Value;
use wasm_bindgen::{JsValue, prelude::*};

#[wasm_bindgen]
impl Manager {
    /// All tasks: open ones by due day, then those that are done.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn tasks(&self) -> Result<JsValue, Refusal> {
        let tasks = self.session.tasks().await?;
        to_js(&in_order(&tasks).into_iter().map(cross::plain).collect::<Vec<Value>>())
    }

    /// Adds a task.
    ///
    /// # Errors
    /// `task-refused` with the reason, `temporary`, and the codes of storage; nothing has changed then.
    #[wasm_bindgen(js_name = addTask)]
    pub async fn add_task(&self, title: String, due: Option<String>) -> Result<JsValue, Refusal> {
        record_to_js(&self.session.add_task(self.conversation.get(), &TaskText { title, due }, None).await?)
    }

    /// Changes the title and the day of a task.
    ///
    /// # Errors
    /// As [`Manager::add_task`].
    #[wasm_bindgen(js_name = updateTask)]
    pub async fn update_task(&self, task: String, title: String, due: Option<String>) -> Result<(), Refusal> {
        let text = TaskText { title, due };
        Ok(self.session.edit_task(self.conversation.get(), id(&task, "task")?, &text).await?)
    }

    /// Ticks a task, or takes its tick away.
    ///
    /// # Errors
    /// As [`Manager::add_task`].
    #[wasm_bindgen(js_name = tickTask)]
    pub async fn tick_task(&self, task: String, done: bool) -> Result<(), Refusal> {
        let (open, task) = (self.conversation.get(), id(&task, "task")?);
        if done {
            self.session.complete_task(open, task).await?;
        } else {
            self.session.reopen_task(open, task).await?;
        }
        Ok(())
    }

    /// Deletes a task.
    ///
    /// # Errors
    /// As [`Manager::add_task`].
    #[wasm_bindgen(js_name = removeTask)]
    pub async fn remove_task(&self, task: String) -> Result<(), Refusal> {
        Ok(self.session.delete_task(self.conversation.get(), id(&task, "task")?).await?)
    }
}
