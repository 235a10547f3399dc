//! Documents: what is added is found where it may be found, and nothing is left of what is erased.

mod adding;
mod erased;
mod files;
mod forked;
mod found;
mod held;
mod leaks;
mod learned;
mod meanwhile;
mod searched;
mod together;
mod tools;
mod whole;

use crate::recalling::{Recalling, open};
use ricordo_core::{
    digest::Digest,
    document::{ChunkPlace, Document, DocumentKind},
    id::{ConversationId, DocumentId},
    record::{Kind, Record},
    scope::Scope,
    session::NewDocument,
    store::Store,
};

/// A text with the chunks given.
fn text(name: &str, scope: Scope, chunks: &[&str]) -> NewDocument {
    let all = chunks.concat();
    NewDocument {
        name: name.to_owned(),
        kind: DocumentKind::Text,
        scope,
        digest: Digest::of(all.as_bytes()),
        bytes: all.len() as u64,
        pages: None,
        chunks: chunks.iter().map(|chunk| ((*chunk).to_owned(), ChunkPlace::default())).collect(),
    }
}

async fn add(chat: &Recalling, scope: Scope, chunks: &[&str]) -> Document {
    chat.session.add_document(chat.id, text("notes.txt", scope, chunks)).await.unwrap()
}

fn here(chat: &Recalling) -> Scope {
    Scope::Conversation(chat.id)
}

async fn chunks(chat: &Recalling, id: DocumentId) -> Vec<String> {
    let records = chat.session.store().records(Kind::Chunk).await.unwrap().into_iter();
    let own = records.filter_map(|record| if let Record::Chunk(chunk) = record { Some(chunk) } else { None });
    own.filter(|chunk| chunk.document == id).map(|chunk| chunk.text).collect()
}

async fn names(chat: &Recalling, conversation: ConversationId) -> Vec<String> {
    chat.session.documents_in(conversation).await.unwrap().into_iter().map(|document| document.name).collect()
}
