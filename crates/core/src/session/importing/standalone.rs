//! Imports the records that belong to no conversation.

use super::{
    super::{
        Session,
        following::{Move, follow},
    },
    ImportProgress,
    given_here::as_given_here,
};
use crate::{
    change::Change,
    conversation::Conversation,
    document::Document,
    error::{Error, StoreError},
    exchange::Why,
    host::Host,
    id::{ConversationId, ProjectId},
    mark::{Mark, MarkKind},
    memory::MemoryState,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    settings::Settings,
    store::Store,
    time::Timestamp,
    user_data::UserData,
};
use std::collections::BTreeSet;

/// Standalone kinds that the report counts.
const COUNTED: [Kind; 8] = [
    Kind::Settings,
    Kind::UserData,
    Kind::Memory,
    Kind::Task,
    Kind::Template,
    Kind::Provider,
    Kind::Project,
    Kind::Document,
];

/// Fills in the time of the import where the file has no time.
pub(super) fn dated(mut record: Record, now: Timestamp) -> Record {
    let none = Timestamp::default();
    let times = match &mut record {
        Record::Conversation(Conversation { created_at, updated_at, .. }) => {
            if *created_at <= none {
                *created_at = now;
            }
            // A part of one without a time: see [`is_undated_part`].
            if *updated_at < none {
                *updated_at = Timestamp(created_at.0 - 1);
            }
            if *updated_at == none {
                *updated_at = now.max(*created_at);
            }
            Vec::new()
        }
        Record::Message(message) => vec![&mut message.created_at],
        Record::Memory(memory) => vec![&mut memory.created_at, &mut memory.updated_at],
        Record::Document(document) => vec![&mut document.added_at],
        _ => Vec::new(),
    };
    times.into_iter().filter(|time| **time == none).for_each(|time| *time = now);
    record
}

/// Whether what is here of a conversation without times is a part of it. Nothing else was used before it was created.
pub(super) fn is_undated_part(here: &Conversation, in_file: &Conversation) -> bool {
    in_file.updated_at == Timestamp::default() && here.updated_at < here.created_at
}

impl<S: Store, H: Host> Session<S, H> {
    /// Imports a standalone record unless the user has already stored one under its key. What was learned in a conversation of
    /// a project, and what sums up several, waits for [`Session::import_waiting`].
    pub(super) async fn import_standalone(
        &self,
        import: &mut ImportProgress,
        record: Record,
    ) -> Result<(), StoreError> {
        if learned(&record).is_some() || matches!(record.kind(), Kind::Summary | Kind::ReplacedSummary) {
            import.waiting.push(record);
            return Ok(());
        }
        self.import_alone(import, record).await
    }

    /// Imports a record that waited until all conversations of the file were read: where a conversation is in another project
    /// here than in the file, what was learned in it follows.
    pub(super) async fn import_waiting(
        &self,
        import: &mut ImportProgress,
        mut record: Record,
    ) -> Result<(), StoreError> {
        if let Some((of, project)) = learned(&record) {
            let is_in_file = import.conversations.contains_key(&of);
            match self.readable_record(RecordKey::Conversation(of), &mut 0).await? {
                // Where the file, or what could be read of it, does not have the conversation: it is used no more widely.
                Some(Record::Conversation(here)) if !is_in_file => {
                    follow(&mut record, &[Move { of, from: Some(project), to: here.project }]);
                }
                _ => follow(&mut record, &import.moves),
            }
        }
        self.import_alone(import, record).await
    }

