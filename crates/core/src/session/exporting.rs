//! Collects the records of an export page by page, so they are never all in memory, however much is stored.

mod temporary;

use super::Session;
use crate::{
    branch::Branch,
    cancel::Cancel,
    conversation::Conversation,
    digest::Digest,
    document::Document,
    error::Error,
    exchange::markdown::{self, Words},
    host::Host,
    id::{BlobId, ConversationId},
    message::{Message, Part},
    record::{Kind, Record, RecordKey},
    store::Store,
    summary::OF_SEVERAL,
};
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
}

impl<F: FnMut(Gathered)> Gathering<F> {
    pub(super) fn give(&mut self, mut records: Vec<Record>) {
        records.retain(|record| !self.left_out.has(record));
        if !records.is_empty() && !self.cancel.is_cancelled() {
            (self.take)(Gathered { records, done: self.done, of: self.of });
        }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Passes all records of an export to `take`, a page at a time: first the standalone ones, then one conversation
    /// after the other, each starting with its own record. Stops early when it is cancelled.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn export(&self, scope: Scope, cancel: &Cancel, take: impl FnMut(Gathered)) -> Result<(), Error> {
        let conversations = match scope {
            Scope::Everything => self.store.conversations().await?,
            Scope::Conversation(id) => vec![self.conversation(id).await?],
        };
        self.export_of(conversations, scope == Scope::Everything, cancel, take).await
    }

    pub(super) async fn export_of(
        &self,
        mut conversations: Vec<Conversation>,
        is_everything: bool,
        cancel: &Cancel,
        take: impl FnMut(Gathered),
    ) -> Result<(), Error> {
        conversations.retain(|conversation| !conversation.temporary);
        ricordo_text::small_sort::by_key(&mut conversations, |conversation| conversation.id);
        let of = u32::try_from(conversations.len()).unwrap_or(u32::MAX);
        let mut gathering = Gathering {
            take,
            cancel: cancel.clone(),
            done: 0,
            of,
            blobs: BTreeSet::new(),
            left_out: LeftOut::default(),
        };
        if is_everything {
            self.collect_standalone(&mut gathering).await?;
        } else {
            self.collect_shared_of(&conversations, &mut gathering).await?;
        }
        for conversation in &conversations {
            if !is_everything {
                self.collect_documents_of(conversation.id, &mut gathering).await?;
            }
            self.collect_conversation(conversation, is_everything, &mut gathering).await?;
            gathering.done += 1;
        }
        if is_everything {
            self.collect_other_blobs(&conversations, &mut gathering).await?;
        }
        Ok(())
    }

    /// Passes the listed conversations as Markdown to `take`, a page at a time; of each, only the active branch.
    ///
    /// # Errors
    /// As [`Session::export`].
    pub async fn export_markdown(
        &self,
        scope: Scope,
        words: &Words,
        cancel: &Cancel,
        take: impl FnMut(String),
    ) -> Result<(), Error> {
        let conversations = match scope {
            Scope::Everything => self.conversations().await?,
            Scope::Conversation(id) => vec![self.conversation(id).await?],
        };
        self.markdown_of(conversations, words, cancel, take).await
    }

