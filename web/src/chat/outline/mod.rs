//! State of the outline: the rows of the open conversation, what the next request holds of each, and the filter. It exists
//! while the panel is loaded, and reads while the panel is open.

mod lines;

pub use lines::{Heights, Line, LineKey, Source, beside, between, lines, place, row_of, with_headings, written};

use super::Chat;
use crate::{markdown, mount};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    id::ConversationId,
    inspect::{Held, Holds},
    search::Query,
    session::{OutlineKind, OutlineRow},
};
use std::sync::Arc;

/// Messages of the first page, and of each page before it.
const FIRST: u32 = 200;
const MOST: u32 = 500;

/// State of the outline.
#[derive(Clone, Copy)]
pub struct Outline {
    chat: Chat,
    /// Rows read so far, oldest first.
    pub rows: RwSignal<Vec<OutlineRow>>,
    /// Whether these are all rows of the conversation.
    pub is_whole: RwSignal<bool>,
    /// What the next request holds; `None` until it is known, and where no request can be made.
    pub held: RwSignal<Option<Arc<Held>>>,
    /// Typed filter.
    pub words: RwSignal<String>,
    /// Line that has the focus, or gets it.
    pub chosen: RwSignal<Option<LineKey>>,
    /// Row that was pressed last. It is marked while its message is highlighted.
    pub pressed: RwSignal<Option<LineKey>>,
    /// Number of the heading to scroll to when its message is shown.
    pub heading: StoredValue<Option<u32>>,
    /// Conversation that the rows are of.
    of: StoredValue<Option<ConversationId>>,
    /// Number of reads begun; the result of an earlier one is dropped.
    read: StoredValue<u64>,
}

impl Outline {
    /// Creates an empty outline that follows the open conversation while the panel is open.
    pub fn new(chat: Chat) -> Self {
        let outline = Self {
            chat,
            rows: RwSignal::new(Vec::new()),
            is_whole: RwSignal::new(false),
            held: RwSignal::new(None),
            words: RwSignal::new(String::new()),
            chosen: RwSignal::new(None),
            pressed: RwSignal::new(None),
            heading: StoredValue::new(None),
            of: StoredValue::new(None),
            read: StoredValue::new(0),
        };
        let open = chat.panels.outline;
        Effect::new(move |_| {
            chat.transcript.version.track();
            chat.conversation.track();
            if open.get() {
                spawn_local(outline.read());
            }
        });
        Effect::new(move |_| {
            chat.inspection.next.track();
            if open.get() {
                spawn_local(outline.compare());
            }
        });
        outline
    }

    /// Reads the conversation from its end, a page at a time. Rows that were read before stay until they are read again.
    async fn read(self) {
        let Some(id) = self.chat.id() else { return };
        let number = self.read.get_value() + 1;
        self.read.set_value(number);
        if self.of.get_value() != Some(id) {
            self.begin(id);
        }
        let marks = self.chat.transcript.marks.get_untracked();
        let (mut before, mut limit) = (Sequence::MAX, FIRST);
        loop {
            let session = self.chat.storage.session();
            let page = session.outline(id, before, limit, &marks, markdown::headings).await;
            let is_wanted = self.read.try_get_value() == Some(number) && self.chat.id() == Some(id);
            if !is_wanted || !self.chat.panels.outline.get_untracked() {
                return;
            }
            match page {
                Ok(page) => {
                    self.take(page.rows, page.first, before);
                    let Some(first) = page.first else { break };
                    (before, limit) = (first, MOST);
                }
                Err(error) => return self.chat.storage.report(&error),
            }
        }
        if !self.is_whole.get_untracked() {
            self.is_whole.set(true);
        }
    }

    /// Starts over for another conversation.
    fn begin(self, id: ConversationId) {
        self.of.set_value(Some(id));
        self.rows.set(Vec::new());
        self.is_whole.set(false);
        self.held.set(None);
        self.words.set(String::new());
        self.chosen.set(None);
        self.pressed.set(None);
    }

    fn take(self, read: Vec<OutlineRow>, first: Option<Sequence>, before: Sequence) {
        let is_new = self.rows.with_untracked(|rows| lines::differs(rows, &read, first, before));
        if is_new {
            self.rows.update(|rows| lines::replace(rows, read, first, before));
        }
    }

    /// Finds out what the next request holds.
    async fn compare(self) {
        let (Some(id), next) = (self.chat.id(), self.chat.inspection.next.get_untracked()) else { return };
        let held = match next {
            Some(Ok(compiled)) => match self.chat.storage.session().held(id, &compiled).await {
                Ok(held) => Some(Arc::new(held)),
                Err(error) => return self.chat.storage.report(&error),
            },
            Some(Err(_)) => None,
            // It is compiled soon.
            None => return,
        };
        if self.chat.id() == Some(id) && self.held.with_untracked(|known| *known != held) {
            self.held.set(held);
        }
    }

    /// What the next request holds of a row; `None` if that is not known.
    pub fn holds(self, row: &OutlineRow) -> Option<Holds> {
        self.held.with(|held| held.as_ref().map(|held| held.of_message(row.message, row.sequence)))
    }

    /// Number of turns in the context, and of all turns. `None` until both are known.
    pub fn turns(self) -> Option<(u64, u64)> {
        if !self.is_whole.get() || self.held.with(Option::is_none) {
            return None;
        }
        self.rows.with(|rows| {
            let turns = || rows.iter().filter(|row| row.kind == OutlineKind::Turn);
            let held = turns().filter(|row| self.holds(row) == Some(Holds::Message));
            Some((held.count() as u64, turns().count() as u64))
        })
    }

    /// The lines to show with these heights.
    pub fn lines(self, heights: Heights) -> Vec<Line> {
        let query = self.words.with(|words| Query::new(words));
        let offset_minutes = self.chat.storage.now().offset_minutes;
        let (is_whole, held) = (self.is_whole.get(), self.held.get());
        self.rows.with(|rows| {
            lines(&Source { rows, is_whole, held: held.as_deref(), query: &query, offset_minutes, heights })
        })
    }

    /// Scrolls to the message of a row, and to the heading in it.
    pub fn go(self, row: &OutlineRow) {
        self.pressed.set(Some(LineKey::of(row)));
        self.heading.set_value(match row.kind {
            OutlineKind::Heading { number, .. } => Some(number),
            OutlineKind::Turn | OutlineKind::Reply => None,
        });
        if mount::is_narrow() {
            self.chat.panels.outline.set(false);
        }
        self.chat.loader.go_to(row.message, row.sequence);
    }
}
