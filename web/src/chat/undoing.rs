//! Undo: takes the last command of the open conversation back.

use super::{Chat, commands::Done};
use crate::{texts::answers::answers, words};
use leptos::{prelude::untrack, task::spawn_local};
use ricordo_browser::channel::News;
use ricordo_core::{
    error::Error,
    id::{ConversationId, UndoId},
    store::Store,
    undo::{Undo, UndoneCommand},
};

impl Chat {
    /// Undoes the last command, or the one with this id. If something was done since, that is taken back first, as the notice
    /// then says. Undoing what began another branch is refused while a reply is coming, because the reply would be stored on
    /// the branch that is left.
    pub fn undo(self, wanted: Option<UndoId>) {
        let Some(open) = self.id() else { return };
        spawn_local(async move {
            let (id, last) = match self.recorded(open, wanted).await {
                Ok(recorded) => recorded,
                Err(error) => return self.storage.report(&error),
            };
            let lock = match &last {
                Some(last) if is_of_a_branch(last.command) => match self.alone_or_busy(id).await {
                    Some(lock) => Some(lock),
                    None => return,
                },
                _ => None,
            };
            let step = self.undone(id, wanted, last.map(|last| last.id));
            self.finished(id, Box::pin(step), Box::new(|| ())).await;
            drop(lock);
        });
    }

    /// The conversation in which a step is recorded, with the last command there: the open one. What is done beside a
    /// temporary chat is recorded in another one.
    async fn recorded(
        self,
        open: ConversationId,
        wanted: Option<UndoId>,
    ) -> Result<(ConversationId, Option<Undo>), Error> {
        let session = self.storage.session();
        let last = session.store().last_undo(open).await?;
        let is_wanted = |last: &Option<Undo>| last.as_ref().map(|last| last.id) == wanted;
        if wanted.is_some() && !is_wanted(&last) && untrack(|| self.is_temporary()) {
            for one in session.conversations_but_damaged().await? {
                let other = session.store().last_undo(one.id).await?;
                if is_wanted(&other) {
                    return Ok((one.id, other));
                }
            }
        }
        Ok((open, last))
    }

    /// `newest`: the last command when Undo was pressed.
    async fn undone(self, id: ConversationId, wanted: Option<UndoId>, newest: Option<UndoId>) -> Result<Done, Error> {
        let last = self.last_undo(id).await?;
        if last > wanted.or(newest) {
            return Ok(Done { text: answers().done_since.to_owned(), undo: last });
        }
        let session = self.storage.session();
        let undone = if wanted.is_none() || last == wanted { session.undo(id).await? } else { None };
        if undone.is_some_and(is_of_the_list) {
            self.storage.announce(News::Several);
        }
        // The undo may have restored a provider that answers again.
        self.connection.reload().await;
        let text = undone.map_or(answers().nothing_to_undo, words::undone).to_owned();
        Ok(Done { text, undo: None })
    }
}

/// Whether undoing a command shows another branch.
fn is_of_a_branch(command: UndoneCommand) -> bool {
    matches!(command, UndoneCommand::Edit | UndoneCommand::Regenerate | UndoneCommand::Clear)
}

/// Whether a command may have changed the list of conversations: which there are, their titles, tags or places.
fn is_of_the_list(command: UndoneCommand) -> bool {
    use UndoneCommand::{Archive, Delete, DeleteProject, MoveConversation, PinConversation, Rename, Tags};
    matches!(command, Archive | Delete | DeleteProject | MoveConversation | PinConversation | Rename | Tags)
}
