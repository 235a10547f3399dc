//! What a record of a file refers to in such a way that it could change that: what it belongs to, what it takes part in, and
//! what is erased or changed with it, or when it is undone.

use crate::{
    change::Change,
    digest::Digest,
    id::{BlobId, BranchId, ConversationId, DocumentId, MessageId, SummaryId},
    maintenance::Job,
    manifest::{Fragment, FragmentContent},
    message::Part,
    record::{Record, RecordKey},
    scope::Scope,
    summary::{OF_SEVERAL, SummaryKind},
    undo::Undo,
};

/// Something that a record refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Touched {
    /// A standalone record.
    Record(RecordKey),
    /// A conversation with everything that belongs to it.
    Conversation(ConversationId),
    /// A branch, whose messages are read by its id alone.
    Branch(BranchId),
    /// A message by its id.
    Message(MessageId),
    /// An image or a file.
    Blob(BlobId),
    /// A document with its chunks.
    Document(DocumentId),
    /// A position in a document.
    Chunk(DocumentId, u32),
    /// A text that was sent. Requests share texts, but not what is stored of the result of a tool.
    Text(Digest),
    /// Nothing that a file may change.
    Forbidden,
}

/// What a record of a file refers to.
pub(super) fn touched(record: &Record) -> Vec<Touched> {
    let mut found = by_key(record.key());
    match record {
        Record::Message(message) => {
            found.push(Touched::Conversation(message.conversation));
            found.extend(blobs(&message.parts));
        }
        Record::Blob(blob) => found.push(Touched::Conversation(blob.conversation)),
        Record::ReplyDraft(draft) => {
            found.push(Touched::Branch(draft.branch));
            found.extend(blobs(&draft.parts));
        }
        Record::ComposerDraft(draft) => found.extend(blobs(&draft.images)),
        Record::QueuedMessage(queued) => found.extend(blobs(&queued.draft.images)),
        // Whatever conversation it names, it stands for the messages that it covers.
        Record::Summary(summary) | Record::ReplacedSummary(summary) if summary.kind == SummaryKind::Compressed => {
            found.extend(summary.coverage.iter().map(|part| Touched::Conversation(part.conversation)));
        }
        Record::Manifest(manifest) => found.extend(manifest.fragments().map(Touched::Text)),
        // The result is erased with what it holds text of.
        Record::Fragment(Fragment { content: FragmentContent::Result { message, .. }, .. }) => {
            found.push(Touched::Message(*message));
        }
        Record::Document(document) => {
            found.push(Touched::Document(document.id));
            if let Scope::Conversation(of) = document.scope {
                found.push(Touched::Conversation(of));
            }
        }
        Record::Undo(undo) => found.extend(by_undo(undo)),
        _ => {}
    }
    found
}

/// What undoing an entry changes.
fn by_undo(undo: &Undo) -> Vec<Touched> {
    let mut found = Vec::new();
    for change in &undo.changes {
        found.extend(itself(change.key()));
        match change {
            // No command stores these.
            Change::AddUndo(_) | Change::Add(Record::Undo(_)) | Change::Put(Record::Undo(_)) => {
                found.push(Touched::Forbidden);
            }
            Change::Add(record) | Change::Put(record) => {
                if let Record::Message(message) = record {
                    found.push(Touched::Message(message.id));
                }
                found.extend(touched(record));
            }
            Change::Remove(key) => found.extend(by_key(*key)),
        }
    }
    found
}

/// What a record belongs to, by its key.
fn by_key(key: RecordKey) -> Vec<Touched> {
    match key {
        RecordKey::Branch(of, branch) => vec![Touched::Conversation(of), Touched::Branch(branch)],
        RecordKey::Message(branch, _) => vec![Touched::Branch(branch)],
        RecordKey::Mark(OF_SEVERAL, of) => vec![Touched::Record(RecordKey::Summary(None, SummaryId(of.0)))],
        RecordKey::Mark(of, _) => vec![Touched::Conversation(of), Touched::Document(DocumentId(of.0))],
        RecordKey::Conversation(of)
        | RecordKey::Forget(of, _)
        | RecordKey::Manifest(of, _)
        | RecordKey::ReplyDraft(of)
        | RecordKey::ComposerDraft(of)
        | RecordKey::QueuedMessage(of, _)
        | RecordKey::Undo(of, _)
        | RecordKey::DayUsage(of, ..)
        | RecordKey::Summary(Some(of), _)
        | RecordKey::ReplacedSummary(Some(of), _) => vec![Touched::Conversation(of)],
        RecordKey::Blob(blob) => vec![Touched::Blob(blob)],
        RecordKey::Chunk(document, number) => vec![Touched::Chunk(document, number)],
        RecordKey::Calibration(provider) => vec![Touched::Record(RecordKey::Provider(provider))],
        RecordKey::Maintenance(job) => by_job(job),
        RecordKey::IndexPart(..) | RecordKey::VectorPart(..) => vec![Touched::Forbidden],
        RecordKey::Settings
        | RecordKey::Provider(_)
        | RecordKey::Template(_)
        | RecordKey::UserData
        | RecordKey::Project(_)
        | RecordKey::Memory(_)
        | RecordKey::Task(_)
        | RecordKey::Document(_)
        | RecordKey::Fragment(_)
        | RecordKey::Summary(None, _)
        | RecordKey::ReplacedSummary(None, _) => Vec::new(),
    }
}

fn by_job(job: Job) -> Vec<Touched> {
    let project = job.project().map(|project| Touched::Record(RecordKey::Project(project)));
    job.conversation().map(Touched::Conversation).into_iter().chain(project).collect()
}

/// A standalone record itself: an undo entry replaces or removes it.
fn itself(key: RecordKey) -> Option<Touched> {
    match key {
        RecordKey::Document(id) => Some(Touched::Document(id)),
        RecordKey::Settings
        | RecordKey::Provider(_)
        | RecordKey::Calibration(_)
        | RecordKey::Template(_)
        | RecordKey::UserData
        | RecordKey::Project(_)
        | RecordKey::Memory(_)
        | RecordKey::Task(_)
        | RecordKey::Chunk(..)
        | RecordKey::Fragment(_)
        | RecordKey::Maintenance(_)
        | RecordKey::Summary(None, _)
        | RecordKey::ReplacedSummary(None, _) => Some(Touched::Record(key)),
        _ => None,
    }
}

fn blobs(parts: &[Part]) -> impl Iterator<Item = Touched> {
    parts.iter().filter_map(|part| match part {
        Part::Image { blob, .. } | Part::File { blob, .. } => Some(Touched::Blob(*blob)),
        _ => None,
    })
}
