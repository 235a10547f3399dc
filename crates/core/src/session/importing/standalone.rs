//! Imports the records that belong to no conversation.

use super::{super::Session, ImportProgress, dated};
use crate::{
    change::Change,
    error::{Error, StoreError},
    host::Host,
    memory::MemoryState,
    record::{Kind, Record, RecordKey},
    settings::{Settings, VectorStoreSettings},
    store::Store,
    time::Timestamp,
    user_data::UserData,
};
use ricordo_record::template::picture;

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

impl<S: Store, H: Host> Session<S, H> {
    /// Imports a standalone record unless the user has already stored one under its key.
    pub(super) async fn import_standalone(
        &self,
        import: &mut ImportProgress,
        mut record: Record,
    ) -> Result<(), StoreError> {
        if let Record::Settings(settings) = &mut record {
            settings.background.leaves_computer = false;
            // Two browsers with one collection would remove each other's vectors.
            settings.vector_store = VectorStoreSettings::default();
        }
        if let Record::Template(template) = &mut record {
            template.picture = picture(template.picture.take());
        }
        let here = self.store.record(record.key()).await?;
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
        if is_here {
            return Ok(());
        }
        let record = dated(record, self.host.now().at);
        let is_proposed = matches!(&record, Record::Memory(memory) if memory.state == MemoryState::Proposed);
        let is_counted = COUNTED.contains(&record.kind());
        if is_free && here.as_ref() != Some(&record) {
            let document = if let Record::Document(document) = &record { Some(document.clone()) } else { None };
            self.store.apply(vec![Change::Put(record)]).await?;
            import.documents.extend(document);
            import.imported.others += u64::from(is_counted);
            import.imported.proposed += u64::from(is_proposed);
        } else if here.is_some_and(|here| here != record) {
            import.imported.kept += u64::from(is_counted);
        }
        Ok(())
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

/// Whether the settings hold nothing but defaults and what the page took from the browser: language and time zone.
fn is_untouched(settings: Settings) -> bool {
    settings == Settings { time_zone: settings.time_zone.clone(), language: settings.language, ..Settings::default() }
}
