//! Recall: finds what is stored and answers a message, before the request is compiled.
//!
//! `question` says what is looked for, `reach` what may be found, `readers` for whom, `load` brings the index into
//! memory, `store` writes its parts while the page is idle, `find` asks it, `memories` finds memories and summaries,
//! `summaries` those of other conversations, `pieces` and `chunks` make what is sent of the matches, `weighed` chooses
//! the best, `whole` adds short documents. `meaning` turns the question into a vector, `comparing` compares it with
//! those of the messages, `vectors` turns the messages
//! into vectors while the page is idle (`embedding` asks for them, `run` is what both know of a run, `given` says who
//! may get what), `derived_vectors` does so for memories and summaries (`derived`), `nearby` says how near those are.
//! `left_vectors` keeps the vectors beside those of messages that maintenance deletes.
//! `elsewhere` moves vectors to a store outside this browser and back, `nearest` asks that. `history`, `tools` and
//! `query` ask the same for tools and for a program.

mod chunks;
mod comparing;
mod derived;
mod derived_vectors;
mod elsewhere;
mod embedding;
mod find;
mod given;
mod here;
mod hidden;
mod history;
mod left_vectors;
mod load;
mod meaning;
mod memories;
mod nearby;
mod nearest;
mod passages;
mod pieces;
mod query;
mod question;
mod reach;
mod readers;
mod run;
mod store;
mod summaries;
mod to_embed;
mod tools;
mod vectors;
mod weighed;
mod whole;
mod without_embedder;

use super::Session;
use crate::{
    compile::{Compiled, LayerKind, Limits, Outgoing, RecallState, Recalled, compile},
    error::Error,
    host::Host,
    id::ConversationId,
    manifest::SourceId,
    provider::Provider,
    recall::{Embedder, NoVectorStore, VectorStore},
    record::Kind,
    settings::{RecallSettings, Settings},
    snapshot::Snapshot,
    store::Store,
    time::Now,
};
pub use elsewhere::{ElsewhereProgress, KEPT_VECTORS};
pub use embedding::MOST_OF_A_MESSAGE;
use find::FoundMessages;
use futures_util::future::{Either, join, select};
pub use meaning::MOST_OF_A_QUESTION;
pub use nearest::{MOST_NEAREST, SAMPLE};
pub use passages::Passage;
pub use query::{RecallQuery, RecalledHere};
use question::{Search, question};
pub use run::{VectorProgress, VectorRun, VectorsEnd, VectorsError};
use std::{
    fmt,
    future::Future,
    pin::{Pin, pin},
    rc::Rc,
};
pub use to_embed::ToEmbed;

/// How long a turn waits for recall, in milliseconds.
const MOST_TIME: u32 = 150;
/// How long it waits if the vector of the question is made on another computer, or if vectors are in a vector store: with
/// less time, most answers would come too late.
const MOST_TIME_ELSEWHERE: u32 = 1_150;
/// How long the second attempt of a preview waits, after recall was too late for the first.
const MOST_TIME_TYPED: u32 = 10_000;

/// Where a message goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipient<'a> {
    /// The provider that the request goes to.
    pub(super) provider: &'a Provider,
    /// The current time.
    pub(super) now: Now,
    /// What is waiting.
    pub(super) asked_for: AskedFor,
}

/// The message that something is recalled for.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The effective settings.
    pub settings: &'a Settings,
    /// The conversation before the message.
    pub snapshot: &'a Snapshot,
    /// The message.
    pub outgoing: &'a Outgoing,
    /// The provider that the request goes to.
    pub provider: &'a Provider,
    /// The current time.
    pub now: Now,
    /// Whether what the request holds may be found, too.
    pub finds_held: bool,
    /// What may be found.
    pub sources: Sources,
    /// What is waiting for the answer.
    pub asked_for: AskedFor,
}

/// What may be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sources {
    /// Everything that the settings permit.
    Everything,
    /// Messages and documents: memories and summaries are for others to read.
    MessagesAndDocuments,
    /// Documents.
    Documents,
    /// Documents that are repositories.
    Repositories,
}

impl Asking<'_> {
    /// The settings of recall, in which the levels are off unless messages may be found.
    fn levels(&self) -> RecallSettings {
        let on = matches!(self.sources, Sources::Everything | Sources::MessagesAndDocuments);
        let all = self.settings.recall;
        RecallSettings { short: on && all.short, medium: on && all.medium, long: on && all.long, ..all }
    }
}

/// What waits for an answer. This decides how long to wait for the vector of the question, and where it may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFor {
    /// For a text that is still being typed: it does not leave this computer, and waits no longer than a turn.
    Typing,
    /// For a text that is typed, until it changes: it does not leave this computer either, and waits up to ten seconds.
    Typed,
    /// For a turn, which goes on by words if it takes too long.
    Turn,
    /// For somebody who waits for the answer.
    Answer,
}

