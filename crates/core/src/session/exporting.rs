//! Collects the records of an export page by page, so they are never all in memory, however much is stored. What cannot be read
//! is left out and counted: an export is what saves the rest.

mod readable;
mod temporary;

use super::{
    Session,
    documents::{Left, without_missing},
};
use crate::{
    cancel::Cancel,
    conversation::Conversation,
    digest::Digest,
    document::Document,
    error::{Error, StoreError},
    exchange::markdown::{self, Words},
    host::Host,
    id::{BlobId, ConversationId, DocumentId},
    message::{Message, Part},
    record::{Kind, Record, RecordKey},
    store::Store,
    summary::OF_SEVERAL,
};
use readable::Page;
use std::collections::BTreeSet;
use temporary::LeftOut;
use uuid::Uuid;

/// Records per read; fewer for images, which may be large.
const PAGE: u32 = 200;
const PAGE_OF_BLOBS: u32 = 4;

/// Kinds that belong to one conversation and are written with it. All other kinds are standalone.
const OWNED: [Kind; 12] = [
    Kind::Branch,
    Kind::Message,
    Kind::Forget,
    Kind::Mark,
    Kind::Summary,
    Kind::ReplacedSummary,
    Kind::Manifest,
    Kind::ReplyDraft,
    Kind::ComposerDraft,
    Kind::QueuedMessage,
    Kind::Undo,
    Kind::Blob,
];

/// Scope of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All records except those of temporary conversations, which leave nothing behind.
    Everything,
    /// One conversation: its messages on all branches with their images, its forgets, marks, summaries and documents, and
    /// the records of its project and its persona. Excludes everything else of the project, and what is useful only in
    /// this browser: sent requests, drafts, queued messages and undo entries.
    Conversation(ConversationId),
}

/// A page of records of an export, in the order of the file.
#[derive(Debug)]
pub struct Gathered {
    /// The records.
    pub records: Vec<Record>,
    /// Number of conversations that are complete.
    pub done: u32,
    /// Total number of conversations.
    pub of: u32,
}

/// State of a running export.
pub(super) struct Gathering<F> {
    take: F,
    cancel: Cancel,
    done: u32,
    of: u32,
    blobs: BTreeSet<BlobId>,
    left_out: LeftOut,
    /// The documents that are in the file. An undo entry brings no other back, because the chunks are not there. `None`: all.
    documents: Option<Vec<DocumentId>>,
    /// Number of records that could not be read.
    lost: u64,
    /// Number of images among the messages that could not be read.
    lost_blobs: u64,
}

impl<F: FnMut(Gathered)> Gathering<F> {
    fn new(take: F, cancel: Cancel, of: u32) -> Self {
        let (blobs, left_out) = (BTreeSet::new(), LeftOut::default());
        Self { take, cancel, done: 0, of, blobs, left_out, documents: None, lost: 0, lost_blobs: 0 }
    }

    pub(super) fn give(&mut self, mut records: Vec<Record>) {
        records.retain_mut(|record| {
            let left = self.documents.as_ref().map(|there| without_missing(record, |id| there.contains(&id)));
            left != Some(Left::Nothing) && !self.left_out.has(record)
        });
        if !records.is_empty() && !self.cancel.is_cancelled() {
            (self.take)(Gathered { records, done: self.done, of: self.of });
        }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Passes all records of an export to `take`, a page at a time: first the standalone ones, then one conversation
    /// after the other, each starting with its own record. Stops early when it is cancelled. Returns the number of records
    /// that cannot be read, and that are therefore left out.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn export(&self, scope: Scope, cancel: &Cancel, take: impl FnMut(Gathered)) -> Result<u64, Error> {
        let (conversations, lost) = self.conversations_of(scope).await?;
        Ok(lost + self.export_of(conversations, scope == Scope::Everything, cancel, take).await?)
    }

    /// The conversations of an export, and the number of those that cannot be read.
    async fn conversations_of(&self, scope: Scope) -> Result<(Vec<Conversation>, u64), Error> {
        match scope {
            Scope::Everything => self.readable_conversations().await,
            Scope::Conversation(id) => Ok((vec![self.conversation(id).await?], 0)),
        }
    }

    pub(super) async fn export_of(
        &self,
        mut conversations: Vec<Conversation>,
        is_everything: bool,
        cancel: &Cancel,
        take: impl FnMut(Gathered),
    ) -> Result<u64, Error> {
        conversations.retain(|conversation| !conversation.temporary);
        ricordo_text::small_sort::by_key(&mut conversations, |conversation| conversation.id);
        let of = u32::try_from(conversations.len()).unwrap_or(u32::MAX);
        let mut gathering = Gathering::new(take, cancel.clone(), of);
        let mut documents = Vec::new();
        if is_everything {
            self.collect_standalone(&mut gathering).await?;
        } else {
            self.collect_shared_of(&conversations, &mut gathering).await?;
            // One that cannot be read may be of these conversations.
            let (found, lost) = self.readable_documents().await?;
            documents = found;
            gathering.lost += lost;
        }
        for conversation in &conversations {
            self.collect_documents_of(conversation.id, &documents, &mut gathering).await?;
            self.collect_conversation(conversation, is_everything, &mut gathering).await?;
            gathering.done += 1;
        }
        if is_everything {
            self.collect_other_blobs(&conversations, &mut gathering).await?;
        }
        Ok(gathering.lost + gathering.lost_blobs)
    }

