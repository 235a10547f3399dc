//! Real files of the folder of recorded data.

use crate::{
    folder::corpus,
    support::{headings, reading, text},
};
use ricordo_documents::{ReadError, Reading};
use ricordo_record::document::DocumentKind;
use ricordo_text::tokens::estimate;

/// A file in `documents`; `None` if there is no folder of recorded data.
fn real(name: &str) -> Option<Result<Reading, ReadError>> {
    let bytes = std::fs::read(corpus()?.join("documents").join(name)).unwrap();
    let found = reading(name, &bytes);
    assert_eq!(reading(name, &bytes), found);
    Some(found)
}

#[test]
fn a_long_book_is_read_whole_in_chunks_of_the_wanted_size() {
    let Some(book) = real("accessible-epub-3.epub") else { return };
    let book = book.unwrap();
    assert_eq!((book.kind, book.title.as_deref()), (DocumentKind::Epub, Some("Accessible EPUB 3")));
    let sizes: Vec<u32> = book.chunks.iter().map(|(text, _)| estimate(text)).collect();
    assert!(sizes.len() > 100 && sizes.iter().all(|size| *size <= 512), "{sizes:?}");
    let small = sizes.iter().filter(|size| **size < 80).count();
    assert!(small * 50 < sizes.len(), "{small} of {} are small", sizes.len());
    let text = text(&book);
    for sentence in [
        "Accessibility is a difficult concept to define.",
        "<p id=\"feed-label\">What's the Author Saying…</p>",
        "EPUB 3 holds out much promise",
    ] {
        assert_eq!(text.matches(sentence).count(), 1, "{sentence}");
    }
    assert!(headings(&book).iter().any(|path| path == "Accessible EPUB 3 › Preface"));
}

#[test]
fn a_poem_has_its_parts_as_headings() {
    let Some(book) = real("wasteland.epub") else { return };
    let book = book.unwrap();
    let headings = headings(&book);
    for part in ["I. THE BURIAL OF THE DEAD", "IV. DEATH BY WATER", "NOTES ON \"THE WASTE LAND\""] {
        assert!(headings.iter().any(|path| path.contains(part)), "{part}: {headings:?}");
    }
    let text = text(&book);
    assert_eq!(text.matches("April is the cruellest month, breeding").count(), 1);
    assert!(text.contains("Σίβυλλα τί θέλεις"));
}

#[test]
fn other_books_are_read() {
    for (name, title, chunks) in
        [("arabic.epub", "Le Vrai Régime anti-cancer", 20), ("childrens-literature.epub", "Children's Literature", 150)]
    {
        let Some(book) = real(name) else { return };
        let book = book.unwrap();
        assert_eq!(book.title.as_deref(), Some(title));
        assert!(book.chunks.len() > chunks && book.left_out.is_empty(), "{name}: {}", book.chunks.len());
    }
}

#[test]
fn texts_of_word_are_read_in_order() {
    let Some(list) = real("lists.docx") else { return };
    assert_eq!(text(&list.unwrap()), "1. Paragraph having List Number style.");
    let Some(mixed) = real("paragraphs-and-tables.docx") else { return };
    let mixed = text(&mixed.unwrap());
    let words = ["Lorem ipsum", "Text before", "Table", "Between", "Text after", "Donec semper"];
    let places: Vec<_> = words.iter().map(|words| mixed.find(words)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {mixed}");
}

#[test]
fn texts_of_word_without_text_say_so() {
    for name in ["default.docx", "tables.docx"] {
        let Some(found) = real(name) else { return };
        assert_eq!(found, Err(ReadError::NoText { pages: None }), "{name}");
    }
}

#[test]
fn the_pages_of_a_pdf_have_to_be_given() {
    for name in ["google-doc.pdf", "password.pdf", "images-only.pdf"] {
        let Some(found) = real(name) else { return };
        assert_eq!(found, Err(ReadError::NeedsPages), "{name}");
    }
}
