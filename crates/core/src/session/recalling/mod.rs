//! Recall: finds what is stored and answers a message, before the request is compiled.
//!
//! `question` says what is looked for, `reach` what may be found, `load` brings the index into memory, `store` writes its
//! parts while the page is idle, `find` asks it, `pieces` makes what is sent of the matches. A turn never waits longer
//! than [`MOST_TIME`] for all of that.

mod find;
mod load;
mod pieces;
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
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    time::Now,
};
use futures_util::future::{Either, select};
use std::pin::pin;

/// How long a turn waits for recall, in milliseconds.
const MOST_TIME: u32 = 150;

/// The message that something is recalled for.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    pub(super) settings: &'a Settings,
    /// The conversation before the message.
    pub(super) snapshot: &'a Snapshot,
    pub(super) outgoing: &'a Outgoing,
    /// The provider that the request goes to.
    pub(super) provider: &'a Provider,
    pub(super) now: Now,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Adds what is recalled for a message to it. If that takes too long, the message goes without; what was read
    /// until then stays in memory, so that the next one finds more.
    pub(super) async fn recall_for(
        &self,
        settings: &Settings,
        snapshot: &Snapshot,
        outgoing: &mut Outgoing,
        to: (&Provider, Now),
    ) {
        (outgoing.recall, outgoing.recalled) = (RecallState::Off, Vec::new());
        let (provider, now) = to;
        if !self.recalls(settings) {
            return;
        }
        // The request without recall: what it holds is not recalled.
        let plain = Outgoing { recall: RecallState::Ready, ..outgoing.clone() };
        // A request that cannot be compiled without recall cannot be compiled with it.
        let Ok(plain) = compile(snapshot, &plain, settings, provider, &now) else { return };
        let asking = Asking { settings, snapshot, outgoing, provider, now };
        let found = self.recalled(asking, &plain);
        let found = match select(pin!(found), pin!(self.host.sleep(MOST_TIME))).await {
            Either::Left((found, _)) => found.ok(),
            Either::Right(_) => None,
        };
        match found {
            Some(found) => (outgoing.recall, outgoing.recalled) = (RecallState::Ready, found),
            None => outgoing.recall = RecallState::Late,
        }
    }

    /// Whether messages under these settings are sent with something recalled, if there is anything.
    pub(super) fn recalls(&self, settings: &Settings) -> bool {
        settings.recall.enabled && has_room(settings) && self.store.recall().is_some()
    }

    /// What is recalled for a message whose request without recall is `plain`.
    async fn recalled(&self, asking: Asking<'_>, plain: &Compiled) -> Result<Vec<Recalled>, Error> {
        let held = held(plain);
        let question = question::question(asking, &held);
        if question.is_empty() {
            return Ok(Vec::new());
        }
        let messages = self.find_messages(asking, &question, &held).await?;
        let memories = pieces::memories(asking, &question, &held);
        Ok(pieces::best_first(messages, memories, asking.settings.recall.most_pieces as usize))
    }

    /// Reads the index of everything stored, so that the next message finds it in memory. Stops when there is nothing
    /// to read. A page calls it while it is idle.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn load_recall(&self) -> Result<(), Error> {
        match self.store.recall() {
            Some(recall) => Ok(self.load_all(recall).await?),
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

/// Everything that a request is made of.
fn held(compiled: &Compiled) -> Vec<SourceId> {
    let layers = compiled.layers.iter().flat_map(|layer| layer.sources.iter().copied());
    let origins = compiled
        .origins
        .iter()
        .flat_map(|origin| origin.stored.map(SourceId::Message).into_iter().chain(origin.sources.iter().copied()));
    layers.chain(origins).collect()
}
