//! DOCX made in code: headings, lists, tables, notes, and what must not come in.

use crate::support::{docx, headings, paragraph, prose, reading, text};
use ricordo_documents::{File, Limits, ReadError, read};
use ricordo_record::document::DocumentKind;

const STYLES: &str = "<w:styles SPACES>\
    <w:style w:styleId='berschrift1'><w:name w:val='heading 1'/></w:style>\
    <w:style w:styleId='Own'><w:name w:val='Own'/><w:basedOn w:val='berschrift1'/></w:style>\
    <w:style w:styleId='Two'><w:name w:val='Anything'/><w:pPr><w:outlineLvl w:val='1'/></w:pPr></w:style>\
    <w:style w:styleId='Item'><w:name w:val='List Bullet'/><w:pPr><w:numPr><w:numId w:val='3'/></w:numPr></w:pPr></w:style>\
    <w:style w:styleId='Gone'><w:name w:val='Gone'/><w:rPr><w:vanish/></w:rPr></w:style>\
    <w:style w:styleId='Pale'><w:name w:val='Pale'/><w:rPr><w:color w:val='FFFFFF'/></w:rPr></w:style>\
    </w:styles>";

fn body_text(body: &str) -> String {
    let found = reading("a.docx", &docx(body, &[("word/styles.xml", STYLES)])).unwrap();
    assert_eq!(found.kind, DocumentKind::Docx);
    text(&found)
}

#[test]
fn headings_are_known_by_style_and_by_outline_level() {
    let body = [
        paragraph("<w:pStyle w:val='berschrift1'/>", "One"),
        paragraph("", &prose(100)),
        paragraph("<w:pStyle w:val='Two'/>", "Two"),
        paragraph("", &prose(100)),
        paragraph("<w:outlineLvl w:val='2'/>", "Three"),
        paragraph("", &prose(100)),
        paragraph("<w:pStyle w:val='Own'/>", "Four"),
        paragraph("", &prose(100)),
        paragraph("<w:outlineLvl w:val='9'/>", "No heading"),
    ];
    let found = reading("a.docx", &docx(&body.concat(), &[("word/styles.xml", STYLES)])).unwrap();
    assert_eq!(headings(&found), ["One", "One › Two", "One › Two › Three", "Four"]);
    assert_eq!(found.title.as_deref(), Some("One"));
}

#[test]
fn the_title_in_the_properties_comes_first() {
    let core = "<cp:coreProperties xmlns:dc='dc'><dc:title>Of &lt;it&gt;</dc:title></cp:coreProperties>";
    let found = reading("a.docx", &docx(&paragraph("", "text"), &[("docProps/core.xml", core)])).unwrap();
    assert_eq!(found.title.as_deref(), Some("Of <it>"));
}

#[test]
fn hidden_and_deleted_text_is_left_out() {
    for hidden in [
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:r><w:rPr><w:vanish w:val='true'/></w:rPr><w:t>secret</w:t><w:tab/></w:r></w:p>",
        "<w:p><w:r><w:rPr><w:rStyle w:val='Gone'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:pPr><w:pStyle w:val='Gone'/></w:pPr><w:r><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:del><w:r><w:delText>secret</w:delText><w:t>secret</w:t></w:r></w:del></w:p>",
        "<w:p><w:moveFrom><w:r><w:t>secret</w:t></w:r></w:moveFrom></w:p>",
        "<w:p><w:r><w:instrText>secret</w:instrText></w:r></w:p>",
        "<w:p><w:r><mc:AlternateContent><mc:Fallback><w:t>secret</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        "<!-- secret -->",
        "<w:p><w:r><w:rPr><w:color w:val='FFFFFF'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:r><w:rPr><w:color w:val='FEFDFE' w:themeColor='background1'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:r><w:rPr><w:color w:val='00FF00'/><w:shd w:val='clear' w:fill='00FF00'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:pPr><w:shd w:val='clear' w:fill='000000'/></w:pPr><w:r><w:rPr><w:color w:val='000000'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:r><w:rPr><w:sz w:val='2'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:pPr><w:pStyle w:val='Pale'/></w:pPr><w:r><w:t>secret</w:t></w:r></w:p>",
        "<w:p><w:r><w:rPr><w:rStyle w:val='Pale'/></w:rPr><w:t>secret</w:t></w:r></w:p>",
    ] {
        let body = format!("{}{hidden}{}", paragraph("", "before"), paragraph("", "after"));
        assert_eq!(body_text(&body), "before\n\nafter", "{hidden}");
    }
    let shown = "<w:p><w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>shown</w:t></w:r><w:ins><w:r><w:t> too</w:t></w:r></w:ins></w:p>";
    assert_eq!(body_text(shown), "shown too");
}

