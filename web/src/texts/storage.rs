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
