//! Highlights the searched words in the message that a search opened. The DOM does not change: the browser highlights
//! ranges, if it can.

use crate::browser;
use leptos::prelude::document;
use ricordo_core::search::Query;
use web_sys::{Element, Node, Range};

/// Name of the highlight in the style sheet.
const NAME: &str = "sought";

/// Highlights these words in an element and removes all other highlights.
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

/// Length of a text in UTF-16 code units, as the DOM counts.
fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn places_are_counted_as_the_browser_counts() {
        for (text, count) in [("", 0), ("Tea", 3), ("чай", 3), ("🦔", 2), ("e\u{301}", 2), ("שלום", 4), ("a🦔b", 4)]
        {
            assert_eq!(units(text), count, "{text}");
        }
    }
}
