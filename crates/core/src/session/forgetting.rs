//! `/forget`, `/remember` and undo: they change what the model may see, and leave stored messages alone.

use super::{Session, loading::first_page};
use crate::{
    branch::Sequence,
    change::Change,
    compile::turns::is_counted,
    conversation::Conversation,
    error::Error,
    forget::Forget,
    host::Host,
    id::{ConversationId, ForgetId, UndoId},
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    summary::elsewhere::{noted_after, sight_after},
    time::Timestamp,
    undo::{Undo, UndoneCommand},
};

/// Number of messages read at once where those that are loaded do not hold enough that count.
const EARLIER: u32 = 64;

impl<S: Store, H: Host> Session<S, H> {
    /// Forgets everything except the last `keep` messages of completed turns: nothing before them is sent any more.
    /// Switches the reminders of this conversation off.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn forget(&self, id: ConversationId, keep: u32) -> Result<(), Error> {
        let settings = self.settings().await?;
        let snapshot = self.snapshot(id, first_page(&settings).max(keep.saturating_add(2))).await?;
        let before = self.place_that_keeps(&snapshot, keep).await?;
        self.forget_in(snapshot, before).await
    }

    /// Forgets everything before `before` on the active branch, as [`Session::forget`] does.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn forget_before(&self, id: ConversationId, before: Sequence) -> Result<(), Error> {
        let snapshot = self.snapshot(id, 0).await?;
        self.forget_in(snapshot, before).await
    }

    /// The first sequence that is kept so that the last `keep` messages of completed turns remain. Failed turns and tool calls
    /// do not count, so it may be further back than what is loaded. A reply that is streaming is forgotten, too: the user
    /// gave the command while it was running.
    async fn place_that_keeps(&self, snapshot: &Snapshot, keep: u32) -> Result<Sequence, Error> {
        let Some(last) = keep.checked_sub(1) else {
            let draft = snapshot.reply_draft.as_ref();
            return Ok(draft.map_or(snapshot.next_place().sequence, |draft| draft.sequence + 1));
        };
        let mut messages = snapshot.messages.clone();
        loop {
            let mut counted = (0..messages.len()).rev().filter(|&index| is_counted(&messages, index));
            if let Some(index) = counted.nth(last as usize) {
                return Ok(messages[index].sequence);
            }
            let first = messages.first().map_or(0, |first| first.sequence);
            let mut page = self.store.messages(snapshot.conversation.id, first, keep.max(EARLIER)).await?;
            if page.is_empty() {
                return Ok(0);
            }
            page.append(&mut messages);
            messages = page;
        }
    }

    async fn forget_in(&self, snapshot: Snapshot, before: Sequence) -> Result<(), Error> {
        let id = snapshot.conversation.id;
        let last = snapshot.forgets.iter().map(|forget| forget.at).max();
        let at = self.moment_after(last);
        let forget = Forget {
            id: ForgetId::new(at, self.host.random()),
            conversation: id,
            branch: snapshot.conversation.active_branch,
            before,
            at,
        };
        let forgotten = vec![Change::Add(Record::Forget(forget))];
        let notes = noted_after(&snapshot.summaries, &[sight_after(&snapshot, &forgotten)], &forgotten);
        let mut changes = forgotten;
        changes.push(Change::AddUndo(self.undo_entry(id, UndoneCommand::Forget)));
        changes.extend(notes);
        if snapshot.conversation.reminders {
            // After the undo entry: `/mute off` switches reminders on again, `/remember` does not.
            let quiet = Conversation { reminders: false, ..snapshot.conversation };
            changes.push(Change::Put(Record::Conversation(quiet)));
        }
        self.apply_command(changes).await?;
        Ok(())
    }

    /// Takes the last forget back: the next request is as if it had never happened. Returns `false` if nothing was
    /// forgotten.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn remember(&self, id: ConversationId) -> Result<bool, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let Some(last) = snapshot.forgets.iter().map(|forget| forget.id).max() else {
            return Ok(false);
        };
        let changes = vec![Change::Remove(RecordKey::Forget(id, last))];
        self.apply_noted(&snapshot, UndoneCommand::Remember, changes).await?;
        Ok(true)
    }

    /// Undoes the last command and returns which one it was. `None`: there is nothing to undo.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn undo(&self, id: ConversationId) -> Result<Option<UndoneCommand>, Error> {
        let Some(undo) = self.last_command(id).await? else {
            return Ok(None);
        };
        let stored = self.stored_now(&undo.changes).await?;
        let mut changes = match undo.command {
            UndoneCommand::Edit | UndoneCommand::Regenerate => self.branch_undone(&undo).await?,
            _ => self.changes_undone(&undo, &stored).await?,
        };
        changes = self.scopes_undone(&undo, changes, &stored).await?;
        if let Some(snapshot) = self.store.snapshot(id, 0).await? {
            changes = self.noted_undone(&snapshot, changes).await?;
        }
        changes.extend(self.move_notes(&changes).await?);
        changes.push(Change::Remove(RecordKey::Undo(id, undo.id)));
        let mut added = Vec::new();
        for change in &changes {
            let Change::Remove(RecordKey::Document(document)) = change else { continue };
            // The chunks of one that was removed since belong to the entry that can bring it back.
            if self.store.record(change.key()).await?.is_some() {
                added.push(*document);
            }
        }
        self.store.apply(changes).await?;
        for document in added {
            self.remove_chunks(document).await?;
        }
        Ok(Some(undo.command))
    }

    /// An undo entry for the current command; the store fills it.
    pub(super) fn undo_entry(&self, conversation: ConversationId, command: UndoneCommand) -> Undo {
        let at = self.moment_after(None);
        let id = UndoId::new(at, self.host.random());
        Undo { id, conversation, command, at, changes: Vec::new(), after: Vec::new(), number: 0, bytes_before: 0 }
    }

    /// The current time, or just after the last command if the clock has not passed it.
    pub(super) fn moment(&self) -> Timestamp {
        self.moment_after(None)
    }

    /// A strictly increasing time, even when the clock jumps back: later actions must sort later.
    fn moment_after(&self, other: Option<Timestamp>) -> Timestamp {
        let at = self.host.now().at.0.max(self.last_moment.get() + 1).max(other.map_or(i64::MIN, |other| other.0 + 1));
        self.last_moment.set(at);
        Timestamp(at)
    }

    /// Learns the time of the last command in a conversation, which may come from another run of the page.
    pub(super) async fn note_last_moment(&self, id: ConversationId) -> Result<(), Error> {
        let last = self.store.last_undo(id).await?.map_or(i64::MIN, |undo| undo.at.0);
        self.last_moment.set(self.last_moment.get().max(last));
        Ok(())
    }
}
