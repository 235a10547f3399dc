//! The lifecycle of a request: snapshot, compile, store, stream, store. The only module that awaits both a store and a
//! model.
//!
//! [`Session`] is the entry point for a page or a program. The files:
//!
//! * Turns: `send.rs` plans a turn, `asking_several.rs` one for several models, `prepare.rs` collects its inputs,
//!   `recalling` finds what is recalled for it, `rounds.rs` runs it, `tool_refusal.rs` decides when it goes on
//!   without tools, `rounds_kept.rs` says from where a failed one goes on, `tools.rs` answers the model's tool calls,
//!   `document_text.rs` decides when they wait for the user, `held.rs` makes or dismisses those, `stream.rs` and
//!   `reply.rs` receive the reply, `storing.rs` stores a planned turn, `meanwhile.rs` applies what tools change to
//!   what is stored now, `settle.rs` ends the turn, `counted.rs` counts what it used. `queue.rs` keeps messages that
//!   wait for the end of a reply. `append.rs` stores messages exchanged outside the app. `loading.rs` loads the
//!   window.
//! * Branches: `branching.rs` edits and switches, `asked_again.rs` asks again for a reply, `forking.rs` copies the
//!   path to a message into a new conversation.
//! * Commands: `forgetting.rs` and `marks.rs` change what the model may see, `elsewhere.rs` notes that in the shared
//!   summaries, `history.rs` limits the undo history, `undone.rs` decides what undo restores, `merging.rs` by field,
//!   `conversations.rs` and `erase.rs` act on whole conversations, `memories.rs` and `tasks.rs` on the user's facts
//!   and tasks, `documents.rs` on documents, `projects.rs` and `following.rs` on projects, `providers.rs` and
//!   `settings.rs` on providers, settings and templates.
//! * Background: `maintain` runs background work, `deleted.rs` keeps what maintenance deleted.
//! * Reads: `search.rs` fills the search index, `summary_sources.rs` returns the sources of a summary, `past.rs` and
//!   `inspect.rs` serve the inspector, `outline.rs` the outline.
//! * Files: `exporting.rs` and `importing.rs` handle files, `export_several.rs` exports several conversations,
//!   `export_text.rs` exports and imports one text, `web_page.rs` exports a conversation as a web page.
//! * Others: `library.rs` opens conversations and reads and writes settings, `drafts.rs` stores unsent messages,
//!   `personas.rs` chooses personas, `several_conversations.rs` acts on several conversations, `statistics.rs` and
//!   `counting.rs` count usage and tokens, `about.rs` finds what `/forget text` offers, `clock.rs` knows the user's
//!   time zone.

mod about;
mod append;
mod asked_again;
mod asking_several;
mod branching;
mod clock;
mod conversations;
mod counted;
mod counting;
pub mod deleted;
mod document_text;
mod documents;
mod drafts;
mod elsewhere;
mod erase;
mod export_several;
mod export_text;
mod exporting;
mod following;
mod forgetting;
mod forking;
mod held;
mod history;
mod importing;
mod inspect;
mod library;
mod loading;
pub mod maintain;
mod marks;
mod meanwhile;
mod memories;
mod merging;
mod outline;
mod past;
mod personas;
mod prepare;
mod projects;
mod providers;
mod queue;
pub mod recalling;
mod reply;
mod rounds;
mod rounds_kept;
mod search;
mod send;
mod settings;
mod settle;
mod several_conversations;
mod statistics;
mod storing;
mod stream;
mod summary_sources;
mod tasks;
mod tool_refusal;
mod tools;
pub mod turn;
mod undone;
mod web_page;

pub use crate::compile::record::PastRequest;
pub use about::About;
pub use append::NewMessage;
pub use asking_several::{Awaited, MOST_MODELS};
pub use counting::NotCounted;
pub use deleted::DeletedMessages;
pub use documents::{AddCommand, NewDocument};
pub use erase::Kept;
pub use export_text::{ImportError, Imported};
pub use exporting::{Gathered, Scope};
pub use held::DecidedCall;
pub use importing::{ImportProgress, ImportReport};
pub use inspect::{Answered, Source};
pub use maintain::{Halt, MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome};
pub use marks::Confirmed;
pub use memories::KeptMemory;
pub use outline::{Heading, OutlineKind, OutlinePage, OutlineRow};
pub use personas::Persona;
pub use queue::{MOST_QUEUED, QueueError};
pub use recalling::{
    Answer, AskedFor, Asking, ByMeaning, ElsewhereProgress, KEPT_VECTORS, Passage, RecallQuery, RecalledHere, Recaller,
    Recalling, Sources, ToEmbed, VectorProgress, VectorRun, VectorsEnd, VectorsError,
};
pub use tools::{ToolAnswers, ToolContext, ToolsRead};
pub use turn::{ModelCall, TurnControl, TurnEvent, TurnOutcome};

use crate::{error::Error, host::Host, id::ConversationId, snapshot::Snapshot, store::Store};

use std::{cell::Cell, rc::Rc};

/// One user's conversations: a store and its host. Clones share both as far as these are shared when cloned.
#[derive(Clone, Debug)]
pub struct Session<S, H> {
    store: S,
    host: H,
    /// Finds what is recalled; without one nothing is.
    recaller: Option<Rc<dyn Recaller>>,
    /// The time of the last command, in milliseconds since 1970.
    last_moment: Rc<Cell<i64>>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Creates a session on a store.
    pub fn new(store: S, host: H) -> Self {
        Self { store, host, recaller: None, last_moment: Rc::new(Cell::new(i64::MIN)) }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The host.
    pub fn host(&self) -> &H {
        &self.host
    }

    async fn snapshot(&self, id: ConversationId, limit: u32) -> Result<Snapshot, Error> {
        self.store.snapshot(id, limit).await?.ok_or(Error::NoConversation)
    }
}
