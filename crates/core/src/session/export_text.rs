//! Exports and imports as one text, for programs and for data that fits in memory. `exporting.rs` and `importing.rs`
//! handle files of any size.

use super::{
    Gathered, Scope, Session,
    documents::Left,
    following::{Move, follow, sorted},
    importing::{arrived::Arrived, given_here::as_given_here},
};
use crate::{
    cancel::Cancel,
    change::Change,
    conversation::Conversation,
    error::{Error, StoreError},
    exchange::{FileWriter, from_line},
    host::Host,
    id::{ConversationId, MessageId},
    record::{Kind, RECORD_VERSION, Record, RecordKey},
    store::Store,
    upgrade::upgraded,
};
use ricordo_text::small_sort;
use serde::Deserialize;
use serde_json::Value;
use std::{collections::BTreeSet, fmt};

/// Result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Records that were new and are now stored.
    pub added: u32,
    /// Records that were not stored, because they exist, or would have changed something that exists.
    pub kept: u32,
}

/// Why an export was not imported. Nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The text is not JSON, or not the JSON of an export.
    NotAnExport {
        /// What was expected.
        detail: String,
    },
    /// A newer version of Ricordo wrote it.
    NewerVersion {
        /// The version found.
        found: u32,
    },
    /// The store failed.
    Store(StoreError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnExport { detail } => {
                write!(f, "This is not an export of Ricordo: {detail}. Give the whole text that the export gave.")
            }
            Self::NewerVersion { found } => write!(
                f,
                "The export was written by a newer version (data version {found}, this one reads up to {RECORD_VERSION}). Take it in with that version."
            ),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ImportError {}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

#[derive(Deserialize)]
struct Head {
    ricordo: u32,
}

#[derive(Deserialize)]
struct Body {
    records: Vec<Value>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Exports to one text, in the same format as a file.
    ///
    /// # Errors
    /// As [`Session::export`]; and [`StoreError::Damaged`] if a record cannot be read: a text says nothing of what it lacks.
    pub async fn export_text(&self, scope: Scope) -> Result<String, Error> {
        let mut file = FileWriter::default();
        let mut text = file.head(self.host.now().at);
        let take = |Gathered { records, .. }: Gathered| text.push_str(&file.records(records));
        let lost = self.export(scope, &Cancel::default(), take).await?;
        if lost > 0 {
            return Err(StoreError::Damaged { detail: format!("{lost} of the records to export") }.into());
        }
        text.push_str(&file.foot());
        Ok(text)
    }

    /// Adds the records of an export that do not exist yet, all in one transaction. Existing records stay unchanged, and existing
    /// conversations get nothing of it.
    ///
    /// # Errors
    /// [`ImportError`]; then nothing is stored.
    pub async fn import_text(&self, json: &str) -> Result<Imported, ImportError> {
        let not_one = |error: serde_json::Error| ImportError::NotAnExport { detail: error.to_string() };
        let head: Head = serde_json::from_str(json).map_err(not_one)?;
        if head.ricordo > RECORD_VERSION {
            return Err(ImportError::NewerVersion { found: head.ricordo });
        }
        let body: Body = serde_json::from_str(json).map_err(not_one)?;
        let read = |value: Value| from_line(&value.to_string()).map(|record| upgraded(record, head.ricordo));
        let records: Result<Vec<Record>, String> = body.records.into_iter().map(read).collect();
        let mut records = records.map_err(|detail| ImportError::NotAnExport { detail })?;
        let moves = self.moves_since(&records).await?;
        records.iter_mut().for_each(|record| follow(record, &moves));
        let known = self.store.records(Kind::Project).await?;
        let projects: BTreeSet<RecordKey> =
            known.iter().chain(&records).map(Record::key).filter(|key| key.kind() == Kind::Project).collect();
        for record in &mut records {
            if let Record::Conversation(one) = record {
                // Nobody could open a project that is not there.
                one.project = one.project.filter(|id| projects.contains(&RecordKey::Project(*id)));
            }
        }
        let mut there: BTreeSet<RecordKey> = BTreeSet::new();
        for kind in Kind::ALL.into_iter().filter(|kind| records.iter().any(|record| record.kind() == *kind)) {
            there.extend(self.store.records(kind).await?.iter().map(Record::key));
        }
        let (changes, kept) = self.additions(records, there).await?;
        let imported = Imported { added: u32::try_from(changes.len()).unwrap_or(u32::MAX), kept };
        self.store.apply(changes).await?;
        if imported.added > 0 {
            self.note_everywhere().await?;
        }
        Ok(imported)
    }

    /// The changes that add records, except those that are there and those that would change something that is there. Returns
    /// the number of these, too.
    async fn additions(
        &self,
        records: Vec<Record>,
        mut there: BTreeSet<RecordKey>,
    ) -> Result<(Vec<Change>, u32), StoreError> {
        let (mut arrived, count) = (Arrived::default(), records.len());
        let (mut apart, mut refused) = (Vec::with_capacity(count), BTreeSet::new());
        let conversation = |one: &Record| if let Record::Conversation(one) = one { Some(one.id) } else { None };
        let is_new = |id: &ConversationId| !there.contains(&RecordKey::Conversation(*id));
        let conversations = records.iter().filter_map(conversation).filter(is_new).collect();
        let messages = arriving(&records, &conversations);
        for mut record in records.into_iter().filter(|record| !there.contains(&record.key())) {
            if self.is_outdated(&record, &conversations, &messages).await? {
                continue;
            }
            if self.is_apart(&mut arrived, &record).await? {
                if record.kind() == Kind::Document {
                    arrived.records.insert(record.key());
                }
                if arrived.without_missing_documents(&mut record) != Left::Nothing {
                    apart.push(record);
                }
            } else if record.kind() != Kind::Undo {
                // A conversation is added whole or not at all.
                refused.extend(record.owner());
            }
        }
        let now = self.host.now().at;
        let mut changes = Vec::with_capacity(apart.len());
        for mut record in apart {
            if record.owner().is_none_or(|owner| !refused.contains(&owner)) && there.insert(record.key()) {
                as_given_here(&mut record, now);
                changes.push(Change::Add(record));
            }
        }
        let kept = u32::try_from(count - changes.len()).unwrap_or(u32::MAX);
        Ok((changes, kept))
    }

    /// The conversations that are in another project here than in the records of a file.
    async fn moves_since(&self, records: &[Record]) -> Result<Vec<Move>, StoreError> {
        let here = self.store.conversations().await?;
        let mut to: Vec<_> = here.into_iter().map(|one| (one.id, one.project)).collect();
        small_sort::ascending(&mut to);
        let moves = records.iter().filter_map(|record| {
            let Record::Conversation(Conversation { id, project: from, .. }) = record else { return None };
            let (of, to) = *to.get(to.binary_search_by_key(id, |(of, _)| *of).ok()?)?;
            (to != *from).then_some(Move { of, from: *from, to })
        });
        Ok(sorted(moves.collect()))
    }
}

/// The messages of some conversations among the records of a file.
fn arriving(records: &[Record], conversations: &BTreeSet<ConversationId>) -> BTreeSet<MessageId> {
    let messages = records.iter().filter_map(|record| match record {
        Record::Message(message) if conversations.contains(&message.conversation) => Some(message.id),
        _ => None,
    });
    messages.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        memory_store::MemoryStore,
        testing::{ManualHost, sample},
    };

    fn session() -> Session<MemoryStore, ManualHost> {
        Session::new(MemoryStore::default(), ManualHost::default())
    }

    fn from_text(export: &str) -> u32 {
        let body: Body = serde_json::from_str(export).unwrap();
        u32::try_from(body.records.len()).unwrap()
    }

    #[tokio::test]
    async fn an_export_comes_back_whole_and_only_once() {
        let from = session();
        let records = sample::of_every_kind_in_a_file();
        from.store().apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
        let export = from.export_text(Scope::Everything).await.unwrap();
        let to = session();
        let count = from_text(&export);
        assert_eq!(count as usize, records.len());
        assert_eq!(to.import_text(&export).await, Ok(Imported { added: count, kept: 0 }));
        assert_eq!(to.export_text(Scope::Everything).await.unwrap(), export);
        assert_eq!(to.import_text(&export).await, Ok(Imported { added: 0, kept: count }));
        assert_eq!(to.export_text(Scope::Everything).await.unwrap(), export);
    }

    #[tokio::test]
    async fn what_is_no_export_or_too_new_stores_nothing() {
        let to = session();
        for wrong in ["", "[]", "{}", r#"{"ricordo": 3}"#, r#"{"ricordo": 3, "records": [{"message": 1}]}"#] {
            let refused = to.import_text(wrong).await.unwrap_err();
            assert!(matches!(refused, ImportError::NotAnExport { .. }), "{wrong}: {refused}");
        }
        let newer = format!(r#"{{"ricordo": {}, "records": [{{"thing": 1}}]}}"#, RECORD_VERSION + 1);
        assert_eq!(to.import_text(&newer).await, Err(ImportError::NewerVersion { found: RECORD_VERSION + 1 }));
        assert_eq!(
            to.export_text(Scope::Everything).await.unwrap(),
            session().export_text(Scope::Everything).await.unwrap()
        );
    }
}
