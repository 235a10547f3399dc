//! State of the page, as plain structs of signals. Components read the signals and call the methods; nothing here
//! draws.
//!
//! What depends on what:
//!
//! * [`Transcript`] is the loaded part of the open conversation, and [`Turns`] are the replies that this tab receives. They
//!   depend on nothing.
//! * [`Storage`] depends on [`Notices`], [`Connection`] on the storage, [`Loader`] on transcript, turns, storage and notices.
//! * `Chat` in `crate::chat` holds them all, and does what needs several of them. Nothing here knows it.

mod actions;
pub mod adding;
pub mod again;
mod agreement;
pub mod any_model;
pub mod ask;
pub mod attached;
mod background;
mod can_chat;
mod catalogue;
mod chips;
mod choices;
pub mod composer;
mod connection;
pub mod deferred;
mod dialogs;
mod doctor;
pub mod document_outcomes;
pub mod edits;
pub mod embedding;
pub mod file_name;
mod groups;
pub mod inspection;
mod kept_input;
mod kept_rows;
pub mod known;
pub mod leaving;
mod list;
pub mod loading;
mod maintenance;
pub mod maintenance_state;
mod model_lists;
mod network;
mod notices;
pub mod page_read;
mod panels;
mod pause;
pub mod picker;
pub mod preparing;
mod project_folds;
mod project_form;
mod project_groups;
mod project_model;
pub mod project_named;
mod projects;
mod queue;
pub mod queue_adding;
pub mod queue_pause;
pub mod rate_limit;
mod recalling;
mod rows;
mod scans;
pub mod scopes;
pub mod searching;
mod servers;
mod settings_form;
mod several;
mod since;
pub mod spending;
pub mod spoken;
mod step;
mod storage;
mod templates;
#[cfg(test)]
pub mod testing;
mod transcript;
mod transfer;
pub mod turns;
mod unread;
mod until;

pub use actions::MessageActions;
pub use adding::{AddOutcome, FilesToAdd, OUTCOMES, adding};
pub use agreement::Agreement;
pub use any_model::AnyModel;
pub use ask::{Ask, AskKind};
pub use attached::blob_of;
pub use background::{who_does_it, why_not};
pub use can_chat::can_chat;
pub use chips::{Chip, ChipKind, Chips};
pub use choices::{Choice, ChoiceGroup};
pub use composer::Composer;
pub use connection::Connection;
pub use dialogs::{DialogKind, Dialogs};
pub use doctor::Doctor;
pub use edits::{Edit, keep_edit, typed_for};
pub use embedding::{Embedding, EmbeddingTrouble};
pub use groups::{Span, Wanted, tags};
pub use inspection::{Asked, Inspection, Tab, View};
pub use list::ScrollTarget;
pub use loading::Loader;
pub use maintenance::Maintenance;
pub use network::{is_here, is_offline};
pub use notices::{Notice, Notices};
pub use panels::{ConnectVia, Erasure, Found, Panels, ShownDocument};
pub use pause::Pause;
pub use project_folds::Folds;
pub use project_form::{FieldOf, ProjectForm, length_near_limit};
pub use project_groups::{Group, ProjectGroup, Projects, grouped_by_project};
pub use projects::heading_of;
pub use queue::queue;
pub use rows::{Arrival, Row};
pub use scans::{Scan, scans};
pub use scopes::{ScopeChoice, scope_key};
pub use searching::Searching;
pub use servers::{Finding, ServerForm};
pub use settings_form::{SettingsForm, name_of, range_of};
pub use several::{Column, Compared, Several};
pub use since::Since;
pub use spending::{Consent, amount};
pub use step::Step;
pub use storage::Storage;
pub use templates::TemplateDraft;
pub use transcript::Transcript;
pub use transfer::{Shape, TransferOutcome, transfer};
pub use turns::Turns;
pub use unread::Unread;
pub use until::until;

use ricordo_browser::{AnyStore, BrowserHost};
use ricordo_core::{search::Searchable, session::Session};

/// Session type of the page.
pub type PageSession = Session<Searchable<AnyStore>, BrowserHost>;
