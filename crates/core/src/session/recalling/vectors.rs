//! Makes the vectors while the page is idle: those of memories and summaries (`derived_vectors`), then those of the
//! messages, newest first, a part at a time. What is made is stored, so a later run goes on where this one ended. What an
//! earlier model made stays beside them until all are there.

use super::{
    super::Session,
    derived::{Derived, has_vector, is_refused},
    embedding::{Made, embedded, with_vectors},
    reach::Reach,
    run::{Making, VectorProgress, VectorRun, VectorsEnd, VectorsError},
    store::Filled,
};
use crate::{
    cancel::Cancel,
    change::Change,
    error::{Error, StoreError},
    host::Host,
    id::BranchId,
    message::{MessageText, Role, text_of},
    recall::{Embedder, Purpose, RecallIndex, SharedRecall, VectorStore},
    record::{Kind, Record, RecordKey},
    store::Store,
    time::Timestamp,
};
use ricordo_recall::{
    ranked::{Part, PartKey},
    vectors::{Space, Vectors},
};
use ricordo_text::small_sort;
use std::cell::Cell;

/// How often a part is stored anew because a message of it was written meanwhile.
const MOST_TRIES: u32 = 3;
/// Number of rows per deletion.
const BATCH: u32 = 200;

/// How a run ended.
enum Round {
    /// It was completed or cancelled.
    Ended(VectorsEnd),
    /// The model answers with another dimension than what is stored, which is of no use any more.
    OtherDimension,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Makes the vectors that are missing, until all are there or `cancel` is raised: those of memories and summaries, then
    /// those of messages and documents. Forgotten and muted messages get
    /// none, nor do those that stay on this computer if the embedder is elsewhere. `observer` gets the progress after each
    /// call of the embedder. Those of an earlier model are deleted when all are there. Only one tab does this, as with all
    /// background work.
    ///
    /// # Errors
    /// [`VectorsError`].
    pub async fn make_vectors<E: Embedder, V: VectorStore>(
        &self,
        run: &VectorRun<'_, E, V>,
        cancel: &Cancel,
        observer: &dyn Fn(VectorProgress),
    ) -> Result<VectorsEnd, VectorsError> {
        let Some(recall) = self.store.recall() else { return Ok(VectorsEnd::Done) };
        let making = Making { run, cancel, observer, dimension: Cell::new(None), works: Cell::new(false), recall };
        loop {
            match self.make_round(recall, &making).await? {
                Round::Ended(end) => return Ok(end),
                // Once: from then on, an answer of yet another dimension is an error.
                Round::OtherDimension => recall.index().vectors.read_from_start(),
            }
        }
    }

    async fn make_round<E: Embedder, V: VectorStore>(
        &self,
        recall: &SharedRecall,
        making: &Making<'_, E, V>,
    ) -> Result<Round, VectorsError> {
        let Making { run, cancel, observer, .. } = making;
        self.load_with_vectors(recall, run.embedder, &|| cancel.is_cancelled()).await?;
        let given = self.given(run.answers, run.embedder.is_on_this_computer()).await?;
        let reach = Reach::of_given(recall, &given);
        let derived = self.given_derived(recall, &given).await?;
        let (mut progress, parts) = plan(&recall.index(), &reach, &derived);
        observer(progress);
        let space = space(recall);
        let is_other = || space.is_some() && self::space(recall) != space;
        self.make_derived_vectors(recall, making, derived, &mut progress).await?;
        progress.bytes = recall.index().vectors.bytes();
        let mut is_whole = true;
        for part in parts {
            if cancel.is_cancelled() {
                return Ok(Round::Ended(VectorsEnd::Preempted));
            }
            if is_other() {
                break;
            }
            is_whole &= self.make_part(recall, making, (part, &reach), &mut progress).await?;
        }
        observer(progress);
        if cancel.is_cancelled() {
            return Ok(Round::Ended(VectorsEnd::Preempted));
        }
        if is_other() {
            return Ok(Round::OtherDimension);
        }
        if is_whole {
            self.delete_leftovers(recall).await?;
        }
        Ok(Round::Ended(VectorsEnd::Done))
    }

