//! What to report about each file that was to be added as a document: why it was not added, or what is unusual about it.

use super::{AddOutcome, scans::ranges};
use crate::texts::{
    documents::{adding_documents as texts, reason},
    errors::Localized,
    fill,
};
use ricordo_core::{document_refusal::DocumentRefusal, error::Error};
use ricordo_documents::{LeftOut, Pages, ReadError};

/// Why a file was not added.
#[derive(Debug, PartialEq, Eq)]
pub enum NotAdded {
    Refused(ReadError),
    /// The browser can no longer read it.
    Gone,
    /// The reader could not be loaded, or it crashed.
    NoReader,
    Stopped,
    NotStored(Error),
}

impl NotAdded {
    /// The pages of a PDF that holds no text.
    pub fn pages_of_scan(&self) -> Option<Pages> {
        match self {
            Self::Refused(ReadError::NoText { pages }) => pages.map(Pages::of_scan),
            _ => None,
        }
    }
}

impl From<Error> for NotAdded {
    fn from(error: Error) -> Self {
        match error {
            Error::Document(DocumentRefusal::Stopped) => Self::Stopped,
            other => Self::NotStored(other),
        }
    }
}

pub fn listed(left_out: &[LeftOut]) -> Vec<(String, &'static str)> {
    left_out.iter().map(|file| (file.path.clone(), reason(file.reason))).collect()
}

