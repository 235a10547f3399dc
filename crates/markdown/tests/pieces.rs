//! The tree does not depend on how a text is split into pieces, and a settled block never changes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "../../../tests/corpus/folder.rs"]
mod folder;

use folder::corpus;
use proptest::prelude::*;
use ricordo_markdown::{Document, LineBreaks, Node};
use std::fs;

/// Every kind of block and span, and endings that the next line reinterprets.
const CASES: &[&str] = &[
    "# Title\n\nWords *and* **more** `code`.\n\n- a\n- b\n  - c\n\n1. one\n2. two\n",
    "Words\n-\n\nmore\n---\nend\n***\n",
    "a | b\n--|--\n1 | 2\n\nx\na | b\n--|:-:\n3 | 4\n",
    "```rust\nfn main() {}\n\n\n```\nafter\n~~~\nopen",
    "[a] and [b][1] and ![c][img]\n\nmore [a]\n\n[a]: https://a.example\n[1]: <https://b.example> 'B'\n[IMG]: c.png\n",
    "one[^1] two[^x] none[^no]\n\nmore[^1]\n\n[^x]: X\n    and on\n\n[^1]: One\n\nend",
    "[^1]: first, then used\n\nhere[^1]\n",
    ">$\n|0\n>-|>",
    "> quote\nlazy\n> - list\n>\n> end\n\nout\n",
    "- [ ] open\n- [x] done\n\n\n- loose\n\n  para\n\nafter",
    "    indented\n\n\n    code\nwords\n    not code\n",
    "<div>\n**raw**\n</div>\n\na <b>b</b><br>c\n<!-- x\n\ny -->\nz\n",
    "so \\(a_1\\) and $b$ and\n\\[\nx^2\n\\]\n\n`\\(no\\)`\n\n$$\ny\n$$\n",
    "* a\n* b\n+ c\n+ d\n1) x\n2) y\n\n-\n\n  z\n",
    "**open and *never\n\nclosed ~~here\n\n`or here",
    "https://example.org/a_b and www.example.org.\n\n[a](https://b.example \"t\") <https://c.example>\n",
    "a  \nb\\\nc\nd\n\n\n\n\tcode\r\nwords\r\n\r\nmore\r\n",
    "[a]: /b\n    words\n\n    code\n\nwords\n\n[c]: /d\n\twords\n---\n\n\n\tcode\n",
    "[foo]: /first\n\n[foo]\n\n[foo]: /second\n\n[foo]\n",
    "so\n\\[\na\n=\n- b\n\\]\n\n$$\nx\n+ y\n$$\nfor ($5) and $6, ~7 to ~8\n\n<br>\n**c**\n",
    "\\[ not\n\nclosed \\] `x\\(` \\)\n\n```\n\\(\n```\n\\(a\\)\n",
];

/// Lines of formulas, code and prices, and lines that Markdown takes apart.
const LINES: &[&str] = &[
    "\\[",
    "\\]",
    "\\[ a",
    "b \\]",
    "$$",
    "$$$",
    "so $$",
    "$$ a $$",
    "=",
    "- c",
    "+ c",
    "> 0",
    "# d",
    "1. e",
    "1. $$",
    "   \\[",
    "   f",
    "```",
    "```` g",
    "~~~",
    "`",
    "`` h",
    "i `",
    "a | b",
    "--|--",
    "|",
    "---",
    "$5 and",
    "x$",
    "a % b",
    "<br>",
    "<div>",
    "[a]: b",
    "[a]:",
    "/c",
    "[a]: /b",
    "[a] ~b~",
    "https://a.b/_c_*d*",
    "    j",
    "",
    "",
    "",
    "words",
    ">",
    "{",
    "}",
    "\\",
];

fn whole(text: &str) -> Vec<Node> {
    let mut document = Document::new(LineBreaks::Flow);
    document.push(text);
    document.tree()
}

