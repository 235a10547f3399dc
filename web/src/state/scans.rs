//! Pages of PDFs that hold no text, as those of scans: they can be attached as images. The work is done in
//! `chat::attach_pages`; it is loaded on demand, so the main state does not refer to it.

use super::attached::MOST;
use crate::texts::{documents::scanned as texts, fill};
use leptos::prelude::*;
use ricordo_core::id::ConversationId;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};
use web_sys::File;

/// Ranges of pages that are named.
const MOST_RANGES: usize = 8;

/// A PDF with pages without text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Number among those of this tab.
    pub number: u32,
    /// Name of the file.
    pub name: String,
    /// Number of all its pages.
    pub of: u32,
    /// Numbers of the pages without text, in order.
    pub pages: Vec<u32>,
    /// How many of these were attached.
    pub attached: usize,
    /// Conversation to whose message it was added; `None`: it was added on the page of documents.
    pub of_message: Option<ConversationId>,
}

impl Scan {
    /// The pages to attach next, if the message takes `room` more images. `None`: there are none, or there is no room.
    pub fn next(&self, room: usize) -> Option<&[u32]> {
        let left = self.pages.get(self.attached..)?;
        left.get(..room.min(left.len())).filter(|next| !next.is_empty())
    }

    /// What the button says that attaches the next pages.
    pub fn label(&self, room: usize) -> String {
        // In a message without room the button says why nothing happens.
        let Some(next) = self.next(if room == 0 { MOST } else { room }) else { return String::new() };
        match next {
            all if self.is_all(all) => texts().attach_all.to_owned(),
            [_] => self.fill(texts().attach_one, next),
            _ => self.fill(texts().attach_some, next),
        }
    }

    /// What happened once these pages were attached. `is_full`: the message takes no more images.
    pub fn outcome(&self, pages: &[u32], is_full: bool) -> String {
        let sentence = match pages {
            all if self.is_all(all) => texts().attached_all,
            [_] => texts().attached_one,
            _ => texts().attached_some,
        };
        let sentence = self.fill(sentence, pages);
        if is_full && pages.last() < self.pages.last() { format!("{sentence} {}", texts().next) } else { sentence }
    }

    fn is_all(&self, pages: &[u32]) -> bool {
        pages.len() == self.of as usize
    }

    fn fill(&self, text: &str, pages: &[u32]) -> String {
        fill(text, &[("numbers", &ranges(pages)), ("pages", &self.of.to_string()), ("name", &self.name)])
    }
}

