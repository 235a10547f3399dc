//! The storage page: how much there is, what it is, and how all of it goes.

use ricordo_core::record::Kind;

include!(concat!(env!("OUT_DIR"), "/texts/storage.rs"));

/// The kinds that the page counts, and what each is called.
pub fn counted() -> [(Kind, &'static str); 11] {
    let kinds = kinds();
    [
        (Kind::Conversation, kinds.conversations),
        (Kind::Message, kinds.messages),
        (Kind::Branch, kinds.branches),
        (Kind::Summary, kinds.summaries),
        (Kind::Memory, kinds.memories),
        (Kind::Task, kinds.tasks),
        (Kind::Template, kinds.templates),
        (Kind::Provider, kinds.providers),
        (Kind::Blob, kinds.images),
        (Kind::Manifest, kinds.requests),
        (Kind::Undo, kinds.undo),
    ]
}