/// The tree after these pieces, with a step after each.
fn in_pieces<'a>(pieces: impl IntoIterator<Item = &'a str>) -> Vec<Node> {
    let mut document = Document::new(LineBreaks::Flow);
    let mut settled = Vec::new();
    for piece in pieces {
        document.push(piece);
        read(&mut document, &mut settled);
    }
    document.end();
    let open = read(&mut document, &mut settled);
    for (index, node) in document.mend() {
        settled[index] = node;
    }
    settled.extend(open);
    settled
}

fn read(document: &mut Document, settled: &mut Vec<Node>) -> Vec<Node> {
    loop {
        let step = document.advance();
        settled.extend(step.settled);
        if step.is_all {
            return step.open;
        }
    }
}

fn letters(text: &str) -> Vec<&str> {
    text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()]).collect()
}

fn cut<'a>(text: &'a str, lengths: &[usize]) -> Vec<&'a str> {
    let mut letters = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect::<Vec<_>>();
    letters.dedup();
    let (mut at, mut pieces, mut lengths) = (0, Vec::new(), lengths.iter().cycle());
    while at + 1 < letters.len() {
        let to = (at + lengths.next().unwrap_or(&1)).min(letters.len() - 1);
        pieces.push(&text[letters[at]..letters[to]]);
        at = to;
    }
    pieces
}

#[test]
fn letter_by_letter_is_the_same() {
    for text in CASES {
        assert_eq!(in_pieces(letters(text)), whole(text), "{text}");
    }
}

#[test]
fn the_corpus_is_the_same_letter_by_letter() {
    let Some(corpus) = corpus() else { return };
    for name in ["spec.json", "gfm-extensions.json"] {
        let cases = fs::read_to_string(corpus.join("markdown").join(name)).unwrap();
        let cases: Vec<serde_json::Value> = serde_json::from_str(&cases).unwrap();
        for case in &cases {
            let text = case["markdown"].as_str().unwrap();
            assert_eq!(in_pieces(letters(text)), whole(text), "{text}");
        }
        // All cases as one text, so that each follows the others.
        let all: Vec<&str> = cases.iter().map(|case| case["markdown"].as_str().unwrap()).collect();
        let all = all.join("\n\n");
        assert_eq!(in_pieces(cut(&all, &[997])), whole(&all));
    }
}

#[test]
fn a_text_beyond_the_bounds_is_the_same() {
    let line = "word ".repeat(20_000);
    let code = format!("```rust\n{}```\nafter\n", "let a = 1; // *a*\n".repeat(12_000));
    let list = "1. item **b**\n".repeat(6_000);
    let texts = [line.clone(), format!("before\n{line}\nafter\n"), code, list, format!("> {line}")];
    for text in texts {
        assert_eq!(in_pieces(cut(&text, &[4_001, 17, 9_000])), whole(&text));
    }
}

proptest! {
    #[test]
    fn any_cut_is_the_same(
        parts in proptest::collection::vec(0..CASES.len(), 1..4),
        joins in proptest::collection::vec(0..4_usize, 4),
        lengths in proptest::collection::vec(1..12_usize, 1..8),
    ) {
        let joins = joins.iter().map(|join| ["", "\n", "\n\n", "\n> "][*join]);
        let text: String = parts.iter().zip(joins).map(|(part, join)| format!("{}{join}", CASES[*part])).collect();
        prop_assert_eq!(in_pieces(cut(&text, &lengths)), whole(&text));
    }

    #[test]
    fn any_lines_are_the_same(
        lines in proptest::collection::vec(proptest::sample::select(LINES), 0..10),
        lengths in proptest::collection::vec(1..5_usize, 1..4),
    ) {
        let text = lines.join("\n");
        prop_assert_eq!(in_pieces(cut(&text, &lengths)), whole(&text), "{}", text);
    }

    #[test]
    fn any_marks_are_the_same(text in "[ab\\-*_#>`~|:\\[\\]()^\\\\$0-9. \n\t]{0,80}", lengths in proptest::collection::vec(1..5_usize, 1..4)) {
        prop_assert_eq!(in_pieces(cut(&text, &lengths)), whole(&text));
    }
}
