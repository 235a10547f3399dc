//! Moves vectors to a store outside this browser and back, and removes there what is gone here.
//!
//! A vector is added there before it leaves here, and is back here before it is removed there. What a closed tab left there
//! twice, or what was erased here meanwhile, is found by comparing the ids, and removed.

use super::{
    super::Session,
    reach::Reach,
    run::{VectorRun, VectorsEnd, VectorsError},
    store::Filled,
};
use crate::{
    cancel::Cancel,
    change::Change,
    error::StoreError,
    host::Host,
    id::MessageId,
    index_part::IndexPart,
    message::MessageText,
    recall::{Embedder, Removed, SharedRecall, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind},
    record::RecordKey,
    settings,
    store::Store,
};
use ricordo_recall::{
    ranked::{Part, PartKey},
    vectors::{VectorPart, Vectors},
};
use ricordo_text::small_sort;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// How many vectors stay in this browser although a store keeps the others, unless somebody chose otherwise: the newest.
/// They are found without a connection.
pub const KEPT_VECTORS: usize = settings::KEPT_VECTORS as usize;

/// How many vectors are elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElsewhereProgress {
    /// Vectors that are elsewhere.
    pub done: usize,
    /// Vectors that are to be there.
    pub total: usize,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Moves all vectors but the newest `kept` to the store of `run`, until that is done or `cancel` is raised; brings those
    /// back that are not to be there any more; and removes there what is gone here. A part with a message that may not be found,
    /// such as a forgotten or muted one, stays here or comes back. Only one tab does this, as with all background work. Without a
    /// store nothing happens.
    ///
    /// # Errors
    /// [`VectorsError`]. What was moved before stays there.
    pub async fn move_vectors<E: Embedder, V: VectorStore>(
        &self,
        run: &VectorRun<'_, E, V>,
        kept: usize,
        cancel: &Cancel,
        observer: &dyn Fn(ElsewhereProgress),
    ) -> Result<VectorsEnd, VectorsError> {
        let (Some(recall), Some(store)) = (self.store.recall(), run.elsewhere) else { return Ok(VectorsEnd::Done) };
        self.load_with_vectors(recall, run.embedder, &|| cancel.is_cancelled()).await?;
        // What is known here may not be loaded whole, and what is not known is removed from the store.
        if cancel.is_cancelled() {
            return Ok(VectorsEnd::Preempted);
        }
        let Some(dimension) = recall.index().vectors.index().map(|index| index.space().dimension()) else {
            // There are none here, but those of what was erased may be there.
            return self.compare(recall, store, cancel).await;
        };
        prepare(store, dimension, elsewhere(recall)).await.map_err(VectorsError::Elsewhere)?;
        let reach = Reach::of_given(recall, &self.given(run.answers, store.is_on_this_computer()).await?);
        let may_go = |key: PartKey, part: &VectorPart| {
            part.places().all(|(sequence, id)| reach.admits(key.branch, sequence, id))
        };
        let Plan { go, come, mut progress } = plan(recall, kept, &may_go);
        observer(progress);
        for part in come {
            if cancel.is_cancelled() {
                return Ok(VectorsEnd::Preempted);
            }
            self.bring_back(recall, store, part).await?;
        }
        for part in go {
            if cancel.is_cancelled() {
                return Ok(VectorsEnd::Preempted);
            }
            progress.done += self.move_part(recall, store, part).await?;
            observer(progress);
        }
        self.compare(recall, store, cancel).await
    }

    /// Brings all vectors back from the store of `run`, and deletes what is there. Those that are not there any more are
    /// made again later.
    ///
    /// # Errors
    /// [`VectorsError`]. What came back before stays here.
    pub async fn bring_vectors_back<E: Embedder, V: VectorStore>(
        &self,
        run: &VectorRun<'_, E, V>,
        cancel: &Cancel,
        observer: &dyn Fn(ElsewhereProgress),
    ) -> Result<VectorsEnd, VectorsError> {
        let (Some(recall), Some(store)) = (self.store.recall(), run.elsewhere) else { return Ok(VectorsEnd::Done) };
        self.load_with_vectors(recall, run.embedder, &|| cancel.is_cancelled()).await?;
        let Plan { come, mut progress, .. } = plan(recall, usize::MAX, &|_, _| false);
        observer(progress);
        for part in come {
            if cancel.is_cancelled() {
                return Ok(VectorsEnd::Preempted);
            }
            let there = recall.index().vectors.part(part).map_or(0, VectorPart::messages);
            self.bring_back(recall, store, part).await?;
            progress.done = progress.done.saturating_sub(there);
            observer(progress);
        }
        if cancel.is_cancelled() {
            return Ok(VectorsEnd::Preempted);
        }
        store.delete().await.map_err(VectorsError::Elsewhere)?;
        Ok(VectorsEnd::Done)
    }

    /// Forgets which vectors are elsewhere, without asking the store: they are made again here. For a store that does not
    /// answer any more. What is there stays there.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_vectors_elsewhere(&self, embedder: &impl Embedder) -> Result<(), StoreError> {
        let Some(recall) = self.store.recall() else { return Ok(()) };
        self.load_vectors(recall, embedder.id(), &|| false).await?;
        for part in outlined(recall) {
            let key = recall.index().vectors.key(part);
            self.remove_row(key).await?;
        }
        Ok(())
    }

    /// Moves a part. Returns the number of its vectors that are elsewhere now.
    async fn move_part<V: VectorStore>(
        &self,
        recall: &SharedRecall,
        store: &V,
        part: PartKey,
    ) -> Result<usize, VectorsError> {
        let Some(here) = recall.index().vectors.part(part).cloned() else { return Ok(0) };
        let stored = |(id, values)| StoredVector { id, branch: part.branch, part: part.number, values };
        let vectors: Vec<StoredVector> = here.passages().map(stored).collect();
        for some in vectors.chunks(V::MOST) {
            store.put(some).await.map_err(VectorsError::Elsewhere)?;
        }
        let key = recall.index().vectors.key(part);
        let is_stored = self.replace_part(recall, (part, key), here.outlined()).await?;
        Ok(if is_stored { vectors.len() } else { 0 })
    }

    /// Brings a part back, and removes it there.
    async fn bring_back<V: VectorStore>(
        &self,
        recall: &SharedRecall,
        store: &V,
        part: PartKey,
    ) -> Result<(), VectorsError> {
        let Some(outlined) = recall.index().vectors.part(part).cloned() else { return Ok(()) };
        let key = recall.index().vectors.key(part);
        self.bring_outlined_back(recall, store, (part, key), &outlined).await
    }

    /// Brings a part back that is stored under a key without its values, and removes it there.
    pub(super) async fn bring_outlined_back<V: VectorStore>(
        &self,
        recall: &SharedRecall,
        store: &V,
        (part, key): (PartKey, RecordKey),
        outlined: &VectorPart,
    ) -> Result<(), VectorsError> {
        let ids: Vec<MessageId> = outlined.ids().collect();
        let is_back = match self.restored(store, outlined).await.map_err(VectorsError::Elsewhere)? {
            Some(restored) => self.replace_part(recall, (part, key), restored).await?,
            None => false,
        };
        if !is_back {
            // The part is made again.
            self.remove_row(key).await?;
        }
        for some in ids.chunks(V::MOST) {
            store.remove(Removed::Ids(some)).await.map_err(VectorsError::Elsewhere)?;
        }
        Ok(())
    }

    /// A part with its values; `None`: they are not there any more.
    pub(super) async fn restored<V: VectorStore>(
        &self,
        store: &V,
        part: &VectorPart,
    ) -> Result<Option<VectorPart>, VectorStoreError> {
        let ids: Vec<MessageId> = part.ids().collect();
        let mut values: BTreeMap<MessageId, Vec<f32>> = BTreeMap::new();
        for some in ids.chunks(V::MOST) {
            let found = store.get(some).await?;
            if found.iter().any(|one| one.values.len() != part.space().dimension()) {
                let detail = "a vector came back with another length";
                return Err(VectorStoreError::new(VectorStoreErrorKind::NotUnderstood, detail));
            }
            values.extend(found.into_iter().map(|one| (one.id, one.values)));
        }
        Ok(part.restored(&|id| values.get(&id).cloned()))
    }

    /// Stores another form of a part under its key, unless one of its messages was written or removed meanwhile: then that
    /// decides.
    async fn replace_part(
        &self,
        recall: &SharedRecall,
        (part, key): (PartKey, RecordKey),
        vectors: VectorPart,
    ) -> Result<bool, StoreError> {
        let RecordKey::VectorPart(branch, number) = key else { return Ok(false) };
        let is_whole = |texts: &[MessageText]| vectors.ids().all(|id| texts.iter().any(|message| message.id == id));
        let filled = |texts: &[MessageText]| {
            let words = Part::build(texts).to_bytes();
            let row = || IndexPart { branch, number, bytes: vectors.to_bytes() };
            Filled { words, vectors: is_whole(texts).then(row).into_iter().collect() }
        };
        let stored = self.store_part_of(recall, part, &filled).await?;
        let is_stored = stored.is_some_and(|texts| is_whole(&texts));
        if is_stored {
            recall.index().vectors.put_part(part, vectors);
        }
        Ok(is_stored)
    }

    pub(super) async fn remove_row(&self, key: RecordKey) -> Result<(), StoreError> {
        self.store.apply(vec![Change::Remove(key)]).await?;
        Ok(())
    }

    /// Compares what is elsewhere with what is known here, unless their numbers are equal. What is known only there is
    /// removed; what is known only here is made again.
    async fn compare<V: VectorStore>(
        &self,
        recall: &SharedRecall,
        store: &V,
        cancel: &Cancel,
    ) -> Result<VectorsEnd, VectorsError> {
        let known = elsewhere(recall);
        if store.count().await.map_err(VectorsError::Elsewhere)? == known {
            return Ok(VectorsEnd::Done);
        }
        let mut missing: BTreeMap<MessageId, RecordKey> = BTreeMap::new();
        for part in outlined(recall) {
            let index = recall.index();
            let key = index.vectors.key(part);
            if let Some(found) = index.vectors.part(part) {
                missing.extend(found.ids().map(|id| (id, key)));
            }
        }
        self.compare_ids(store, missing, cancel).await
    }

    /// Removes from the store what is not among the known ids, which are given with the keys of their rows. The parts of those
    /// that are not there are made again.
    pub(super) async fn compare_ids<V: VectorStore>(
        &self,
        store: &V,
        known: BTreeMap<MessageId, RecordKey>,
        cancel: &Cancel,
    ) -> Result<VectorsEnd, VectorsError> {
        let mut missing = known;
        let mut gone: Vec<MessageId> = Vec::new();
        let mut from: Option<String> = None;
        loop {
            if cancel.is_cancelled() {
                return Ok(VectorsEnd::Preempted);
            }
            let page = store.ids(from.as_deref()).await.map_err(VectorsError::Elsewhere)?;
            gone.extend(page.ids.iter().map(|one| one.id).filter(|id| missing.remove(id).is_none()));
            from = page.next;
            if from.is_none() {
                break;
            }
        }
        for some in gone.chunks(V::MOST) {
            store.remove(Removed::Ids(some)).await.map_err(VectorsError::Elsewhere)?;
        }
        for key in missing.into_values().collect::<BTreeSet<RecordKey>>() {
            self.remove_row(key).await?;
        }
        Ok(VectorsEnd::Done)
    }
}

