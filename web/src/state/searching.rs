//! State of the search: query, filters and results, and loading of the index.

use super::{
    Chat, DialogKind, PageSession,
    deferred::{self, PassagesCall},
    since::Since,
};
use crate::{browser, loaded::NotLoaded, mount};
use leptos::{ev, prelude::*, task::spawn_local};
use ricordo_browser::BrowserHost;
use ricordo_core::{
    error::Error,
    host::Host,
    id::ConversationId,
    memory::MemorySource,
    message::Role,
    search::{Filter, Found, Target},
    session::Passage,
    time::Now,
};
use std::cell::Cell;

/// Maximum number of hits of each kind.
pub const SHOWN: usize = 50;
/// While messages are indexed, the search is repeated each time this many more are read.
const AGAIN_AFTER: usize = 3_000;
/// How long nothing must be typed before the text of documents is searched, in milliseconds.
const PAUSE: u32 = 150;

/// The search.
#[derive(Clone, Copy)]
pub struct Searching {
    /// Typed text. After `>` or `/` it is a command, not a query.
    pub text: RwSignal<String>,
    /// Conversation to search in; `None` for all.
    pub only: RwSignal<Option<ConversationId>>,
    /// Role whose messages are searched; `None` for all.
    pub role: RwSignal<Option<Role>>,
    /// Whether only documents are searched.
    pub documents: RwSignal<bool>,
    /// Time filter.
    pub since: RwSignal<Since>,
    /// First and last chosen day, as `YYYY-MM-DD`; empty if not set.
    pub days: RwSignal<(String, String)>,
    /// Number of times the dialog was opened.
    pub opened: RwSignal<u64>,
    /// Hits.
    pub found: RwSignal<Found>,
    /// Passages of documents that were found. They come later than the other hits.
    pub passages: RwSignal<Vec<Passage>>,
    /// Whether the text of documents is being searched.
    pub is_looking: RwSignal<bool>,
    /// Number of times that passages were searched for.
    asked: StoredValue<u64>,
    /// Index of the chosen entry.
    pub chosen: RwSignal<usize>,
    /// Number of messages indexed so far, while indexing runs.
    pub reading: RwSignal<Option<usize>>,
    /// Conversations that other tabs changed since they were indexed.
    changed: StoredValue<Vec<ConversationId>>,
    /// Whether another tab changed anything at all since.
    is_outdated: StoredValue<bool>,
}

impl Searching {
    /// Creates an empty search.
    pub fn new() -> Self {
        Self {
            text: RwSignal::new(String::new()),
            only: RwSignal::new(None),
            role: RwSignal::new(None),
            documents: RwSignal::new(false),
            since: RwSignal::new(Since::Ever),
            days: RwSignal::new(Default::default()),
            opened: RwSignal::new(0),
            found: RwSignal::new(Found::default()),
            passages: RwSignal::new(Vec::new()),
            is_looking: RwSignal::new(false),
            asked: StoredValue::new(0),
            chosen: RwSignal::new(0),
            reading: RwSignal::new(None),
            changed: StoredValue::new(Vec::new()),
            is_outdated: StoredValue::new(false),
        }
    }

    /// Opens the dialog with a query, or with `>` for the commands.
    pub fn open(self, chat: Chat, text: String) {
        chat.panels.list.set(false);
        self.only.set(None);
        self.text.set(text);
        self.opened.update(|times| *times += 1);
        chat.panels.dialogs.open(DialogKind::Search);
    }

    /// Runs the initial search and loads the index. The dialog calls it, because the dialog is loaded by then.
    pub fn begin(self, chat: Chat) {
        self.ask(chat);
        spawn_local(self.read(chat));
    }

