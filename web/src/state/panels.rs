//! Open panels and dialogs.

use super::{
    DialogKind, Dialogs, TemplateDraft,
    kept_input::{of_text, to_text},
    settings_form::Unsaved,
};
use crate::browser;
use leptos::prelude::*;
use ricordo_core::{
    id::{ConversationId, DocumentId, MessageId, ProjectId, SummaryId},
    memory::find::{MemoryKind, MemoryQuery},
    scope::Scope,
    session::About,
};

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

/// A document that is open, and the chunk in it to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownDocument {
    /// The document.
    pub id: DocumentId,
    /// The chunk that is highlighted; `None` to start at the beginning.
    pub chunk: Option<u32>,
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
    /// The model in this browser.
    InPage,
}

/// State of the panels and dialogs beside or over the chat.
#[derive(Clone, Copy)]
pub struct Panels {
    /// The dialogs.
    pub dialogs: Dialogs,
    /// The list of conversations, on phones.
    pub list: RwSignal<bool>,
    /// Whether the list shows the archive.
    pub archive: RwSignal<bool>,
    /// The inspector panel: what the model sees.
    pub inspector: RwSignal<bool>,
    /// The outline of the conversation.
    pub outline: RwSignal<bool>,
    /// Chosen kind of connection; `None` for the existing connection.
    pub connect_via: RwSignal<Option<ConnectVia>>,
    /// The summary to show in the summaries dialog.
    pub summary: RwSignal<Option<SummaryId>>,
    /// The scope of which the memories, the tasks or the documents are shown when they are opened next.
    pub learned_in: RwSignal<Option<Scope>>,
    /// What the memories are searched for when they are opened next.
    pub wanted_memories: RwSignal<Option<MemoryQuery>>,
    /// The document that its dialog shows.
    pub document: RwSignal<Option<ShownDocument>>,
    /// The project that its dialog shows; `None` for a new one.
    pub project: RwSignal<Option<ProjectId>>,
    /// The conversation that moves to a project, which may be a new one.
    pub moving: RwSignal<Option<ConversationId>>,
    /// The template being written. It is kept while the dialog is closed.
    pub template_draft: RwSignal<Option<TemplateDraft>>,
    /// Unsaved input of the settings form when it was closed.
    pub unsaved_settings: StoredValue<Unsaved>,
    /// What the `/forget` dialog shows.
    pub found: RwSignal<Found>,
    /// Whether there was something to show in the banners that are loaded later.
    pub banners: RwSignal<bool>,
    /// What the confirmation is about.
    pub erasure: RwSignal<Erasure>,
}

impl Panels {
    /// Creates the state with everything closed.
    pub fn new() -> Self {
        Self {
            dialogs: Dialogs::new(),
            list: RwSignal::new(false),
            archive: RwSignal::new(false),
            inspector: RwSignal::new(false),
            outline: RwSignal::new(false),
            connect_via: RwSignal::new(None),
            summary: RwSignal::new(None),
            learned_in: RwSignal::new(None),
            wanted_memories: RwSignal::new(None),
            document: RwSignal::new(None),
            project: RwSignal::new(None),
            moving: RwSignal::new(None),
            template_draft: RwSignal::new(None),
            unsaved_settings: StoredValue::new(Unsaved::new()),
            found: RwSignal::new(Found::default()),
            banners: RwSignal::new(false),
            erasure: RwSignal::new(Erasure::This),
        }
    }

    /// Closes the list of conversations on a phone, and moves the focus, which may be in it, to the button that opens it. Returns
    /// whether it was open.
    pub fn close_list(self) -> bool {
        let was_open = self.list.get_untracked();
        if was_open {
            self.list.set(false);
            browser::focus_next_frame("menu");
        }
        was_open
    }

    /// Whether there is input that only [`Panels::keep_for_reload`] keeps.
    pub fn has_unsaved(self) -> bool {
        self.template_draft.with_untracked(Option::is_some) || !self.unsaved_settings.with_value(Vec::is_empty)
    }