/// What was recalled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Best first.
    pub pieces: Vec<Recalled>,
    /// Whether a vector of the question was wanted but was not made in time.
    pub by_words_alone: bool,
}

/// An answer that is being found.
pub type Recalling<'a> = Pin<Box<dyn Future<Output = Result<Answer, Error>> + 'a>>;

/// Finds what is recalled for a message. The code that ranks is large: a program that loads its parts lazily loads it in
/// its own recaller, which calls [`Session::recall`]; any other uses [`Session::with_recall`].
pub trait Recaller {
    /// Finds what is recalled for a message.
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a>;

    /// Whether the vector of a message is made on another computer, or vectors are in a store. Then a turn waits longer.
    fn asks_elsewhere(&self) -> bool {
        false
    }
}

/// Without its content: the code that prints all records would be part of every program's first load.
impl fmt::Debug for dyn Recaller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recaller")
    }
}

/// What recall by meaning works with.
#[derive(Debug)]
pub struct ByMeaning<'a, E, V = NoVectorStore> {
    /// Makes the vectors.
    pub embedder: &'a E,
    /// Made the vectors that are used until there are more of `embedder`; `None`: they are not used. See
    /// [`Session::earlier_embedder`].
    pub earlier: Option<&'a E>,
    /// Holds the vectors that are not in this browser; `None`: all are.
    pub elsewhere: Option<&'a V>,
}

impl<E, V> Clone for ByMeaning<'_, E, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, V> Copy for ByMeaning<'_, E, V> {}

impl<E: Embedder, V: VectorStore> ByMeaning<'_, E, V> {
    /// Whether a message waits for another computer or another program: a store takes its time on this computer, too.
    pub fn asks_elsewhere(&self) -> bool {
        self.elsewhere.is_some() || !self.is_on_this_computer()
    }

    /// Whether everything that may receive a question is on this computer.
    fn is_on_this_computer(&self) -> bool {
        self.embedder.is_on_this_computer() && self.earlier.is_none_or(Embedder::is_on_this_computer)
    }
}

impl<'a, E> ByMeaning<'a, E> {
    /// All vectors are in this browser.
    pub fn here(embedder: &'a E) -> Self {
        Self { embedder, earlier: None, elsewhere: None }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The same session, for which `recaller` recalls.
    #[must_use]
    pub fn with_recaller(self, recaller: Rc<dyn Recaller>) -> Self {
        Self { recaller: Some(recaller), ..self }
    }

    /// Adds what is recalled for a message to it. If that takes too long, the message goes without; what was read
    /// until then stays in memory, so that the next one finds more.
    pub(super) async fn recall_for(
        &self,
        settings: &Settings,
        snapshot: &Snapshot,
        outgoing: &mut Outgoing,
        Recipient { provider, now, asked_for }: Recipient<'_>,
    ) {
        let Some(recaller) = self.recaller.as_ref().filter(|_| self.store.recall().is_some()) else { return };
        (outgoing.recall, outgoing.recalled) = (RecallState::Off, Vec::new());
        let documents = self.documents_for(settings, snapshot).await.unwrap_or_default();
        // The user added them to be used, so they are, even where nothing else is recalled.
        let sources = if self.recalls(settings) { Sources::Everything } else { Sources::Documents };
        if sources == Sources::Documents && documents.is_empty() {
            return;
        }
        // They do not have to be found, so a turn waits for them as for its messages.
        let limits = Limits::of(settings, provider);
        outgoing.recalled = self.whole_documents(documents, limits.budget, snapshot, now).await.unwrap_or_default();
        let time = most_time(settings, asked_for, recaller.asks_elsewhere());
        let found = {
            let found = async {
                let has_derived = !snapshot.memories.is_empty() || !snapshot.summaries.is_empty();
                // If nothing is stored, the code need not be loaded. Counting many rows takes milliseconds.
                let is_loaded = self.store.recall().is_some_and(|recall| recall.index().is_sight_read);
                if !has_derived && !is_loaded && self.store.count(Kind::IndexPart).await? == 0 {
                    return Ok(Answer::default());
                }
                let asking =
                    Asking { settings, snapshot, outgoing, provider, now, finds_held: false, sources, asked_for };
                recaller.recall(asking).await
            };
            match select(pin!(found), pin!(self.host.sleep(time))).await {
                Either::Left((found, _)) => found.ok(),
                Either::Right(_) => None,
            }
        };
        match found {
            Some(found) => {
                outgoing.recall = if found.by_words_alone { RecallState::ReadyByWords } else { RecallState::Ready };
                outgoing.recalled.extend(found.pieces);
            }
            None => outgoing.recall = RecallState::Late,
        }
    }

    /// Whether messages under these settings are sent with something recalled, if there is anything, besides documents.
    pub(super) fn recalls(&self, settings: &Settings) -> bool {
        let can = self.recaller.is_some() && self.store.recall().is_some();
        can && settings.recall.enabled && has_room(settings)
    }

    /// What is recalled for a message: at most as many pieces as the settings say. Without `by_meaning`, or without a vector
    /// of the message, they are found by words.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn recall<E: Embedder, V: VectorStore>(
        &self,
        asking: Asking<'_>,
        by_meaning: Option<ByMeaning<'_, E, V>>,
    ) -> Result<Answer, Error> {
        let Asking { settings, snapshot, outgoing, provider, now, finds_held, .. } = asking;
        let question = async {
            let mut held = if finds_held {
                Vec::new()
            } else {
                // The request without recall: what it holds is not recalled.
                let plain = Outgoing { recall: RecallState::Ready, ..outgoing.clone() };
                // A request that cannot be compiled without recall cannot be compiled with it.
                held(&compile(snapshot, &plain, settings, provider, &now).ok()?)
            };
            held.extend(outgoing.stored.map(SourceId::Message));
            Some((question(asking, &held), held)).filter(|(question, _)| !question.is_empty())
        };
        // The request is compiled while the store answers.
        let (readers, question) = join(self.readers(snapshot.place(), provider), question).await;
        let Some((question, held)) = question else { return Ok(Answer::default()) };
        let readers = readers?;
        let search = Search { asking, question: &question, held: &held, readers: &readers };
        let FoundMessages { pieces: messages, nearby, by_words_alone } = self.find_messages(search, by_meaning).await?;
        let memories = match asking.sources {
            Sources::Everything => memories::memories(search, &nearby),
            Sources::MessagesAndDocuments | Sources::Documents | Sources::Repositories => Vec::new(),
        };
        let summaries = self.find_summaries(search, &nearby).await?;
        let summaries = summaries::not_covered(summaries, &messages, settings.recall);
        let most = settings.recall.most_pieces as usize;
        let pieces = weighed::best_first([messages, memories, summaries], most);
        Ok(Answer { pieces, by_words_alone })
    }

