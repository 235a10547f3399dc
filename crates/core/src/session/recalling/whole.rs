//! Short documents of a conversation are sent whole, whatever the message is about.

use super::{super::Session, chunks::whole, reach::days_between};
use crate::{
    compile::Recalled,
    document::Document,
    error::{Error, StoreError},
    host::Host,
    record::RecordKey,
    scope::Scope,
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    time::Now,
};

/// The part of the budget that the short documents of a conversation may take together: a quarter.
const SHORT_DIVISOR: u32 = 4;

impl<S: Store, H: Host> Session<S, H> {
    /// The documents that a message may be answered from, oldest first.
    pub(super) async fn documents_for(&self, settings: &Settings, snapshot: &Snapshot) -> Result<Vec<Document>, Error> {
        if settings.recall.documents { self.documents_at(snapshot.place()).await } else { Ok(Vec::new()) }
    }

    /// The short ones of `documents` that belong to this conversation alone, oldest first. `budget` is that of the request.
    pub(super) async fn whole_documents(
        &self,
        documents: Vec<Document>,
        budget: u32,
        snapshot: &Snapshot,
        now: Now,
    ) -> Result<Vec<Recalled>, StoreError> {
        let mut pieces = Vec::new();
        for document in short(documents, snapshot, budget / SHORT_DIVISOR) {
            let Some((document, hidden)) = self.document_as_stored(document.id).await? else { continue };
            let (first, last) = RecordKey::chunks_of(document.id);
            let mut chunks = self.chunks_between(first, last).await?;
            chunks.retain(|chunk| !hidden.contains(&document.id.chunk(chunk.number)));
            if !chunks.is_empty() {
                pieces.push(whole(&document, chunks, days_between(document.added_at, now.at)));
            }
        }
        Ok(pieces)
    }
}

/// The documents of a conversation that fit into `most` tokens together. A document that does not fit is left out, but not
/// those after it.
fn short(all: Vec<Document>, snapshot: &Snapshot, most: u32) -> Vec<Document> {
    let own = Scope::Conversation(snapshot.conversation.id);
    let mut left = most;
    let short = all.into_iter().filter(|document| document.scope == own).filter(|document| {
        let fits = document.tokens < left;
        if fits {
            left -= document.tokens;
        }
        fits
    });
    short.collect()
}