#[test]
fn white_text_on_a_dark_background_stays() {
    let white = "<w:r><w:rPr><w:color w:val='FFFFFF'/></w:rPr><w:t>shown</w:t></w:r>";
    let dark = "<w:shd w:val='clear' w:fill='1F3864'/>";
    for body in [
        format!("<w:p><w:pPr>{dark}</w:pPr>{white}</w:p>"),
        format!("<w:p>{}</w:p>", white.replace("</w:rPr>", &format!("{dark}</w:rPr>"))),
        format!("<w:p>{}</w:p>", white.replace("</w:rPr>", "<w:highlight w:val='black'/></w:rPr>")),
        format!("<w:tbl><w:tr><w:tc><w:tcPr>{dark}</w:tcPr><w:p>{white}</w:p></w:tc></w:tr></w:tbl>"),
        format!("<w:tbl><w:tblPr><w:tblStyle w:val='Dark'/></w:tblPr><w:tr><w:tc><w:p>{white}</w:p></w:tc></w:tr></w:tbl>"),
        format!("<w:p><w:r><w:txbxContent><w:p>{white}</w:p></w:txbxContent></w:r></w:p>"),
        "<w:p><w:pPr><w:pStyle w:val='Pale'/></w:pPr><w:r><w:rPr><w:color w:val='auto'/></w:rPr><w:t>shown</w:t></w:r></w:p>".to_owned(),
        "<w:p><w:pPr><w:rPr><w:vanish/><w:color w:val='FFFFFF'/></w:rPr></w:pPr><w:r><w:t>shown</w:t></w:r></w:p>".to_owned(),
    ] {
        assert_eq!(body_text(&body), "shown", "{body}");
    }
}

#[test]
fn runs_are_joined_with_their_breaks_and_references() {
    let body = "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr><w:r><w:t xml:space='preserve'>a &amp; </w:t></w:r>\n  \
                <w:r><w:t>b</w:t><w:tab/><w:t>c</w:t><w:br/><w:t>d&#x2014;</w:t></w:r></w:p>";
    assert_eq!(body_text(body), "a & b\tc\nd—");
}

#[test]
fn lists_and_tables_keep_their_form() {
    let item = |level, text| {
        let numbers = format!("<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='1'/></w:numPr>");
        paragraph(&numbers, text)
    };
    let none = paragraph("<w:pStyle w:val='Item'/><w:numPr><w:numId w:val='0'/></w:numPr>", "no item");
    let items = item(0, "a") + &item(1, "b") + &paragraph("<w:pStyle w:val='Item'/>", "c") + &none;
    assert_eq!(body_text(&items), "- a\n  - b\n- c\n\nno item");
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph("", text));
    let row = |cells: &[&str]| format!("<w:tr>{}</w:tr>", cells.iter().map(|text| cell(text)).collect::<String>());
    let inner = format!("<w:tbl>{}</w:tbl>", row(&["x", "y"]));
    let nested = format!("<w:tr>{}<w:tc>{inner}{}</w:tc></w:tr>", cell("3"), paragraph("", ""));
    let table = format!("<w:tbl>{}{}{nested}</w:tbl>", row(&["name", "age"]), row(&["Ada", "36"]));
    assert_eq!(body_text(&table), "name | age\nAda | 36\n3 | x | y");
}

#[test]
fn each_chunk_of_a_long_table_has_its_header() {
    let row =
        |a: &str, b: &str| format!("<w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>", paragraph("", a), paragraph("", b));
    let rows: String = (0..200).map(|number| row(&format!("row {number}"), "some words here")).collect();
    let found = reading("a.docx", &docx(&format!("<w:tbl>{}{rows}</w:tbl>", row("name", "value")), &[])).unwrap();
    assert!(found.chunks.len() > 3 && found.chunks.iter().all(|(text, _)| text.starts_with("name | value\n")));
}

#[test]
fn notes_follow_their_paragraph() {
    let notes = "<w:footnotes SPACES><w:footnote w:id='0' w:type='separator'><w:p/></w:footnote>\
                 <w:footnote w:id='2'><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space='preserve'> The note.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let body = "<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:t>.</w:t></w:r></w:p><w:p><w:r><w:t>More</w:t></w:r></w:p>";
    let found = reading("a.docx", &docx(body, &[("word/footnotes.xml", notes)])).unwrap();
    assert_eq!(text(&found), "Text[1].\n\n[1] The note.\n\nMore");
}

#[test]
fn a_password_and_damage_are_named() {
    let encrypted =
        [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".as_slice(), b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"];
    assert_eq!(reading("a.docx", &encrypted.concat()), Err(ReadError::PasswordProtected));
    let part = Some("word/document.xml".to_owned());
    assert_eq!(reading("a.docx", &docx("<w:p>", &[])), Err(ReadError::Damaged { part: part.clone() }));
    let unclosed = crate::support::zip(&[("word/document.xml", "<w:document><w:body><w:p><w:r><w:t>cut")]);
    assert_eq!(reading("a.docx", &unclosed), Err(ReadError::Damaged { part }));
    let cut = docx(&paragraph("", &prose(500)), &[]);
    assert_eq!(reading("a.docx", &cut[..cut.len() - 40]), Err(ReadError::Damaged { part: None }));
}

#[test]
fn a_part_that_unpacks_to_far_more_than_a_text_is_refused() {
    let bomb = docx(&paragraph("", &"a".repeat(5 << 20)), &[]);
    assert!(bomb.len() < 20_000);
    let error = reading("a.docx", &bomb).unwrap_err();
    assert_eq!(error, ReadError::RatioTooHigh { part: "word/document.xml".to_owned(), limit: 200 });
    let limits = Limits { unpacked: 1000, ..Limits::default() };
    let found = read(&File { name: "a.docx", bytes: &docx(&paragraph("", &prose(500)), &[]) }, &limits);
    assert_eq!(found, Err(ReadError::UnpacksTooLarge { limit: 1000 }));
}
