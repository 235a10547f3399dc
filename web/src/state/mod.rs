//! State of the page, as plain structs of signals. Components read the signals and call the methods; nothing here
//! draws.
//!
//! What depends on what:
//!
//! * [`Transcript`] is the loaded part of the open conversation, and [`Turns`] are the replies that this tab receives. They
//!   depend on nothing.
//! * [`Storage`] depends on [`Notices`], [`Connection`] on the storage, [`Loader`] on transcript, turns, storage and notices.
//! * [`Chat`] holds them all. What needs several of them is one of its methods, in the file that is named after it. A message
//!   goes `Composer` → [`Chat::send`] → `Session::send`.

mod actions;
mod add_documents;
mod adding;
mod again;
mod agreement;
mod any_model;
mod ask;
mod attach_pages;
mod attached;
mod background;
mod backup;
mod catalogue;
mod chat;
mod chips;
mod choices;
mod choosing;
mod commands;
mod comparing;
mod composer;
mod connection;
mod conversations;
mod deferred;
mod dialogs;
mod doctor;
mod document_outcomes;
mod documents;
mod edits;
mod embedding;
mod exchanging;
mod file_name;
mod given;
mod groups;
mod held_calls;
mod inspecting;
mod inspection;
mod kept_input;
mod kept_memories;
mod kept_rows;
mod known;
mod leaving;
mod list;
mod loading;
mod maintenance;
mod maintenance_commands;
mod maintenance_state;
mod network;
mod newer;
mod notices;
mod origins;
mod other_tabs;
mod outline;
mod page_read;
mod palette;
mod panels;
mod pause;
mod personas;
mod picker;
mod preview;
mod project_command;
mod project_folds;
mod project_form;
mod project_groups;
mod project_model;
mod project_named;
mod projects;
mod queue;
mod queue_adding;
mod queue_changes;
mod queue_pause;
mod rebuilding;
mod recalling;
mod reminders;
mod rows;
mod scans;
mod scopes;
mod searching;
mod servers;
mod settings_form;
mod settings_steps;
mod several;
mod several_turn;
mod since;
mod spending;
mod spoken;
mod start;
mod steps;
mod storage;
mod storage_numbers;
mod templates;
mod temporary;
#[cfg(test)]
pub mod testing;
mod transcript;
mod transfer;
mod turn;
mod turns;
mod until;
mod voice;

pub use actions::MessageActions;
pub use adding::{AddOutcome, FilesToAdd, OUTCOMES, adding};
pub use agreement::Agreement;
pub use any_model::AnyModel;
pub use ask::{Ask, AskKind};
pub use attached::blob_of;
pub use background::{who_does_it, why_not};
pub use backup::{BackupForm, BackupNotice, FoundBackup, NotRestored, backups, found_among, offered};
pub use chat::Chat;
pub use chips::{Chip, ChipKind, Chips};
pub use choices::Choice;
pub use choosing::{Choosing, box_of};
pub use composer::Composer;
pub use connection::Connection;
pub use dialogs::{DialogKind, Dialogs};
pub use doctor::Doctor;
pub use documents::{NumberedSource, Whose, facts_of, grouped};
pub use edits::{Edit, keep_edit, typed_for};
pub use embedding::{Embedding, EmbeddingTrouble, StoreForm};
pub use groups::{Span, Wanted, tags};
pub use inspection::{Asked, Inspection, Tab, View};
pub use list::ScrollTarget;
pub use loading::Loader;
pub use maintenance::{Maintenance, doing};
pub use network::is_here;
pub use newer::is_newer;
pub use notices::{Notice, Notices};
pub use outline::{Heights, Line, LineKey, Outline, beside, between, place, row_of, written};
pub use palette::{Entry, Section};
pub use panels::{ConnectVia, Erasure, Found, Panels, ShownDocument};
pub use pause::Pause;
pub use personas::{Face, persona};
pub use project_folds::Folds;
pub use project_form::{FieldOf, ProjectForm, length_near_limit};
pub use project_groups::{Group, ProjectGroup, Projects, grouped_by_project};
pub use projects::heading_of;
pub use queue::queue;
pub use queue_changes::button_of;
pub use rows::{Arrival, Row};
pub use scans::{Scan, scans};
pub use scopes::{ScopeChoice, scope_key};
pub use searching::Searching;
pub use servers::{Finding, ServerForm};
pub use settings_form::{SettingsForm, name_of, range_of};
pub use several::{Column, Compared, Several};
pub use since::Since;
pub use spending::{Consent, amount};
pub use start::start;
pub use steps::Step;
pub use storage::Storage;
pub use storage_numbers::{Numbers, Persisted, size};
pub use templates::TemplateDraft;
pub use transcript::Transcript;
pub use transfer::{Shape, TransferOutcome, transfer};
pub use turns::Turns;
pub use until::until;
pub use voice::{Activity, Reader, Transcriber, Usual, Voice, VoiceChoice, may_have_speech, usual_at};

use leptos::prelude::use_context;
use ricordo_browser::{AnyStore, BrowserHost};
use ricordo_core::{search::Searchable, session::Session};

/// Session type of the page.
pub type PageSession = Session<Searchable<AnyStore>, BrowserHost>;

/// Returns the state that [`start`] provided to all components.
///
/// # Panics
/// Outside the app. That is a programming error and cannot happen to a user.
#[allow(clippy::expect_used, reason = "the app provides it before any component is made")]
pub fn use_chat() -> Chat {
    use_context::<Chat>().expect("the app provides the chat")
}
