//! Scanned PDFs that were not added because they hold no text: their pages can be attached as images. The work is done in
//! `attach_pages`; it is loaded on demand, so the main state does not refer to it.

use super::{Chat, attached::MOST, deferred};
use crate::texts::{documents::scanned as texts, fill};
use leptos::prelude::*;
use ricordo_core::id::ConversationId;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    ops::RangeInclusive,
    rc::Rc,
};
use web_sys::File;

/// A scanned PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Number among those of this tab.
    pub number: u32,
    /// Name of the file.
    pub name: String,
    /// Number of its pages.
    pub pages: u32,
    /// How many of them were attached.
    pub attached: u32,
    /// Conversation to whose message it was added; `None`: it was added on the page of documents.
    pub of_message: Option<ConversationId>,
}

impl Scan {
    /// The pages to attach next, if the message takes `room` more images. `None`: there are none, or there is no room.
    pub fn next(&self, room: usize) -> Option<RangeInclusive<u32>> {
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        let last = self.attached.saturating_add(room).min(self.pages);
        (last > self.attached).then(|| self.attached + 1..=last)
    }

    /// What the button says that attaches the next pages.
    pub fn label(&self, room: usize) -> String {
        // In a message without room the button says why nothing happens.
        let Some(next) = self.next(if room == 0 { MOST } else { room }) else { return String::new() };
        match (*next.start(), *next.end()) {
            (1, last) if last == self.pages => texts().attach_all.to_owned(),
            (first, last) if first == last => self.fill(texts().attach_one, &next),
            _ => self.fill(texts().attach_some, &next),
        }
    }

    /// What happened once these pages were attached. `is_full`: the message takes no more images.
    pub fn outcome(&self, pages: &RangeInclusive<u32>, is_full: bool) -> String {
        let (first, last) = (*pages.start(), *pages.end());
        let sentence = match first {
            1 if last == self.pages => texts().attached_all,
            _ if first == last => texts().attached_one,
            _ => texts().attached_some,
        };
        let sentence = self.fill(sentence, pages);
        if last < self.pages && is_full { format!("{sentence} {}", texts().next) } else { sentence }
    }

    fn fill(&self, text: &str, pages: &RangeInclusive<u32>) -> String {
        let [from, to, of] = [*pages.start(), *pages.end(), self.pages].map(|number| number.to_string());
        fill(text, &[("from", &from), ("to", &to), ("pages", &of), ("name", &self.name)])
    }
}

/// The scans of this tab whose pages can be attached.
#[derive(Clone, Default)]
pub struct Scans {
    /// All of them.
    pub all: ArcRwSignal<Vec<Scan>>,
    files: Rc<RefCell<BTreeMap<u32, File>>>,
    count: Rc<Cell<u32>>,
}

thread_local! {
    static SCANS: Scans = Scans::default();
}

/// The scans of this tab.
pub fn scans() -> Scans {
    SCANS.with(Clone::clone)
}

impl Scans {
    /// Offers the pages of a scan. Returns its number.
    pub fn offer(&self, name: &str, pages: u32, of_message: Option<ConversationId>, file: Option<&File>) -> u32 {
        let number = self.count.get();
        self.count.set(number + 1);
        self.files.borrow_mut().extend(file.map(|file| (number, file.clone())));
        let scan = Scan { number, name: name.to_owned(), pages, attached: 0, of_message };
        self.all.update(|all| all.push(scan));
        number
    }

    /// The scan with this number, and its file.
    pub fn find(&self, number: u32) -> Option<(Scan, File)> {
        let scan = self.all.with_untracked(|all| all.iter().find(|scan| scan.number == number).cloned())?;
        Some((scan, self.files.borrow().get(&number)?.clone()))
    }

    /// Those that were added to the message of a conversation.
    pub fn of_message(&self, conversation: Option<ConversationId>) -> Vec<Scan> {
        let is_own = |scan: &&Scan| scan.of_message.is_some() && scan.of_message == conversation;
        self.all.with(|all| all.iter().filter(is_own).cloned().collect())
    }

