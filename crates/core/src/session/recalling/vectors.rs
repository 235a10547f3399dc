//! Makes the vectors of the messages while the page is idle, newest first, a part at a time. What is made is stored, so a
//! later run goes on where this one ended.

use super::{super::Session, reach::Reach, store::Filled};
use crate::{
    cancel::Cancel,
    change::Change,
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    id::{BranchId, MessageId},
    message::{MessageText, Role, text_of},
    project::Project,
    provider::Provider,
    recall::{EmbedError, Embedder, NoVectorStore, Purpose, RecallIndex, SharedRecall, VectorStore, VectorStoreError},
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
    time::Timestamp,
    wire::embeddings::EmbeddingsError,
};
use futures_util::future::{Either, select, try_join3};
use ricordo_recall::{
    ranked::{Part, PartKey},
    vectors::{Embedded, Space, Vector, VectorError, VectorPart, Vectors},
};
use ricordo_text::{excerpt::cut, small_sort};
use std::{fmt, pin::pin};

/// Most tokens of a message that its vector is made of: small models read 512 of their own.
const MOST_OF_A_MESSAGE: u32 = 350;
/// How often a part is stored anew because a message of it was written meanwhile.
const MOST_TRIES: u32 = 3;
/// Rows per deletion.
const BATCH: u32 = 200;

/// How many messages have vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorProgress {
    /// Messages with a vector.
    pub done: usize,
    /// Messages that can be found at all.
    pub total: usize,
    /// Memory that the vectors take, in bytes; about what is stored.
    pub bytes: usize,
    /// Vectors that are in a store outside this browser.
    pub elsewhere: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorsEnd {
    /// Every message has a vector.
    Done,
    /// It was cancelled.
    Preempted,
}

/// Why a run ended early. What was made before stays.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorsError {
    /// The store.
    Store(Error),
    /// The embedder.
    Embedder(EmbedError),
    /// The store of vectors elsewhere.
    Elsewhere(VectorStoreError),
}

impl fmt::Display for VectorsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Embedder(error) => error.fmt(f),
            Self::Elsewhere(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VectorsError {}

impl<E: Into<Error>> From<E> for VectorsError {
    fn from(error: E) -> Self {
        Self::Store(error.into())
    }
}

/// What a run works with.
#[derive(Debug)]
pub struct VectorRun<'a, E, V = NoVectorStore> {
    /// Makes the vectors.
    pub embedder: &'a E,
    /// Has those that are not in this browser; `None`: all are.
    pub elsewhere: Option<&'a V>,
    /// The provider that replies where none is chosen; `None`: the model in the page.
    pub answers: Option<&'a Provider>,
}

impl<'a, E> VectorRun<'a, E> {
    /// All vectors are in this browser.
    pub fn here(embedder: &'a E, answers: Option<&'a Provider>) -> Self {
        Self { embedder, elsewhere: None, answers }
    }
}

