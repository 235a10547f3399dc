//! Fetches the vectors that are nearest to a question from the store elsewhere, so that it is compared with them as with
//! those that are here.

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

/// Vectors that a question fetches: far more than pieces are wanted, because words decide, too.
pub const MOST_NEAREST: usize = 100;
/// Most branches that are named in a question. With more, everything is asked for, and what may not be found is left out
/// here.
const MOST_BRANCHES: usize = 500;
/// Vectors that are fetched once, from all: what is near is near compared with others.
pub const SAMPLE: usize = 256;

/// Whether a message may be found.
pub(super) type Admits<'a> = &'a dyn Fn(BranchId, Sequence, MessageId) -> bool;

impl<S: Store, H: Host> Session<S, H> {
    /// Fetches the vectors elsewhere that are nearest to a question, which began to be answered at `began`. `false`: there
    /// are some that may be found, and they did not come in time.
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

/// What is asked elsewhere; `None`: nothing that may be found is there.
fn ask(recall: &SharedRecall, question: &Vector, admits: Admits<'_>) -> Option<Ask> {
    recall.index().vectors.index()?.ask(question, admits).ok()?
}

/// Takes in what is nearest, and a sample, unless there is one.
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
