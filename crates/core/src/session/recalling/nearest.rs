//! Fetches the vectors that are nearest to a question from a vector store, so that the question is compared with them like
//! with those in this browser.

use super::{super::Session, Asking, ByMeaning, meaning};
use crate::{
    branch::Sequence,
    host::Host,
    id::{BranchId, MessageId},
    recall::{Embedder, SharedRecall, StoredVector, VectorStore, VectorStoreError},
    store::Store,
    time::Timestamp,
};
use futures_util::future::{Either, select, try_join};
use meaning::Meaning;
use ricordo_recall::vectors::{Ask, Vector};
use std::pin::pin;

/// Number of vectors to fetch for a question: far more than the wanted pieces, because words also count in the ranking.
pub const MOST_NEAREST: usize = 100;
/// Maximum number of branches to name in a query. With more, the query covers all branches, and the result is filtered here.
const MOST_BRANCHES: usize = 500;
/// Size of the sample of all vectors that is fetched once. Nearness is relative to other vectors.
pub const SAMPLE: usize = 256;

/// Tells whether a message may be found.
pub(super) type Admits<'a> = &'a dyn Fn(BranchId, Sequence, MessageId) -> bool;

impl<S: Store, H: Host> Session<S, H> {
    /// Fetches the vectors in the store that are nearest to a question. `began`: when the search for an answer began. Returns
    /// `false` if the store has vectors that may be found but did not return them in time.
    pub(super) async fn fetch_nearest<E: Embedder, V: VectorStore>(
        &self,
        recall: &SharedRecall,
        (asking, began): (Asking<'_>, Timestamp),
        meaning: &Meaning,
        (by_meaning, admits): (Option<ByMeaning<'_, E, V>>, Admits<'_>),
    ) -> bool {
        let (Meaning::Is(question), Some(by_meaning)) = (meaning, by_meaning) else { return true };
        let Some(ask) = ask(recall, question, admits) else { return true };
        let Some(store) = by_meaning.elsewhere else { return false };
        if !meaning::may_ask(asking, store.is_on_this_computer()) {
            return true;
        }
        let gone = u32::try_from(self.host.now().at.0.saturating_sub(began.0)).unwrap_or(0);
        let time = meaning::time_for_vector(asking.asked_for, !by_meaning.asks_elsewhere()).saturating_sub(gone);
        let fetched = fetched(recall, store, &ask);
        match select(pin!(fetched), pin!(self.host.sleep(time))).await {
            Either::Left((fetched, _)) => fetched.is_ok(),
            Either::Right(_) => false,
        }
    }
}

/// The query to the store; `None` if it has no vector that may be found.
fn ask(recall: &SharedRecall, question: &Vector, admits: Admits<'_>) -> Option<Ask> {
    recall.index().vectors.index()?.ask(question, admits).ok()?
}

/// Fetches the nearest vectors, and a sample unless there is one, and adds them to the index.
async fn fetched<V: VectorStore>(recall: &SharedRecall, store: &V, ask: &Ask) -> Result<(), VectorStoreError> {
    let is_named = !ask.is_everywhere && ask.branches.len() <= MOST_BRANCHES;
    let branches = is_named.then_some(ask.branches.as_slice());
    let wanted = recall.index().vectors.index().map_or(Vec::new(), |index| index.wanted_sample(SAMPLE));
    let sample = async {
        let mut sample = Vec::new();
        for some in wanted.chunks(V::MOST) {
            sample.extend(store.get(some).await?);
        }
        Ok(sample)
    };
    let (nearest, sample) = try_join(store.nearest(&ask.values, branches, MOST_NEAREST), sample).await?;
    let pairs = |vectors: Vec<StoredVector>| vectors.into_iter().map(|one| (one.id, one.values));
    if let Some(index) = recall.index().vectors.index_mut() {
        index.set_nearest(pairs(nearest));
        if !sample.is_empty() {
            index.set_sample(pairs(sample));
        }
    }
    Ok(())
}
