//! Open panels and dialogs.

use super::{TemplateDraft, settings_form::Unsaved};
use crate::browser;
use leptos::prelude::*;
use ricordo_core::{
    id::{MessageId, SummaryId},
    session::About,
};
use serde_json::{Value, json};

/// What will be erased permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// The open conversation.
    This,
    /// All conversations; a new one is started.
    All,
    /// One message.
    Message(MessageId),
}

/// What was found about a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Text that was looked for.
    pub text: String,
    /// Messages, memories and summaries about it.
    pub about: About,
}

/// How to connect to a model, chosen on the welcome page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectVia {
    /// A server on this computer.
    Computer,
    /// A provider that requires a key.
    Key,
    /// A custom address.
    Address,
}

/// State of the panels and dialogs beside or over the chat.
#[derive(Clone, Copy)]
pub struct Panels {
    /// The list of conversations, on phones.
    pub list: RwSignal<bool>,
    /// Whether the list shows the archive.
    pub archive: RwSignal<bool>,
    /// The inspector panel: what the model sees.
    pub inspector: RwSignal<bool>,
    /// The inspector page.
    pub inspection: RwSignal<bool>,
    /// The connection to a model.
    pub provider: RwSignal<bool>,
    /// The dialog that connects to a model on this computer or with a key.
    pub connect: RwSignal<bool>,
    /// Chosen kind of connection; `None` for the existing connection.
    pub connect_via: RwSignal<Option<ConnectVia>>,
    /// The model picker.
    pub models: RwSignal<bool>,
    /// The open conversation's own settings.
    pub own: RwSignal<bool>,
    /// The people in the open conversation.
    pub people: RwSignal<bool>,
    /// The settings.
    pub settings: RwSignal<bool>,
    /// The help.
    pub help: RwSignal<bool>,
    /// The memories and the user data.
    pub memories: RwSignal<bool>,
    /// The summaries.
    pub summaries: RwSignal<bool>,
    /// The summary to show in the summaries dialog.
    pub summary: RwSignal<Option<SummaryId>>,
    /// The tasks.
    pub tasks: RwSignal<bool>,
    /// The statistics.
    pub stats: RwSignal<bool>,
    /// The presets.
    pub presets: RwSignal<bool>,
    /// The templates.
    pub templates: RwSignal<bool>,
    /// The template being written. It is kept while the dialog is closed.
    pub template_draft: RwSignal<Option<TemplateDraft>>,
    /// The storage.
    pub storage: RwSignal<bool>,
    /// Unsaved input of the settings form when it was closed.
    pub unsaved_settings: StoredValue<Unsaved>,
    /// The dialog of `/forget` about a text, to choose what is forgotten.
    pub forget: RwSignal<bool>,
    /// The search and command palette.
    pub search: RwSignal<bool>,
    /// What the `/forget` dialog shows.
    pub found: RwSignal<Found>,
    /// Whether a newer build of the page is available and its banner was not dismissed.
    pub newer: RwSignal<bool>,
    /// The confirmation before something is erased.
    pub erase: RwSignal<bool>,
    /// What the confirmation is about.
    pub erasure: RwSignal<Erasure>,
}

impl Panels {
    /// Creates the state with everything closed.
    pub fn new() -> Self {
        Self {
            list: RwSignal::new(false),
            archive: RwSignal::new(false),
            inspector: RwSignal::new(false),
            inspection: RwSignal::new(false),
            provider: RwSignal::new(false),
            connect: RwSignal::new(false),
            connect_via: RwSignal::new(None),
            models: RwSignal::new(false),
            own: RwSignal::new(false),
            people: RwSignal::new(false),
            settings: RwSignal::new(false),
            help: RwSignal::new(false),
            memories: RwSignal::new(false),
            summaries: RwSignal::new(false),
            summary: RwSignal::new(None),
            tasks: RwSignal::new(false),
            stats: RwSignal::new(false),
            presets: RwSignal::new(false),
            templates: RwSignal::new(false),
            template_draft: RwSignal::new(None),
            storage: RwSignal::new(false),
            unsaved_settings: StoredValue::new(Unsaved::new()),
            forget: RwSignal::new(false),
            search: RwSignal::new(false),
            found: RwSignal::new(Found::default()),
            newer: RwSignal::new(false),
            erase: RwSignal::new(false),
            erasure: RwSignal::new(Erasure::This),
        }
    }

    /// Keeps the input of the dialogs across a reload of the page.
    pub fn keep_for_reload(self) {
        let draft = self.template_draft.get_untracked();
        let draft = draft.map(|draft| json!([draft.id.map(|id| id.to_string()), draft.name, draft.text]));
        let kept = json!({ "settings": self.unsaved_settings.get_value(), "template": draft });
        browser::keep_for_reload(&kept.to_string());
    }

    /// Restores what [`Panels::keep_for_reload`] kept and opens the settings, from where the page was reloaded.
    pub fn restore_after_reload(self) {
        let Some(kept) = browser::kept_for_reload() else { return };
        let kept: Value = serde_json::from_str(&kept).unwrap_or_default();
        self.unsaved_settings.set_value(serde_json::from_value(kept["settings"].clone()).unwrap_or_default());
        let text = |at: usize| kept["template"][at].as_str().map(str::to_owned);
        if let (Some(name), Some(text_of)) = (text(1), text(2)) {
            let id = text(0).and_then(|id| id.parse().ok());
            self.template_draft.set(Some(TemplateDraft { id, name, text: text_of }));
        }
        self.settings.set(true);
    }

    /// Opens the summaries, scrolled to one of them if given.
    pub fn show_summaries(self, which: Option<SummaryId>) {
        self.summary.set(which);
        self.summaries.set(true);
    }

    /// Opens the dialog for a kind of connection.
    pub fn connect_by(self, connect_via: ConnectVia) {
        self.connect_via.set(Some(connect_via));
        if connect_via == ConnectVia::Address { self.provider.set(true) } else { self.connect.set(true) }
    }

    /// Asks for confirmation before something is erased permanently.
    pub fn ask_to_erase(self, what: Erasure) {
        self.erasure.set(what);
        self.erase.set(true);
    }
}
