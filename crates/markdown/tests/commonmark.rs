//! The examples of the CommonMark specification and of GitHub's extensions, if `RICORDO_CORPUS` is set.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "../../../tests/corpus/folder.rs"]
mod folder;
mod support;

use folder::corpus;
use ricordo_markdown::{Document, LineBreaks};
use serde_json::Value;
use std::fs;

/// Whether the tree differs from the specification on purpose.
fn is_intended(case: &Value) -> bool {
    let text = case["markdown"].as_str().unwrap();
    let html = case["html"].as_str().unwrap();
    let section = case["section"].as_str().unwrap();
    // Raw HTML is always text.
    let is_raw =
        section == "HTML blocks" || section == "Raw HTML" || section == "HTML tag filter" || section == "Embedded HTML";
    let has_raw =
        ["<a ", "<a>", "<b>", "<div", "<del", "<foo", "<bar", "<!--", "</", "<responsive", "<i ", "<pre", "<img"]
            .iter()
            .any(|raw| text.contains(raw) && html.contains(raw));
    // A bare address is a link, unlike in the examples of the specification. Mail addresses need brackets.
    let is_bare = section == "Autolinks" && (!html.contains("<a") || text.contains("scyther@"));
    // Footnotes stay where they were written; unreferenced ones are shown, too.
    let is_footnote = section == "Footnotes";
    // An image inside a link is placed after the link, because nothing inside a link can be pressed.
    let is_image_in_link = text.contains("[![");
    // Only two tildes strike out: one means "about" or the home folder.
    let is_tilde = text.contains("~strikethrough~") || text.contains("~one~");
    // A dollar belongs to a price and is no punctuation.
    let is_price = text.starts_with("*$*");
    // The address of a definition has a sign of one, because `[Anna]: Hello` is no definition.
    let is_word = ["]: url\n", "]: first\n", "]:my_(url) "].iter().any(|word| text.contains(word));
    is_raw || has_raw || is_bare || is_footnote || is_image_in_link || is_tilde || is_price || is_word
}

fn check(name: &str) {
    let Some(corpus) = corpus() else { return };
    let cases: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(corpus.join("markdown").join(name)).unwrap()).unwrap();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for case in cases.iter().filter(|case| case["html"] != "<IGNORE>\n" && !is_intended(case)) {
        checked += 1;
        let mut document = Document::new(LineBreaks::Flow);
        document.push(case["markdown"].as_str().unwrap());
        // A bare address without a scheme has a secure one.
        let secure = |html: String| html.replace("\"http://www.", "\"https://www.");
        let ours = secure(support::comparable(&support::html(&document.tree())));
        let theirs = secure(support::comparable(case["html"].as_str().unwrap()));
        if ours != theirs {
            wrong.push(format!("{}\n  {}\n  ours:   {ours}\n  theirs: {theirs}", case["section"], case["markdown"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} differ:\n{}", wrong.len(), wrong.join("\n"));
    eprintln!("{checked} of {} cases are the same, the others differ on purpose", cases.len());
}

#[test]
fn the_specification() {
    check("spec.json");
}

#[test]
fn the_extensions() {
    check("gfm-extensions.json");
}
