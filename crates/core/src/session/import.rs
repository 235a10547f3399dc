//! Everything that is stored as one JSON text, and taking it in again: for programs, which keep such a text themselves. Files
//! that people save and read are the business of `exporting.rs` and `importing.rs`.

use super::Session;
use crate::{
    change::Change,
    error::{Error, StoreError},
    host::Host,
    record::{Kind, RECORD_VERSION, Record, RecordKey},
    store::Store,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt};

/// What came of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Records that were not there and are now.
    pub added: u32,
    /// Records that were there already, and stayed as they were.
    pub kept: u32,
}

/// An export was not taken in. Nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// It is no JSON, or not that of an export.
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

#[derive(Serialize)]
struct Export {
    ricordo: u32,
    records: Vec<Record>,
}

#[derive(Deserialize)]
struct Head {
    ricordo: u32,
}

#[derive(Deserialize)]
struct Body {
    records: Vec<Record>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Everything that is stored, as one JSON text: `{"ricordo": 3, "records": [{"settings": {…}}, {"message": {…}}, …]}`. API
    /// keys are not records and are not in it.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn export_json(&self) -> Result<String, Error> {
        let mut records = Vec::new();
        for kind in Kind::ALL {
            records.extend(self.store.records(kind).await?);
        }
        let export = Export { ricordo: RECORD_VERSION, records };
        serde_json::to_string_pretty(&export)
            .map_err(|error| Error::Store(StoreError::Damaged { detail: error.to_string() }))
    }

    /// Adds the records of an export that are not there yet, all in one transaction. What is there stays as it is.
    ///
    /// # Errors
    /// [`ImportError`]; then nothing was stored.
    pub async fn import(&self, json: &str) -> Result<Imported, ImportError> {
        let not_one = |error: serde_json::Error| ImportError::NotAnExport { detail: error.to_string() };
        let head: Head = serde_json::from_str(json).map_err(not_one)?;
        if head.ricordo > RECORD_VERSION {
            return Err(ImportError::NewerVersion { found: head.ricordo });
        }
        let body: Body = serde_json::from_str(json).map_err(not_one)?;
        let mut there: BTreeSet<RecordKey> = BTreeSet::new();
        for kind in Kind::ALL.into_iter().filter(|kind| body.records.iter().any(|record| record.kind() == *kind)) {
            there.extend(self.store.records(kind).await?.iter().map(Record::key));
        }
        let mut imported = Imported::default();
        let mut changes = Vec::new();
        for record in body.records {
            if there.insert(record.key()) {
                imported.added += 1;
                changes.push(Change::Add(record));
            } else {
                imported.kept += 1;
            }
        }
        self.store.apply(changes).await?;
        Ok(imported)
    }
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

    #[tokio::test]
    async fn an_export_comes_back_whole_and_only_once() {
        let from = session();
        let records = sample::of_every_kind();
        from.store().apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
        let export = from.export_json().await.unwrap();
        let to = session();
        let count = u32::try_from(records.len()).unwrap();
        assert_eq!(to.import(&export).await, Ok(Imported { added: count, kept: 0 }));
        assert_eq!(to.export_json().await.unwrap(), export);
        assert_eq!(to.import(&export).await, Ok(Imported { added: 0, kept: count }));
        assert_eq!(to.export_json().await.unwrap(), export);
    }

    #[tokio::test]
    async fn what_is_no_export_or_too_new_stores_nothing() {
        let to = session();
        for wrong in ["", "[]", "{}", r#"{"ricordo": 3}"#, r#"{"ricordo": 3, "records": [{"message": 1}]}"#] {
            let refused = to.import(wrong).await.unwrap_err();
            assert!(matches!(refused, ImportError::NotAnExport { .. }), "{wrong}: {refused}");
        }
        let newer = format!(r#"{{"ricordo": {}, "records": [{{"thing": 1}}]}}"#, RECORD_VERSION + 1);
        assert_eq!(to.import(&newer).await, Err(ImportError::NewerVersion { found: RECORD_VERSION + 1 }));
        assert_eq!(to.export_json().await.unwrap(), session().export_json().await.unwrap());
    }
}
