//! Muting, pinning and rating messages, and what the user confirms of `/forget` with a text.

use super::{Session, maintain::replaced};
use crate::{
    change::Change,
    error::{Error, StoreError},
    fork::held_by,
    host::Host,
    id::{ConversationId, MemoryId, MessageId, SummaryId},
    mark::{Mark, MarkKind, MarkState, Rating},
    memory::{Memory, MemoryState},
    message::Message,
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    summary::{OF_SEVERAL, Summary, coverage::compressed, sources::sources},
    undo::UndoneCommand,
};

/// What the user confirmed from [`super::About`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// Messages to mute, each in its conversation.
    pub messages: Vec<MessageId>,
    /// Memories to archive.
    pub memories: Vec<MemoryId>,
    /// Summaries to take out of force, each in its conversation; they are made again without the muted messages.
    pub summaries: Vec<SummaryId>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Marks a message, or removes its mark. That it is never recalled again stands beside whether it is muted or pinned: `None`
    /// removes the latter, and if there is none, the former.
    ///
    /// # Errors
    /// [`Error::NoConversation`] when the conversation has no such message; [`Error::Store`].
    pub async fn mark(&self, id: ConversationId, message: MessageId, kind: Option<MarkKind>) -> Result<(), Error> {
        let Some(marked) = self.store.message(message).await?.filter(|message| message.conversation == id) else {
            return Err(Error::NoConversation);
        };
        let known = self.mark_now(id, message).await?;
        let MarkState { standing, not_recalled, rating } = MarkState::of(known);
        let kept_out = not_recalled.then_some(MarkKind::NotRecalled);
        let kind = kind.filter(is_kind);
        let before = if kind == Some(MarkKind::NotRecalled) { kept_out } else { standing.or(kept_out) };
        let command = match (kind, before) {
            (Some(MarkKind::Muted), _) => UndoneCommand::Mute,
            (Some(MarkKind::Pinned), _) => UndoneCommand::Pin,
            (Some(MarkKind::NotRecalled), _) => UndoneCommand::NotRecall,
            (None, Some(MarkKind::Muted)) => UndoneCommand::Unmute,
            (None, Some(MarkKind::Pinned)) => UndoneCommand::Unpin,
            (None, Some(MarkKind::NotRecalled)) => UndoneCommand::RecallAgain,
            _ => return Ok(()),
        };
        if kind == before {
            return Ok(());
        }
        let (standing, not_recalled) = match kind {
            Some(MarkKind::NotRecalled) => (standing, true),
            None => (None, not_recalled && standing.is_some()),
            kind => (kind, not_recalled),
        };
        let mark = self.marked_now(known, (id, message), MarkState { standing, not_recalled, rating });
        let change = mark.map_or(Change::Remove(RecordKey::Mark(id, message)), put);
        let snapshot = self.snapshot(id, 0).await?;
        let mut changes = vec![change];
        if before == Some(MarkKind::Muted) {
            changes.extend(made_without(&snapshot, &marked).into_iter().flat_map(|summary| replaced(summary.clone())));
        }
        self.apply_noted(&snapshot, command, changes).await
    }

    /// Rates a message, or removes its rating.
    ///
    /// # Errors
    /// [`Error::NoConversation`] when the conversation has no such message; [`Error::Store`].
    pub async fn rate(&self, id: ConversationId, message: MessageId, rating: Option<Rating>) -> Result<(), Error> {
        if self.store.message(message).await?.is_none_or(|message| message.conversation != id) {
            return Err(Error::NoConversation);
        }
        let known = self.mark_now(id, message).await?;
        if known.and_then(|mark| mark.rating) == rating {
            return Ok(());
        }
        let mark = known.unwrap_or_else(|| self.new_mark(id, message, MarkKind::Rated));
        let change = if rating.is_none() && mark.kind == MarkKind::Rated {
            Change::Remove(RecordKey::Mark(id, message))
        } else {
            Change::Put(Record::Mark(Mark { rating, ..mark }))
        };
        self.apply_with_undo(id, UndoneCommand::Rate, vec![change]).await
    }

    async fn mark_now(&self, id: ConversationId, message: MessageId) -> Result<Option<Mark>, Error> {
        Ok(self.store.record(RecordKey::Mark(id, message)).await?.and_then(mark_in))
    }

    /// The mark of a message with this state. Its time is that since which it is muted or pinned, if it is.
    fn marked_now(
        &self,
        known: Option<Mark>,
        (id, message): (ConversationId, MessageId),
        to: MarkState,
    ) -> Option<Mark> {
        let same = known.filter(|known| to.standing.is_some() && known.standing() == to.standing);
        let mark = same.unwrap_or_else(|| self.new_mark(id, message, MarkKind::Rated));
        mark.with(to)
    }

    /// Lets a message be recalled again; whether it is muted or pinned stays.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn recall_again(&self, id: ConversationId, message: MessageId) -> Result<(), Error> {
        let known = self.mark_now(id, message).await?;
        let state = MarkState::of(known);
        if !state.not_recalled {
            return Ok(());
        }
        let mark = self.marked_now(known, (id, message), MarkState { not_recalled: false, ..state });
        let change = mark.map_or(Change::Remove(RecordKey::Mark(id, message)), put);
        let snapshot = self.snapshot(id, 0).await?;
        self.apply_noted(&snapshot, UndoneCommand::RecallAgain, vec![change]).await
    }

    /// Never recalls some messages again, in whichever conversation they are. One `/undo` in `from` takes that back.
    ///
    /// # Errors
    /// [`Error::NoMessage`], [`Error::NoConversation`], [`Error::Store`].
    pub async fn do_not_recall(&self, messages: &[MessageId], from: ConversationId) -> Result<(), Error> {
        let mut marks = Vec::new();
        for message in messages {
            let of = self.store.message(*message).await?.ok_or(Error::NoMessage)?.conversation;
            let known = self.mark_now(of, *message).await?;
            let state = MarkState::of(known);
            if !state.not_recalled {
                let state = MarkState { not_recalled: true, ..state };
                marks.extend(self.marked_now(known, (of, *message), state).map(put));
            }
        }
        if marks.is_empty() {
            return Ok(());
        }
        self.apply_with_undo(from, UndoneCommand::NotRecall, marks).await
    }

    /// Never recalls a summary again. It stays where it is, and so does the one that replaces it. One `/undo` in `from` takes
    /// that back.
    ///
    /// # Errors
    /// [`Error::Summary`] if it is no longer in force; [`Error::Store`].
    pub async fn do_not_recall_summary(&self, id: SummaryId, from: ConversationId) -> Result<(), Error> {
        let mark = self.kept_out(&self.summary(id).await?);
        if self.store.record(mark.key()).await?.is_some() {
            return Ok(());
        }
        self.apply_with_undo(from, UndoneCommand::NotRecall, vec![mark]).await
    }

    /// Lets a summary be recalled again. One `/undo` in `from` takes that back.
    ///
    /// # Errors
    /// [`Error::Summary`] if it is no longer in force; [`Error::Store`].
    pub async fn recall_summary_again(&self, id: SummaryId, from: ConversationId) -> Result<(), Error> {
        let mark = self.kept_out(&self.summary(id).await?).key();
        if self.store.record(mark).await?.is_none() {
            return Ok(());
        }
        self.apply_with_undo(from, UndoneCommand::RecallAgain, vec![Change::Remove(mark)]).await
    }

    /// The marks of the summaries of several conversations.
    pub(super) async fn marks_of_several(&self) -> Result<Vec<Mark>, StoreError> {
        let marks = self.owned(Kind::Mark, Some(OF_SEVERAL)).await?.into_iter();
        Ok(marks.filter_map(mark_in).collect())
    }

    /// The change that keeps a summary out of recall, if it says all that another one says which is kept out.
    pub(super) async fn kept_out_as(&self, old: &Summary, new: &Summary) -> Result<Option<Change>, Error> {
        let (conversation, message) = old.marked_as();
        let says_all = || old.sources.iter().all(|source| new.sources.contains(source));
        let is_kept_out = self.store.record(RecordKey::Mark(conversation, message)).await?.is_some() && says_all();
        Ok(is_kept_out.then(|| self.kept_out(new)))
    }

    fn kept_out(&self, summary: &Summary) -> Change {
        let (conversation, message) = summary.marked_as();
        Change::Put(Record::Mark(self.new_mark(conversation, message, MarkKind::NotRecalled)))
    }

    /// Mutes messages, archives memories and takes summaries out of force, as the user confirmed, with one undo entry.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn forget_about(&self, id: ConversationId, confirmed: &Confirmed) -> Result<(), Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let mut changes = Vec::new();
        for message in &confirmed.messages {
            let of = self.store.message(*message).await?.map_or(id, |message| message.conversation);
            let known = self.mark_now(of, *message).await?;
            let state = MarkState { standing: Some(MarkKind::Muted), ..MarkState::of(known) };
            changes.extend(self.marked_now(known, (of, *message), state).map(put));
        }
        let memories = snapshot.memories.iter().filter(|memory| confirmed.memories.contains(&memory.id)).cloned();
        changes.extend(
            memories.map(|memory| Change::Put(Record::Memory(Memory { state: MemoryState::Archived, ..memory }))),
        );
        let summaries = match confirmed.summaries.is_empty() {
            true => Vec::new(),
            false => self.store.records(Kind::Summary).await?,
        };
        for record in summaries {
            if let Record::Summary(summary) = record
                && confirmed.summaries.contains(&summary.id)
            {
                changes.extend(replaced(summary));
            }
        }
        self.apply_noted(&snapshot, UndoneCommand::Mute, changes).await
    }

    /// The change that undoes a command on the mark of a message, or of what else has one; `None`: it was marked otherwise since,
    /// perhaps from another conversation. A rating, a mark, and that it is never recalled again are undone apart from each other.
    pub(super) async fn mark_undone(
        &self,
        command: UndoneCommand,
        change: Change,
    ) -> Result<Option<Change>, StoreError> {
        let set = match command {
            UndoneCommand::Mute => Some(MarkKind::Muted),
            UndoneCommand::Pin => Some(MarkKind::Pinned),
            UndoneCommand::Unmute | UndoneCommand::Unpin => None,
            UndoneCommand::NotRecall | UndoneCommand::RecallAgain | UndoneCommand::Rate => Some(MarkKind::Rated),
            _ => return Ok(Some(change)),
        };
        let key = change.key();
        let known = self.store.record(key).await?.and_then(mark_in);
        let old = if let Change::Put(Record::Mark(old)) = change { Some(old) } else { None };
        let (before, now) = (MarkState::of(old), MarkState::of(known));
        let undone = match command {
            UndoneCommand::Rate => MarkState { rating: before.rating, ..now },
            UndoneCommand::NotRecall if now.not_recalled => MarkState { not_recalled: before.not_recalled, ..now },
            UndoneCommand::RecallAgain if !now.not_recalled => MarkState { not_recalled: before.not_recalled, ..now },
            // In earlier builds, a message that was muted or pinned could be recalled again.
            _ if now.standing == set => {
                let not_recalled = now.not_recalled || before.not_recalled;
                MarkState { standing: before.standing, not_recalled, ..now }
            }
            _ => return Ok(None),
        };
        // With the time of the mark that stays or returns.
        let dated = if undone.standing == before.standing { old.or(known) } else { known.or(old) };
        let mark = dated.and_then(|dated| dated.with(undone));
        Ok(Some(mark.map_or(Change::Remove(key), put)))
    }

    /// The changes that take back summaries which were made without messages that `changes` unmute: see [`made_without`].
    pub(super) async fn made_without_unmuted(&self, changes: &[Change]) -> Result<Vec<Change>, StoreError> {
        let unmuted = changes.iter().filter_map(|change| match (change.key(), change) {
            (_, Change::Put(Record::Mark(mark))) if mark.kind == MarkKind::Muted => None,
            (RecordKey::Mark(of, message), _) => Some((of, message)),
            _ => None,
        });
        let mut found: Vec<Summary> = Vec::new();
        let mut read: Option<Snapshot> = None;
        for (of, id) in ricordo_text::small_sort::set(unmuted) {
            if read.as_ref().is_none_or(|read| read.conversation.id != of) {
                read = self.store.snapshot(of, 0).await?;
            }
            // The marks of chunks and of shared summaries belong to no message.
            let (Some(snapshot), Some(message)) = (&read, self.store.message(id).await?) else { continue };
            for summary in made_without(snapshot, &message) {
                if found.iter().all(|known| known.id != summary.id) {
                    found.push(summary.clone());
                }
            }
        }
        Ok(found.into_iter().flat_map(replaced).collect())
    }

    fn new_mark(&self, conversation: ConversationId, message: MessageId, kind: MarkKind) -> Mark {
        Mark { conversation, message, kind, at: self.host.now().at, rating: None, not_recalled: false }
    }
}

fn put(mark: Mark) -> Change {
    Change::Put(Record::Mark(mark))
}

fn mark_in(record: Record) -> Option<Mark> {
    if let Record::Mark(mark) = record { Some(mark) } else { None }
}

/// Whether a mark of this kind is more than a rating.
fn is_kind(kind: &MarkKind) -> bool {
    *kind != MarkKind::Rated
}

/// The compressed summaries in force that stand for a message, and were made without it because it was muted. It would be sent
/// neither by itself nor in them, so they are taken back, and their messages are sent or compressed again.
fn made_without<'a>(snapshot: &'a Snapshot, message: &Message) -> Vec<&'a Summary> {
    let is_shown =
        held_by(&snapshot.branches, snapshot.conversation.active_branch, message.sequence) == Some(message.branch);
    if !is_shown || sources(std::slice::from_ref(message), None, &[]).is_empty() {
        return Vec::new();
    }
    let covering =
        compressed(snapshot).into_iter().filter(|(_, covers)| (covers.from..covers.to).contains(&message.sequence));
    let is_without = |summary: &&Summary| summary.sources.iter().all(|source| source.message != message.id);
    covering.map(|(summary, _)| summary).filter(is_without).collect()
}
