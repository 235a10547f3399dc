//! Erasing: deleting for good, with everything derived. It cannot be taken back, and no undo entry is written.
//!
//! `Doomed` gathers what has to go, by following what names its sources until nothing more is found.

use super::Session;
use crate::{
    branch::{Branch, Sequence},
    change::Change,
    compile::turns::is_tools_line,
    digest::Digest,
    error::Error,
    fork::{end_of, forks},
    host::Host,
    id::{BlobId, ConversationId, MemoryId, MessageId, SummaryId},
    manifest::{Fragment, Manifest, ManifestItem, SourceId},
    message::{Message, Part, Role},
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    upkeep::{Job, Upkeep},
};
use std::collections::BTreeSet;

/// How many messages a turn with tools may have at most: the limit on its rounds is far below.
const MOST_OF_A_TURN: u32 = 64;

impl<S: Store, H: Host> Session<S, H> {
    /// Erases a conversation: its messages on all branches, and the summaries, memories, tasks, manifests, drafts, undo
    /// entries and images that came from it. Counts of the statistics stay.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`]; then nothing is erased.
    pub async fn erase_conversation(&self, id: ConversationId) -> Result<(), Error> {
        self.conversation(id).await?;
        let mut doomed = Doomed { conversation: Some(id), ..Doomed::default() };
        for record in self.store.records(Kind::Message).await? {
            if let Record::Message(message) = record
                && message.conversation == id
            {
                doomed.message(&message);
            }
        }
        let kinds =
            [Kind::Branch, Kind::Forget, Kind::Mark, Kind::ReplyDraft, Kind::ComposerDraft, Kind::Undo, Kind::Blob];
        for kind in kinds {
            for record in self.store.records(kind).await? {
                if conversation_of(&record) == Some(id) {
                    doomed.keys.insert(record.key());
                }
            }
        }
        doomed.keys.insert(RecordKey::Conversation(id));
        self.erase(doomed).await
    }

    /// Erases one message, and what came from it; a reply goes with what it asked of tools. The title goes, too, if it was
    /// taken from its words. A branch on which nothing is left goes, and the way beside it is shown.
    ///
    /// # Errors
    /// [`Error::NoMessage`] when there is no such message; [`Error::Store`]; then nothing is erased.
    pub async fn erase_message(&self, id: MessageId) -> Result<(), Error> {
        let message = self.store.message(id).await?.ok_or(Error::NoMessage)?;
        let mut snapshot = self.snapshot(message.conversation, 0).await?;
        let mut gone = self.tools_of(&message).await?;
        gone.push(message);
        let mut doomed = Doomed::default();
        let before = snapshot.conversation.clone();
        for message in &gone {
            doomed.message(message);
            doomed.keys.insert(RecordKey::Mark(message.conversation, message.id));
            let line = message.text().split_whitespace().collect::<Vec<_>>().join(" ");
            let title = snapshot.conversation.title.trim_end_matches('…');
            if !title.is_empty() && line.starts_with(title) {
                snapshot.conversation.title = String::new();
            }
        }
        if snapshot.conversation != before {
            doomed.puts.push(Change::Put(Record::Conversation(snapshot.conversation.clone())));
        }
        self.leave_empty_branch(&snapshot, &gone, &mut doomed).await?;
        self.erase(doomed).await
    }

    /// What a reply asked of tools before it came to its end, what they answered, and the line that names them.
    async fn tools_of(&self, reply: &Message) -> Result<Vec<Message>, Error> {
        let page = self.store.messages(reply.conversation, reply.sequence.saturating_add(2), MOST_OF_A_TURN).await?;
        let Some(at) = page.iter().position(|message| message.id == reply.id) else {
            return Ok(Vec::new());
        };
        if reply.role != Role::Assistant {
            return Ok(Vec::new());
        }
        let asked = page[..at].iter().rev().take_while(|message| message.role != Role::User);
        let line = page[at + 1..].iter().take(1).filter(|message| is_tools_line(message));
        Ok(asked.chain(line).cloned().collect())
    }

