//! Rows from stored messages, replies that arrive, and drafts of other tabs.

use super::*;
use crate::state::testing::{conversation_id, message, message_id, reply};
use ricordo_core::{draft::ReplyDraft, message::Finish, time::Timestamp};
use std::sync::atomic::{AtomicUsize, Ordering};

fn texts(texts: &[&str]) -> Vec<Message> {
    (0..).zip(texts).map(|(at, text)| message(at, Role::User, text)).collect()
}

/// Merges with keys from 100 on, and returns the keys of the rows.
fn merged(rows: &[Row], messages: &[Message]) -> Vec<u64> {
    let mut next = 100;
    let next_key = || {
        next += 1;
        next - 1
    };
    merge(rows, messages, next_key).iter().map(|row| row.key).collect()
}

fn rows(messages: &[Message]) -> Vec<Row> {
    (0..).zip(messages).map(|(key, message)| Row::of(key, message.clone())).collect()
}

fn draft(text: &str, thoughts: &str) -> ReplyDraft {
    let reasoning = (!thoughts.is_empty()).then(|| Part::Reasoning { text: thoughts.to_owned() });
    let parts = reasoning.into_iter().chain([Part::Text { text: text.to_owned() }]).collect();
    let stored = message(4, Role::Assistant, "");
    ReplyDraft {
        conversation: conversation_id(1),
        message: message_id(4),
        branch: stored.branch,
        sequence: 4,
        parts,
        tokens_before: 0,
        model: String::new(),
        started_at: Timestamp(0),
        saved_at: Timestamp(0),
    }
}

#[test]
fn rows_that_are_on_screen_are_used_again() {
    let messages = texts(&["a", "b", "c", "d"]);
    let shown = rows(&messages[1..3]);
    assert_eq!(merged(&shown, &messages), [100, 0, 1, 101]);
    assert_eq!(merged(&shown, &messages[2..]), [1, 100]);
    assert!(merged(&shown, &[]).is_empty());
    assert_eq!(merged(&[], &messages[..2]), [100, 101]);
}

#[test]
fn another_branch_keeps_the_rows_before_the_fork() {
    let shown = rows(&texts(&["a", "b", "c"]));
    let mut other = texts(&["a", "b"]);
    other.push(Message { id: message_id(77), ..message(2, Role::User, "other") });
    assert_eq!(merged(&shown, &other), [0, 1, 100]);
}

#[test]
fn a_message_that_changed_in_the_store_changes_in_its_row() {
    let shown = rows(&texts(&["a", "b"]));
    let moved = Message { sequence: 9, ..texts(&["a"]).remove(0) };
    let after = merge(&shown, &[moved], || 100);
    assert_eq!((after[0].key, after[0].sequence.get_untracked()), (0, 9));
    assert_eq!(shown[0].sequence.get_untracked(), 9, "clones share their signals");
}

#[test]
fn a_reply_waits_then_thinks_then_writes_and_does_not_go_back() {
    let row = Row::coming(1, 4);
    let seen = |row: &Row| (row.arrival.get_untracked(), row.has_thoughts.get_untracked(), row.id());
    assert_eq!(seen(&row), (Arrival::Waiting, false, None));
    row.think("Hm");
    assert_eq!(seen(&row), (Arrival::Thinking, true, None));
    row.write("Par");
    row.think("one more");
    assert_eq!(seen(&row), (Arrival::Writing, true, None), "thoughts that come late");
    row.settle(&reply(4, "Paris", Finish::Complete));
    assert_eq!(seen(&row), (Arrival::Writing, false, Some(message_id(4))), "what is stored decides");
}

#[test]
fn a_settled_row_is_not_touched_by_the_same_message() {
    let row = Row::coming(1, 4);
    let stored = reply(4, "Paris", Finish::Complete);
    row.settle(&stored);
    let first = row.message.get_untracked().unwrap();
    row.settle(&stored);
    assert!(Arc::ptr_eq(&first, &row.message.get_untracked().unwrap()));
    row.settle(&reply(4, "Paris", Finish::Stopped));
    assert_eq!(row.message.get_untracked().unwrap().finish, Some(Finish::Stopped));
}

#[test]
fn a_reply_of_another_tab_has_the_id_that_it_will_have_and_becomes_its_row() {
    let row = Row::elsewhere(1, &draft("Par", ""));
    assert_eq!((row.arrival.get_untracked(), row.id()), (Arrival::Elsewhere, Some(message_id(4))));
    assert!(!row.words.has_ended(), "open markup is not shown literally");
    row.overhear(&draft("Paris", "Hm"));
    assert!(!row.words.has_ended() && !row.thoughts.has_ended());
    assert!(row.has_thoughts.get_untracked());
    row.overhear(&draft("Paris", ""));
    assert!(!row.has_thoughts.get_untracked());
    assert_eq!(row.arrival.get_untracked(), Arrival::Elsewhere);
    assert_eq!(merged(std::slice::from_ref(&row), &[reply(4, "Paris", Finish::Complete)]), [1]);
    assert!(row.words.has_ended());
    row.overhear(&draft("Par", ""));
    assert_eq!(row.words.written(), "Paris", "a draft that is read late is older than the stored reply");
}

#[test]
fn reasoning_that_is_there_already_is_not_drawn_anew() {
    let row = Row::elsewhere(1, &draft("Par", "Hm"));
    let drawn = Arc::new(AtomicUsize::new(0));
    let thoughts = ArcMemo::new({
        let (has_thoughts, drawn) = (row.has_thoughts.clone(), Arc::clone(&drawn));
        move |_| (has_thoughts.get(), drawn.fetch_add(1, Ordering::Relaxed)).0
    });
    assert!(thoughts.get_untracked());
    row.overhear(&draft("Paris", "Hm, yes"));
    row.think("!");
    let parts = vec![Part::Reasoning { text: "Hm, yes".to_owned() }, Part::Text { text: "Paris".to_owned() }];
    row.settle(&Message { parts, ..reply(4, "Paris", Finish::Complete) });
    assert!(thoughts.get_untracked());
    assert_eq!(drawn.load(Ordering::Relaxed), 1);
}

#[test]
fn only_reasoning_is_thoughts() {
    let parts = [
        Part::Reasoning { text: "one ".to_owned() },
        Part::Text { text: "text".to_owned() },
        Part::Reasoning { text: "two".to_owned() },
        Part::ToolCall { id: "1".to_owned(), name: "n".to_owned(), arguments: "{}".to_owned(), back: None },
    ];
    assert_eq!((thoughts_of(&parts).as_str(), thoughts_of(&[]).as_str()), ("one two", ""));
}

#[test]
fn the_divider_stands_before_the_first_message_that_is_sent() {
    assert_eq!(divider_at(&[4, 5, 6, 7], Some(6)), Some(2));
    assert_eq!(divider_at(&[4, 5, 6, 7], None), None);
}

#[test]
fn right_after_forget_it_stands_at_the_end() {
    assert_eq!(divider_at(&[0, 1], Some(2)), Some(2));
}

#[test]
fn it_is_not_shown_where_what_was_forgotten_is_not_on_screen() {
    assert_eq!(divider_at(&[50, 51], Some(10)), None);
    assert_eq!(divider_at(&[], Some(0)), None);
}