    async fn import_alone(&self, import: &mut ImportProgress, mut record: Record) -> Result<(), StoreError> {
        as_given_here(&mut record, self.host.now().at);
        if let Record::Document(document) = &record {
            import.in_file.push(document.clone());
        }
        let here = match self.store.record(record.key()).await {
            // It is here and stays as it is, although it cannot be read.
            Err(StoreError::Damaged { .. }) => {
                import.imported.kept += u64::from(COUNTED.contains(&record.kind()));
                return Ok(());
            }
            here => here?,
        };
        let is_free = match &here {
            None => true,
            Some(Record::Settings(here)) => is_untouched((**here).clone().up_to_date()),
            Some(Record::UserData(here)) => *here == UserData::default(),
            Some(_) => false,
        };
        let none = Timestamp::default();
        let is_here = match (&record, &here) {
            // A proposal that was imported before, whatever the user made of it.
            (Record::Memory(new), Some(Record::Memory(here))) => new.created_at == none && new.text == here.text,
            (Record::Document(new), Some(Record::Document(here))) => new.added_at == none && new.digest == here.digest,
            _ => false,
        };
        let came = &import.arrived.conversations;
        if is_here || (here.is_none() && self.is_outdated(&record, came, &BTreeSet::new()).await?) {
            return Ok(());
        }
        let is_known = self.is_of_known_document(import, &record).await?;
        if here.is_none() && !is_known && !self.is_apart(&mut import.arrived, &record).await? {
            if let Record::Document(document) = record {
                import.skip(document.name, Why::WouldChange);
            }
            return Ok(());
        }
        let record = dated(record, self.host.now().at);
        let is_proposed = matches!(&record, Record::Memory(memory) if memory.state == MemoryState::Proposed);
        let is_counted = COUNTED.contains(&record.kind());
        if is_free && here.as_ref() != Some(&record) {
            let document = if let Record::Document(document) = &record { Some(document.clone()) } else { None };
            let key = record.key();
            self.store.apply(vec![Change::Put(record)]).await?;
            // Of these there may be very many, and no undo entry holds them.
            if !matches!(key.kind(), Kind::Fragment | Kind::Chunk | Kind::DayUsage) {
                import.arrived.records.insert(key);
            }
            import.documents.extend(document);
            import.imported.others += u64::from(is_counted);
            import.imported.proposed += u64::from(is_proposed);
        } else if here.is_some_and(|here| here != record) {
            import.imported.kept += u64::from(is_counted);
        }
        Ok(())
    }

    /// Whether a record is the mark of a chunk that is never recalled, of a document that is here as it is in the file. An import
    /// that was interrupted stored the document and perhaps not the mark.
    async fn is_of_known_document(&self, import: &ImportProgress, record: &Record) -> Result<bool, StoreError> {
        let Record::Mark(Mark { conversation, message, kind: MarkKind::NotRecalled, .. }) = record else {
            return Ok(false);
        };
        let of_mark = |document: &&Document| document.id.marks() == *conversation;
        let Some(in_file) = import.in_file.iter().find(of_mark) else { return Ok(false) };
        let key = RecordKey::Document(in_file.id);
        let Some(Record::Document(here)) = self.readable_record(key, &mut 0).await? else { return Ok(false) };
        Ok(here.digest == in_file.digest && (0..here.chunks).any(|number| here.id.chunk(number) == *message))
    }

    /// Removes the imported documents whose last chunk did not come, because the file or the storage space ended, and
    /// lists them among what was not imported. A document comes before its chunks.
    pub(super) async fn remove_cut_documents(&self, import: &mut ImportProgress) -> Result<(), StoreError> {
        for document in std::mem::take(&mut import.documents) {
            let last = RecordKey::Chunk(document.id, document.chunks.saturating_sub(1));
            if self.store.record(last).await?.is_some() {
                continue;
            }
            self.store.apply(vec![Change::Remove(RecordKey::Document(document.id))]).await?;
            match self.remove_chunks(document.id).await {
                Err(Error::Store(error)) => return Err(error),
                _ => import.imported.left_over.push(document.name),
            }
            import.imported.others = import.imported.others.saturating_sub(1);
        }
        Ok(())
    }
}

/// The conversation that a memory or a task was learned in and the project in which it is used, if it is used in one.
fn learned(record: &Record) -> Option<(ConversationId, ProjectId)> {
    let (source, scope) = match record {
        Record::Memory(memory) => (memory.source?, memory.scope),
        Record::Task(task) => (task.source?, task.scope),
        _ => return None,
    };
    if let Scope::Project(project) = scope { Some((source.conversation, project)) } else { None }
}

impl ImportProgress {
    /// Remembers that a conversation is in another project here than in the file.
    pub(super) fn note_move(&mut self, there: &Conversation, here: &Conversation) {
        if there.project != here.project
            && let Err(at) = self.moves.binary_search_by_key(&here.id, |one| one.of)
        {
            self.moves.insert(at, Move { of: here.id, from: there.project, to: here.project });
        }
    }

    /// Whether marks of this conversation are those of the chunks of a document of the file.
    pub(super) fn is_of_document(&self, conversation: ConversationId) -> bool {
        self.in_file.iter().any(|document| document.id.marks() == conversation)
    }
}

/// Whether the settings hold nothing but defaults and what the page took from the browser: language and time zone.
fn is_untouched(settings: Settings) -> bool {
    settings == Settings { time_zone: settings.time_zone.clone(), language: settings.language, ..Settings::default() }
}
