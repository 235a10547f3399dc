//! Removes from a vector store what is gone here, brings the rest back, or gives the store up, while no embedder is in use. The
//! stored parts say which vectors are elsewhere, whatever model made them.

use super::{
    super::Session,
    elsewhere::ElsewhereProgress,
    load::next_part,
    run::{VectorsEnd, VectorsError},
};
use crate::{
    cancel::Cancel,
    error::StoreError,
    host::Host,
    id::{BranchId, MessageId},
    index_part::IndexPart,
    recall::{SharedRecall, VectorStore, VectorStoreErrorKind},
    record::{Kind, Record, RecordKey},
    store::Store,
};
use ricordo_recall::{ranked::PartKey, vectors::VectorPart};
use std::collections::{BTreeMap, BTreeSet};

/// Number of parts per read.
const BATCH: u32 = 50;

impl<S: Store, H: Host> Session<S, H> {
    /// Removes from a vector store what is gone here, while no embedder is in use. Otherwise [`Session::move_vectors`] does.
    /// Only one tab does this, as with all background work.
    ///
    /// # Errors
    /// [`VectorsError`]. What was removed before stays removed.
    pub async fn remove_vectors_elsewhere<V: VectorStore>(
        &self,
        store: &V,
        cancel: &Cancel,
    ) -> Result<VectorsEnd, VectorsError> {
        let Some((known, models)) = self.known_elsewhere(cancel).await? else { return Ok(VectorsEnd::Preempted) };
        // The vectors of an earlier model are no longer in the store, so equal numbers prove nothing with two models.
        if models < 2 && store.count().await.map_err(VectorsError::Elsewhere)? == known.len() {
            return Ok(VectorsEnd::Done);
        }
        self.compare_ids(store, known, cancel).await
    }

    /// How many vectors a store has of what is gone here: they are removed by [`Session::move_vectors`] or
    /// [`Session::remove_vectors_elsewhere`]. While vectors move, some are in both places and count, too.
    ///
    /// # Errors
    /// [`VectorsError`].
    pub async fn vectors_to_remove_elsewhere<V: VectorStore>(&self, store: &V) -> Result<usize, VectorsError> {
        let Some((known, models)) = self.known_elsewhere(&Cancel::default()).await? else { return Ok(0) };
        let there = match store.count().await {
            Ok(there) => there,
            // Nothing was ever moved, or all of it was deleted.
            Err(error) if error.kind == VectorStoreErrorKind::Gone => 0,
            Err(error) => return Err(VectorsError::Elsewhere(error)),
        };
        if models < 2 || there == 0 {
            return Ok(there.saturating_sub(known.len()));
        }
        let (mut gone, mut from) = (0, None::<String>);
        loop {
            let page = store.ids(from.as_deref()).await.map_err(VectorsError::Elsewhere)?;
            gone += page.ids.iter().filter(|one| !known.contains_key(&one.id)).count();
            from = page.next;
            if from.is_none() {
                return Ok(gone);
            }
        }
    }

    /// The vectors that are elsewhere according to the stored parts, with the keys of their rows, and the number of models
    /// that made them. `None`: it was cancelled.
    async fn known_elsewhere(
        &self,
        cancel: &Cancel,
    ) -> Result<Option<(BTreeMap<MessageId, RecordKey>, usize)>, StoreError> {
        let mut known: BTreeMap<MessageId, RecordKey> = BTreeMap::new();
        let mut models: Vec<String> = Vec::new();
        let mut next = Some(RecordKey::first_of(Kind::VectorPart));
        while let Some(from) = next {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let (parts, then) = self.outlined_from(from).await?;
            for ((_, key), part) in parts {
                known.extend(part.ids().map(|id| (id, key)));
                let model = part.space().model();
                if models.iter().all(|known| known != model) {
                    models.push(model.to_owned());
                }
            }
            next = then;
        }
        Ok(Some((known, models.len())))
    }

    /// As [`Session::forget_vectors_elsewhere`], while no embedder is in use. The vectors that are here stay.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_all_vectors_elsewhere(&self) -> Result<(), StoreError> {
        let Some((known, _)) = self.known_elsewhere(&Cancel::default()).await? else { return Ok(()) };
        for key in known.into_values().collect::<BTreeSet<RecordKey>>() {
            self.remove_row(key).await?;
        }
        Ok(())
    }

    /// As [`Session::bring_vectors_back`], while no embedder is in use.
    ///
    /// # Errors
    /// [`VectorsError`]. What came back before stays here.
    pub async fn return_vectors<V: VectorStore>(
        &self,
        store: &V,
        cancel: &Cancel,
        observer: &dyn Fn(ElsewhereProgress),
    ) -> Result<VectorsEnd, VectorsError> {
        let Some(recall) = self.store.recall() else { return Ok(VectorsEnd::Done) };
        let ended = self.return_all(recall, store, cancel, observer).await;
        // They may be of several models, and those in memory are of one.
        recall.index().vectors.clear();
        ended
    }

    async fn return_all<V: VectorStore>(
        &self,
        recall: &SharedRecall,
        store: &V,
        cancel: &Cancel,
        observer: &dyn Fn(ElsewhereProgress),
    ) -> Result<VectorsEnd, VectorsError> {
        let there = store.count().await.map_err(VectorsError::Elsewhere)?;
        let mut progress = ElsewhereProgress { done: there, total: 0 };
        observer(progress);
        let mut next = Some(RecordKey::first_of(Kind::VectorPart));
        while let Some(from) = next {
            let (parts, then) = self.outlined_from(from).await?;
            for (place, part) in parts {
                if cancel.is_cancelled() {
                    return Ok(VectorsEnd::Preempted);
                }
                self.bring_outlined_back(recall, store, place, &part).await?;
                progress.done = progress.done.saturating_sub(part.messages());
                observer(progress);
            }
            next = then;
        }
        if cancel.is_cancelled() {
            return Ok(VectorsEnd::Preempted);
        }
        store.delete().await.map_err(VectorsError::Elsewhere)?;
        Ok(VectorsEnd::Done)
    }

    /// Some of the stored parts whose values are elsewhere, with the keys of their rows, and where the next ones begin.
    async fn outlined_from(
        &self,
        from: RecordKey,
    ) -> Result<(Vec<((PartKey, RecordKey), VectorPart)>, Option<RecordKey>), StoreError> {
        let last = RecordKey::VectorPart(BranchId(uuid::Uuid::max()), u32::MAX);
        let rows = self.store.records_between(from, last, BATCH).await?;
        let next = match rows.last() {
            Some(Record::VectorPart(row)) if rows.len() >= BATCH as usize => {
                next_part(row.branch, row.number).map(|(branch, number)| RecordKey::VectorPart(branch, number))
            }
            _ => None,
        };
        let outlined = |row: &Record| {
            let key = row.key();
            let Record::VectorPart(row) = row else { return None };
            let part = VectorPart::from_bytes(&row.bytes).ok().filter(VectorPart::is_outlined)?;
            let (number, _) = IndexPart::of_slot(row.number);
            Some(((PartKey { branch: row.branch, number }, key), part))
        };
        Ok((rows.iter().filter_map(outlined).collect(), next))
    }
}