/// A message with its vector.
struct Made {
    message: Embedded,
    vector: Vector,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Makes the vectors that are missing, until all are there or `cancel` is raised. Forgotten and muted messages get
    /// none, nor do those that stay on this computer if the embedder is elsewhere. `observer` gets the progress after each
    /// call of the embedder. Only one tab does this, as with all background work.
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
        self.load_with_vectors(recall, run.embedder, &|| cancel.is_cancelled()).await?;
        let reach = self.reach_of(recall, run, run.embedder.is_on_this_computer()).await?;
        let (mut progress, parts) = plan(&recall.index(), &reach);
        observer(progress);
        for part in parts {
            if cancel.is_cancelled() {
                return Ok(VectorsEnd::Preempted);
            }
            let texts = self.texts_of(part).await?;
            self.read_vectors_again(recall, part, run.embedder.id()).await?;
            let missing: Vec<&MessageText> =
                texts.iter().filter(|message| is_missing(&recall.index(), &reach, message)).collect();
            if !missing.is_empty() && !self.has_values(recall, part, run).await? {
                continue;
            }
            let mut made = Vec::new();
            let mut end = Ok(());
            for some in missing.chunks(run.embedder.most_texts().max(1)) {
                if cancel.is_cancelled() {
                    break;
                }
                let made_now = match select(pin!(embed(run.embedder, some)), pin!(cancel.cancelled())).await {
                    Either::Left((made_now, _)) => made_now,
                    Either::Right(_) => break,
                };
                match made_now {
                    Ok(more) => made.extend(more),
                    Err(error) => {
                        end = Err(VectorsError::Embedder(error));
                        break;
                    }
                }
                progress.done += some.len();
                observer(progress);
            }
            self.store_vectors(recall, part, &made).await?;
            progress.bytes = bytes(&recall.index());
            end?;
        }
        observer(progress);
        Ok(if cancel.is_cancelled() { VectorsEnd::Preempted } else { VectorsEnd::Done })
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
            // All of them are made again.
            None => vectors.remove_part(part),
        }
        Ok(true)
    }

    /// Reads the stored vectors of a part again: another tab may have made them since.
    async fn read_vectors_again(&self, recall: &SharedRecall, part: PartKey, embedder: &str) -> Result<(), StoreError> {
        let row = self.store.record(RecordKey::VectorPart(part.branch, part.number)).await?;
        let vectors = &mut recall.index().vectors;
        vectors.begin(embedder);
        vectors.remove_part(part);
        if let Some(Record::VectorPart(row)) = row {
            vectors.put_row(&row);
        }
        Ok(())
    }

    /// How many messages have vectors of an embedder.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn vector_progress<E: Embedder, V: VectorStore>(
        &self,
        run: &VectorRun<'_, E, V>,
    ) -> Result<VectorProgress, Error> {
        let Some(recall) = self.store.recall() else { return Ok(VectorProgress::default()) };
        self.load_with_vectors(recall, run.embedder, &|| false).await?;
        let reach = self.reach_of(recall, run, run.embedder.is_on_this_computer()).await?;
        let (progress, _) = plan(&recall.index(), &reach);
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

    /// The messages and chunks whose text an embedder may get, or whose vectors a store.
    pub(super) async fn reach_of<E: Embedder, V: VectorStore>(
        &self,
        recall: &SharedRecall,
        run: &VectorRun<'_, E, V>,
        is_on_this_computer: bool,
    ) -> Result<Reach, Error> {
        let (general, all, projects) = try_join3(self.settings(), self.providers(), self.projects()).await?;
        let leaves = |chosen| match chosen {
            Some(id) => all.iter().any(|provider: &Provider| provider.id == id && !provider.is_on_this_computer()),
            None => run.answers.is_some_and(|answers| !answers.is_on_this_computer()),
        };
        let may_get = |conversation: &Conversation| {
            let project = Project::of(conversation, &projects);
            let chosen = conversation.provider.or(project.and_then(|project| project.provider)).or(general.provider);
            is_on_this_computer || leaves(chosen)
        };
        let index = recall.index();
        let seen = index.sight.iter().flat_map(|sight| {
            sight
                .conversations()
                .filter(|conversation| may_get(conversation))
                .map(|conversation| sight.seen(conversation))
        });
        let documents = index.sight.iter().flat_map(|sight| {
            // What the user added for several conversations may leave as the requests do.
            let readable = sight.documents().filter(|document| match document.scope {
                Scope::Conversation(of) => sight.conversation(of).is_some_and(may_get),
                Scope::Everywhere | Scope::Project(_) => true,
            });
            readable.map(|document| (document, sight.hidden_chunks(document.id)))
        });
        Ok(Reach::of_everything(seen).with_documents(documents, None))
    }

    /// Stores vectors of a part, in which other messages may have been written or removed meanwhile.
    async fn store_vectors(&self, recall: &SharedRecall, part: PartKey, made: &[Made]) -> Result<(), StoreError> {
        if made.is_empty() {
            return Ok(());
        }
        for _ in 0..MOST_TRIES {
            let before = recall.index().vectors.part(part).cloned();
            let filled = |texts: &[MessageText]| {
                let vectors = with_vectors(before.as_ref(), made, texts);
                let words = Part::build(texts).to_bytes();
                Filled { words, vectors: vectors.map(|vectors| vectors.to_bytes()) }
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

/// The vectors of the messages that are still there: those of before, and new ones.
fn with_vectors(before: Option<&VectorPart>, made: &[Made], texts: &[MessageText]) -> Option<VectorPart> {
    let space = made.first()?.vector.space();
    let is_there = |id: MessageId| texts.iter().any(|message| message.id == id);
    let before = before.filter(|before| before.space() == space).cloned();
    let mut part = before.unwrap_or_else(|| VectorPart::new(space.clone()));
    part.retain(is_there);
    for Made { message, vector } in made.iter().filter(|made| is_there(made.message.message)) {
        // All vectors of one call have the same dimension; those of another are made again.
        let _ = part.put(*message, Purpose::Passage, vector);
    }
    Some(part).filter(|part| !part.is_empty())
}

/// The vectors of some messages. A text without a direction has none.
async fn embed(embedder: &impl Embedder, messages: &[&MessageText]) -> Result<Vec<Made>, EmbedError> {
    let passages: Vec<String> = messages.iter().map(|message| passage(message)).collect();
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let all = embedder.embed(&texts, Purpose::Passage).await?;
    if all.len() != texts.len() {
        return Err(EmbedError::Failed(EmbeddingsError::Count { expected: texts.len(), found: all.len() }));
    }
    let dimension = all.first().map_or(0, Vec::len);
    let space = Space::new(embedder.id(), dimension).map_err(EmbedError::Unusable)?;
    let mut made = Vec::with_capacity(all.len());
    for ((message, text), values) in messages.iter().zip(texts).zip(all) {
        let MessageText { id, sequence, created_at, .. } = **message;
        match space.vector(text, &values) {
            Ok(vector) => made.push(Made { message: Embedded { sequence, message: id, at: created_at }, vector }),
            Err(VectorError::Zero) => {}
            Err(error) => return Err(EmbedError::Unusable(error)),
        }
    }
    Ok(made)
}

/// The text that the vector of a message is made of.
fn passage(message: &MessageText) -> String {
    let text = text_of(&message.parts);
    let author = message.author.as_ref().map(|author| format!("{}: ", author.name)).unwrap_or_default();
    cut(&format!("{author}{}", text.trim()), MOST_OF_A_MESSAGE)
}

fn is_missing(index: &RecallIndex, reach: &Reach, message: &MessageText) -> bool {
    let part = PartKey::of(message.branch, message.sequence);
    let has_vector = || index.vectors.part(part).is_some_and(|part| part.has(message.id, Purpose::Passage));
    matches!(message.role, Role::User | Role::Assistant)
        && !text_of(&message.parts).trim().is_empty()
        && reach.admits(message.branch, message.sequence, message.id)
        && !has_vector()
}

/// How many messages have vectors, and the parts of those without, newest first.
fn plan(index: &RecallIndex, reach: &Reach) -> (VectorProgress, Vec<PartKey>) {
    let elsewhere = index.vectors.index().map_or(0, Vectors::elsewhere);
    let mut progress = VectorProgress { bytes: bytes(index), elsewhere, ..VectorProgress::default() };
    let mut parts: Vec<(Timestamp, PartKey)> = Vec::new();
    for place in index.index.places() {
        if !reach.admits(place.branch, place.sequence, place.message) {
            continue;
        }
        progress.total += 1;
        let part = PartKey::of(place.branch, place.sequence);
        if index.vectors.part(part).is_some_and(|part| part.has(place.message, Purpose::Passage)) {
            progress.done += 1;
        } else {
            match parts.last_mut().filter(|(_, last)| *last == part) {
                Some((at, _)) => *at = place.at.max(*at),
                None => parts.push((place.at, part)),
            }
        }
    }
    small_sort::by_key(&mut parts, |(at, _)| std::cmp::Reverse(*at));
    (progress, parts.into_iter().map(|(_, part)| part).collect())
}

fn bytes(index: &RecallIndex) -> usize {
    index.vectors.index().map_or(0, Vectors::bytes)
}