    /// Opens dialogs by keyboard: Ctrl+K or ⌘K for the search, Ctrl+Shift+P or ⌘⇧P for the commands, and `?` outside of a
    /// field for the help. Ctrl+Shift+O or ⌘⇧O opens and closes the outline.
    pub fn listen(self, chat: Chat) {
        mount::listen(ev::keydown, move |event| {
            if event.key() == "?" && !browser::takes_keys(event.target()) {
                return chat.panels.dialogs.open(DialogKind::Help);
            }
            let is_ours = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
            let text = opened_by(&browser::key_of(&event), event.shift_key());
            let Some(text) = text.filter(|_| is_ours) else { return };
            event.prevent_default();
            if text == OUTLINE {
                return chat.panels.outline.update(|is_open| *is_open = !*is_open);
            }
            self.open(chat, text.to_owned());
        });
    }

    /// Marks a conversation that another tab changed as out of date in the index.
    pub fn changed_elsewhere(self, id: ConversationId) {
        self.changed.update_value(|changed| {
            if !changed.contains(&id) {
                changed.push(id);
            }
        });
    }

    /// Marks everything as out of date in the index.
    pub fn everything_changed_elsewhere(self) {
        self.is_outdated.set_value(true);
    }

    /// Handles typed text.
    pub fn typed(self, chat: Chat, text: String) {
        self.text.set(text);
        self.ask(chat);
    }

    /// Searches for the typed text with the current filters.
    pub fn ask(self, chat: Chat) {
        self.chosen.set(0);
        let wanted = self.wanted(chat.storage.now());
        let found = wanted
            .as_ref()
            .and_then(|(text, filter)| chat.storage.with_index(|index| index.search(text, filter, SHOWN)));
        self.found.set(found.unwrap_or_default());
        self.look_in_documents(chat, wanted);
    }

    /// What is searched for; `None` for a command, and while there are neither words nor filters.
    fn wanted(self, now: Now) -> Option<(String, Filter)> {
        let (text, filter) = (self.text.get_untracked(), self.filter(now));
        let is_search = !self.is_command() && (!text.trim().is_empty() || filter != Filter::default());
        is_search.then_some((text, filter))
    }

    /// Searches the text of documents once nothing is typed for a moment. What was found before goes at once.
    fn look_in_documents(self, chat: Chat, wanted: Option<(String, Filter)>) {
        let asked = self.asked.get_value() + 1;
        self.asked.set_value(asked);
        self.passages.set(Vec::new());
        self.is_looking.set(wanted.is_some());
        let Some((text, filter)) = wanted else { return };
        spawn_local(async move {
            BrowserHost.sleep(PAUSE).await;
            if self.asked.get_value() != asked {
                return;
            }
            let found = passages(chat.storage.session(), text, filter).await;
            if self.asked.get_value() != asked {
                return;
            }
            self.is_looking.set(false);
            match found {
                Ok(passages) => self.passages.set(passages),
                Err(error) => chat.storage.report(&error),
            }
        });
    }

    /// Whether the typed text is a command.
    pub fn is_command(self) -> bool {
        self.text.with_untracked(|text| text.starts_with(['>', '/']))
    }

    /// Whether any filter is set. Two days that are still to be chosen filter nothing.
    pub fn is_filtered(self) -> bool {
        let has_days = self.days.with(|(from, until)| !from.is_empty() || !until.is_empty());
        self.only.get().is_some()
            || self.role.get().is_some()
            || self.documents.get()
            || match self.since.get() {
                Since::Ever => false,
                Since::Days(_) => true,
                Since::Range => has_days,
            }
    }

    /// Searches documents alone, or everything again. Nobody wrote a document, so this filter and that for the author exclude
    /// each other.
    pub fn toggle_documents(self) {
        self.documents.update(|documents| *documents = !*documents);
        self.role.set(None);
    }

    /// Searches the messages of an author, or of all.
    pub fn choose_role(self, role: Option<Role>) {
        self.role.set(role);
        self.documents.set(false);
    }

