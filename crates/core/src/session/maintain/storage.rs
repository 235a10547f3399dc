//! `max_storage`: deletes the oldest messages beyond the limit, where compression is on only after their summary is made.
//! They can be viewed and restored for some days: see [`crate::session::deleted`].

use crate::{
    branch::Sequence,
    change::Change,
    error::Error,
    host::Host,
    id::{ConversationId, UndoId},
    mark::MarkKind,
    message::{Message, Role},
    record::RecordKey,
    session::{
        Session,
        erase::erased::ErasedRecords,
        history::{MEGABYTE, Room},
    },
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    summary::{compression::is_on, coverage::compressed},
    undo::{Undo, UndoneCommand},
};

/// Messages per transaction, and per undo entry.
const AT_ONCE: u32 = 100;

impl<S: Store, H: Host> Session<S, H> {
    /// Deletes the oldest messages of the active branch beyond `max_storage`, with their images and the record of what
    /// was sent for them, and returns their number. Keeps pinned messages and, where compression is on, those that no
    /// summary in force covers yet, unless they are forgotten. `settings` are the effective ones of the conversation.
    ///
    /// Deleted messages are kept apart for `deleted_days`; [`Session::restore_deleted`] restores them.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn enforce_storage(&self, id: ConversationId, settings: &Settings) -> Result<u32, Error> {
        let Some(most) = settings.max_storage else {
            return Ok(0);
        };
        // Earlier builds stored deletions among the commands; this call moves them.
        self.last_command(id).await?;
        let snapshot = self.snapshot(id, 1).await?;
        if snapshot.conversation.restored_at.is_some_and(|at| at > self.deleted_until_now(settings)) {
            return Ok(0);
        }
        let may_go = deletable(&snapshot, settings);
        let mut kept_from = self.first_kept(&snapshot, most).await?;
        let mut deleted = 0;
        loop {
            let mut messages = self.store.messages(id, kept_from, AT_ONCE).await?;
            let Some(oldest) = messages.first().map(|first| first.sequence) else { break };
            messages.retain(&may_go);
            if !messages.is_empty() {
                deleted += u32::try_from(messages.len()).unwrap_or(u32::MAX);
                self.delete_apart(id, &messages, settings).await?;
            }
            kept_from = oldest;
        }
        if settings.deleted_days == 0 {
            self.discard_deleted(id).await?;
        }
        Ok(deleted)
    }

    /// The position of the first message that stays: a tool result does not stay without the call it answers.
    async fn first_kept(&self, snapshot: &Snapshot, most: u32) -> Result<Sequence, Error> {
        let mut kept_from = snapshot.next_place().sequence.saturating_sub(most);
        while kept_from > 0 {
            let first_kept = self.store.messages(snapshot.conversation.id, kept_from + 1, 1).await?;
            if !first_kept.iter().any(|first| first.sequence == kept_from && first.role == Role::Tool) {
                break;
            }
            kept_from -= 1;
        }
        Ok(kept_from)
    }

    /// Deletes messages and keeps them apart. The mark of a muted message stays: without it a summary made from the
    /// message would hold again. Texts that were sent stay, too, as long as a kept manifest names them.
    async fn delete_apart(&self, id: ConversationId, messages: &[Message], settings: &Settings) -> Result<(), Error> {
        let mut erased = ErasedRecords::default();
        messages.iter().for_each(|message| erased.message(message));
        let mut changes: Vec<Change> = erased.keys.into_iter().map(Change::Remove).collect();
        let undo = self.undo_entry(id, UndoneCommand::Storage);
        let mut undo = Undo { id: UndoId::of_deletion(undo.at, self.host.random()), ..undo };
        let room = Room { entries: u32::MAX, bytes: u64::from(settings.undo_megabytes) * MEGABYTE };
        let gone = self.make_room(&mut undo, RecordKey::deletions_of(id), &room).await?;
        changes.push(Change::AddUndo(undo));
        changes.extend(self.discarded(&gone).await?);
        let beside = self.vectors_beside(messages).await?;
        self.store.apply(changes).await?;
        Ok(self.keep_vectors_left(&beside).await?)
    }
}

/// Which messages may be deleted.
fn deletable(snapshot: &Snapshot, settings: &Settings) -> impl Fn(&Message) -> bool {
    let waits_for_summary = is_on(settings) && !snapshot.conversation.temporary;
    let covered: Vec<(Sequence, Sequence)> =
        compressed(snapshot).iter().map(|(_, coverage)| (coverage.from, coverage.to)).collect();
    let boundary = snapshot.boundary().unwrap_or(0);
    let marks = snapshot.marks.clone();
    move |message| {
        let is_covered = covered.iter().any(|(from, to)| (*from..*to).contains(&message.sequence));
        let may_go = !waits_for_summary || message.sequence < boundary || is_covered;
        may_go && crate::mark::of(&marks, message.id) != Some(MarkKind::Pinned)
    }
}
