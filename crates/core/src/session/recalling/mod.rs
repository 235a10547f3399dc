//! Recall: finds what is stored and answers a message, before the request is compiled.
//!
//! `question` says what is looked for, `reach` what may be found, `load` brings the index into memory, `store` writes its
//! parts while the page is idle, `find` asks it, `pieces` makes what is sent of the matches. A turn never waits longer
//! than 150 ms for all of that. `history` and `query` ask the same for a tool and for a program.

mod find;
mod history;
mod load;
mod pieces;
mod query;
mod question;
mod reach;
mod store;

use super::Session;
use crate::{
    compile::{Compiled, LayerKind, Outgoing, RecallState, Recalled, compile},
    error::Error,
    host::Host,
    id::ConversationId,
    manifest::SourceId,
    provider::Provider,
    record::Kind,
    settings::{RecallSettings, Settings},
    snapshot::Snapshot,
    store::Store,
    time::Now,
};
use futures_util::future::{Either, select};
pub use query::{RecallQuery, RecalledHere};
use std::{
    fmt,
    future::Future,
    pin::{Pin, pin},
    rc::Rc,
};

/// How long a turn waits for recall, in milliseconds.
const MOST_TIME: u32 = 150;

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
}

/// What was recalled, best first.
pub type Recalling<'a> = Pin<Box<dyn Future<Output = Result<Vec<Recalled>, Error>> + 'a>>;

/// Finds what is recalled for a message. The code that ranks is large: a program that loads its parts lazily loads it in
/// its own recaller, which calls [`Session::recall`]; any other uses [`Session::with_recall`].
pub trait Recaller {
    /// Finds what is recalled for a message.
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a>;
}

/// Without its content: the code that prints all records would be part of every program's first load.
impl fmt::Debug for dyn Recaller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recaller")
    }
}

/// The recaller of a program that has all of its code.
struct Here<S, H>(Session<S, H>);

impl<S: Store, H: Host> Recaller for Here<S, H> {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(self.0.recall(asking))
    }
}

impl<S: Store + Clone + 'static, H: Host + Clone + 'static> Session<S, H> {
    /// The same session, which recalls, if its store keeps an index (see [`Searchable`](crate::search::Searchable)).
    #[must_use]
    pub fn with_recall(self) -> Self {
        let here = Here(self.clone());
        self.with_recaller(Rc::new(here))
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
        (provider, now): (&Provider, Now),
    ) {
        let Some(recaller) = self.recaller.as_ref().filter(|_| self.recalls(settings)) else { return };
        (outgoing.recall, outgoing.recalled) = (RecallState::Off, Vec::new());
        let found = {
            let found = async {
                let has_derived = !snapshot.memories.is_empty() || !snapshot.summaries.is_empty();
                // Where nothing is stored there is no need to load the code.
                if !has_derived && self.store.count(Kind::IndexPart).await? == 0 {
                    return Ok(Vec::new());
                }
                recaller.recall(Asking { settings, snapshot, outgoing, provider, now, finds_held: false }).await
            };
            match select(pin!(found), pin!(self.host.sleep(MOST_TIME))).await {
                Either::Left((found, _)) => found.ok(),
                Either::Right(_) => None,
            }
        };
        match found {
            Some(found) => (outgoing.recall, outgoing.recalled) = (RecallState::Ready, found),
            None => outgoing.recall = RecallState::Late,
        }
    }

    /// Whether messages under these settings are sent with something recalled, if there is anything.
    pub(super) fn recalls(&self, settings: &Settings) -> bool {
        let can = self.recaller.is_some() && self.store.recall().is_some();
        can && settings.recall.enabled && has_room(settings)
    }

    /// What is recalled for a message, best first: at most as many pieces as the settings say.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn recall(&self, asking: Asking<'_>) -> Result<Vec<Recalled>, Error> {
        let Asking { settings, snapshot, outgoing, provider, now, finds_held } = asking;
        let mut held = if finds_held {
            Vec::new()
        } else {
            // The request without recall: what it holds is not recalled.
            let plain = Outgoing { recall: RecallState::Ready, ..outgoing.clone() };
            // A request that cannot be compiled without recall cannot be compiled with it.
            let Ok(plain) = compile(snapshot, &plain, settings, provider, &now) else { return Ok(Vec::new()) };
            held(&plain)
        };
        held.extend(outgoing.stored.map(SourceId::Message));
        let question = question::question(asking, &held);
        if question.is_empty() {
            return Ok(Vec::new());
        }
        let messages = self.find_messages(asking, &question, &held).await?;
        let memories = pieces::memories(asking, &question, &held);
        Ok(pieces::best_first(messages, memories, settings.recall.most_pieces as usize))
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