    /// Opens a hit.
    pub fn go(self, chat: Chat, target: Target, conversation: Option<ConversationId>) {
        chat.panels.dialogs.close(DialogKind::Search);
        match (target, conversation) {
            (Target::Message { id, .. }, Some(conversation)) => {
                chat.transcript.list.words.set_value(self.text.get_untracked());
                chat.show_source(MemorySource { conversation, message: id })
            }
            (Target::Conversation { .. }, Some(conversation)) => chat.open(conversation),
            (Target::Memory { .. }, _) => chat.panels.dialogs.open(DialogKind::Memories),
            (Target::Summary(id), _) => chat.panels.show_summaries(Some(id)),
            (Target::Document { id, chunk }, _) => chat.panels.show_document(id, chunk),
            (Target::Task { .. }, _) => chat.panels.dialogs.open(DialogKind::Tasks),
            _ => {}
        }
    }

    fn filter(self, now: Now) -> Filter {
        let since = self.since.get_untracked();
        let (from, until) = self.days.with_untracked(|days| since.period(days, now));
        Filter {
            conversation: self.only.get_untracked(),
            role: self.role.get_untracked(),
            documents: self.documents.get_untracked(),
            from,
            until,
        }
    }

    async fn read(self, chat: Chat) {
        if self.reading.with_untracked(Option::is_some) {
            return;
        }
        let session = chat.storage.session();
        let changed = self.changed.try_update_value(std::mem::take).unwrap_or_default();
        if self.is_outdated.try_update_value(std::mem::take) == Some(true) {
            session.store().index().end();
        }
        let read = if session.store().index().is_begun() {
            match changed.is_empty() {
                true => return,
                false => session.renew_search(&changed).await,
            }
        } else {
            self.reading.set(Some(0));
            browser::mark("ricordo:search-reads");
            let again = Cell::new(AGAIN_AFTER);
            let on_batch = |count: usize| {
                self.reading.set(Some(count));
                if count >= again.get() {
                    again.set(count + AGAIN_AFTER);
                    self.ask_again(chat);
                }
            };
            let read = session.load_search(&on_batch).await;
            self.reading.set(None);
            browser::mark("ricordo:search-read");
            read
        };
        match read {
            Ok(()) => self.ask_again(chat),
            Err(error) => chat.storage.report(&error),
        }
    }

    /// Searches again after more messages were read. The entry that the user moved to stays chosen, wherever it is now.
    fn ask_again(self, chat: Chat) {
        let actions = || {
            let sections = untrack(|| self.sections(chat));
            sections.into_iter().flat_map(|section| section.entries).map(|entry| entry.action).collect::<Vec<_>>()
        };
        let (before, chosen) = (actions(), self.chosen.get_untracked());
        self.ask(chat);
        self.chosen.set(still_chosen(&before, chosen, &actions()));
    }
}

/// The passages of documents that are shown. The code that ranks is loaded only if there are documents.
async fn passages(session: PageSession, text: String, filter: Filter) -> Result<Vec<Passage>, Error> {
    if session.documents().await?.is_empty() {
        return Ok(Vec::new());
    }
    match deferred::find_passages(PassagesCall { session, text, filter, most: SHOWN }).await {
        Ok(finding) => finding.await,
        // Without the code that ranks there are names only.
        Err(NotLoaded) => Ok(Vec::new()),
    }
}

/// Stands for the outline instead of a text.
const OUTLINE: &str = "o";

/// Text that the dialog opens with when a key is pressed together with Ctrl or ⌘, or [`OUTLINE`]; `None` if the key opens
/// neither.
fn opened_by(key: &str, has_shift: bool) -> Option<&'static str> {
    match (key.to_ascii_lowercase().as_str(), has_shift) {
        ("k", false) => Some(""),
        ("p", true) => Some(">"),
        ("o", true) => Some(OUTLINE),
        _ => None,
    }
}

/// The position of the chosen entry once the list has changed. The first entry is chosen until the user moves, so it
/// stays the first.
fn still_chosen<T: PartialEq>(before: &[T], chosen: usize, after: &[T]) -> usize {
    let entry = before.get(chosen).filter(|_| chosen > 0);
    entry.and_then(|entry| after.iter().position(|other| other == entry)).unwrap_or(0)
}

#[cfg(test)]
mod tests;