    /// Notes how many pages of a scan were attached, the first ones. After the last one it is forgotten.
    pub fn attached(&self, number: u32, pages: u32) {
        self.all.update(|all| {
            if let Some(scan) = all.iter_mut().find(|scan| scan.number == number) {
                scan.attached = pages;
            }
        });
        if self.all.with_untracked(|all| all.iter().any(|scan| scan.number == number && scan.attached >= scan.pages)) {
            self.forget(number);
        }
    }

    /// Forgets a scan.
    pub fn forget(&self, number: u32) {
        self.files.borrow_mut().remove(&number);
        self.all.update(|all| all.retain(|scan| scan.number != number));
    }
}

impl Chat {
    /// Attaches the next pages of a scan to the message being typed, as images.
    pub fn attach_pages(self, scan: u32) {
        deferred::attach_pages(self, scan);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::conversation_id,
        texts::{UiLanguage, speak},
    };

    fn scan(pages: u32, attached: u32) -> Scan {
        Scan { number: 0, name: "letters.pdf".to_owned(), pages, attached, of_message: None }
    }

    #[test]
    fn as_many_pages_are_attached_as_the_message_takes_and_the_next_ones_later() {
        assert_eq!(scan(3, 0).next(MOST), Some(1..=3));
        assert_eq!(scan(23, 0).next(10), Some(1..=10));
        assert_eq!(scan(23, 10).next(4), Some(11..=14));
        assert_eq!(scan(23, 20).next(10), Some(21..=23));
        assert_eq!(scan(23, 23).next(10), None);
        assert_eq!(scan(23, 0).next(0), None);
    }

    #[test]
    fn the_button_and_the_outcome_name_the_pages_unless_they_are_all() {
        for language in UiLanguage::all() {
            speak(language);
            for (scan, room, pages) in [
                (scan(1, 0), 10, 1..=1),
                (scan(3, 0), 10, 1..=3),
                (scan(23, 0), 10, 1..=10),
                (scan(23, 22), 10, 23..=23),
                (scan(23, 4), 1, 5..=5),
            ] {
                let (label, outcome) = (scan.label(room), scan.outcome(&pages, true));
                assert!(!label.is_empty() && !format!("{label}{outcome}").contains('{'), "{label} {outcome}");
                assert!(outcome.contains("letters.pdf"), "{outcome}");
                assert_eq!(outcome.ends_with(texts().next), *pages.end() < scan.pages, "{outcome}");
                assert!(!scan.outcome(&pages, false).ends_with(texts().next), "the next ones can be attached at once");
                let is_all = pages == (1..=scan.pages);
                assert_eq!(label == texts().attach_all, is_all, "{label}");
                let named = [pages.start().to_string(), scan.pages.to_string()];
                assert!(is_all || named.iter().all(|number| label.contains(number) && outcome.contains(number)));
            }
        }
        speak(UiLanguage::En);
        assert_eq!(scan(23, 0).label(10), "Attach pages 1–10 of 23 as images");
        assert_eq!(scan(23, 0).label(0), "Attach pages 1–10 of 23 as images", "a press says that there is no room");
        let outcome = scan(23, 0).outcome(&(1..=10), true);
        assert!(outcome.starts_with("Pages 1–10 of 23 of “letters.pdf”"), "{outcome}");
    }

    #[test]
    fn a_scan_stays_at_its_message_until_its_last_page_is_attached_or_it_is_dismissed() {
        let scans = Scans::default();
        let (own, other) = (conversation_id(1), conversation_id(2));
        let first = scans.offer("a.pdf", 12, Some(own), None);
        let second = scans.offer("b.pdf", 2, Some(own), None);
        let of_page = scans.offer("c.pdf", 2, None, None);
        let numbers = |of| scans.of_message(of).iter().map(|scan| scan.number).collect::<Vec<_>>();
        assert_eq!((numbers(Some(own)), numbers(Some(other)), numbers(None)), (vec![first, second], vec![], vec![]));
        scans.attached(first, 10);
        assert_eq!(scans.of_message(Some(own))[0].next(10), Some(11..=12));
        scans.attached(first, 12);
        assert_eq!(numbers(Some(own)), [second]);
        scans.forget(second);
        assert_eq!(scans.all.with_untracked(|all| all.iter().map(|scan| scan.number).collect::<Vec<_>>()), [of_page]);
    }
}
