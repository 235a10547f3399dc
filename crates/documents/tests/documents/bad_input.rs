//! No bytes make a reader panic: fixtures that are cut and changed, and arbitrary bytes.

use crate::support::{docx, epub, paragraph, prose, reading, zip};
use proptest::prelude::*;
use ricordo_documents::{File, Limits, read};
use std::sync::OnceLock;

/// A small file of each format, made once.
fn fixtures() -> Vec<(&'static str, Vec<u8>)> {
    static MADE: OnceLock<Vec<(&'static str, Vec<u8>)>> = OnceLock::new();
    MADE.get_or_init(make).clone()
}

const EML: &str = "MIME-Version: 1.0\nSubject: =?utf-8?B?0L8=?= =?x?Q?=41?=\nContent-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n<p>a=3Db=\nc\n--b--\n";

fn make() -> Vec<(&'static str, Vec<u8>)> {
    let styles = "<w:styles SPACES><w:style w:styleId='H'><w:name w:val='heading 1'/></w:style></w:styles>";
    let table = format!(
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='3'/><w:vMerge/></w:tcPr>{}</w:tc></w:tr></w:tbl>",
        paragraph("", "cell")
    );
    let numbered = paragraph("<w:numPr><w:numId w:val='1'/></w:numPr>", "item");
    let formula = "<w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den/></m:f></m:oMath></w:p>";
    let body = paragraph("<w:pStyle w:val='H'/>", "One") + &paragraph("", &prose(700)) + &table + &numbered + formula;
    let numbering = "<w:numbering SPACES><w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:lvlText w:val='%1.'/></w:lvl>\
                     </w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num></w:numbering>";
    let html = format!(
        "<title>a</title><main><h1>One</h1><p>{}<ul><li>a<li>b</ul><table><tr><th rowspan=3>a<td colspan=2>b<sup>2</sup></table></main>",
        prose(700)
    );
    vec![
        ("a.txt", prose(700).into_bytes()),
        (
            "a.md",
            format!("---\na: b\n---\n# One\n\n{}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n```\n", prose(700))
                .into_bytes(),
        ),
        ("a.html", html.clone().into_bytes()),
        ("a.xhtml", format!("<?xml version='1.0'?><html><p>a&nbsp;</p><p>{}</p></html>", prose(100)).into_bytes()),
        ("a.csv", "a,\"b\nc\"\n1,2\n".repeat(100).into_bytes()),
        ("a.json", "[{\"a\":[1,2,{\"b\":\"c\\\"\"}]},null]".as_bytes().to_vec()),
        ("a.jsonl", "{\"a\":1}\n{\"b\":2}\n".as_bytes().to_vec()),
        ("a.rs", "fn a() {\n    b();\n}\n\n".repeat(100).into_bytes()),
        ("a.eml", EML.as_bytes().to_vec()),
        ("a.docx", docx(&body, &[("word/styles.xml", styles), ("word/numbering.xml", numbering)])),
        ("a.epub", epub(&[&html, "<h2>Two</h2><p>text</p>"], &[])),
        ("a.zip", zip(&[(".gitignore", "*.log\n[a-\n"), ("a.rs", "fn a() {}"), ("b/c.md", "# One"), ("d.log", "x")])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn cut_and_changed_files_are_read_or_refused(
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        for (name, mut bytes) in fixtures() {
            if is_cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            for (at, byte) in &flips {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] ^= *byte;
                }
            }
            let first = reading(name, &bytes);
            prop_assert_eq!(reading(name, &bytes), first);
        }
    }

    #[test]
    fn the_lists_of_archives_may_hold_anything(
        fixture in 9_usize..12,
        flips in prop::collection::vec((0_usize..400, any::<u8>()), 1..8),
    ) {
        let (name, mut bytes) = fixtures().swap_remove(fixture);
        let end = bytes.len();
        for (back, byte) in flips {
            let at = end.saturating_sub(back + 1);
            bytes[at] = byte;
        }
        let _ = reading(name, &bytes);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        magic in prop::sample::select(vec![&b""[..], b"PK\x03\x04", b"PK\x05\x06", b"\xFF\xFE", b"<?xml", b"<html", b"%PDF", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"]),
        ending in prop::sample::select(vec!["txt", "md", "html", "csv", "json", "rs", "docx", "epub", "zip", ""]),
    ) {
        let bytes = [magic, &bytes].concat();
        let _ = read(&File { name: &format!("a.{ending}"), bytes: &bytes }, &Limits::default());
    }

    #[test]
    fn arbitrary_text_is_read_or_refused(text in "\\PC{0,400}", ending in prop::sample::select(vec!["txt", "md", "html", "csv", "json", "rs"])) {
        let _ = reading(&format!("a.{ending}"), text.as_bytes());
    }
}
