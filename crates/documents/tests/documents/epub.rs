//! EPUB made in code: order, headings, and what is encrypted.

use crate::support::{epub, headings, prose, reading, text, zip};
use ricordo_documents::{ReadError, Reason};
use ricordo_record::document::DocumentKind;

#[test]
fn chapters_come_in_the_order_of_the_book() {
    let chapter = |name: &str| format!("<h1>{name}</h1><p>{}</p>", prose(100));
    let chapters = [chapter("One"), chapter("Two"), chapter("Three")];
    let found = reading("a.epub", &epub(&chapters.each_ref().map(String::as_str), &[])).unwrap();
    assert_eq!((found.kind, found.title.as_deref()), (DocumentKind::Epub, Some("A & B")));
    assert_eq!(headings(&found), ["One", "Two", "Three"]);
    let left_out: Vec<_> = found.left_out.iter().map(|part| (part.path.as_str(), part.reason)).collect();
    assert_eq!(left_out, [("OPS/p.svg", Reason::Binary)]);
}

#[test]
fn hidden_text_of_a_chapter_is_left_out() {
    let found =
        reading("a.epub", &epub(&["<p>a</p><p hidden='hidden'>secret</p><script>secret</script>"], &[])).unwrap();
    assert_eq!(text(&found), "a");
}

#[test]
fn style_sheets_of_the_book_hide_text_too() {
    let chapter =
        "<link rel='stylesheet' href='../css/a%20b.css'/><p>a</p><p class='x'>secret</p><p class='y'>secret</p>";
    let css = ("OPS/css/a b.css", ".x { color: #FFFFFF } .y { display: none }");
    let found = reading("a.epub", &epub(&[chapter], &[css])).unwrap();
    assert_eq!(text(&found), "a");
}

#[test]
fn encrypted_fonts_are_fine_and_encrypted_chapters_are_not() {
    let encryption = |algorithm: &str| {
        format!(
            "<encryption xmlns:enc='e'><enc:EncryptedData><enc:EncryptionMethod Algorithm='{algorithm}'/></enc:EncryptedData></encryption>"
        )
    };
    let with = |algorithm: &str| {
        let encryption = encryption(algorithm);
        reading("a.epub", &epub(&["<p>text</p>"], &[("META-INF/encryption.xml", &encryption)]))
    };
    assert!(with("http://www.idpf.org/2008/embedding").is_ok());
    assert!(with("http://ns.adobe.com/pdf/enc#RC").is_ok());
    assert_eq!(with("http://www.w3.org/2001/04/xmlenc#aes128-cbc"), Err(ReadError::Drm));
}

#[test]
fn a_missing_chapter_or_list_is_damage() {
    let damaged = |part: &str| Err(ReadError::Damaged { part: Some(part.to_owned()) });
    let container = "<container><rootfile full-path='b.opf'/></container>";
    let list =
        "<package><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/></package>";
    let found = |list: &str| reading("a.epub", &zip(&[("META-INF/container.xml", container), ("b.opf", list)]));
    assert_eq!(found(list), damaged("a.xhtml"));
    assert_eq!(found("<package/>"), damaged("b.opf"));
    assert_eq!(reading("a.epub", &zip(&[("META-INF/container.xml", "<x/>")])), damaged("META-INF/container.xml"));
}