    /// Where the branch that is shown loses its last message, the way beside it is shown.
    async fn leave_empty_branch(
        &self,
        snapshot: &Snapshot,
        gone: &[Message],
        doomed: &mut Doomed,
    ) -> Result<(), Error> {
        let (id, active) = (snapshot.conversation.id, snapshot.conversation.active_branch);
        let first = gone.iter().map(|message| message.sequence).min().unwrap_or_default();
        let last = self.store.messages(id, Sequence::MAX, 1).await?.pop();
        if last.is_none_or(|last| gone.iter().all(|message| message.id != last.id)) {
            return Ok(());
        }
        let left = self.store.messages(id, first, 1).await?.pop();
        let fork = forks(&snapshot.branches, active).pop();
        if let Some(fork) = fork.filter(|fork| left.is_none_or(|left| left.sequence < fork.sequence)) {
            let beside = fork.ways[if fork.shown > 0 { fork.shown - 1 } else { 1 }];
            // The first of the ways is where the others begin.
            let goes = fork.shown > 0 && fork.ways[fork.shown] == active;
            let rest = snapshot.branches.iter().filter(|branch| !goes || branch.id != active);
            let rest: Vec<Branch> = rest.cloned().collect();
            if let Some(to) = end_of(&rest, beside, fork.sequence) {
                doomed.puts.extend(self.switched(snapshot, &rest, to));
                doomed.keys.extend(goes.then_some(RecordKey::Branch(id, active)));
            }
        }
        Ok(())
    }

    /// Erases a memory, and every prompt that is kept with its words.
    ///
    /// # Errors
    /// [`Error::Store`]; then nothing is erased.
    pub async fn erase_memory(&self, id: MemoryId) -> Result<(), Error> {
        let mut doomed = Doomed::default();
        doomed.keys.insert(RecordKey::Memory(id));
        doomed.memories.insert(id);
        self.erase(doomed).await
    }

    async fn erase(&self, mut doomed: Doomed) -> Result<(), Error> {
        for kind in [Kind::Summary, Kind::ReplacedSummary, Kind::Memory, Kind::Task] {
            for record in self.store.records(kind).await? {
                doomed.derived(&record);
            }
        }
        let mut manifests = Vec::new();
        for record in self.store.records(Kind::Manifest).await? {
            if let Record::Manifest(manifest) = record {
                manifests.push(manifest);
            }
        }
        let still_named = doomed.manifests(&manifests);
        for record in self.store.records(Kind::Fragment).await? {
            if let Record::Fragment(fragment) = record {
                doomed.fragment(&fragment, &still_named);
            }
        }
        for kind in [Kind::Undo, Kind::Upkeep] {
            for record in self.store.records(kind).await? {
                doomed.work(&record);
            }
        }
        let mut changes = doomed.puts;
        changes.extend(doomed.keys.into_iter().map(Change::Remove));
        self.store.apply(changes).await?;
        Ok(())
    }
}

/// What has to go.
#[derive(Default)]
struct Doomed {
    conversation: Option<ConversationId>,
    messages: BTreeSet<MessageId>,
    memories: BTreeSet<MemoryId>,
    summaries: BTreeSet<SummaryId>,
    blobs: BTreeSet<BlobId>,
    keys: BTreeSet<RecordKey>,
    puts: Vec<Change>,
}

impl Doomed {
    fn message(&mut self, message: &Message) {
        self.messages.insert(message.id);
        self.keys.insert(RecordKey::Message(message.branch, message.sequence));
        self.keys.insert(RecordKey::Manifest(message.conversation, message.id));
        for part in &message.parts {
            if let Part::Image { blob, .. } | Part::File { blob, .. } = part {
                self.blobs.insert(*blob);
                self.keys.insert(RecordKey::Blob(*blob));
            }
        }
    }

    /// Summaries, memories and tasks that came from what goes.
    fn derived(&mut self, record: &Record) {
        let from = |source: &crate::memory::MemorySource| {
            self.messages.contains(&source.message) || Some(source.conversation) == self.conversation
        };
        let goes = match record {
            Record::Summary(summary) | Record::ReplacedSummary(summary) => {
                let goes = summary.conversation.is_some_and(|id| Some(id) == self.conversation)
                    || summary.sources.iter().any(|source| self.messages.contains(&source.message));
                if goes {
                    self.summaries.insert(summary.id);
                }
                goes
            }
            Record::Memory(memory) => {
                let goes = memory.source.as_ref().is_some_and(from);
                if goes {
                    self.memories.insert(memory.id);
                }
                goes
            }
            Record::Task(task) => task.source.as_ref().is_some_and(from),
            _ => false,
        };
        if goes {
            self.keys.insert(record.key());
        }
    }

