//! What is read for facts, and what is never taken.

use super::*;
use crate::{forget::Forget, mark::Mark, testing::sample};
use ricordo_record::memory::{Memory, MemoryState};

fn snapshot(texts: &[&str]) -> Snapshot {
    let mut snapshot = Snapshot::empty(sample::conversation(1), vec![sample::branch(1)]);
    snapshot.messages = (0..).zip(texts).map(|(place, text)| sample::message(1, place, text)).collect();
    snapshot
}

fn ids() -> impl FnMut() -> MemoryId {
    let mut number = 0;
    move || {
        number += 1;
        MemoryId::new(Timestamp(5_000), [number; 10])
    }
}

fn memory(text: &str, state: MemoryState) -> Memory {
    Memory {
        id: MemoryId::new(Timestamp(1), [9; 10]),
        text: text.to_owned(),
        state,
        source: None,
        pinned: false,
        created_at: Timestamp(1),
        updated_at: Timestamp(1),
        last_used_at: None,
        uses: 0,
        typed: false,
        field: None,
        about: None,
        scope: Default::default(),
        key_words: Vec::new(),
    }
}

#[test]
fn completed_turns_are_read_once() {
    let mut snapshot = snapshot(&["I live in Kyiv", "Nice", "And I have a cat", "Lovely", "Third", "cut off"]);
    snapshot.messages[5].finish = Some(Finish::Stopped);
    let first = reading(&snapshot, 0, 1_000);
    assert_eq!(first.text, "User: I live in Kyiv\n\nAssistant: Nice\n\nUser: And I have a cat\n\nAssistant: Lovely");
    assert_eq!(first.position, 4);
    let again = reading(&snapshot, first.position, 1_000);
    assert_eq!((again.text.as_str(), again.position), ("", 4));
}

#[test]
fn a_turn_that_waits_for_tools_is_not_complete() {
    let mut snapshot = snapshot(&["I live in Kyiv", "Let me look"]);
    snapshot.messages[1].finish = Some(Finish::ToolCalls);
    assert_eq!(reading(&snapshot, 0, 1_000).position, 0);
}

#[test]
fn what_is_muted_or_forgotten_is_not_read() {
    let mut snapshot = snapshot(&["Secret one", "Ok", "I have a cat", "Muted words", "More", "Yes"]);
    let conversation = sample::conversation_id(1);
    snapshot.forgets.push(Forget {
        id: sample::forget_id(1),
        conversation,
        branch: sample::branch_id(1),
        before: 2,
        at: Timestamp(1),
    });
    let message = snapshot.messages[3].id;
    snapshot.marks.push(Mark {
        conversation,
        message,
        kind: MarkKind::Muted,
        at: Timestamp(1),
        rating: None,
        not_recalled: false,
    });
    let read = reading(&snapshot, 0, 1_000);
    assert_eq!(read.text, "User: I have a cat\n\nUser: More\n\nAssistant: Yes");
    assert_eq!(read.position, 6);
}

#[test]
fn thoughts_and_tools_are_not_words() {
    let mut snapshot = snapshot(&["Hello", "Hi"]);
    snapshot.messages[1].parts.insert(0, crate::message::Part::Reasoning { text: "User lives in Lviv".to_owned() });
    assert_eq!(reading(&snapshot, 0, 1_000).text, "User: Hello\n\nAssistant: Hi");
}

#[test]
fn a_long_stretch_is_read_in_pieces_and_a_long_turn_is_cut() {
    let long = "word ".repeat(300);
    let snapshot = snapshot(&["One", "Two", &long, "Three", "Four", "Five"]);
    let first = reading(&snapshot, 0, 100);
    assert_eq!(first.position, 2);
    let second = reading(&snapshot, first.position, 100);
    assert_eq!(second.position, 4);
    assert!(estimate(&second.text) <= 100 && second.text.contains("left out"), "{}", second.text);
    assert_eq!(reading(&snapshot, second.position, 100).text, "User: Four\n\nAssistant: Five");
}

#[test]
fn what_is_known_in_any_state_is_not_taken_again() {
    let read = reading(&snapshot(&["I live in Kyiv and I have a cat", "Nice"]), 0, 1_000);
    for state in [MemoryState::Kept, MemoryState::Proposed, MemoryState::Archived] {
        let known = memory("User lives in Kyiv", state);
        let mut memories = Memories::new(vec![known.clone()]);
        let facts = ["The user lives in Kyiv.", "User has a cat", "user has a cat."].map(str::to_owned);
        let taken = take(&mut memories, &facts, &read, &MemorySettings::default(), Timestamp(10), ids());
        assert_eq!(taken.len(), 1);
        assert_eq!(memories.all[0], known, "a memory that comes back is not even counted as used");
        let new = memories.get(taken[0]).unwrap();
        assert_eq!((new.text.as_str(), new.state), ("User has a cat", MemoryState::Proposed));
    }
}

#[test]
fn a_fact_names_the_message_it_came_from_and_secrets_are_refused() {
    let read = reading(&snapshot(&["I have two cats", "Nice", "My sister lives in Lviv", "Oh"]), 0, 1_000);
    let mut memories = Memories::new(Vec::new());
    let facts = ["User has two cats", "User's card is 4111 1111 1111 1111", " "].map(str::to_owned);
    let taken = take(&mut memories, &facts, &read, &MemorySettings::default(), Timestamp(10), ids());
    assert_eq!(memories.get(taken[0]).unwrap().source.unwrap().message, sample::message(1, 0, "").id);
    assert_eq!(taken.len(), 1);
}