    /// Passes the listed conversations as Markdown to `take`, a page at a time; of each, only the active branch. Returns the
    /// number of records that cannot be read.
    ///
    /// # Errors
    /// As [`Session::export`].
    pub async fn export_markdown(
        &self,
        scope: Scope,
        words: &Words,
        cancel: &Cancel,
        take: impl FnMut(String),
    ) -> Result<u64, Error> {
        let (mut conversations, lost) = self.conversations_of(scope).await?;
        conversations.retain(|conversation| scope != Scope::Everything || conversation.deleted_at.is_none());
        Ok(lost + self.markdown_of(conversations, words, cancel, take).await?)
    }

    pub(super) async fn markdown_of(
        &self,
        mut conversations: Vec<Conversation>,
        words: &Words,
        cancel: &Cancel,
        mut take: impl FnMut(String),
    ) -> Result<u64, Error> {
        conversations.retain(|conversation| !conversation.temporary);
        ricordo_text::small_sort::by_key(&mut conversations, |conversation| conversation.id);
        let offset = self.host.now().offset_minutes;
        let mut lost = 0;
        for conversation in &conversations {
            take(markdown::title(conversation, &self.names_of(conversation).await?, words));
            let mut from = Some(0);
            while let (Some(first), false) = (from, cancel.is_cancelled()) {
                let (page, next) = self.readable_messages(conversation, first, PAGE, &mut lost).await?;
                take(page.iter().map(|message| markdown::message(message, offset, words)).collect());
                from = next;
            }
        }
        Ok(lost)
    }

    async fn collect_standalone<F: FnMut(Gathered)>(&self, to: &mut Gathering<F>) -> Result<(), Error> {
        self.leave_out_temporary(&mut to.left_out).await?;
        let alone = Kind::ALL.into_iter().filter(|kind| !OWNED.contains(kind) && *kind != Kind::Conversation);
        // The index is made from the messages again.
        for kind in alone.filter(|kind| *kind != Kind::Fragment && !kind.is_index()) {
            match kind {
                Kind::Document => to.documents = Some(self.collect_all_documents(to).await?),
                Kind::Chunk => {
                    for document in to.documents.clone().unwrap_or_default() {
                        self.collect_chunks(document, to).await?;
                    }
                }
                _ => self.collect_pages((RecordKey::first_of(kind), RecordKey::last_of(kind)), to).await?,
            }
        }
        self.collect_pages((RecordKey::Fragment(Digest(0)), RecordKey::Fragment(Digest(u64::MAX))), to).await?;
        for kind in [Kind::Summary, Kind::ReplacedSummary] {
            self.collect_owned(kind, None, to).await?;
        }
        self.collect_owned(Kind::Mark, Some(OF_SEVERAL), to).await
    }

    /// All documents without their chunks. Returns their ids.
    async fn collect_all_documents<F: FnMut(Gathered)>(&self, to: &mut Gathering<F>) -> Result<Vec<DocumentId>, Error> {
        let kind = Kind::Document;
        let page = self.page((RecordKey::first_of(kind), RecordKey::last_of(kind)), u32::MAX).await?;
        let id = |record: &Record| if let Record::Document(found) = record { Some(found.id) } else { None };
        let ids = page.records.iter().filter_map(id).collect();
        to.lost += page.lost;
        to.give(page.records);
        Ok(ids)
    }

    /// The documents of a conversation among `all`.
    async fn collect_documents_of<F: FnMut(Gathered)>(
        &self,
        id: ConversationId,
        all: &[Document],
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let own = crate::scope::Scope::Conversation(id);
        for document in all.iter().filter(|document| document.scope == own) {
            to.give(vec![Record::Document(document.clone())]);
            self.collect_chunks(document.id, to).await?;
        }
        Ok(())
    }

    /// The chunks of a document, and the marks of them.
    async fn collect_chunks<F: FnMut(Gathered)>(&self, of: DocumentId, to: &mut Gathering<F>) -> Result<(), Error> {
        self.collect_pages(RecordKey::chunks_of(of), to).await?;
        self.collect_owned(Kind::Mark, Some(of.marks()), to).await
    }

