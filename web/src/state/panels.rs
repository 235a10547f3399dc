//! Which panels and dialogs are open.

use super::{TemplateDraft, settings_form::Unsaved};
use crate::browser;
use leptos::prelude::*;
use ricordo_core::{
    id::{MessageId, SummaryId},
    session::About,
};
use serde_json::{Value, json};

/// What is about to be erased for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// The open conversation.
    This,
    /// All conversations, for a new one.
    All,
    /// One message.
    Message(MessageId),
}

/// What was found about a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The text.
    pub text: String,
    /// What is about it.
    pub about: About,
}

/// A way to a model, from the first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectVia {
    /// A server on this computer.
    Computer,
    /// A provider that wants a key.
    Key,
    /// An address of one's own.
    Address,
}

/// What lies beside or over the chat.
#[derive(Clone, Copy)]
pub struct Panels {
    /// The list of conversations, on phones.
    pub list: RwSignal<bool>,
    /// Whether the list shows the archive.
    pub archive: RwSignal<bool>,
    /// What the model sees.
    pub inspector: RwSignal<bool>,
    /// What the model sees, on a page of its own.
    pub inspection: RwSignal<bool>,
    /// The connection to a model.
    pub provider: RwSignal<bool>,
    /// The way to a model on this computer, or with a key.
    pub connect: RwSignal<bool>,
    /// Which of them; `None`: the connection that is there.
    pub connect_via: RwSignal<Option<ConnectVia>>,
    /// The models to pick from.
    pub models: RwSignal<bool>,
    /// The settings of the open conversation alone.
    pub own: RwSignal<bool>,
    /// Who speaks in the open conversation.
    pub people: RwSignal<bool>,
    /// The settings.
    pub settings: RwSignal<bool>,
    /// The help.
    pub help: RwSignal<bool>,
    /// The memories and who the user is.
    pub memories: RwSignal<bool>,
    /// The summaries.
    pub summaries: RwSignal<bool>,
    /// The summary that is looked for there.
    pub summary: RwSignal<Option<SummaryId>>,
    /// The tasks.
    pub tasks: RwSignal<bool>,
    /// The statistics.
    pub stats: RwSignal<bool>,
    /// The presets.
    pub presets: RwSignal<bool>,
    /// The templates.
    pub templates: RwSignal<bool>,
    /// The template that is being written. It stays while the dialog is closed.
    pub template_draft: RwSignal<Option<TemplateDraft>>,
    /// The storage.
    pub storage: RwSignal<bool>,
    /// What was typed into the settings when they were closed without saving.
    pub unsaved_settings: StoredValue<Unsaved>,
    /// What is found about a text, to choose from what is forgotten.
    pub forget: RwSignal<bool>,
    /// The search, and the palette of commands.
    pub search: RwSignal<bool>,
    /// What `/forget` shows.
    pub found: RwSignal<Found>,
    /// Whether a newer build of the page is here, and not sent away.
    pub newer: RwSignal<bool>,
    /// The question before something is erased.
    pub erase: RwSignal<bool>,
    /// What it asks about.
    pub erasure: RwSignal<Erasure>,
}

impl Panels {
    /// All closed.
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

    /// Keeps what is typed into the dialogs while the page is loaded again.
    pub fn keep_for_reload(self) {
        let draft = self.template_draft.get_untracked();
        let draft = draft.map(|draft| json!([draft.id.map(|id| id.to_string()), draft.name, draft.text]));
        let kept = json!({ "settings": self.unsaved_settings.get_value(), "template": draft });
        browser::keep_for_reload(&kept.to_string());
    }

    /// Puts back what [`Panels::keep_for_reload`] kept, and opens the settings, where the page was loaded again from.
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

    /// Shows the summaries, and one of them in sight.
    pub fn show_summaries(self, which: Option<SummaryId>) {
        self.summary.set(which);
        self.summaries.set(true);
    }

    /// Goes a way to a model.
    pub fn connect_by(self, connect_via: ConnectVia) {
        self.connect_via.set(Some(connect_via));
        if connect_via == ConnectVia::Address { self.provider.set(true) } else { self.connect.set(true) }
    }

    /// Asks before something is erased for good.
    pub fn ask_to_erase(self, what: Erasure) {
        self.erasure.set(what);
        self.erase.set(true);
    }
}
