//! Texts of the storage page: usage, kinds of data, and deleting everything.

use ricordo_core::record::Kind;

include!(concat!(env!("OUT_DIR"), "/texts/storage.rs"));

/// Kinds of records that the page counts, with their names.
pub fn counted() -> [(Kind, &'static str); 12] {
    let kinds = kinds();
    [
        (Kind::Conversation, kinds.conversations),
        (Kind::Message, kinds.messages),
        (Kind::Branch, kinds.branches),
        (Kind::Summary, kinds.summaries),
        (Kind::Memory, kinds.memories),
        (Kind::Document, kinds.documents),
        (Kind::Task, kinds.tasks),
        (Kind::Template, kinds.templates),
        (Kind::Provider, kinds.providers),
        (Kind::Blob, kinds.images),
        (Kind::Manifest, kinds.requests),
        (Kind::Undo, kinds.undo),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn every_kind_of_record_is_counted_once_and_under_a_name_of_its_own() {
        for language in UiLanguage::all() {
            speak(language);
            let counted = counted();
            for (at, (kind, name)) in counted.iter().enumerate() {
                assert!(!name.is_empty(), "{kind:?}");
                let is_other = |(other, its_name): &(Kind, &str)| other != kind && its_name != name;
                assert!(counted[..at].iter().all(is_other), "{kind:?}: {name}");
            }
        }
    }
}
