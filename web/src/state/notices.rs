//! Notices, one at a time: what just happened, and Undo.

use crate::{mount, texts::shell::shell};
use leptos::prelude::*;
use ricordo_core::id::{MemoryId, SummaryId, UndoId};
use std::time::Duration;

/// How long a plain notice stays.
const SHORT: Duration = Duration::from_secs(8);
/// How long a notice with an action, such as Undo, stays.
const LONG: Duration = Duration::from_secs(30);

/// Content of a notice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// Sentence.
    pub text: String,
    /// Whether something went wrong.
    pub is_trouble: bool,
    /// The step for which it offers Undo.
    pub undo: Option<UndoId>,
    /// Summary that it links to.
    pub summary: Option<SummaryId>,
    /// Memory that was archived to make room, and can be pinned.
    pub to_pin: Option<MemoryId>,
}

/// What keeps a notice on screen, so that its button can be pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The pointer is over it.
    pub by_pointer: bool,
    /// The focus is in it.
    pub by_focus: bool,
}

impl Held {
    fn stays(self) -> bool {
        self.by_pointer || self.by_focus
    }
}

/// State of the notices.
#[derive(Clone, Copy)]
pub struct Notices {
    /// Current notice.
    pub shown: RwSignal<Option<Notice>>,
    /// Text announced to screen readers, in addition to the notice.
    pub announced: RwSignal<String>,
    /// What keeps the notice on screen.
    pub held: StoredValue<Held>,
    count: StoredValue<u64>,
}

impl Notices {
    /// Creates the state with no notice.
    pub fn new() -> Self {
        Self {
            shown: RwSignal::new(None),
            announced: RwSignal::new(String::new()),
            held: StoredValue::new(Held::default()),
            count: StoredValue::new(0),
        }
    }

    /// Shows what happened.
    pub fn say(self, text: impl Into<String>) {
        self.show(Notice { text: text.into(), ..Notice::default() }, Some(SHORT));
    }

    /// Shows what a step did and offers Undo for it.
    pub fn say_with_undo(self, text: impl Into<String>, undo: UndoId) {
        self.show(Notice { text: text.into(), undo: Some(undo), ..Notice::default() }, Some(LONG));
    }

    /// Shows that a summary was made, offers Undo if there is a step, and links to the summary.
    pub fn say_of_summary(self, text: impl Into<String>, summary: SummaryId, undo: Option<UndoId>) {
        self.show(Notice { text: text.into(), undo, summary: Some(summary), ..Notice::default() }, Some(LONG));
    }

    /// Shows what happened and offers Undo if it can be undone from here, and pinning of an archived memory.
    pub fn say_of_memory(self, text: impl Into<String>, to_pin: Option<MemoryId>, undo: Option<UndoId>) {
        self.show(Notice { text: text.into(), undo, to_pin, ..Notice::default() }, Some(LONG));
    }

    /// Shows an error. It stays until the user dismisses it.
    pub fn trouble(self, text: impl Into<String>) {
        self.show_trouble(text.into());
    }

    /// Shows that a file of the page could not be loaded.
    pub fn not_loaded(self) {
        self.trouble(shell().not_loaded);
    }

    fn show_trouble(self, text: String) {
        mount::tell("trouble", &["sentence", &text]);
        self.show(Notice { text, is_trouble: true, ..Notice::default() }, None);
    }

    /// Shows a question or an ongoing action. It stays until it is replaced or dismissed.
    pub fn ask(self, text: impl Into<String>) {
        self.show(Notice { text: text.into(), ..Notice::default() }, None);
    }

    /// Removes the notice.
    pub fn dismiss(self) {
        if self.shown.with_untracked(Option::is_some) {
            self.shown.set(None);
        }
    }

    fn show(self, notice: Notice, stays: Option<Duration>) {
        self.count.update_value(|count| *count += 1);
        self.held.set_value(Held::default());
        self.shown.set(Some(notice));
        if let Some(stays) = stays {
            self.dismiss_after(stays, self.count.get_value());
        }
    }

    fn dismiss_after(self, stays: Duration, mine: u64) {
        set_timeout(move || self.time_is_over(mine), stays);
    }

    /// Ends the time of the notice with this number. Another notice that has replaced it stays.
    fn time_is_over(self, mine: u64) {
        match (self.count.get_value() == mine, self.held.get_value().stays()) {
            (false, _) => {}
            (true, true) => self.dismiss_after(SHORT, mine),
            (true, false) => self.dismiss(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows a notice that has no time of its own, and returns its number.
    fn shown(notices: Notices, text: &str) -> u64 {
        notices.ask(text);
        notices.count.get_value()
    }

    fn text(notices: Notices) -> Option<String> {
        notices.shown.with_untracked(|shown| shown.as_ref().map(|shown| shown.text.clone()))
    }

    #[test]
    fn the_time_of_a_replaced_notice_ends_nothing() {
        let notices = Notices::new();
        let first = shown(notices, "first");
        let second = shown(notices, "second");
        notices.time_is_over(first);
        assert_eq!(text(notices).as_deref(), Some("second"));
        notices.time_is_over(second);
        assert_eq!(text(notices), None);
        notices.time_is_over(second);
        notices.dismiss();
        assert_eq!(text(notices), None);
    }

    #[test]
    fn a_notice_with_the_focus_stays_when_the_pointer_leaves_it() {
        let notices = Notices::new();
        let mine = shown(notices, "first");
        notices.held.set_value(Held { by_pointer: true, by_focus: true });
        notices.held.update_value(|held| held.by_pointer = false);
        assert!(notices.held.get_value().stays());
        notices.held.update_value(|held| held.by_focus = false);
        notices.time_is_over(mine);
        assert_eq!(text(notices), None);
    }

    #[test]
    fn an_error_replaces_a_held_notice_and_is_not_held_itself() {
        let notices = Notices::new();
        shown(notices, "first");
        notices.held.set_value(Held { by_pointer: true, ..Held::default() });
        notices.trouble("error");
        let notice = notices.shown.get_untracked().unwrap();
        assert!(notice.is_trouble && notice.undo.is_none() && !notices.held.get_value().stays());
        assert_eq!(notice.text, "error");
    }
}