    /// Reads the index of everything stored, so that the next message finds it in memory.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn load_recall(&self) -> Result<(), Error> {
        match self.store.recall() {
            Some(recall) => Ok(self.load_all(recall, &|| false).await?),
            None => Ok(()),
        }
    }

    /// Another tab changed a conversation, so what is known of it for recall is read again.
    pub fn recall_changed(&self, conversation: ConversationId) {
        if let Some(recall) = self.store.recall() {
            recall.changed_elsewhere(conversation);
        }
    }

    /// Another tab changed several conversations, but nothing in them: which exist, and their projects.
    pub fn recall_several_changed(&self) {
        if let Some(recall) = self.store.recall() {
            recall.several_changed_elsewhere();
        }
    }

    /// Another tab changed more than it can name, such as by an import, so everything is read again.
    pub fn recall_everything_changed(&self) {
        if let Some(recall) = self.store.recall() {
            recall.everything_changed_elsewhere();
        }
    }

    /// The id of the embedder whose vectors are used until there are more of the chosen one: it was the chosen one before.
    /// `None`: there is none, or nothing was recalled by meaning yet.
    pub fn earlier_embedder(&self) -> Option<String> {
        let index = self.store.recall()?.index();
        index.vectors.earlier().map(|vectors| vectors.space().model().to_owned())
    }

    /// Another tab made or deleted vectors, so they are read again.
    pub fn vectors_changed(&self) {
        if let Some(recall) = self.store.recall() {
            recall.index().vectors.clear();
        }
    }
}

/// How long a message waits for recall, in milliseconds.
fn most_time(settings: &Settings, asked_for: AskedFor, asks_elsewhere: bool) -> u32 {
    match asked_for {
        AskedFor::Turn if asks_elsewhere && settings.recall.include_vector => MOST_TIME_ELSEWHERE,
        AskedFor::Typed => MOST_TIME_TYPED,
        AskedFor::Typing | AskedFor::Turn | AskedFor::Answer => MOST_TIME,
    }
}

/// Whether the settings leave room for anything recalled.
fn has_room(settings: &Settings) -> bool {
    settings.layers.iter().any(|layer| layer.kind == LayerKind::Recall && layer.ceiling > 0)
}

/// Whether a match covers enough of the question.
fn is_enough(share: f32, settings: RecallSettings) -> bool {
    share * 100.0 >= settings.least_share as f32
}

/// Everything that a request is made of.
fn held(compiled: &Compiled) -> Vec<SourceId> {
    let layers = compiled.layers.iter().flat_map(|layer| layer.sources.iter().copied());
    let origins = compiled
        .origins
        .iter()
        .flat_map(|origin| origin.stored.map(SourceId::Message).into_iter().chain(origin.sources.iter().copied()));
    layers.chain(origins).collect()
}
