//! Which request the inspector shows, and which it is compared with.

use super::*;
use crate::state::testing::{asked, compiled, conversation_id};

/// Size of the shown request, and of the one before it.
fn sizes(inspection: Inspection) -> (Option<u32>, Option<u32>) {
    let size = |asked: Option<Asked>| asked.map(|asked| asked.inspected.tokens);
    (size(inspection.shown()), size(inspection.before()))
}

fn next(inspection: Inspection, tokens: u32) {
    inspection.compiled(Ok(Arc::new(compiled(tokens, 8_000))));
}

const USAGE: Usage = Usage { prompt_tokens: 7, completion_tokens: 1, cached_tokens: None, written_tokens: None };

#[test]
fn at_first_there_is_nothing_to_show() {
    let inspection = Inspection::new();
    assert_eq!((sizes(inspection), inspection.gauge(), inspection.comparison()), ((None, None), None, None));
}

#[test]
fn the_next_request_is_compared_with_the_last_one_that_was_sent_or_stored() {
    let inspection = Inspection::new();
    next(inspection, 100);
    assert_eq!(sizes(inspection), (Some(100), None));
    inspection.stored.set(vec![asked(90, 1, None), asked(80, 1, None)]);
    assert_eq!(sizes(inspection), (Some(100), Some(90)));
    inspection.leaves(conversation_id(1), &compiled(95, 8_000));
    assert_eq!(inspection.view.get_untracked(), View::Sent, "what is sent is shown");
    inspection.view.set(View::Next);
    assert_eq!(sizes(inspection), (Some(100), Some(95)));
}

#[test]
fn the_next_request_is_made_once_for_all_parts_that_show_it() {
    let inspection = Inspection::new();
    let shown = || inspection.shown().unwrap().inspected;
    next(inspection, 100);
    let first = shown();
    assert!(Arc::ptr_eq(&first, &shown()));
    next(inspection, 200);
    assert_eq!(shown().tokens, 200);
    inspection.clear();
    assert!(inspection.shown().is_none());
}

#[test]
fn a_sent_request_is_not_compared_with_itself_once_it_is_stored() {
    let inspection = Inspection::new();
    inspection.leaves(conversation_id(1), &compiled(95, 8_000));
    let shown = inspection.shown().unwrap();
    inspection.stored.set(vec![asked(90, 1, None)]);
    assert_eq!(sizes(inspection), (Some(95), Some(90)));
    inspection.stored.set(vec![shown, asked(90, 1, None)]);
    assert_eq!(sizes(inspection), (Some(95), Some(90)));
}

#[test]
fn a_past_request_is_compared_with_the_one_before_it() {
    let inspection = Inspection::new();
    inspection.past.set(vec![asked(50, 1, None), asked(40, 1, None)]);
    inspection.view.set(View::Past);
    assert_eq!(sizes(inspection), (Some(50), Some(40)));
    inspection.past.set(vec![asked(30, 1, None)]);
    assert_eq!(sizes(inspection), (Some(30), None), "the first of the conversation");
}

#[test]
fn the_gauge_keeps_the_size_of_the_request_whose_reply_is_arriving() {
    let inspection = Inspection::new();
    next(inspection, 100);
    assert_eq!(inspection.gauge(), Some((100, 8_000)));
    inspection.leaves(conversation_id(1), &compiled(95, 7_000));
    assert_eq!(inspection.gauge(), Some((95, 7_000)));
    next(inspection, 120);
    assert_eq!(inspection.gauge(), Some((120, 8_000)));
}

#[test]
fn a_prompt_that_does_not_fit_is_larger_than_its_budget_and_other_obstacles_have_no_size() {
    let inspection = Inspection::new();
    let not_sent = |over| Err(NotSent { sentence: "Why.".to_owned(), over });
    inspection.compiled(not_sent(Some((9_000, 8_000))));
    assert_eq!((inspection.gauge(), inspection.shown()), (Some((9_000, 8_000)), None));
    inspection.compiled(not_sent(None));
    assert_eq!(inspection.gauge(), None);
}

#[test]
fn the_count_of_another_conversation_is_not_shown_at_this_request() {
    let inspection = Inspection::new();
    inspection.counted(conversation_id(1), USAGE);
    inspection.leaves(conversation_id(1), &compiled(95, 8_000));
    inspection.counted(conversation_id(2), USAGE);
    assert_eq!(inspection.shown().unwrap().usage, None);
    inspection.counted(conversation_id(1), USAGE);
    assert_eq!(inspection.shown().unwrap().usage, Some(USAGE));
}

#[test]
fn another_conversation_begins_with_its_next_request() {
    let inspection = Inspection::new();
    inspection.leaves(conversation_id(1), &compiled(95, 8_000));
    inspection.stored.set(vec![asked(90, 1, None)]);
    inspection.clear();
    assert_eq!((sizes(inspection), inspection.gauge()), ((None, None), None));
    assert_eq!(inspection.view.get_untracked(), View::Next);
}