    async fn collect_conversation<F: FnMut(Gathered)>(
        &self,
        conversation: &Conversation,
        is_everything: bool,
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let id = conversation.id;
        let (branches, lost) = self.readable_branches(conversation).await?;
        to.lost += lost;
        let own = branches.iter().cloned().map(Record::Branch);
        to.give([Record::Conversation(conversation.clone())].into_iter().chain(own).collect());
        for branch in &branches {
            self.collect_pages(RecordKey::messages_of(branch.id), to).await?;
        }
        let mut kinds = vec![Kind::Forget, Kind::Mark, Kind::Summary, Kind::ReplacedSummary];
        if is_everything {
            kinds.extend([Kind::Manifest, Kind::QueuedMessage, Kind::Undo]);
        }
        for kind in kinds {
            self.collect_owned(kind, Some(id), to).await?;
        }
        if is_everything {
            for key in [RecordKey::ReplyDraft(id), RecordKey::ComposerDraft(id)] {
                self.collect_one(key, to).await?;
            }
        }
        Ok(())
    }

    /// The keys of a conversation and of all records that belong to it, its own key first.
    pub(super) async fn keys_of(&self, id: ConversationId) -> Result<Vec<RecordKey>, Error> {
        let conversation = self.conversation(id).await?;
        let mut keys = Vec::new();
        let take = |gathered: Gathered| keys.extend(gathered.records.iter().map(Record::key));
        let mut gathering = Gathering::new(take, Cancel::default(), 1);
        self.collect_conversation(&conversation, true, &mut gathering).await?;
        match gathering.lost + gathering.lost_blobs {
            0 => Ok(keys),
            _ => Err(StoreError::Damaged { detail: "a record of a conversation to remove".to_owned() }.into()),
        }
    }

    /// The records of a kind in a conversation; `None`: those that belong to all conversations.
    async fn collect_owned<F: FnMut(Gathered)>(
        &self,
        kind: Kind,
        of: Option<ConversationId>,
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        match RecordKey::owned(kind, of) {
            Some(ends) => self.collect_pages(ends, to).await,
            None => Ok(()),
        }
    }

    /// The records from one key to another, each page after the images that its messages show.
    async fn collect_pages<F: FnMut(Gathered)>(
        &self,
        (first, end): (RecordKey, RecordKey),
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let mut from = first;
        let mut is_first = true;
        while !to.cancel.is_cancelled() {
            // The page starts with the last record of the previous page.
            let Page { records: mut page, lost, is_last } = self.page((from, end), PAGE + 1).await?;
            to.lost += lost;
            if !is_first && page.first().is_some_and(|record| record.key() == from) {
                page.remove(0);
            }
            let Some(last) = page.last() else { break };
            (from, is_first) = (last.key(), false);
            if from.kind() == Kind::Fragment {
                // A temporary chat may have stored texts since the export began.
                self.leave_out_temporary(&mut to.left_out).await?;
            }
            for blob in page.iter().filter_map(message_of).flat_map(blobs_of) {
                if to.blobs.insert(blob) {
                    let found = self.readable_record(RecordKey::Blob(blob), &mut to.lost_blobs).await?;
                    to.give(found.into_iter().collect());
                }
            }
            to.give(page);
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// Images that no stored message shows: those of drafts and of undo entries.
    async fn collect_other_blobs<F: FnMut(Gathered)>(
        &self,
        conversations: &[Conversation],
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let kept: BTreeSet<ConversationId> = conversations.iter().map(|conversation| conversation.id).collect();
        let mut from = Some(RecordKey::Blob(BlobId(Uuid::nil())));
        let mut all_lost = 0;
        while let (Some(key), false) = (from, to.cancel.is_cancelled()) {
            let end = RecordKey::Blob(BlobId(Uuid::max()));
            let Page { records: page, lost, is_last } = self.page((key, end), PAGE_OF_BLOBS).await?;
            all_lost += lost;
            from = match page.last() {
                Some(Record::Blob(last)) if !is_last => {
                    last.id.0.as_u128().checked_add(1).map(|next| RecordKey::Blob(BlobId(Uuid::from_u128(next))))
                }
                _ => None,
            };
            let others = page.into_iter().filter(|record| match record {
                Record::Blob(blob) => kept.contains(&blob.conversation) && !to.blobs.contains(&blob.id),
                _ => false,
            });
            let others = others.collect();
            to.give(others);
        }
        // Those that messages show are among them.
        to.lost_blobs = to.lost_blobs.max(all_lost);
        Ok(())
    }
}

fn message_of(record: &Record) -> Option<&Message> {
    match record {
        Record::Message(message) => Some(message),
        _ => None,
    }
}

fn blobs_of(message: &Message) -> impl Iterator<Item = BlobId> {
    message.parts.iter().filter_map(|part| match part {
        Part::Image { blob, .. } | Part::File { blob, .. } => Some(*blob),
        _ => None,
    })
}
