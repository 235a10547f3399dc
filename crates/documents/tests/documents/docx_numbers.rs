//! Numbers that Word writes before headings and items of lists.

use crate::support::{docx, headings, paragraph, prose, reading, text};

const STYLES: &str = "<w:styles SPACES>\
    <w:style w:styleId='H1'><w:name w:val='heading 1'/><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr></w:style>\
    <w:style w:styleId='H2'><w:name w:val='heading 2'/><w:basedOn w:val='H1'/><w:pPr><w:numPr><w:ilvl w:val='1'/></w:numPr></w:pPr></w:style>\
    <w:style w:styleId='H3'><w:name w:val='heading 3'/><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr></w:style>\
    <w:style w:styleId='Plain'><w:name w:val='Plain'/><w:basedOn w:val='H2'/><w:pPr><w:numPr><w:numId w:val='0'/></w:numPr></w:pPr></w:style>\
    </w:styles>";

fn level(at: u8, format: &str, pattern: &str, more: &str) -> String {
    format!(
        "<w:lvl w:ilvl='{at}'><w:start w:val='1'/><w:numFmt w:val='{format}'/><w:lvlText w:val='{pattern}'/>{more}</w:lvl>"
    )
}

fn numbering() -> String {
    let chapters = [
        level(0, "upperRoman", "Article %1", ""),
        level(1, "decimal", "%1.%2", "<w:isLgl/>"),
        level(2, "lowerLetter", "(%3)", "<w:pStyle w:val='H3'/>"),
    ];
    let items = [level(0, "decimal", "%1.", ""), level(1, "lowerRoman", "%2)", ""), level(2, "bullet", "\u{f0b7}", "")];
    format!(
        "<w:numbering SPACES>\
         <w:abstractNum w:abstractNumId='1'>{}</w:abstractNum>\
         <w:abstractNum w:abstractNumId='2'><w:styleLink w:val='Items'/>{}</w:abstractNum>\
         <w:abstractNum w:abstractNumId='3'><w:numStyleLink w:val='Items'/></w:abstractNum>\
         <w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num>\
         <w:num w:numId='2'><w:abstractNumId w:val='2'/></w:num>\
         <w:num w:numId='3'><w:abstractNumId w:val='2'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/></w:lvlOverride></w:num>\
         <w:num w:numId='4'><w:abstractNumId w:val='3'/></w:num>\
         </w:numbering>",
        chapters.concat(),
        items.concat()
    )
}

fn item(list: u32, level: u32, text: &str) -> String {
    paragraph(&format!("<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{list}'/></w:numPr>"), text)
}

fn heading(style: &str, text: &str) -> String {
    paragraph(&format!("<w:pStyle w:val='{style}'/>"), text)
}

fn read(body: &str) -> ricordo_documents::Reading {
    reading("a.docx", &docx(body, &[("word/styles.xml", STYLES), ("word/numbering.xml", &numbering())])).unwrap()
}

#[test]
fn items_have_the_numbers_of_their_list() {
    let items = [
        item(2, 0, "a"),
        item(2, 1, "b"),
        item(2, 1, "c"),
        item(2, 2, "d"),
        item(2, 0, "e"),
        item(2, 1, "f"),
        item(3, 0, "g"),
        item(3, 0, "h"),
        item(4, 0, "i"),
        item(9, 0, "j"),
        item(2, 200, "k"),
    ];
    assert_eq!(
        text(&read(&items.concat())),
        "1. a\n  i) b\n  ii) c\n    - d\n2. e\n  i) f\n5. g\n6. h\n1. i\n- j\n                - k"
    );
}

#[test]
fn headings_begin_with_their_number() {
    let body = [
        heading("H1", "Terms"),
        heading("H2", "Start"),
        heading("Plain", "No number"),
        heading("H2", "Termination"),
        heading("H3", "Notice"),
        heading("H1", ""),
        heading("H2", "Costs"),
    ];
    let body: String = body.iter().map(|heading| heading.clone() + &paragraph("", &prose(100))).collect();
    let found = read(&body);
    assert_eq!(found.title.as_deref(), Some("Terms"));
    assert_eq!(
        headings(&found),
        [
            "Article I Terms",
            "Article I Terms › 1.1 Start",
            "Article I Terms › No number",
            "Article I Terms › 1.2 Termination",
            "Article I Terms › 1.2 Termination › (a) Notice",
            "Article I Terms › 2.1 Costs",
        ]
    );
}

#[test]
fn a_row_that_numbers_itself_has_its_number() {
    let row = |text: &str| format!("<w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>", item(2, 0, ""), paragraph("", text));
    assert_eq!(text(&read(&format!("<w:tbl>{}{}</w:tbl>", row("a"), row("b")))), "1. | a\n2. | b");
}

#[test]
fn hostile_lists_cost_little() {
    let pattern = "%1%2%3%4%5%6%7%8%9".repeat(1000);
    let levels: String =
        (0..20).map(|at| level(at, "upperLetter", &pattern, "<w:start w:val='4294967295'/>")).collect();
    let list = format!(
        "<w:numbering SPACES><w:abstractNum w:abstractNumId='1'>{levels}<w:numStyleLink w:val='x'/><w:styleLink w:val='x'/></w:abstractNum>\
         <w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num></w:numbering>"
    );
    let body: String = (0..300).map(|at| item(1, at, "x")).collect();
    let found = reading("a.docx", &docx(&body, &[("word/numbering.xml", &list)])).unwrap();
    assert!(text(&found).len() < 300 * 1000);
}
