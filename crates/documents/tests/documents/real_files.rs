//! Real files of the folder of recorded data.

use crate::{
    folder::corpus,
    support::{reading, text},
};
use ricordo_documents::Reading;

/// A file in `documents`; `None` if there is no folder of recorded data.
fn real(name: &str) -> Option<Reading> {
    let bytes = std::fs::read(corpus()?.join("documents").join(name)).unwrap();
    let found = reading(name, &bytes).unwrap();
    assert_eq!(reading(name, &bytes).unwrap(), found);
    Some(found)
}

#[test]
fn show() {
    for name in [
        "accessible-epub-3.epub",
        "arabic.epub",
        "childrens-literature.epub",
        "default.docx",
        "lists.docx",
        "paragraphs-and-tables.docx",
        "tables.docx",
        "wasteland.epub",
    ] {
        let Some(found) = real(name) else { return };
        let sizes: Vec<_> = found.chunks.iter().map(|(text, _)| ricordo_text::tokens::estimate(text)).collect();
        eprintln!("== {name}: {:?} {} chunks {:?} {:?}", found.title, found.chunks.len(), found.left_out, sizes);
        for (text, place) in found.chunks.iter().rev().take(8) {
            eprintln!("{:?}\n   {:?}", place.headings, text.chars().take(700).collect::<String>());
        }
        let _ = text(&found);
    }
}