    /// Keeps the input of the dialogs across a reload of the page.
    pub fn keep_for_reload(self) {
        let draft = self.template_draft.get_untracked();
        browser::keep_for_reload(&self.unsaved_settings.with_value(|settings| to_text(settings, draft.as_ref())));
    }

    /// Restores what [`Panels::keep_for_reload`] kept and opens the settings, from where the page was reloaded.
    pub fn restore(self, kept: &str) {
        let (settings, draft) = of_text(kept);
        self.unsaved_settings.set_value(settings);
        if draft.is_some() {
            self.template_draft.set(draft);
        }
        self.dialogs.open(DialogKind::Settings);
    }

    /// Opens the summaries, scrolled to one of them if given.
    pub fn show_summaries(self, which: Option<SummaryId>) {
        self.summary.set(which);
        self.dialogs.open(DialogKind::Summaries);
    }

    /// Opens the text of a document, at one of its chunks if given.
    pub fn show_document(self, id: DocumentId, chunk: Option<u32>) {
        self.document.set(Some(ShownDocument { id, chunk }));
        self.dialogs.open(DialogKind::Document);
    }

    /// Opens the memories or the tasks, filtered by a scope, or the documents with its group.
    pub fn show_learned(self, which: DialogKind, scope: Scope) {
        self.learned_in.set(Some(scope));
        self.dialogs.open(which);
    }

    /// Opens the memories, searched by words, in the archive or outside it.
    pub fn find_memories(self, words: String, is_archived: bool) {
        let kind = is_archived.then_some(MemoryKind::Archived);
        self.wanted_memories.set(Some(MemoryQuery { words, kind, ..MemoryQuery::default() }));
        self.dialogs.open(DialogKind::Memories);
    }

    /// Opens the dialog for a kind of connection.
    pub fn connect_by(self, connect_via: ConnectVia) {
        self.connect_via.set(Some(connect_via));
        if matches!(connect_via, ConnectVia::Address | ConnectVia::InPage) {
            self.dialogs.open(DialogKind::Provider)
        } else {
            self.dialogs.open(DialogKind::Connect)
        }
    }

    /// Asks for confirmation before something is erased permanently.
    pub fn ask_to_erase(self, what: Erasure) {
        self.erasure.set(what);
        self.dialogs.open(DialogKind::Erase);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message_id;

    #[test]
    fn memories_that_were_found_are_searched_by_the_same_words_where_they_are() {
        let panels = Panels::new();
        for (is_archived, kind) in [(false, None), (true, Some(MemoryKind::Archived))] {
            panels.find_memories("tenor".to_owned(), is_archived);
            let wanted = panels.wanted_memories.get_untracked().unwrap();
            assert_eq!((wanted.words.as_str(), wanted.kind, wanted.page), ("tenor", kind, 0));
        }
        assert!(panels.dialogs.of(DialogKind::Memories).get_untracked());
    }

    #[test]
    fn a_question_before_erasing_is_about_what_was_asked_last() {
        let panels = Panels::new();
        panels.ask_to_erase(Erasure::All);
        panels.dialogs.close(DialogKind::Erase);
        panels.ask_to_erase(Erasure::Message(message_id(1)));
        assert!(panels.dialogs.of(DialogKind::Erase).get_untracked());
        assert_eq!(panels.erasure.get_untracked(), Erasure::Message(message_id(1)));
    }

    #[test]
    fn a_typed_address_has_the_form_of_servers_and_the_other_connections_a_dialog_of_their_own() {
        for (via, dialogs) in [
            (ConnectVia::Computer, (true, false)),
            (ConnectVia::Key, (true, false)),
            (ConnectVia::Address, (false, true)),
            (ConnectVia::InPage, (false, true)),
        ] {
            let panels = Panels::new();
            panels.connect_by(via);
            assert_eq!(
                (
                    panels.dialogs.of(DialogKind::Connect).get_untracked(),
                    panels.dialogs.of(DialogKind::Provider).get_untracked()
                ),
                dialogs,
                "{via:?}"
            );
            assert_eq!(panels.connect_via.get_untracked(), Some(via));
        }
    }
}