    fn has_source(&self, source: &SourceId) -> bool {
        match source {
            SourceId::Message(id) => self.messages.contains(id),
            SourceId::Memory(id) => self.memories.contains(id),
            SourceId::Summary(id) => self.summaries.contains(id),
        }
    }

    /// A text that was made from what goes, or that no request names any more: a system prompt may hold the title.
    fn fragment(&mut self, fragment: &Fragment, still_named: &BTreeSet<Digest>) {
        let is_derived = fragment.sources.iter().any(|source| self.has_source(source));
        if is_derived || !still_named.contains(&fragment.digest) {
            self.keys.insert(RecordKey::Fragment(fragment.digest));
        }
    }

    /// The requests of what goes; gives back the texts that the others name.
    fn manifests(&mut self, manifests: &[Manifest]) -> BTreeSet<Digest> {
        let mut still_named = BTreeSet::new();
        for manifest in manifests {
            if Some(manifest.conversation) == self.conversation || self.messages.contains(&manifest.reply) {
                self.keys.insert(RecordKey::Manifest(manifest.conversation, manifest.reply));
            } else {
                still_named.extend(digests(manifest));
            }
        }
        still_named
    }

    /// Undo entries that hold what goes, and idle work that is half done on it.
    fn work(&mut self, record: &Record) {
        match record {
            Record::Undo(undo) => {
                let holds = |change: &Change| match change {
                    Change::Add(record) | Change::Put(record) => self.holds(record),
                    Change::Remove(key) => self.keys.contains(key),
                    Change::AddUndo(_) => false,
                };
                if undo.changes.iter().any(holds) {
                    self.keys.insert(record.key());
                }
            }
            Record::Upkeep(upkeep) => {
                let own = match upkeep.job {
                    Job::Compression(id) | Job::Extraction(id) => Some(id),
                    Job::Recent(id) | Job::Long(id) => id,
                };
                if own.is_some() && own == self.conversation {
                    self.keys.insert(record.key());
                } else if !upkeep.finished.is_empty() {
                    // The summary of a chunk may tell of what goes. It is made again.
                    self.puts.push(Change::Put(Record::Upkeep(Upkeep { finished: Vec::new(), ..upkeep.clone() })));
                }
            }
            _ => {}
        }
    }

    fn holds(&self, record: &Record) -> bool {
        self.keys.contains(&record.key())
            || match record {
                Record::Message(message) => self.messages.contains(&message.id),
                Record::Summary(summary) | Record::ReplacedSummary(summary) => self.summaries.contains(&summary.id),
                Record::Conversation(conversation) => {
                    Some(conversation.id) == self.conversation
                        // The title may hold the first words of an erased message.
                        || self.puts.iter().any(|put| put.key() == RecordKey::Conversation(conversation.id))
                }
                _ => false,
            }
    }
}

fn digests(manifest: &Manifest) -> Vec<Digest> {
    let items = manifest.layers.iter().flat_map(|layer| &layer.items);
    let fragments = items.filter_map(|item| match item {
        ManifestItem::Fragment(digest) => Some(*digest),
        ManifestItem::Message { .. } => None,
    });
    fragments.chain(manifest.tools).collect()
}

/// The conversation of a record of a kind that belongs to one.
fn conversation_of(record: &Record) -> Option<ConversationId> {
    match record {
        Record::Branch(record) => Some(record.conversation),
        Record::Forget(record) => Some(record.conversation),
        Record::Mark(record) => Some(record.conversation),
        Record::ReplyDraft(record) => Some(record.conversation),
        Record::ComposerDraft(record) => Some(record.conversation),
        Record::Undo(record) => Some(record.conversation),
        Record::Blob(record) => Some(record.conversation),
        _ => None,
    }
}
