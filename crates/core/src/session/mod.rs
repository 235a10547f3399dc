//! The lifecycle of a request: snapshot, compile, store, stream, store. The only place that awaits both a store and a model.
//!
//! [`Session`] is what a page or a program holds. `send.rs` plans a turn, `prepare.rs` gathers what it needs, `rounds.rs`
//! walks it, `stream.rs` and `reply.rs` take what streams in, `settle.rs` ends it; `tools.rs` answers the model's tool
//! calls, `append.rs` stores what was said elsewhere, `search.rs` reads what is searched, `branching.rs` edits, makes again
//! and switches, `forking.rs` copies the path to a message into a conversation of its own, `forgetting.rs` and `marks.rs` hold the commands that change what the model may see, `elsewhere.rs` tells other conversations of them, `history.rs` bounds what can be taken back, `deleted.rs` keeps apart what maintenance deleted, `conversations.rs` and
//! `erase.rs` those about whole conversations, `memories.rs` and `tasks.rs` those that change the user's facts and tasks,
//! `maintain` the work that is done while nobody waits, `summary_sources.rs` shows what a summary was made from,
//! `providers.rs` who answers and what a conversation has of its own, `clock.rs` the user's zone, `past.rs` and
//! `inspect.rs` what the inspector reads, `exporting.rs` gathers what goes into a file and `importing.rs` stores what comes
//! out of one, `export_text.rs` does both with one text, `library.rs` everything else.

mod append;
mod branching;
mod clock;
mod conversations;
mod counting;
pub mod deleted;
mod elsewhere;
mod erase;
mod export_text;
mod exporting;
mod forgetting;
mod forking;
mod history;
mod importing;
mod inspect;
mod library;
mod loading;
pub mod maintain;
mod marks;
mod memories;
mod past;
mod prepare;
mod providers;
mod reply;
mod rounds;
mod search;
mod send;
mod settings;
mod settle;
mod statistics;
mod stream;
mod summary_sources;
mod tasks;
mod tools;
pub mod turn;

pub use crate::compile::record::PastRequest;
pub use append::NewMessage;
pub use counting::NotCounted;
pub use deleted::DeletedMessages;
pub use erase::Kept;
pub use export_text::{ImportError, Imported};
pub use exporting::{Gathered, Scope};
pub use importing::{ImportProgress, ImportReport};
pub use inspect::{Answered, Source};
pub use maintain::{Halt, MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome};
pub use marks::{About, Confirmed};
pub use memories::KeptMemory;
pub use tools::ToolAnswers;
pub use turn::{TurnControl, TurnEvent, TurnOutcome};

use crate::{error::Error, host::Host, id::ConversationId, snapshot::Snapshot, store::Store};

use std::{cell::Cell, rc::Rc};

/// One person's conversations: a store and the surroundings it is used in. Clones share both, as far as they do.
#[derive(Clone, Debug)]
pub struct Session<S, H> {
    store: S,
    host: H,
    /// The moment of the last command, in milliseconds since 1970.
    last_moment: Rc<Cell<i64>>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// A session on a store.
    pub fn new(store: S, host: H) -> Self {
        Self { store, host, last_moment: Rc::new(Cell::new(i64::MIN)) }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The surroundings.
    pub fn host(&self) -> &H {
        &self.host
    }

    async fn snapshot(&self, id: ConversationId, limit: u32) -> Result<Snapshot, Error> {
        self.store.snapshot(id, limit).await?.ok_or(Error::NoConversation)
    }
}
