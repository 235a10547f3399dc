//! Changes where memories and tasks are used.

use super::Chat;
use crate::{
    state::{PageSession, scopes::Scopes},
    texts::projects::scope as texts,
};
use leptos::prelude::*;
use ricordo_core::{
    id::{MemoryId, TaskId},
    scope::Scope,
};

impl Chat {
    /// Reads what the choices and names of scopes depend on.
    pub fn with_scopes<T>(self, read: impl FnOnce(Scopes<'_>) -> T) -> T {
        self.conversation.with(|open| {
            self.connection.projects.with(|projects| {
                self.storage
                    .conversations
                    .with(|conversations| read(Scopes { open: open.as_ref(), projects, conversations }))
            })
        })
    }

    /// Changes where a memory is used.
    pub fn scope_memory(self, id: MemoryId, scope: Scope) {
        let step = async move |session: PageSession, open| session.set_memory_scope(open, id, scope).await;
        self.keep_one(step, |_| texts().changed.to_owned(), || ());
    }

    /// Changes where the model sees a task.
    pub fn scope_task(self, id: TaskId, scope: Scope) {
        let notice = texts().changed.to_owned();
        self.change(async move |session, open| session.set_task_scope(open, id, scope).await.map(|_| notice), true);
    }
}