    /// Makes the vectors that a part lacks, newest first. `false`: it has to wait for the store elsewhere.
    async fn make_part<E: Embedder, V: VectorStore>(
        &self,
        recall: &SharedRecall,
        making: &Making<'_, E, V>,
        (part, reach): (PartKey, &Reach),
        progress: &mut VectorProgress,
    ) -> Result<bool, VectorsError> {
        let run = making.run;
        let texts = self.texts_of(part).await?;
        self.read_vectors_again(recall, part, run.embedder.id()).await?;
        let missing: Vec<&MessageText> =
            texts.iter().rev().filter(|message| is_missing(&recall.index(), reach, message)).collect();
        if !missing.is_empty() && !self.has_values(recall, part, run).await? {
            return Ok(false);
        }
        let mut made = Vec::new();
        let mut end = Ok(true);
        for some in missing.chunks(run.embedder.most_texts().max(1)) {
            let refused = recall.index().vectors.refused();
            let made_now = embedded(making, some).await;
            making.count_refused(refused, progress);
            let Some(made_now) = made_now else { break };
            match made_now {
                Ok(more) => {
                    progress.done += more.len();
                    made.extend(more);
                }
                Err(error) => {
                    end = Err(VectorsError::Embedder(error));
                    break;
                }
            }
            (making.observer)(*progress);
        }
        self.store_vectors(recall, part, &made).await?;
        progress.bytes = recall.index().vectors.bytes();
        end
    }

    /// Deletes what an earlier model left, and what is damaged.
    async fn delete_leftovers(&self, recall: &SharedRecall) -> Result<(), StoreError> {
        let leftovers = recall.index().vectors.take_leftovers();
        for some in leftovers.chunks(BATCH as usize) {
            self.store.apply(some.iter().copied().map(Change::Remove).collect()).await?;
        }
        Ok(())
    }

    /// Brings the values of a part back into memory, if they are elsewhere: a vector cannot be added to it without them.
    /// `false`: it has to wait for the store.
    async fn has_values<E: Embedder, V: VectorStore>(
        &self,
        recall: &SharedRecall,
        part: PartKey,
        run: &VectorRun<'_, E, V>,
    ) -> Result<bool, VectorsError> {
        let outlined = recall.index().vectors.part(part).filter(|found| found.is_outlined()).cloned();
        let Some(outlined) = outlined else { return Ok(true) };
        let Some(store) = run.elsewhere else { return Ok(false) };
        let restored = self.restored(store, &outlined).await.map_err(VectorsError::Elsewhere)?;
        let vectors = &mut recall.index().vectors;
        match restored {
            Some(restored) => vectors.put_part(part, restored),
            // All vectors of the part are made again.
            None => vectors.remove_part(part),
        }
        Ok(true)
    }

    /// Reads the stored vectors of a part again: another tab may have made them since.
    pub(super) async fn read_vectors_again(
        &self,
        recall: &SharedRecall,
        part: PartKey,
        embedder: &str,
    ) -> Result<(), StoreError> {
        // Everything may have to be read again, such as after an import in another tab.
        self.load_vectors(recall, embedder, &|| false).await?;
        let key = recall.index().vectors.key(part);
        let row = self.store.record(key).await?;
        let vectors = &mut recall.index().vectors;
        vectors.remove_part(part);
        if let Some(Record::VectorPart(row)) = row {
            vectors.put_row(&row);
        }
        Ok(())
    }

