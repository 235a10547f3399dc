//! The walk of a message: snapshot, compile, store, stream, store. The only place that awaits both a store and a model.
//!
//! [`Session`] is what a page or a program holds. `send.rs` walks one turn, `reply.rs` gathers what streams in,
//! `tools.rs` answers the model's tool calls, `forgetting.rs` holds the commands that change what the model may see,
//! `memories.rs` and `tasks.rs` those that change the user's facts and tasks, `maintain` the work that is done while nobody
//! waits, `clock.rs` the user's zone, `library.rs` everything else.

mod clock;
mod forgetting;
mod library;
pub mod maintain;
mod memories;
mod reply;
mod send;
mod tasks;
mod tools;
pub mod turn;

pub use maintain::{MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome};
pub use tools::ToolAnswers;
pub use turn::{TurnControl, TurnEvent, TurnOutcome};

use crate::{
    compile::{Compiled, Outgoing, compile},
    error::Error,
    host::Host,
    id::ConversationId,
    provider::Provider,
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
};

/// One person's conversations: a store and the surroundings it is used in. Clones share both, as far as they do.
#[derive(Clone, Debug)]
pub struct Session<S, H> {
    store: S,
    host: H,
}

impl<S: Store, H: Host> Session<S, H> {
    /// A session on a store.
    pub fn new(store: S, host: H) -> Self {
        Self { store, host }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The surroundings.
    pub fn host(&self) -> &H {
        &self.host
    }

    /// What [`Session::send`] would send for `text`, without sending it.
    ///
    /// # Errors
    /// [`Error::OverBudget`] when it cannot be sent; [`Error::NoConversation`]; [`Error::Store`].
    pub async fn preview(&self, id: ConversationId, text: &str, provider: &Provider) -> Result<Compiled, Error> {
        let settings = self.settings().await?;
        let snapshot = self.open(id, messages_to_load(&settings)).await?;
        Ok(compile(&snapshot, &Outgoing::text(text), &settings, provider, &self.now(&settings))?)
    }

    async fn snapshot(&self, id: ConversationId, limit: u32) -> Result<Snapshot, Error> {
        self.store.snapshot(id, limit).await?.ok_or(Error::NoConversation)
    }
}

/// How many messages compile needs to see: the longest window, and the turn that is sent again by Retry.
fn messages_to_load(settings: &Settings) -> u32 {
    settings.immediate_messages + 2
}
