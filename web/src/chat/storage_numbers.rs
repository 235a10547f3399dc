//! Storage usage and persistence, and deleting all data.

use super::Chat;
use crate::{browser, state::edits::erase_edits, texts::storage as texts, words};
use leptos::prelude::*;
use ricordo_browser::{
    AnyStore,
    delete::{self, Deletion},
    storage::{estimate, persisted},
};
use ricordo_core::store::Store;

/// Whether the browser protects the data from eviction when storage runs low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persisted {
    /// The data is protected.
    Yes,
    /// The browser may delete the data.
    No,
    /// The browser does not say.
    Unknown,
    /// The data is only in memory.
    InMemory,
}

/// Numbers on the storage page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Used and available bytes.
    pub room: Option<(u64, u64)>,
    /// Whether the data is protected.
    pub persisted: Persisted,
    /// Name of each kind of record, with its count.
    pub counts: Vec<(&'static str, u64)>,
}

impl Chat {
    /// Reads the numbers of the storage page.
    pub async fn storage_numbers(self) -> Numbers {
        let session = self.storage.session();
        let mut counts = Vec::new();
        for (kind, name) in texts::counted() {
            match session.store().count(kind).await {
                Ok(count) => counts.push((name, count)),
                Err(error) => self.storage.report(&error.into()),
            }
        }
        let persisted = match (&**session.store(), persisted().await) {
            (AnyStore::Memory(_), _) => Persisted::InMemory,
            (_, Some(true)) => Persisted::Yes,
            (_, Some(false)) => Persisted::No,
            (_, None) => Persisted::Unknown,
        };
        let room = estimate().await.map(|estimate| (estimate.used, estimate.quota));
        Numbers { room, persisted, counts }
    }

    /// Deletes all data of the page in this browser, with its vectors elsewhere, and starts over.
    ///
    /// # Errors
    /// The reason as a sentence: a vector store does not answer, or another tab delays the deletion, or the browser refuses it.
    pub async fn delete_everything(self) -> Result<(), String> {
        // First, because nobody knows afterwards what is there.
        self.delete_vectors_there().await?;
        self.turns.stop_all();
        self.maintenance.preempt();
        let database = self.storage.name.get_value();
        self.storage.session().store().close().await;
        let deletion = delete::everything(&database, |key| browser::is_of_another_database(key, &database)).await;
        if deletion != Deletion::Failed {
            // When the page is left, it keeps where the view is in a conversation, and what is typed and not stored.
            self.transcript.list.here.set_value(None);
            self.composer.stored.set_value(self.composer.text.get_untracked());
            erase_edits(None);
            browser::forget_all();
        }
        match deletion {
            Deletion::Done => {
                browser::begin_afresh();
                Ok(())
            }
            Deletion::Waits => Err(texts::storage().not_yet_deleted.to_owned()),
            Deletion::Failed => Err(texts::storage().not_deleted.to_owned()),
        }
    }
}

/// Formats a size for people: `52 bytes`, `1.2 MB`. A megabyte is 1,048,576 bytes.
pub fn size(bytes: u64) -> String {
    let texts = texts::storage();
    let (unit, sentence) = match bytes {
        0..0x400 => return texts.bytes.say(bytes),
        0x400..0x10_0000 => (1 << 10, texts.kilobytes),
        0x10_0000..0x4000_0000 => (1 << 20, texts.megabytes),
        _ => (1_u64 << 30, texts.gigabytes),
    };
    let tenths = (u128::from(bytes) * 10 + u128::from(unit) / 2) / u128::from(unit);
    let tenths = u64::try_from(tenths).unwrap_or(u64::MAX);
    let number = if tenths >= 1_000 { words::number(tenths / 10) } else { words::tenths(tenths) };
    crate::texts::fill(sentence, &[("n", &number)])
}

#[cfg(test)]
mod tests {
    use super::size;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn sizes_are_told_in_units_people_use() {
        speak(UiLanguage::En);
        assert_eq!([0, 1_536, 98_362_432, 1 << 31].map(size), ["0 bytes", "1.5 KB", "93.8 MB", "2.0 GB"]);
        assert_eq!(size(200 << 20), "200 MB");
    }

    #[test]
    fn a_size_at_the_edge_of_a_unit_is_in_the_smaller_or_the_larger_one_and_never_negative_or_cut() {
        speak(UiLanguage::En);
        for (bytes, shown) in [
            (1, "1 byte"),
            (52, "52 bytes"),
            (1_023, "1,023 bytes"),
            (1_024, "1.0 KB"),
            (102_400, "100 KB"),
            (0x10_0000 - 1, "1,024 KB"),
            (0x10_0000, "1.0 MB"),
            (0x4000_0000 - 1, "1,024 MB"),
            (0x4000_0000, "1.0 GB"),
            (u64::MAX, "17,179,869,184 GB"),
        ] {
            assert_eq!(size(bytes), shown, "{bytes}");
        }
    }
}
