//! State of the search: query, filters and results.

use super::{
    PageSession,
    deferred::{self, PassagesCall},
    since::Since,
};
use crate::loaded::NotLoaded;
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    id::ConversationId,
    message::Role,
    search::{Filter, Found},
    session::Passage,
    time::Now,
};

/// Maximum number of hits of each kind.
pub const SHOWN: usize = 50;

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
    pub asked: StoredValue<u64>,
    /// Index of the chosen entry.
    pub chosen: RwSignal<usize>,
    /// Number of messages indexed so far, while indexing runs.
    pub reading: RwSignal<Option<usize>>,
    /// Conversations that other tabs changed since they were indexed.
    pub changed: StoredValue<Vec<ConversationId>>,
    /// Whether another tab changed anything at all since.
    pub is_outdated: StoredValue<bool>,
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

    /// What is searched for; `None` for a command, and while there are neither words nor filters.
    pub fn wanted(self, now: Now) -> Option<(String, Filter)> {
        let (text, filter) = (self.text.get_untracked(), self.filter(now));
        let is_search = !self.is_command() && (!text.trim().is_empty() || filter != Filter::default());
        is_search.then_some((text, filter))
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
}

/// The passages of documents that are shown. The code that ranks is loaded only if there are documents.
pub async fn passages(session: PageSession, text: String, filter: Filter) -> Result<Vec<Passage>, Error> {
    if session.documents().await?.is_empty() {
        return Ok(Vec::new());
    }
    match deferred::find_passages(PassagesCall { session, text, filter, most: SHOWN }).await {
        Ok(finding) => finding.await,
        // Without the code that ranks there are names only.
        Err(NotLoaded) => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests;
