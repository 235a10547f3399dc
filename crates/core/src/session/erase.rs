//! Erasing: deletes records and everything derived from them for good, without an undo entry.
//!
//! `ErasedRecords` collects what to erase by following references to sources until nothing more is found: the conversation's
//! own records, the records that belong to all conversations, what undo could bring back (`restorable`), and the records that
//! [links](Link) lead to. Other records of other conversations are not read. `results` erases what tools found of it.

mod emptied;
pub(super) mod erased;
mod restorable;
mod results;

use super::Session;
use crate::{
    branch::{Branch, Sequence},
    change::Change,
    compile::turns::is_tools_line,
    conversation::{Conversation, TitleOrigin},
    digest::Digest,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, DocumentId, MemoryId, MessageId, ProjectId},
    maintenance::Job,
    manifest::Manifest,
    message::{Message, Role},
    record::{Kind, Link, Record, RecordKey},
    scope::Scope,
    store::Store,
    undo::Undo,
    upgrade::is_called_by,
};
use erased::ErasedRecords;
use std::collections::BTreeSet;

/// Upper bound on the messages of a turn with tools; the limit on its rounds is far lower.
const MOST_OF_A_TURN: u32 = 64;
/// Messages per read.
const PAGE: u32 = 500;

/// What stays of the data derived from a conversation when it is erased. By default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The tasks.
    pub tasks: bool,
    /// The facts, in every state.
    pub facts: bool,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Erases a conversation: its messages on all branches, and the queue, and the summaries, memories, tasks, manifests,
    /// drafts, undo entries and images derived from it. Usage statistics stay.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`]; then nothing is erased.
    pub async fn erase_conversation(&self, id: ConversationId) -> Result<(), Error> {
        self.erase_but(id, Kept::default()).await
    }

    /// As [`Session::erase_conversation`], except what `kept` names.
    ///
    /// # Errors
    /// As [`Session::erase_conversation`].
    pub async fn erase_but(&self, id: ConversationId, kept: Kept) -> Result<(), Error> {
        self.erase_several(&[id], kept).await
    }

    /// As [`Session::erase_but`], for each of some conversations; what undo could bring back is read once. Returns the first error
    /// after the last conversation.
    pub(super) async fn erase_several(&self, ids: &[ConversationId], kept: Kept) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        let restorable = self.restorable().await?;
        let mut outcome = Ok(());
        for id in ids {
            // One that cannot be erased keeps no other.
            outcome = outcome.and(self.erase_one(*id, kept, &restorable).await);
        }
        outcome
    }

    async fn erase_one(&self, id: ConversationId, kept: Kept, restorable: &[Record]) -> Result<(), Error> {
        let erased = self.erased_with(id, kept, restorable).await?;
        let branch = |key: &RecordKey| match key {
            RecordKey::Message(branch, _) => Some(*branch),
            RecordKey::Chunk(document, _) => Some(document.branch()),
            _ => None,
        };
        let branches = ricordo_text::small_sort::set(erased.keys.iter().filter_map(branch));
        self.erase(erased, restorable).await?;
        Ok(self.remove_index_of(&branches).await?)
    }

    /// The keys of everything that is erased with a conversation.
    pub(super) async fn keys_erased_with(&self, id: ConversationId) -> Result<BTreeSet<RecordKey>, Error> {
        let restorable = self.restorable().await?;
        let mut erased = self.erased_with(id, Kept::default(), &restorable).await?;
        self.collect_derived(&mut erased, &restorable).await?;
        Ok(erased.keys)
    }

    /// What is erased with a conversation, without what is derived from it.
    async fn erased_with(&self, id: ConversationId, kept: Kept, restorable: &[Record]) -> Result<ErasedRecords, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let mut erased = ErasedRecords { conversation: Some(id), of: Some(id), kept, ..ErasedRecords::default() };
        for branch in &snapshot.branches {
            self.collect_branch(branch, &mut erased).await?;
        }
        // In earlier builds, undoing `/clear` removed a branch, and left the messages on it. Links also lead to what cannot be read.
        let messages = self.store.linked(vec![Link::Message(id)], u32::MAX).await?.into_iter().flatten();
        for key in messages.filter(|key| !erased.keys.contains(key)).collect::<Vec<_>>() {
            match self.store.record(key).await {
                Ok(Some(Record::Message(message))) => erased.message(&message),
                Ok(_) => {}
                // Its images are found without it.
                Err(StoreError::Damaged { .. }) => {
                    erased.keys.insert(key);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let mut removed: Vec<DocumentId> = removed_documents(restorable, id).collect();
        for kind in [Kind::Branch, Kind::Forget, Kind::Mark, Kind::QueuedMessage, Kind::Undo] {
            for record in self.owned(kind, Some(id)).await? {
                erased.keys.insert(record.key());
                let undo = Undo::of(record);
                removed.extend(undo.iter().flat_map(documents_of));
                erased.manifests.extend(undo.iter().flat_map(Undo::manifests).cloned());
            }
        }
        self.collect_documents(id, &removed, &mut erased).await?;
        let own = [RecordKey::Conversation(id), RecordKey::ReplyDraft(id), RecordKey::ComposerDraft(id)];
        erased.keys.extend(own.into_iter().chain(own_jobs(id).map(RecordKey::Maintenance)));
        erased.keys.extend(self.store.linked(vec![Link::Blob(id)], u32::MAX).await?.into_iter().flatten());
        for manifest in self.manifests_of(id).await? {
            // Also that of a reply that is still arriving.
            erased.keys.insert(RecordKey::Manifest(id, manifest.reply));
            erased.manifests.push(manifest);
        }
        Ok(erased)
    }

    /// Collects the messages of a branch, a page at a time: there may be a hundred thousand. One that cannot be read is in a
    /// place where none is read.
    async fn collect_branch(&self, branch: &Branch, erased: &mut ErasedRecords) -> Result<(), Error> {
        let key = |sequence: Sequence| RecordKey::Message(branch.id, sequence);
        let mut next = branch.first;
        loop {
            let page = self.page((key(next), key(Sequence::MAX)), PAGE).await?;
            for record in &page.records {
                let Record::Message(message) = record else { continue };
                if page.lost > 0 {
                    erased.keys.extend((next..message.sequence).map(key));
                }
                erased.message(message);
                next = message.sequence.saturating_add(1);
            }
            if page.is_last {
                let lost = Sequence::try_from(page.lost).unwrap_or_default();
                erased.keys.extend((next..next.saturating_add(lost)).map(key));
                return Ok(());
            }
        }
    }

    pub(super) async fn manifests_of(&self, id: ConversationId) -> Result<Vec<Manifest>, Error> {
        let records = self.owned(Kind::Manifest, Some(id)).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Manifest(found) = record { Some(found) } else { None })
            .collect())
    }

    /// Erases one message and everything derived from it; a reply goes with its tool calls. The title goes, too, if it
    /// was taken from the message or made from it. A branch that becomes empty is removed, and its sibling becomes
    /// active.
    ///
    /// # Errors
    /// [`Error::NoMessage`] when there is no such message; [`Error::Store`]; then nothing is erased.
    pub async fn erase_message(&self, id: MessageId) -> Result<(), Error> {
        let message = self.store.message(id).await?.ok_or(Error::NoMessage)?;
        let mut snapshot = self.snapshot(message.conversation, 0).await?;
        let mut gone = self.tools_of(&message, &snapshot.branches).await?;
        gone.push(message);
        let mut erased = ErasedRecords { of: Some(snapshot.conversation.id), ..ErasedRecords::default() };
        let before = snapshot.conversation.clone();
        for message in &gone {
            erased.message(message);
            let key = RecordKey::Manifest(message.conversation, message.id);
            if let Some(Record::Manifest(manifest)) = self.store.record(key).await? {
                erased.manifests.push(manifest);
            }
            erased.keys.insert(RecordKey::Mark(message.conversation, message.id));
            // Left behind if it was edited at the moment when it was sent.
            erased.keys.insert(RecordKey::QueuedMessage(message.conversation, message.id));
            let conversation = &mut snapshot.conversation;
            if is_titled_from(conversation, message) {
                conversation.title = String::new();
                conversation.title_origin = TitleOrigin::FirstWords;
                conversation.titled_from = Vec::new();
            }
        }
        if snapshot.conversation != before {
            erased.puts.push(Change::Put(Record::Conversation(snapshot.conversation.clone())));
        }
        self.collect_titles(&before, &gone, &mut erased).await?;
        self.leave_empty_branches(&snapshot, &gone, &mut erased).await?;
        self.erase(erased, &self.restorable().await?).await
    }

    /// Collects the undo entries that hold a title made from erased messages, although the title is another one by now.
    async fn collect_titles(
        &self,
        of: &Conversation,
        gone: &[Message],
        erased: &mut ErasedRecords,
    ) -> Result<(), Error> {
        for key in self.store.linked(vec![Link::Undo(of.id.0)], u32::MAX).await?.into_iter().flatten() {
            let undo = match self.store.record(key).await {
                // It restores nothing, and may hold such a title.
                Err(StoreError::Damaged { .. }) => {
                    erased.keys.insert(key);
                    continue;
                }
                found => found?.and_then(Undo::of),
            };
            let holds = undo.iter().flat_map(|undo| &undo.changes).any(|change| match change {
                Change::Add(Record::Conversation(before)) | Change::Put(Record::Conversation(before)) => {
                    before.id == of.id && gone.iter().any(|message| is_titled_from(before, message))
                }
                _ => false,
            });
            if holds {
                erased.keys.insert(key);
            }
        }
        Ok(())
    }

    /// The tool calls of a reply, their results, and the line that names the tools. What another answer shares is not among
    /// them: after Retry that one begins behind the calls.
    async fn tools_of(&self, reply: &Message, branches: &[Branch]) -> Result<Vec<Message>, Error> {
        let page = self.store.messages(reply.conversation, reply.sequence.saturating_add(2), MOST_OF_A_TURN).await?;
        let Some(at) = page.iter().position(|message| message.id == reply.id) else {
            return Ok(Vec::new());
        };
        if reply.role != Role::Assistant {
            return Ok(Vec::new());
        }
        let shared = self.shared_with_another(reply, branches).await?;
        let is_own = |message: &&Message| message.role != Role::User && message.sequence >= shared;
        let asked = page[..at].iter().rev().take_while(is_own);
        let line = page[at + 1..].iter().take(1).filter(|message| is_tools_line(message));
        Ok(asked.chain(line).cloned().collect())
    }

    /// Erases a memory, and every stored prompt that contains it.
    ///
    /// # Errors
    /// [`Error::Store`]; then nothing is erased.
    pub async fn erase_memory(&self, id: MemoryId) -> Result<(), Error> {
        let mut erased = ErasedRecords::default();
        erased.keys.insert(RecordKey::Memory(id));
        erased.memories.insert(id);
        self.erase(erased, &[]).await
    }

    /// Erases a document: its chunks, what the indexes hold of them, and every stored prompt that contains any of them.
    ///
    /// # Errors
    /// [`Error::Store`]; then nothing is erased.
    pub async fn erase_document(&self, id: DocumentId) -> Result<(), Error> {
        let mut erased = ErasedRecords::default();
        self.collect_document(id, &mut erased).await?;
        self.erase(erased, &[]).await?;
        Ok(self.remove_index_of(&[id.branch()]).await?)
    }

    async fn collect_document(&self, id: DocumentId, erased: &mut ErasedRecords) -> Result<(), Error> {
        erased.documents.insert(id);
        erased.keys.insert(RecordKey::Document(id));
        erased.keys.extend(self.keys_of_chunks(id).await?);
        Ok(())
    }

    /// Collects the documents of a conversation, and those of `removed` that are not stored: undo could bring them back.
    async fn collect_documents(
        &self,
        of: ConversationId,
        removed: &[DocumentId],
        erased: &mut ErasedRecords,
    ) -> Result<(), Error> {
        let stored = self.documents().await?;
        let is_stored = |id: &DocumentId| stored.iter().any(|document| document.id == *id);
        let own = stored.iter().filter(|document| document.scope == Scope::Conversation(of));
        let gone = removed.iter().copied().filter(|id| !is_stored(id));
        for id in own.map(|document| document.id).chain(gone).collect::<Vec<_>>() {
            self.collect_document(id, erased).await?;
        }
        Ok(())
    }

    /// Erases what holds the instructions of a project.
    pub(super) async fn erase_instructions(&self, id: ProjectId) -> Result<(), Error> {
        let mut erased = ErasedRecords { project: Some(id), ..ErasedRecords::default() };
        erased.keys.insert(RecordKey::Project(id));
        self.erase(erased, &[]).await
    }

    /// Erases what was collected, and everything derived from it. `restorable`: what undo could bring back, unless links lead
    /// to all of it.
    async fn erase(&self, mut erased: ErasedRecords, restorable: &[Record]) -> Result<(), Error> {
        self.collect_derived(&mut erased, restorable).await?;
        let mut changes = erased.puts;
        changes.extend(erased.keys.into_iter().map(Change::Remove));
        self.store.apply(changes).await?;
        Ok(())
    }

    /// Collects what is derived from the erased records.
    async fn collect_derived(&self, erased: &mut ErasedRecords, restorable: &[Record]) -> Result<(), Error> {
        // Records that belong to another conversation alone are derived from it alone, so they are not read.
        for kind in [Kind::Summary, Kind::ReplacedSummary] {
            for of in [None].into_iter().chain(erased.of.map(Some)) {
                self.owned(kind, of).await?.iter().for_each(|record| erased.derived(record));
            }
        }
        for kind in [Kind::Memory, Kind::Task] {
            self.store.records(kind).await?.iter().for_each(|record| erased.derived(record));
        }
        restorable.iter().for_each(|record| erased.restorable(record));
        self.erase_results(erased).await?;
        let made_from = self.store.linked(erased.sources(), u32::MAX).await?;
        erased.keys.extend(made_from.into_iter().flatten());
        let undo =
            ricordo_text::small_sort::set(self.store.linked(erased.held(), u32::MAX).await?.into_iter().flatten());
        for key in undo.iter().filter(|key| key.is_deletion() && !erased.keys.contains(key)) {
            let undo = self.readable_record(*key, &mut 0).await?.and_then(Undo::of);
            erased.manifests.extend(undo.iter().flat_map(Undo::manifests).cloned());
        }
        erased.keys.extend(undo);
        let gone: Vec<RecordKey> = erased.keys.iter().copied().filter(|key| key.kind() == Kind::Undo).collect();
        let unnamed = self.unnamed_without(&erased.manifests, &gone).await?;
        erased.keys.extend(unnamed.into_iter().map(RecordKey::Fragment));
        // A conversation may have been in any project while the summary of that project was being made.
        let projects = self.projects().await?;
        let groups = [None].into_iter().chain(projects.iter().map(|project| Some(project.id)));
        let shared = groups.flat_map(|project| [Job::recent_of(project), Job::long_of(project)]);
        for job in shared.chain(erased.of.into_iter().flat_map(own_jobs)) {
            if let Some(Record::Maintenance(maintenance)) = self.store.record(RecordKey::Maintenance(job)).await? {
                erased.work(maintenance);
            }
        }
        Ok(())
    }

    /// The fragments that no request names any more once these manifests and undo entries are gone: a system prompt may
    /// contain the title. Entries deleted by maintenance still name theirs as long as they can be restored.
    pub(super) async fn unnamed_without(&self, gone: &[Manifest], undo: &[RecordKey]) -> Result<Vec<Digest>, Error> {
        let named = ricordo_text::small_sort::set(gone.iter().flat_map(Manifest::fragments));
        // One more than the number of entries that may be going.
        let most = u32::try_from(gone.len() + undo.len()).unwrap_or(u32::MAX).saturating_add(1);
        let links = named.iter().flat_map(|digest| [Link::Manifest(*digest), Link::held(*digest)]).collect();
        let naming = self.store.linked(links, most).await?;
        let manifests = gone.iter().map(|gone| RecordKey::Manifest(gone.conversation, gone.reply));
        let going = ricordo_text::small_sort::set(manifests.chain(undo.iter().copied()));
        let goes = |key: &RecordKey| going.binary_search(key).is_ok();
        let unnamed = named.into_iter().zip(naming.chunks(2));
        Ok(unnamed.filter(|(_, keys)| keys.iter().flatten().all(goes)).map(|(digest, _)| digest).collect())
    }
}

fn is_titled_from(conversation: &Conversation, message: &Message) -> bool {
    conversation.titled_from.contains(&message.id) || is_called_by(conversation, message)
}

/// The documents of a conversation among what undo could bring back.
fn removed_documents(restorable: &[Record], of: ConversationId) -> impl Iterator<Item = DocumentId> {
    restorable.iter().filter_map(move |record| match record {
        Record::Document(document) if document.scope == Scope::Conversation(of) => Some(document.id),
        _ => None,
    })
}

/// The documents that an undo entry holds.
fn documents_of(undo: &Undo) -> impl Iterator<Item = DocumentId> {
    undo.changes.iter().filter_map(|change| match change {
        Change::Put(Record::Document(document)) => Some(document.id),
        _ => None,
    })
}

/// All background jobs on one conversation.
fn own_jobs(id: ConversationId) -> [Job; 5] {
    [Job::Compression(id), Job::Extraction(id), Job::Title(id), Job::Recent(Some(id)), Job::Long(Some(id))]
}
