//! One notice at a time: what just happened, and the way to take it back.

use crate::{mount, texts::shell::shell};
use leptos::prelude::*;
use ricordo_core::id::{MemoryId, SummaryId};
use std::time::Duration;

/// How long a notice stays that asks for nothing.
const SHORT: Duration = Duration::from_secs(8);
/// How long one stays that offers Undo.
const LONG: Duration = Duration::from_secs(30);

/// What a notice says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Whether something went wrong.
    pub is_trouble: bool,
    /// Whether it offers to take the last command back.
    pub offers_undo: bool,
    /// The summary that it leads to.
    pub summary: Option<SummaryId>,
    /// The memory that went to the archive to make room, which can be pinned.
    pub to_pin: Option<MemoryId>,
}

/// The notice that is shown.
#[derive(Clone, Copy)]
pub struct Notices {
    /// The notice, if there is one.
    pub shown: RwSignal<Option<Notice>>,
    /// What screen readers are told, beside the notice.
    pub announced: RwSignal<String>,
    /// Whether the pointer is on the notice, or the focus in it: it stays for who is about to press its button.
    pub held: StoredValue<bool>,
    count: StoredValue<u64>,
}

impl Notices {
    /// None yet.
    pub fn new() -> Self {
        Self {
            shown: RwSignal::new(None),
            announced: RwSignal::new(String::new()),
            held: StoredValue::new(false),
            count: StoredValue::new(0),
        }
    }

    /// Says what happened.
    pub fn say(self, text: impl Into<String>) {
        self.show(Notice { text: text.into(), ..Notice::default() }, Some(SHORT));
    }

    /// Says what happened and offers Undo.
    pub fn say_with_undo(self, text: impl Into<String>) {
        self.show(Notice { text: text.into(), offers_undo: true, ..Notice::default() }, Some(LONG));
    }

    /// Says that a summary is made, offers Undo and leads to it.
    pub fn say_of_summary(self, text: impl Into<String>, summary: SummaryId) {
        self.show(
            Notice { text: text.into(), offers_undo: true, summary: Some(summary), ..Notice::default() },
            Some(LONG),
        );
    }

    /// Says what happened, offers Undo, and to pin a memory that went to the archive.
    pub fn say_of_memory(self, text: impl Into<String>, to_pin: Option<MemoryId>) {
        self.show(Notice { text: text.into(), offers_undo: true, to_pin, ..Notice::default() }, Some(LONG));
    }

    /// As [`Notices::say_of_memory`], where it cannot be taken back from here.
    pub fn say_with_pin(self, text: impl Into<String>, to_pin: Option<MemoryId>) {
        self.show(Notice { text: text.into(), to_pin, ..Notice::default() }, Some(LONG));
    }

    /// Says what went wrong. It stays until the user has read it.
    pub fn trouble(self, text: impl Into<String>) {
        self.show_trouble(text.into());
    }

    /// Says that a file of the page could not be loaded.
    pub fn not_loaded(self) {
        self.trouble(shell().not_loaded);
    }

    fn show_trouble(self, text: String) {
        mount::tell("trouble", &["sentence", &text]);
        self.show(Notice { text, is_trouble: true, ..Notice::default() }, None);
    }

    /// Asks before it goes on. It stays until the user has answered.
    pub fn ask(self, text: impl Into<String>) {
        self.show(Notice { text: text.into(), ..Notice::default() }, None);
    }

    /// Takes the notice away.
    pub fn dismiss(self) {
        if self.shown.with_untracked(Option::is_some) {
            self.shown.set(None);
        }
    }

    fn show(self, notice: Notice, stays: Option<Duration>) {
        self.count.update_value(|count| *count += 1);
        self.held.set_value(false);
        self.shown.set(Some(notice));
        if let Some(stays) = stays {
            self.dismiss_after(stays, self.count.get_value());
        }
    }

    fn dismiss_after(self, stays: Duration, mine: u64) {
        let end = move || match (self.count.get_value() == mine, self.held.get_value()) {
            (false, _) => {}
            (true, true) => self.dismiss_after(SHORT, mine),
            (true, false) => self.dismiss(),
        };
        set_timeout(end, stays);
    }
}
