//! Pages of a PDF, whose text another program took out.

use crate::support::prose;
use ricordo_documents::{Limits, Pages, ReadError, from_pages};
use ricordo_record::document::DocumentKind;

#[test]
fn chunks_know_the_pages_on_which_they_begin_and_end() {
    let pages = [prose(300), String::new(), prose(300), "Short.".to_owned(), prose(380)];
    let found = from_pages(pages.into_iter(), 0, &Limits::default()).unwrap();
    let pages = Pages { count: 5, without_text: vec![2], unchecked: Vec::new() };
    assert_eq!((found.kind, found.pages), (DocumentKind::Pdf, Some(pages)));
    let spans: Vec<_> = found.chunks.iter().map(|(_, place)| place.pages().unwrap()).collect();
    let pages: Vec<_> = spans.iter().map(|(first, _)| *first).collect();
    assert!(pages.is_sorted() && pages[0] == 1 && pages.contains(&3), "{pages:?}");
    assert!(found.chunks.iter().all(|(_, place)| place.lines.is_none()));
    assert!(spans.iter().any(|(first, last)| first < last) && spans.last().unwrap().1 == 5, "{spans:?}");
    assert!(spans.windows(2).all(|two| two[0].1 <= two[1].0), "{spans:?}");
}

#[test]
fn pages_without_text_are_counted() {
    let pages = ["", " \n", "\u{c}"].into_iter().map(str::to_owned);
    assert_eq!(from_pages(pages, 0, &Limits::default()), Err(ReadError::NoText { pages: Some(3) }));
    assert_eq!(from_pages([].into_iter(), 0, &Limits::default()), Err(ReadError::NoText { pages: Some(0) }));
}

#[test]
fn pages_have_a_limit() {
    let limits = Limits { bytes: 1000, ..Limits::default() };
    let found = from_pages(std::iter::repeat_with(|| "a".repeat(400)).take(9), 0, &limits);
    assert!(matches!(found, Err(ReadError::TooLarge { limit: 1000, .. })));
}