    /// How many texts have vectors of an embedder.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn vector_progress<E: Embedder, V: VectorStore>(
        &self,
        run: &VectorRun<'_, E, V>,
    ) -> Result<VectorProgress, Error> {
        let Some(recall) = self.store.recall() else { return Ok(VectorProgress::default()) };
        self.load_with_vectors(recall, run.embedder, &|| false).await?;
        let given = self.given(run.answers, run.embedder.is_on_this_computer()).await?;
        let reach = Reach::of_given(recall, &given);
        let derived = self.given_derived(recall, &given).await?;
        let (progress, _) = plan(&recall.index(), &reach, &derived);
        Ok(progress)
    }

    /// Deletes all vectors.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn delete_vectors(&self) -> Result<(), Error> {
        let (first, last) =
            (RecordKey::first_of(Kind::VectorPart), RecordKey::VectorPart(BranchId(uuid::Uuid::max()), u32::MAX));
        loop {
            let rows = self.store.records_between(first, last, BATCH).await?;
            if rows.is_empty() {
                break;
            }
            self.store.apply(rows.iter().map(|row| Change::Remove(row.key())).collect()).await?;
        }
        if let Some(recall) = self.store.recall() {
            recall.index().vectors.clear();
        }
        Ok(())
    }

    /// Stores vectors of a part, in which other messages may have been written or removed meanwhile.
    async fn store_vectors(&self, recall: &SharedRecall, part: PartKey, made: &[Made]) -> Result<(), StoreError> {
        let Some(first) = made.first() else { return Ok(()) };
        let model = first.vector.space().model();
        for _ in 0..MOST_TRIES {
            // Another tab may have changed everything while they were made.
            self.load_vectors(recall, model, &|| false).await?;
            let before = recall.index().vectors.part(part).cloned();
            let filled = |texts: &[MessageText]| {
                let vectors = &recall.index().vectors;
                let made = with_vectors(before.as_ref(), made, texts).filter(|_| vectors.knows_slot_of(model));
                let rows = made.iter().map(|made| vectors.row(part, made)).collect();
                Filled { words: Part::build(texts).to_bytes(), vectors: rows }
            };
            if let Some(texts) = self.store_part_of(recall, part, &filled).await? {
                if let Some(vectors) = with_vectors(before.as_ref(), made, &texts) {
                    recall.index().vectors.put_part(part, vectors);
                }
                return Ok(());
            }
        }
        Ok(())
    }
}

fn is_missing(index: &RecallIndex, reach: &Reach, message: &MessageText) -> bool {
    let part = PartKey::of(message.branch, message.sequence);
    let has_vector = || index.vectors.part(part).is_some_and(|part| part.has(message.id, Purpose::Passage));
    matches!(message.role, Role::User | Role::Assistant)
        && !text_of(&message.parts).trim().is_empty()
        && reach.admits(message.branch, message.sequence, message.id)
        && !has_vector()
        && !index.vectors.is_refused(message.id)
}

/// How many messages, memories and summaries have vectors, and the parts of the messages without, newest first.
fn plan(index: &RecallIndex, reach: &Reach, derived: &[Derived]) -> (VectorProgress, Vec<PartKey>) {
    let done = derived.iter().filter(|one| has_vector(index, one)).count();
    let refused = derived.iter().filter(|one| is_refused(index, one)).count();
    let elsewhere = index.vectors.index().map_or(0, Vectors::elsewhere);
    let (total, bytes) = (derived.len() - refused, index.vectors.bytes());
    let mut progress = VectorProgress { done, total, refused, bytes, elsewhere };
    let mut parts: Vec<(Timestamp, PartKey)> = Vec::new();
    for place in index.index.places() {
        if !reach.admits(place.branch, place.sequence, place.message) {
            continue;
        }
        let part = PartKey::of(place.branch, place.sequence);
        if index.vectors.part(part).is_some_and(|part| part.has(place.message, Purpose::Passage)) {
            (progress.done, progress.total) = (progress.done + 1, progress.total + 1);
        } else if index.vectors.is_refused(place.message) {
            progress.refused += 1;
        } else {
            progress.total += 1;
            match parts.last_mut().filter(|(_, last)| *last == part) {
                Some((at, _)) => *at = place.at.max(*at),
                None => parts.push((place.at, part)),
            }
        }
    }
    small_sort::by_key(&mut parts, |(at, _)| std::cmp::Reverse(*at));
    (progress, parts.into_iter().map(|(_, part)| part).collect())
}

/// The model and dimension of the vectors in memory.
fn space(recall: &SharedRecall) -> Option<Space> {
    recall.index().vectors.index().map(|index| index.space().clone())
}
