//! Marks the words that were looked for, in a message that was gone to. Nothing in the page changes for it: the browser
//! paints over ranges, where it can.

use crate::browser;
use leptos::prelude::document;
use ricordo_core::search::Query;
use web_sys::{Element, Node, Range};

/// Under which name the style sheet knows them.
const NAME: &str = "sought";

/// Marks these words in an element, and nowhere else any more.
pub fn mark_words(element: &Element, words: &str) {
    let query = Query::new(words);
    let mut ranges = Vec::new();
    if !query.is_empty() {
        collect(element, &query, &mut ranges);
    }
    browser::paint(NAME, &ranges);
}

fn collect(node: &Node, query: &Query, ranges: &mut Vec<Range>) {
    if node.node_type() == Node::TEXT_NODE {
        let text = node.text_content().unwrap_or_default();
        ranges.extend(query.places(&text).into_iter().filter_map(|place| {
            let range = document().create_range().ok()?;
            range.set_start(node, units(&text[..place.start])).ok()?;
            range.set_end(node, units(&text[..place.end])).ok()?;
            Some(range)
        }));
    }
    let mut child = node.first_child();
    while let Some(here) = child {
        collect(&here, query, ranges);
        child = here.next_sibling();
    }
}

/// How long a text is as the page counts.
fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}
