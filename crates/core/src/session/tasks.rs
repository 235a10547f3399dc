//! The user's commands on tasks. Each is one transaction with an undo entry in the conversation where the command was
//! given.

use super::Session;
use crate::{
    error::Error,
    host::Host,
    id::{ConversationId, TaskId},
    memory::MemorySource,
    record::{Kind, Record},
    scope::Scope,
    store::Store,
    task::{Task, TaskRefusal, TaskText, Tasks},
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// All tasks, oldest first. [`crate::task::in_order`] sorts them for a list.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn tasks(&self) -> Result<Vec<Task>, Error> {
        let records = self.store.records(Kind::Task).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Task(found) = record { Some(found) } else { None })
            .collect())
    }

    /// Adds a task.
    ///
    /// # Errors
    /// [`Error::Task`] with the reason, [`Error::Temporary`], [`Error::NoConversation`], [`Error::Store`]; then nothing
    /// is stored. The same holds for every command of this module.
    pub async fn add_task(
        &self,
        conversation: ConversationId,
        text: &TaskText,
        source: Option<MemorySource>,
    ) -> Result<Task, Error> {
        let scope = self.place_of(conversation).await?.scope();
        self.add_task_in(conversation, text, source, scope).await
    }

    /// As [`Session::add_task`], with a scope of the user's choice. Otherwise the model sees a task in the project of the
    /// conversation, or everywhere if that is in none.
    ///
    /// # Errors
    /// See [`Session::add_task`]; [`Error::Project`] if the project of the scope does not exist.
    pub async fn add_task_in(
        &self,
        conversation: ConversationId,
        text: &TaskText,
        source: Option<MemorySource>,
        scope: Scope,
    ) -> Result<Task, Error> {
        self.check_scope(scope).await?;
        let at = self.host.now().at;
        let id = TaskId::new(at, self.host.random());
        self.change_tasks(conversation, |tasks| {
            tasks.add(id, text, source, scope, at)?;
            tasks.get(id).cloned()
        })
        .await
    }

    /// Completes a task.
    ///
    /// # Errors
    /// See [`Session::add_task`].
    pub async fn complete_task(&self, conversation: ConversationId, id: TaskId) -> Result<(), Error> {
        let at = self.host.now().at;
        self.change_tasks(conversation, |tasks| tasks.complete(id, at)).await
    }

    /// Reopens a completed task.
    ///
    /// # Errors
    /// See [`Session::add_task`].
    pub async fn reopen_task(&self, conversation: ConversationId, id: TaskId) -> Result<(), Error> {
        self.change_tasks(conversation, |tasks| tasks.reopen(id)).await
    }

    /// Changes the title and the due date of a task.
    ///
    /// # Errors
    /// See [`Session::add_task`].
    pub async fn edit_task(&self, conversation: ConversationId, id: TaskId, text: &TaskText) -> Result<(), Error> {
        self.change_tasks(conversation, |tasks| tasks.edit(id, text)).await
    }

    /// Deletes a task.
    ///
    /// # Errors
    /// See [`Session::add_task`].
    pub async fn delete_task(&self, conversation: ConversationId, id: TaskId) -> Result<(), Error> {
        self.change_tasks(conversation, |tasks| tasks.delete(id)).await
    }

    /// Changes where the model sees a task.
    ///
    /// # Errors
    /// See [`Session::add_task_in`].
    pub async fn set_task_scope(&self, conversation: ConversationId, id: TaskId, scope: Scope) -> Result<Task, Error> {
        self.check_not_temporary(conversation).await?;
        self.check_scope(scope).await?;
        let mut tasks = Tasks::new(self.tasks().await?);
        tasks.set_scope(id, scope)?;
        let task = tasks.get(id)?.clone();
        self.apply_with_undo(conversation, UndoneCommand::TaskScope, tasks.changes()).await?;
        Ok(task)
    }

    async fn change_tasks<T>(
        &self,
        conversation: ConversationId,
        change: impl FnOnce(&mut Tasks) -> Result<T, TaskRefusal>,
    ) -> Result<T, Error> {
        self.check_not_temporary(conversation).await?;
        let mut tasks = Tasks::new(self.tasks().await?);
        let result = change(&mut tasks)?;
        self.apply_with_undo(conversation, UndoneCommand::Task, tasks.changes()).await?;
        Ok(result)
    }
}
