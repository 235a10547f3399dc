//! Which panels and dialogs are open.

use leptos::prelude::*;
use ricordo_core::{
    id::{MessageId, SummaryId},
    session::About,
};

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

/// What lies beside or over the chat.
#[derive(Clone, Copy)]
pub struct Panels {
    /// The list of conversations, on phones.
    pub list: RwSignal<bool>,
    /// What the model sees.
    pub inspector: RwSignal<bool>,
    /// What the model sees, on a page of its own.
    pub inspection: RwSignal<bool>,
    /// The connection to a model.
    pub provider: RwSignal<bool>,
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
    /// What is found about a text, to choose from what is forgotten.
    pub forget: RwSignal<bool>,
    /// What is found about a text, to go to.
    pub search: RwSignal<bool>,
    /// What both of them show.
    pub found: RwSignal<Found>,
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
            inspector: RwSignal::new(false),
            inspection: RwSignal::new(false),
            provider: RwSignal::new(false),
            settings: RwSignal::new(false),
            help: RwSignal::new(false),
            memories: RwSignal::new(false),
            summaries: RwSignal::new(false),
            summary: RwSignal::new(None),
            tasks: RwSignal::new(false),
            stats: RwSignal::new(false),
            presets: RwSignal::new(false),
            forget: RwSignal::new(false),
            search: RwSignal::new(false),
            found: RwSignal::new(Found::default()),
            erase: RwSignal::new(false),
            erasure: RwSignal::new(Erasure::This),
        }
    }

    /// Shows the summaries, and one of them in sight.
    pub fn show_summaries(self, which: Option<SummaryId>) {
        self.summary.set(which);
        self.summaries.set(true);
    }

    /// Asks before something is erased for good.
    pub fn ask_to_erase(self, what: Erasure) {
        self.erasure.set(what);
        self.erase.set(true);
    }
}