    pub(super) async fn markdown_of(
        &self,
        mut conversations: Vec<Conversation>,
        words: &Words,
        cancel: &Cancel,
        mut take: impl FnMut(String),
    ) -> Result<(), Error> {
        conversations.retain(|conversation| !conversation.temporary);
        ricordo_text::small_sort::by_key(&mut conversations, |conversation| conversation.id);
        let offset = self.host.now().offset_minutes;
        for conversation in &conversations {
            take(markdown::title(conversation, &self.names_of(conversation).await?, words));
            let mut from = 0;
            while !cancel.is_cancelled() {
                let page = self.store.messages_from(conversation.id, from, PAGE).await?;
                let Some(last) = page.last() else { break };
                from = last.sequence.saturating_add(1);
                take(page.iter().map(|message| markdown::message(message, offset, words)).collect());
                if from == u32::MAX {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn collect_standalone<F: FnMut(Gathered)>(&self, to: &mut Gathering<F>) -> Result<(), Error> {
        self.leave_out_temporary(&mut to.left_out).await?;
        let alone = Kind::ALL.into_iter().filter(|kind| !OWNED.contains(kind) && *kind != Kind::Conversation);
        // The index is made from the messages again.
        for kind in alone.filter(|kind| *kind != Kind::Fragment && !kind.is_index()) {
            if kind == Kind::Chunk {
                for document in self.documents().await? {
                    self.collect_chunks(&document, to).await?;
                }
                continue;
            }
            to.give(self.store.records(kind).await?);
        }
        self.collect_pages((RecordKey::Fragment(Digest(0)), RecordKey::Fragment(Digest(u64::MAX))), to).await?;
        for kind in [Kind::Summary, Kind::ReplacedSummary] {
            self.collect_owned(kind, None, to).await?;
        }
        self.collect_owned(Kind::Mark, Some(OF_SEVERAL), to).await
    }

    /// The documents of a conversation.
    async fn collect_documents_of<F: FnMut(Gathered)>(
        &self,
        id: ConversationId,
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let own = crate::scope::Scope::Conversation(id);
        for document in self.documents().await?.into_iter().filter(|document| document.scope == own) {
            to.give(vec![Record::Document(document.clone())]);
            self.collect_chunks(&document, to).await?;
        }
        Ok(())
    }

    /// The chunks of a document, and the marks of them.
    async fn collect_chunks<F: FnMut(Gathered)>(&self, of: &Document, to: &mut Gathering<F>) -> Result<(), Error> {
        self.collect_pages(RecordKey::chunks_of(of.id), to).await?;
        self.collect_owned(Kind::Mark, Some(of.id.marks()), to).await
    }

    async fn collect_conversation<F: FnMut(Gathered)>(
        &self,
        conversation: &Conversation,
        is_everything: bool,
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let id = conversation.id;
        let branches = self.branches_of(id).await?;
        let own = branches.iter().cloned().map(Record::Branch);
        to.give([Record::Conversation(conversation.clone())].into_iter().chain(own).collect());
        for branch in &branches {
            self.collect_messages(branch, to).await?;
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
                to.give(self.store.record(key).await?.into_iter().collect());
            }
        }
        Ok(())
    }

    /// The keys of a conversation and of all records that belong to it, its own key first.
    pub(super) async fn keys_of(&self, id: ConversationId) -> Result<Vec<RecordKey>, Error> {
        let conversation = self.conversation(id).await?;
        let mut keys = Vec::new();
        let take = |gathered: Gathered| keys.extend(gathered.records.iter().map(Record::key));
        let cancel = Cancel::default();
        let left_out = LeftOut::default();
        let mut gathering = Gathering { take, cancel, done: 0, of: 1, blobs: BTreeSet::new(), left_out };
        self.collect_conversation(&conversation, true, &mut gathering).await?;
        Ok(keys)
    }

    async fn branches_of(&self, id: ConversationId) -> Result<Vec<Branch>, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        Ok(snapshot.branches)
    }

    /// The messages stored on a branch, each page after the images that its messages show.
    async fn collect_messages<F: FnMut(Gathered)>(&self, branch: &Branch, to: &mut Gathering<F>) -> Result<(), Error> {
        let (mut from, end) = RecordKey::messages_of(branch.id);
        while !to.cancel.is_cancelled() {
            let page = self.store.records_between(from, end, PAGE).await?;
            let Some(Record::Message(last)) = page.last() else { break };
            from = RecordKey::Message(branch.id, last.sequence.saturating_add(1));
            let is_last = page.len() < PAGE as usize || last.sequence == u32::MAX;
            for blob in page.iter().filter_map(message_of).flat_map(blobs_of) {
                if to.blobs.insert(blob) {
                    to.give(self.store.record(RecordKey::Blob(blob)).await?.into_iter().collect());
                }
            }
            to.give(page);
            if is_last {
                break;
            }
        }
        Ok(())
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

    /// The records from one key to another.
    async fn collect_pages<F: FnMut(Gathered)>(
        &self,
        (first, end): (RecordKey, RecordKey),
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let mut from = first;
        let mut is_first = true;
        while !to.cancel.is_cancelled() {
            // The page starts with the last record of the previous page.
            let mut page = self.store.records_between(from, end, PAGE + 1).await?;
            let is_last = page.len() <= PAGE as usize;
            if !is_first && page.first().is_some_and(|record| record.key() == from) {
                page.remove(0);
            }
            let Some(last) = page.last() else { break };
            (from, is_first) = (last.key(), false);
            if from.kind() == Kind::Fragment {
                // A temporary chat may have stored texts since the export began.
                self.leave_out_temporary(&mut to.left_out).await?;
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
        while let (Some(key), false) = (from, to.cancel.is_cancelled()) {
            let end = RecordKey::Blob(BlobId(Uuid::max()));
            let page = self.store.records_between(key, end, PAGE_OF_BLOBS).await?;
            from = match page.last() {
                Some(Record::Blob(last)) if page.len() == PAGE_OF_BLOBS as usize => {
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
