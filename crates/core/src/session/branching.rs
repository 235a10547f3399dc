//! Branching: editing a message, and switching between siblings. Earlier messages stay on their branch, so nothing is lost
//! and every switch back is exact. Regenerating a reply: `asked_again.rs`.

use super::{
    ModelCall, Session, TurnOutcome,
    loading::first_page,
    send::{MOST_PLANS, Planned},
    turn::TurnInputs,
};
use crate::{
    branch::{Branch, Sequence, shared_until},
    change::Change,
    compile::Outgoing,
    error::{Error, StoreError},
    fork::{end_of, held_by, stem_at},
    host::Host,
    id::{BlobId, BranchId, ConversationId, MessageId},
    message::{Message, Part, Role},
    model::ChatModel,
    provider::Provider,
    record::{Blob, Record, RecordKey},
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    summary::SummaryKind,
    undo::{Undo, UndoneCommand},
};

/// Messages per read when looking for the one that a reply answers.
const PAGE: u32 = 64;

impl<S: Store, H: Host> Session<S, H> {
    /// Edits a message of the user and sends it again. Its attachments and the message it replies to stay the same. The
    /// old message and all that follow it stay on their branch.
    ///
    /// # Errors
    /// As [`Session::send`], and [`Error::NoMessage`] when it is not a message of the user on the active branch.
    pub async fn edit<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        id: ConversationId,
        message: MessageId,
        text: &str,
    ) -> Result<TurnOutcome, Error> {
        for _ in 0..MOST_PLANS {
            let mut planned = self.plan_edit(call.provider, id, message, text).await?;
            planned.check(call)?;
            if self.store_plan(&mut planned).await? {
                return self.begin(call, planned).await;
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Switches to a sibling at a fork: `sibling` is the branch that holds the message at `sequence` there. Among the
    /// branches through that message, the most recently left one becomes active. Changes nothing if the active branch is one
    /// of them.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::NoMessage`] when there is no such sibling.
    pub async fn switch_branch(&self, id: ConversationId, sibling: BranchId, sequence: Sequence) -> Result<(), Error> {
        let snapshot = self.snapshot(id, 0).await?;
        if held_by(&snapshot.branches, snapshot.conversation.active_branch, sequence) == Some(sibling) {
            return Ok(());
        }
        let to = end_of(&snapshot.branches, sibling, sequence).ok_or(Error::NoMessage)?;
        let mut changes = self.switch_changes(&snapshot, &snapshot.branches, to);
        changes.extend(self.reading_moved_change(&snapshot.branches, &snapshot.conversation, to).await?);
        self.store.apply(changes).await?;
        Ok(())
    }

    async fn plan_edit(
        &self,
        provider: &Provider,
        id: ConversationId,
        message: MessageId,
        text: &str,
    ) -> Result<Planned, Error> {
        let settings = self.settings().await?;
        let mut snapshot = self.snapshot(id, 0).await?;
        let old = self.shown_message(&snapshot, message).await?;
        if old.role != Role::User {
            return Err(Error::NoMessage);
        }
        let (shown, blobs) = self.copied_parts(id, &old.parts).await?;
        if text.trim().is_empty() && shown.is_empty() {
            return Err(Error::EmptyMessage);
        }
        let words = (!text.trim().is_empty()).then(|| Part::Text { text: text.to_owned() });
        let parts = words.into_iter().chain(shown).collect();
        let outgoing = Outgoing { parts, author: old.author, reply_to: old.reply_to, ..Outgoing::default() };
        let along = snapshot.conversation.active_branch;
        let before = self.leave(&mut snapshot, (along, old.sequence), UndoneCommand::Edit);
        let inputs = self.inputs(provider, settings, snapshot, old.sequence, outgoing).await?;
        self.plan_message(provider, inputs, &blobs, before, self.new_message_id()).await
    }

    /// The inputs of a turn whose message is at `sequence`: the messages before it.
    pub(super) async fn inputs(
        &self,
        provider: &Provider,
        settings: Settings,
        mut snapshot: Snapshot,
        sequence: Sequence,
        mut outgoing: Outgoing,
    ) -> Result<TurnInputs, Error> {
        let settings = self.settings_under(settings, &snapshot.conversation.own, snapshot.project.as_ref()).await?;
        let limit = first_page(&settings);
        snapshot.messages = self.store.messages(snapshot.conversation.id, sequence, limit).await?;
        let (settings, snapshot) = self.complete_inputs(settings, snapshot, provider, &mut outgoing).await?;
        Ok(TurnInputs { settings, snapshot, outgoing })
    }

    /// Continues on a new branch that begins at `first` and has the messages of the branch `along` before it; returns the
    /// changes to store. Undo switches back to the branch that is left, and keeps the new one.
    pub(super) fn leave(
        &self,
        snapshot: &mut Snapshot,
        (along, first): (BranchId, Sequence),
        command: UndoneCommand,
    ) -> Vec<Change> {
        let conversation = snapshot.conversation.id;
        let branch = Branch {
            id: BranchId::new(self.moment(), self.host.random()),
            conversation,
            parent: stem_at(&snapshot.branches, along, first),
            first,
            left_at: None,
        };
        let branches: Vec<Branch> = snapshot.branches.iter().chain([&branch]).cloned().collect();
        let mut changes = self.switch_changes(snapshot, &branches, branch.id);
        changes.push(Change::AddUndo(self.undo_entry(conversation, command)));
        changes.push(Change::Add(Record::Branch(branch.clone())));
        snapshot.branches = branches;
        snapshot.conversation.active_branch = branch.id;
        changes
    }

    /// The changes that switch to another of `branches`.
    pub(super) fn switch_changes(&self, snapshot: &Snapshot, branches: &[Branch], to: BranchId) -> Vec<Change> {
        let conversation = &snapshot.conversation;
        if conversation.active_branch == to {
            return Vec::new();
        }
        let mut changes = days_of_branch(snapshot, branches, to);
        let left = branches.iter().find(|branch| branch.id == conversation.active_branch);
        changes.extend(left.map(|left| {
            let left_at = Some(self.moment());
            Change::Put(Record::Branch(Branch { left_at, ..left.clone() }))
        }));
        let mut conversation = conversation.clone();
        conversation.active_branch = to;
        changes.push(Change::Put(Record::Conversation(conversation)));
        changes
    }

    /// The changes that undo an edit or a regenerated reply: the branch that was left becomes active, unless it was
    /// erased since.
    pub(super) async fn branch_undone(&self, undo: &Undo) -> Result<Vec<Change>, Error> {
        let snapshot = self.snapshot(undo.conversation, 0).await?;
        let before = active_before(undo).filter(|before| snapshot.branches.iter().any(|branch| branch.id == *before));
        let Some(before) = before else { return Ok(Vec::new()) };
        let mut changes = self.switch_changes(&snapshot, &snapshot.branches, before);
        if !changes.is_empty() {
            changes.extend(self.reading_moved_change(&snapshot.branches, &snapshot.conversation, before).await?);
        }
        Ok(changes)
    }

    /// The changes that undo the branch which `/clear` began. Where something was sent on it since, it stays, as a sibling of the
    /// first message that was cleared: otherwise nothing would lead to what was sent.
    pub(super) async fn clear_undone(&self, undo: &Undo, begun: BranchId) -> Result<Vec<Change>, Error> {
        let Some(Snapshot { conversation, branches, .. }) = self.store.snapshot(undo.conversation, 0).await? else {
            return Ok(Vec::new());
        };
        let (first, last) = RecordKey::messages_of(begun);
        let is_parent = branches.iter().any(|branch| branch.parent == Some(begun));
        let before = active_before(undo);
        let read = match before {
            Some(before) => self.reading_moved_change(&branches, &conversation, before).await?,
            None => None,
        };
        if !is_parent && self.store.records_between(first, last, 1).await?.is_empty() {
            let gone = Change::Remove(RecordKey::Branch(undo.conversation, begun));
            return Ok(std::iter::once(gone).chain(read).collect());
        }
        let parent = before.and_then(|before| stem_at(&branches, before, 0));
        let left_at = Some(self.moment());
        let changed = branches.into_iter().filter_map(|mut branch| {
            let (is_begun, is_left) = (branch.id == begun, branch.id == conversation.active_branch);
            branch.parent = if is_begun { parent } else { branch.parent };
            branch.left_at = if is_left { left_at } else { branch.left_at };
            (is_begun || is_left).then_some(Change::Put(Record::Branch(branch)))
        });
        Ok(changed.chain(read).collect())
    }

    /// A message on the active branch.
    pub(super) async fn shown_message(&self, snapshot: &Snapshot, id: MessageId) -> Result<Message, Error> {
        let message = self.store.message(id).await?.ok_or(Error::NoMessage)?;
        let conversation = &snapshot.conversation;
        let holder = held_by(&snapshot.branches, conversation.active_branch, message.sequence);
        let is_shown = message.conversation == conversation.id && holder == Some(message.branch);
        is_shown.then_some(message).ok_or(Error::NoMessage)
    }

    /// The message of the user that a message on the active branch belongs to: itself, or the last one before it.
    pub(super) async fn asked_by(&self, message: &Message) -> Result<Option<Message>, Error> {
        let mut before = message.sequence.saturating_add(1);
        loop {
            let page = self.store.messages(message.conversation, before, PAGE).await?;
            let Some(first) = page.first() else { return Ok(None) };
            before = first.sequence;
            if let Some(user) = page.into_iter().rfind(|message| message.role == Role::User) {
                return Ok(Some(user));
            }
        }
    }

    /// The images and files among some parts, with copies of their bytes for conversation `id`: each blob belongs to
    /// one message, so erasing the message erases it, too.
    pub(super) async fn copied_parts(
        &self,
        id: ConversationId,
        parts: &[Part],
    ) -> Result<(Vec<Part>, Vec<Blob>), Error> {
        let (mut copied, mut blobs) = (Vec::new(), Vec::new());
        for part in parts {
            let mut part = part.clone();
            let (Part::Image { blob, .. } | Part::File { blob, .. }) = &mut part else { continue };
            if let Some(Record::Blob(found)) = self.store.record(RecordKey::Blob(*blob)).await? {
                *blob = BlobId::new(self.host.now().at, self.host.random());
                blobs.push(Blob { id: *blob, conversation: id, ..found });
            }
            copied.push(part);
        }
        Ok((copied, blobs))
    }
}

/// The branch that was active before a command that began another one.
fn active_before(undo: &Undo) -> Option<BranchId> {
    undo.changes.iter().find_map(|change| match change {
        Change::Put(Record::Conversation(before)) => Some(before.active_branch),
        _ => None,
    })
}

/// Updates the daily summaries that cover messages which branch `to` lacks, and those whose messages are all on it
/// again.
fn days_of_branch(snapshot: &Snapshot, branches: &[Branch], to: BranchId) -> Vec<Change> {
    let id = snapshot.conversation.id;
    let days = snapshot.summaries.iter().filter(|summary| summary.kind != SummaryKind::Compressed);
    days.filter_map(|summary| {
        let mut own = summary.coverage.iter().filter(|coverage| coverage.conversation == id);
        let is_left = own.any(|coverage| shared_until(branches, coverage.branch, to) < coverage.to);
        let was_left = summary.branched_away.contains(&id);
        (is_left != was_left).then(|| {
            let mut summary = summary.clone();
            summary.branched_away.retain(|left| *left != id);
            summary.branched_away.extend(is_left.then_some(id));
            Change::Put(Record::Summary(summary))
        })
    })
    .collect()
}