/// Number of vectors that are elsewhere.
pub(super) fn elsewhere(recall: &SharedRecall) -> usize {
    recall.index().vectors.index().map_or(0, Vectors::elsewhere)
}

/// Creates the collection. One that has vectors of an earlier model is made anew, so that no question meets them.
async fn prepare<V: VectorStore>(store: &V, dimension: usize, known: usize) -> Result<(), VectorStoreError> {
    if known == 0 && store.count().await? > 0 {
        store.delete().await?;
    }
    match store.ensure(dimension).await {
        Err(error) if matches!(error.kind, VectorStoreErrorKind::OtherDimension { .. }) => {
            store.delete().await?;
            store.ensure(dimension).await
        }
        done => done,
    }
}

/// What is moved.
struct Plan {
    /// Parts that go to the store.
    go: Vec<PartKey>,
    /// Parts that come back.
    come: Vec<PartKey>,
    progress: ElsewhereProgress,
}

/// The newest parts stay, until `kept` vectors do; the others go, if they may.
fn plan(recall: &SharedRecall, kept: usize, may_go: &dyn Fn(PartKey, &VectorPart) -> bool) -> Plan {
    let index = recall.index();
    let mut plan = Plan { go: Vec::new(), come: Vec::new(), progress: ElsewhereProgress::default() };
    let Some(vectors) = index.vectors.index() else { return plan };
    // Those of memories and summaries stay: they are few.
    let parts = vectors.parts().filter(|(key, _)| !key.branch.is_derived());
    let mut parts: Vec<(PartKey, &VectorPart)> = parts.map(|(key, part)| (*key, part)).collect();
    small_sort::by_key(&mut parts, |(_, part)| Reverse(part.newest()));
    let mut stay = 0;
    for (key, part) in parts {
        let (count, may_go) = (part.messages(), may_go(key, part));
        match (part.is_outlined(), may_go) {
            (true, false) => {
                plan.come.push(key);
                plan.progress.done += count;
            }
            (true, true) => {
                plan.progress.done += count;
                plan.progress.total += count;
            }
            (false, true) if stay >= kept => {
                plan.go.push(key);
                plan.progress.total += count;
            }
            (false, _) => stay += count,
        }
    }
    plan
}

/// The parts whose values are elsewhere.
fn outlined(recall: &SharedRecall) -> Vec<PartKey> {
    let index = recall.index();
    let Some(vectors) = index.vectors.index() else { return Vec::new() };
    vectors.parts().filter(|(_, part)| part.is_outlined()).map(|(key, _)| *key).collect()
}
