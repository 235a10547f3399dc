//! The vector of a question, and the stored vectors that it is compared with.

use super::{super::Session, AskedFor, Asking, ByMeaning, load::next_part};
use crate::{
    error::StoreError,
    host::Host,
    id::BranchId,
    message::text_of,
    recall::{Embedder, Purpose, SharedRecall, VectorStore},
    record::{Kind, Record, RecordKey},
    store::Store,
};
use futures_util::future::{Either, join, select};
use ricordo_recall::vectors::{Space, Vector};
use ricordo_text::excerpt::beginning;
use std::pin::pin;

/// Number of parts per read: 26 KB each with 384 dimensions.
const BATCH: u32 = 50;
/// Maximum number of tokens of a question to make its vector from. A small model in the page needs about 4 ms for each.
pub const MOST_OF_A_QUESTION: u32 = 128;

/// The vector of a question.
pub(super) enum Meaning {
    /// It is not wanted, or there is nothing to compare it with.
    Off,
    /// It could not be made in time, or at all.
    Missing,
    /// The vector.
    Is(Vector),
}

impl<S: Store, H: Host> Session<S, H> {
    /// The vector of a question, by the model whose vectors are used. Meanwhile the stored vectors are read.
    pub(super) async fn meaning<E: Embedder, V: VectorStore>(
        &self,
        recall: &SharedRecall,
        asking: Asking<'_>,
        by_meaning: Option<ByMeaning<'_, E, V>>,
    ) -> Meaning {
        let may_ask = |embedder: &E| may_ask(asking, embedder.is_on_this_computer());
        let Some(by_meaning) = by_meaning.filter(|by| may_ask(by.embedder)) else { return Meaning::Off };
        let has_any = recall.index().vectors.index().is_some();
        if !has_any && !self.store.count(Kind::VectorPart).await.is_ok_and(|parts| parts > 0) {
            return Meaning::Off;
        }
        let text = text_of(&asking.outgoing.parts);
        let text = beginning(&text, MOST_OF_A_QUESTION);
        if text.trim().is_empty() {
            return Meaning::Off;
        }
        let chosen = by_meaning.embedder.id();
        let found = async {
            if by_meaning.earlier.is_some() {
                // Which model's vectors are used is known once they are read. The read below then finds nothing left to do.
                self.load_vectors(recall, chosen, &|| false).await.ok()?;
            }
            let embedder = Some(used(recall, by_meaning)).filter(|used| may_ask(used))?;
            let texts = [text];
            let (loaded, vectors) =
                join(self.load_vectors(recall, chosen, &|| false), embedder.embed(&texts, Purpose::Question)).await;
            loaded.ok()?;
            let values = vectors.ok()?.into_iter().next()?;
            let space = Space::new(embedder.id(), values.len()).ok()?;
            let is_stored = recall.index().vectors.in_space(&space).is_some();
            is_stored.then(|| space.vector(text, &values).ok())?
        };
        let time = time_for_vector(asking.asked_for, by_meaning.is_on_this_computer());
        match select(pin!(found), pin!(self.host.sleep(time))).await {
            Either::Left((Some(vector), _)) => Meaning::Is(vector),
            Either::Left((None, _)) | Either::Right(_) => Meaning::Missing,
        }
    }

    /// Reads the index of everything, and all stored vectors of an embedder, until `stops`.
    pub(super) async fn load_with_vectors(
        &self,
        recall: &SharedRecall,
        embedder: &impl Embedder,
        stops: &dyn Fn() -> bool,
    ) -> Result<(), StoreError> {
        self.load_all(recall, stops).await?;
        self.load_vectors(recall, embedder.id(), stops).await
    }

    /// Reads the stored vectors of an embedder, until `stops`.
    pub(super) async fn load_vectors(
        &self,
        recall: &SharedRecall,
        embedder: &str,
        stops: &dyn Fn() -> bool,
    ) -> Result<(), StoreError> {
        recall.index().vectors.begin(embedder);
        let last = RecordKey::VectorPart(BranchId(uuid::Uuid::max()), u32::MAX);
        loop {
            let Some(from) = recall.index().vectors.next.filter(|_| !stops()) else { break };
            let rows = self.store.records_between(from, last, BATCH).await?;
            put_rows(recall, &rows);
            let is_last = rows.len() < BATCH as usize;
            recall.index().vectors.next = match rows.last() {
                Some(Record::VectorPart(row)) if !is_last => {
                    next_part(row.branch, row.number).map(|(branch, number)| RecordKey::VectorPart(branch, number))
                }
                _ => None,
            };
        }
        loop {
            let Some(branch) = recall.index().vectors.again.last().copied() else { return Ok(()) };
            let (first, last) = RecordKey::vectors_of(branch);
            let rows = self.store.records_between(first, last, u32::MAX).await?;
            put_rows(recall, &rows);
            recall.index().vectors.again.retain(|other| *other != branch);
        }
    }
}

/// The model whose vectors a question is compared with: an earlier one as long as more of them are there than of the chosen
/// one.
fn used<'a, E: Embedder, V>(recall: &SharedRecall, by_meaning: ByMeaning<'a, E, V>) -> &'a E {
    let is_used = |earlier: &&E| {
        let index = recall.index();
        let vectors = index.vectors.earlier_than(by_meaning.embedder.id());
        vectors.is_some_and(|vectors| vectors.space().model() == earlier.id())
    };
    by_meaning.earlier.filter(is_used).unwrap_or(by_meaning.embedder)
}

/// Whether the text of a question may be sent to an embedder, or its vector to a store: what stays on this computer does not
/// leave it for that.
pub(super) fn may_ask(asking: Asking<'_>, is_on_this_computer: bool) -> bool {
    let stays = matches!(asking.asked_for, AskedFor::Typing | AskedFor::Typed)
        || asking.provider.is_on_this_computer()
        || asking.snapshot.conversation.temporary;
    asking.settings.recall.include_vector && (is_on_this_computer || !stays)
}

/// How long a question waits, in milliseconds, for its vector and then for the vectors in the store that are nearest to it.
/// The limit is for both together, so that time is left for the words.
pub(super) fn time_for_vector(asked_for: AskedFor, is_on_this_computer: bool) -> u32 {
    match asked_for {
        AskedFor::Typing => 100,
        AskedFor::Turn if is_on_this_computer => 100,
        AskedFor::Turn => 1_000,
        AskedFor::Answer => 5_000,
        AskedFor::Typed => 9_500,
    }
}

fn put_rows(recall: &SharedRecall, rows: &[Record]) {
    let mut index = recall.index();
    for row in rows {
        if let Record::VectorPart(row) = row {
            index.vectors.put_row(row);
        }
    }
}