/// Numbers in order as text, those that follow each other as a range: `1, 4–6`. After [`MOST_RANGES`] ranges it is cut off.
pub fn ranges(numbers: &[u32]) -> String {
    let mut words: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .filter_map(|range| match range {
            [] => None,
            [one] => Some(one.to_string()),
            [first, .., last] => Some(format!("{first}–{last}")),
        })
        .collect();
    if words.len() > MOST_RANGES {
        words.truncate(MOST_RANGES);
        words.push("…".to_owned());
    }
    words.join(", ")
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
    /// Offers the pages of a scan, and gives it a number, which is returned.
    pub fn offer(&self, scan: Scan, file: Option<&File>) -> u32 {
        let number = self.count.get();
        self.count.set(number + 1);
        self.files.borrow_mut().extend(file.map(|file| (number, file.clone())));
        self.all.update(|all| all.push(Scan { number, ..scan }));
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
    pub fn attached(&self, number: u32, pages: usize) {
        self.all.update(|all| {
            if let Some(scan) = all.iter_mut().find(|scan| scan.number == number) {
                scan.attached = pages;
            }
        });
        if self
            .all
            .with_untracked(|all| all.iter().any(|scan| scan.number == number && scan.attached >= scan.pages.len()))
        {
            self.forget(number);
        }
    }

    /// Forgets a scan.
    pub fn forget(&self, number: u32) {
        self.files.borrow_mut().remove(&number);
        self.all.update(|all| all.retain(|scan| scan.number != number));
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use crate::{
        state::testing::conversation_id,
        texts::{UiLanguage, speak},
    };
    use proptest::prelude::*;

    fn scan(pages: u32, attached: usize) -> Scan {
        let pages = (1..=pages).collect::<Vec<_>>();
        let of = pages.len() as u32;
        Scan { number: 0, name: "letters.pdf".to_owned(), of, pages, attached, of_message: None }
    }

    fn mixed(pages: &[u32]) -> Scan {
        Scan { of: 40, pages: pages.to_vec(), ..scan(0, 0) }
    }

    #[test]
    fn as_many_pages_are_attached_as_the_message_takes_and_the_next_ones_later() {
        let next = |scan: Scan, room| scan.next(room).map(<[u32]>::to_vec);
        assert_eq!(next(scan(3, 0), MOST), Some(vec![1, 2, 3]));
        assert_eq!(next(scan(23, 0), 2), Some(vec![1, 2]));
        assert_eq!(next(scan(23, 10), 4), Some(vec![11, 12, 13, 14]));
        assert_eq!(next(scan(23, 21), 10), Some(vec![22, 23]));
        assert_eq!(next(scan(23, 23), 10), None);
        assert_eq!(next(scan(23, 0), 0), None);
        assert_eq!(next(mixed(&[2, 7, 8]), 2), Some(vec![2, 7]), "only the pages without text");
    }

    #[test]
    fn the_button_and_the_outcome_name_the_pages_unless_they_are_all() {
        for language in UiLanguage::all() {
            speak(language);
            for (scan, room) in [
                (scan(1, 0), 10),
                (scan(3, 0), 10),
                (scan(23, 0), 10),
                (scan(23, 22), 10),
                (scan(23, 4), 1),
                (mixed(&[2, 7, 8]), 10),
                (mixed(&[9]), 10),
            ] {
                let pages = scan.next(room).unwrap();
                let (label, outcome) = (scan.label(room), scan.outcome(pages, true));
                assert!(!label.is_empty() && !format!("{label}{outcome}").contains('{'), "{label} {outcome}");
                assert!(outcome.contains("letters.pdf"), "{outcome}");
                assert_eq!(outcome.ends_with(texts().next), pages.last() < scan.pages.last(), "{outcome}");
                assert!(!scan.outcome(pages, false).ends_with(texts().next), "the next ones can be attached at once");
                let is_all = pages.len() == scan.of as usize;
                assert_eq!(label == texts().attach_all, is_all, "{label}");
                let named = [ranges(pages), scan.of.to_string()];
                assert!(is_all || named.iter().all(|number| label.contains(number) && outcome.contains(number)));
            }
        }
        speak(UiLanguage::En);
        assert_eq!(scan(23, 0).label(10), "Attach pages 1–10 of 23 as images");
        assert_eq!(scan(23, 0).label(0), "Attach pages 1–10 of 23 as images", "a press says that there is no room");
        assert_eq!(mixed(&[2, 7, 8]).label(10), "Attach pages 2, 7–8 of 40 as images");
        let outcome = scan(23, 0).outcome(&(1..=10).collect::<Vec<_>>(), true);
        assert!(outcome.starts_with("Pages 1–10 of 23 of “letters.pdf”"), "{outcome}");
    }

    #[test]
    fn many_ranges_of_pages_are_cut_off() {
        assert_eq!(ranges(&[1, 4, 5, 6, 40]), "1, 4–6, 40");
        let every_other: Vec<u32> = (1..=20).map(|number| number * 2).collect();
        assert_eq!(ranges(&every_other), "2, 4, 6, 8, 10, 12, 14, 16, …");
    }

    #[test]
    fn a_scan_stays_at_its_message_until_its_last_page_is_attached_or_it_is_dismissed() {
        let scans = Scans::default();
        let (own, other) = (conversation_id(1), conversation_id(2));
        let offer = |pages, of_message| scans.offer(Scan { of_message, ..scan(pages, 0) }, None);
        let first = offer(12, Some(own));
        let second = offer(2, Some(own));
        let of_page = offer(2, None);
        let numbers = |of| scans.of_message(of).iter().map(|scan| scan.number).collect::<Vec<_>>();
        assert_eq!((numbers(Some(own)), numbers(Some(other)), numbers(None)), (vec![first, second], vec![], vec![]));
        scans.attached(first, 10);
        assert_eq!(scans.of_message(Some(own))[0].next(10), Some(&[11, 12][..]));
        scans.attached(first, 12);
        assert_eq!(numbers(Some(own)), [second]);
        scans.forget(second);
        assert_eq!(scans.all.with_untracked(|all| all.iter().map(|scan| scan.number).collect::<Vec<_>>()), [of_page]);
    }

    proptest! {
        #[test]
        fn each_page_is_attached_once_and_in_order_however_much_room_there_is_each_time(
            pages in prop::collection::btree_set(1..60u32, 1..40),
            rooms in prop::collection::vec(0..=MOST, 0..40),
        ) {
            let pages: Vec<u32> = pages.into_iter().collect();
            let mut scan = Scan { of: 60, ..mixed(&pages) };
            let mut attached = Vec::new();
            // In the end there is room for the rest.
            for room in rooms.into_iter().chain([MOST; 40]) {
                let next = scan.next(room).map(<[u32]>::to_vec).unwrap_or_default();
                prop_assert!(next.len() <= room);
                prop_assert_eq!(next.is_empty(), room == 0 || scan.attached == pages.len());
                prop_assert_eq!(scan.label(room).is_empty(), scan.attached == pages.len(), "a button without words");
                scan.attached += next.len();
                attached.extend(next);
            }
            prop_assert_eq!(attached, pages);
        }

        #[test]
        fn ranges_name_each_page_and_no_other(pages in prop::collection::btree_set(1..40u32, 0..20)) {
            let pages: Vec<u32> = pages.into_iter().collect();
            let text = ranges(&pages);
            let named = text.split(", ").filter(|range| !matches!(*range, "" | "…")).flat_map(|range| {
                let (first, last) = range.split_once('–').unwrap_or((range, range));
                first.parse::<u32>().unwrap()..=last.parse().unwrap()
            });
            let named: Vec<u32> = named.collect();
            prop_assert!(pages.starts_with(&named), "{text}");
            prop_assert_eq!(named.len() < pages.len(), text.ends_with('…'), "{}", text);
        }
    }
}
