//! Names what an import leaves over after it has stopped.

use super::{ImportProgress, ImportState};
use crate::{error::StoreError, exchange::Why, host::Host, record::Record, session::Session, store::Store};

/// Most characters of a memory or a task in a report.
const NAME: usize = 80;

impl<S: Store, H: Host> Session<S, H> {
    /// Records the name of a record of the file that is not stored here.
    pub(super) async fn name_left_over(&self, import: &mut ImportProgress, record: Record) {
        if let Record::Conversation(conversation) = &record {
            if conversation.temporary || import.conversations.contains_key(&conversation.id) {
                return;
            }
            import.conversations.insert(conversation.id, ImportState::Out);
        }
        let Some(name) = name_of(&record) else { return };
        if !matches!(self.store.record(record.key()).await, Ok(Some(_))) {
            import.imported.left_over.push(name);
        }
    }
}

impl ImportProgress {
    /// Records that a record with this name was not imported. An error stops the import, unless it is about something here that
    /// cannot be read: others can be imported.
    pub(super) fn failed(&mut self, name: Option<String>, error: StoreError) {
        if matches!(error, StoreError::Damaged { .. }) {
            return self.skip(name.unwrap_or_default(), Why::Taken);
        }
        self.imported.stopped = Some(error);
        self.imported.left_over.extend(name);
    }
}

/// What a report calls a record; `None` if nobody would miss it by a name.
pub(super) fn name_of(record: &Record) -> Option<String> {
    let name = match record {
        Record::Conversation(conversation) => &conversation.title,
        Record::Memory(memory) => &memory.text,
        Record::Task(task) => &task.title,
        Record::Document(document) => &document.name,
        Record::Project(project) => &project.name,
        Record::Template(template) => &template.name,
        Record::Provider(provider) => &provider.name,
        _ => return None,
    };
    Some(name.chars().take(NAME).collect())
}
