//! The open conversation: [`Chat`] holds the parts of the state, and what needs several of them is one of its methods, in the
//! file that is named after it. The files call each other through it. A message goes `Composer` → [`Chat::send`] →
//! `Session::send`.
//!
//! The parts are in [`crate::state`], and know nothing of this.

mod actions;
mod add_documents;
mod adding;
mod again;
mod attach_pages;
mod attached;
mod backup;
mod catalogue;
mod choosing;
mod commands;
mod comparing;
mod composer;
mod conversations;
mod deferred;
mod documents;
mod embedding;
mod exchanging;
mod given;
mod held_calls;
mod in_use;
mod inspecting;
mod kept_memories;
mod maintenance;
mod maintenance_commands;
mod maintenance_run;
mod newer;
mod next_request;
mod opening;
mod origins;
mod other_tabs;
mod outline;
mod palette;
mod personas;
mod picker;
mod preview;
mod project_command;
mod projects;
mod queue;
mod queue_changes;
mod rebuilding;
mod recorded;
mod reminders;
mod removed;
mod scopes;
mod searching;
mod servers;
mod settings_steps;
mod several_turn;
mod spending;
mod start;
mod steps;
mod storage_numbers;
mod templates;
mod temporary;
mod transfer;
mod turn;
mod typed_command;
mod undoing;
mod voice;

pub use backup::{BackupForm, BackupNotice, FoundBackup, NotRestored, backups, found_among, offered};
pub use choosing::{Choosing, box_of};
pub use documents::{NumberedSource, Whose, facts_of, grouped};
pub use embedding::StoreForm;
pub use maintenance::doing;
pub use newer::is_newer;
pub use outline::{Heights, Line, LineKey, Outline, beside, between, place, row_of, with_headings, written};
pub use palette::{Entry, Section};
pub use personas::{Face, persona};
pub use queue_changes::button_of;
pub use start::start;
pub use storage_numbers::{Numbers, Persisted, size};
pub use voice::{Activity, Reader, Transcriber, Usual, Voice, VoiceChoice, may_have_speech, usual_at};

use crate::{
    dates,
    state::{
        Composer, Connection, Consent, Inspection, Loader, Maintenance, MessageActions, Notices, Panels, Searching,
        Several, Storage, Transcript, Turns, is_offline,
    },
};
use leptos::prelude::*;
use ricordo_core::{conversation::Conversation, id::ConversationId, time::Timestamp};

/// The parts of the state that the open conversation is made of.
#[derive(Clone, Copy)]
pub struct Chat {
    /// The conversation; `None` until the first one is open.
    pub conversation: RwSignal<Option<Conversation>>,
    /// Its loaded messages as rows.
    pub transcript: Transcript,
    /// Reads pages of it into the transcript.
    pub loader: Loader,
    /// Turns that run in this tab, and what waits for one.
    pub turns: Turns,
    /// Actions on a single message.
    pub actions: MessageActions,
    /// Whether messages wait in the open conversation.
    pub has_queue: RwSignal<bool>,
    /// Whether all lazily loaded code is loaded.
    pub is_whole: RwSignal<bool>,
    /// Storage of the page.
    pub storage: Storage,
    /// Providers, models and settings.
    pub connection: Connection,
    /// Text being typed.
    pub composer: Composer,
    /// Search and command palette.
    pub finding: Searching,
    /// State of the inspector.
    pub inspection: Inspection,
    /// Question before an expensive request.
    pub consent: Consent,
    /// Several models for one message.
    pub several: Several,
    /// Notices to the user.
    pub notices: Notices,
    /// Whether the browser reports no network.
    pub is_offline: RwSignal<bool>,
    /// Open panels and dialogs.
    pub panels: Panels,
    /// Idle work.
    pub maintenance: Maintenance,
    /// Microphone and reading aloud, once their code is loaded.
    pub voice: StoredValue<Option<Voice>>,
    temporary: temporary::Held,
}

impl Chat {
    /// Creates the state with no open conversation.
    pub fn new(storage: Storage, connection: Connection, notices: Notices, panels: Panels) -> Self {
        let (transcript, turns) = (Transcript::new(), Turns::new());
        Self {
            conversation: connection.conversation,
            transcript,
            loader: Loader::new(transcript, turns, storage, notices),
            turns,
            actions: MessageActions::new(),
            has_queue: RwSignal::new(false),
            is_whole: RwSignal::new(false),
            storage,
            connection,
            composer: Composer::new(notices),
            finding: Searching::new(),
            inspection: Inspection::new(),
            consent: Consent::new(),
            several: Several::new(),
            notices,
            panels,
            is_offline: RwSignal::new(is_offline()),
            maintenance: Maintenance::new(),
            voice: StoredValue::new(None),
            temporary: StoredValue::new_local(Vec::new()),
        }
    }

    /// Id of the open conversation.
    pub fn id(self) -> Option<ConversationId> {
        self.conversation.with_untracked(|open| open.as_ref().map(|open| open.id))
    }

    /// Formats a date and time in the time zone of the settings.
    pub fn date_time(self, at: Timestamp) -> String {
        self.connection.settings.with_untracked(|settings| dates::date_time(at, settings.time_zone.as_deref()))
    }

    /// Whether this tab receives a reply in the open conversation.
    pub fn is_streaming(self) -> bool {
        self.conversation.with(|open| open.as_ref().map(|open| open.id)).is_some_and(|id| self.turns.is_in(id))
    }
}

/// Returns the state that [`start`] provided to all components.
///
/// # Panics
/// Outside the app. That is a programming error and cannot happen to a user.
#[allow(clippy::expect_used, reason = "the app provides it before any component is made")]
pub fn use_chat() -> Chat {
    use_context::<Chat>().expect("the app provides the chat")
}