/// Why a file was not read, and what of it was left out.
fn why(reason: NotAdded) -> (String, Vec<(String, &'static str)>) {
    match reason {
        NotAdded::Refused(error) => {
            let left_out =
                if let ReadError::NothingToRead { left_out } = &error { listed(left_out) } else { Vec::new() };
            (error.localized(), left_out)
        }
        NotAdded::Gone => (texts().unreadable.to_owned(), Vec::new()),
        NotAdded::NotStored(error) => (error.localized(), Vec::new()),
        NotAdded::NoReader | NotAdded::Stopped => (texts().no_reader.to_owned(), Vec::new()),
    }
}

pub fn not_added(name: &str, reason: NotAdded) -> AddOutcome {
    let (sentence, left_out) = if reason == NotAdded::Stopped {
        (fill(texts().stopped, &[("name", name)]), Vec::new())
    } else {
        let (why, left_out) = why(reason);
        (fill(texts().not_added, &[("name", name), ("why", &why)]), left_out)
    };
    AddOutcome { sentence, is_trouble: true, left_out, scan: None }
}

/// What to report about a document that was added.
#[derive(Default)]
pub struct Remarks {
    /// Files that were left out, each with its reason.
    pub left_out: Vec<(String, &'static str)>,
    /// Whether hidden text was left out.
    pub is_cut: bool,
    /// The old encoding that it was read in, so that the user sees a wrong guess.
    pub encoding: Option<String>,
    /// The pages of a PDF.
    pub pages: Option<Pages>,
}

impl Remarks {
    /// The remarks with the name of the document; `None` if there are none.
    pub fn outcome(self, name: &str) -> Option<AddOutcome> {
        let Self { left_out, is_cut, encoding, pages } = self;
        let added = fill(texts().added, &[("name", name)]);
        let encoding = encoding.map(|encoding| fill(texts().read_as, &[("encoding", &encoding)]));
        let cut = is_cut.then(|| texts().hidden.to_owned());
        let (without_text, unchecked) = pages.map(|pages| (pages.without_text, pages.unchecked)).unwrap_or_default();
        let unchecked = of_pages(&unchecked, texts().page_unchecked, texts().pages_unchecked);
        let pages = of_pages(&without_text, texts().page_without_text, texts().pages_without_text);
        let remarks: Vec<String> = [encoding, cut, unchecked, pages].into_iter().flatten().collect();
        let has_some = !remarks.is_empty() || !left_out.is_empty();
        let sentence = [vec![added], remarks].concat().join(" ");
        has_some.then_some(AddOutcome { sentence, is_trouble: false, left_out, scan: None })
    }
}

/// A sentence about pages; `None` if there are none.
fn of_pages(pages: &[u32], one: &str, several: &str) -> Option<String> {
    let sentence = match pages {
        [] => return None,
        [_] => one,
        _ => several,
    };
    Some(fill(sentence, &[("pages", &ranges(pages))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::error::StoreError;
    use ricordo_documents::Reason;

    #[test]
    fn pages_without_text_and_those_that_may_hide_some_are_named() {
        let outcome = |without_text: &[u32], unchecked: &[u32]| {
            let (without_text, unchecked) = (without_text.to_vec(), unchecked.to_vec());
            let pages = Some(Pages { count: 40, without_text, unchecked });
            Remarks { pages, ..Remarks::default() }.outcome("letters.pdf").map(|outcome| outcome.sentence)
        };
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(outcome(&[], &[]), None);
            for (pages, named) in [(vec![2], "2"), (vec![1, 4, 5, 6, 40], "1, 4–6, 40")] {
                let (scans, unchecked) = (outcome(&pages, &[]).unwrap(), outcome(&[], &pages).unwrap());
                assert_ne!(scans, unchecked);
                for sentence in [&scans, &unchecked] {
                    assert!(sentence.contains(named) && !sentence.contains('{'), "{sentence}");
                }
            }
            let both = outcome(&[7], &[30]).unwrap();
            assert!(both.contains('7') && both.contains("30"), "{both}");
        }
    }

    #[test]
    fn what_was_not_added_is_named_with_the_reason_and_what_was_left_out_is_listed() {
        for language in UiLanguage::all() {
            speak(language);
            let left_out = vec![LeftOut { path: "logo.png".to_owned(), reason: Reason::Binary }];
            let nothing = NotAdded::Refused(ReadError::NothingToRead { left_out: left_out.clone() });
            let mut sentences = Vec::new();
            let full = NotAdded::from(Error::Store(StoreError::Full));
            let stopped = NotAdded::from(Error::Document(DocumentRefusal::Stopped));
            assert_eq!(stopped, NotAdded::Stopped);
            let pages = NotAdded::Refused(ReadError::NeedsPages);
            for reason in [nothing, pages, NotAdded::Gone, NotAdded::NoReader, full, stopped] {
                let outcome = not_added("a.bin", reason);
                assert!(outcome.is_trouble && outcome.sentence.contains("a.bin"), "{outcome:?}");
                assert!(!outcome.sentence.contains('{'));
                sentences.push(outcome.sentence);
            }
            sentences.sort();
            sentences.dedup();
            assert_eq!(sentences.len(), 6);
            let listed = not_added("a.zip", NotAdded::Refused(ReadError::NothingToRead { left_out })).left_out;
            assert_eq!(listed, [("logo.png".to_owned(), reason(Reason::Binary))]);
            assert_eq!(Remarks::default().outcome("code"), None);
            let of_files = Remarks { left_out: listed.clone(), ..Remarks::default() }.outcome("code").unwrap();
            assert_eq!(of_files.left_out, listed);
            let of_text = Remarks { is_cut: true, ..Remarks::default() }.outcome("code").unwrap();
            assert!(of_text.sentence.starts_with(&of_files.sentence) && of_text.sentence.ends_with(texts().hidden));
            assert!(!of_text.is_trouble);
        }
    }

    #[test]
    fn only_a_pdf_without_text_is_a_scan() {
        let refused = |error| NotAdded::Refused(error).pages_of_scan();
        assert_eq!(
            refused(ReadError::NoText { pages: Some(3) }),
            Some(Pages { count: 3, without_text: vec![1, 2, 3], unchecked: Vec::new() })
        );
        assert_eq!(refused(ReadError::NoText { pages: None }), None, "a text of Word");
        assert_eq!(refused(ReadError::PasswordProtected), None);
        assert_eq!(NotAdded::Gone.pages_of_scan(), None);
    }
}
