//! Short documents of a conversation are sent whole, whatever the message is about.

use super::{super::Session, chunks::whole, reach::days_between};
use crate::{
    compile::{Limits, Recalled},
    document::Document,
    error::StoreError,
    host::Host,
    provider::Provider,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    time::Now,
};

/// The part of the budget that the short documents of a conversation may take together: a quarter.
const SHORT_DIVISOR: u32 = 4;

impl<S: Store, H: Host> Session<S, H> {
    /// The short documents of a conversation, oldest first.
    pub(super) async fn whole_documents(
        &self,
        settings: &Settings,
        snapshot: &Snapshot,
        provider: &Provider,
        now: Now,
    ) -> Result<Vec<Recalled>, StoreError> {
        if !settings.recall.documents {
            return Ok(Vec::new());
        }
        let most = Limits::of(settings, provider).budget / SHORT_DIVISOR;
        let mut pieces = Vec::new();
        for document in short(self.store.records(Kind::Document).await?, snapshot, most) {
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

/// The documents of a conversation that take less than `most` tokens together. One that is longer is left out, not those
/// after it.
fn short(records: Vec<Record>, snapshot: &Snapshot, most: u32) -> Vec<Document> {
    let own = Scope::Conversation(snapshot.conversation.id);
    let mut left = most;
    let all =
        records.into_iter().filter_map(|record| if let Record::Document(one) = record { Some(one) } else { None });
    let short = all.filter(|document| document.scope == own).filter(|document| {
        let fits = document.tokens < left;
        if fits {
            left -= document.tokens;
        }
        fits
    });
    short.collect()
}
