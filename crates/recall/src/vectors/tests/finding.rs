//! Tests of what is found, and in which order.

use super::{embedded, find, index_of, sequences, space, vector};
use crate::vectors::{PartKey, Purpose, Space, VectorError, VectorPart, Vectors};
use ricordo_record::testing::sample;
use std::cell::RefCell;

#[test]
fn the_nearest_is_first() {
    let vectors = index_of(&[[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.3, 0.4], [-1.0, 0.0, 0.1]]);
    let found = find(&vectors, &vector("question", [0.0, 0.5, 0.1]));
    assert_eq!(sequences(&found)[..2], [1, 2]);
    assert!(found.is_sorted_by(|one, other| one.cosine >= other.cosine));
    assert!(found.iter().all(|near| (-1.0..=1.0).contains(&near.cosine)));
    assert_eq!((found[0].message, found[0].at), (embedded(1).message, embedded(1).at));
    assert_eq!(sequences(&vectors.find(&vector("question", [0.0, 0.5, 0.1]), &|_, _, _| true, 1).unwrap()), [1]);
    assert!(vectors.find(&vector("question", [0.0, 0.5, 0.1]), &|_, _, _| true, 0).unwrap().is_empty());
}

#[test]
fn of_equal_messages_the_newest_is_first() {
    let vectors = index_of(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    let question = vector("question", [1.0, 0.0, 0.0]);
    assert_eq!(sequences(&find(&vectors, &question)), [3, 2, 0, 1]);
    assert_eq!(sequences(&vectors.find(&question, &|_, _, _| true, 2).unwrap()), [3, 2]);
}

#[test]
fn the_length_of_a_vector_does_not_count() {
    let vectors = index_of(&[[1e-20, 0.0, 0.0], [0.0, 1e20, 0.0]]);
    assert_eq!(sequences(&find(&vectors, &vector("question", [3e30, 0.0, 0.0]))), [0, 1]);
}

#[test]
fn a_message_that_is_not_admitted_has_no_influence() {
    let mut vectors = index_of(&[[1.0, 0.1, 0.0], [0.0, 1.0, 0.3], [0.2, 0.0, 1.0]]);
    let question = vector("question", [0.5, 0.6, 0.1]);
    let alone = find(&vectors, &question);
    // In a part of its own, and in the same part.
    let mut part = VectorPart::new(space());
    for (sequence, purpose) in [(0, Purpose::Passage), (1, Purpose::Question)] {
        part.put(embedded(sequence), purpose, &vector("question", [0.5, 0.6, 0.1])).unwrap();
    }
    vectors.put_part(PartKey::of(sample::branch_id(1), 0), part).unwrap();
    let key = PartKey::of(sample::branch_id(0), 0);
    let mut part = vectors.part(key).unwrap().clone();
    part.put(embedded(9), Purpose::Passage, &vector("text", [0.5, 0.6, 0.2])).unwrap();
    part.put(embedded(9), Purpose::Question, &vector("text", [-0.5, 0.6, 0.2])).unwrap();
    vectors.put_part(key, part).unwrap();
    let admits = |branch, sequence, _| branch == key.branch && sequence < 9;
    assert_eq!(vectors.find(&question, &admits, 10).unwrap(), alone);
    assert_ne!(find(&vectors, &question), alone);
    assert!(vectors.find(&question, &|_, _, _| false, 10).unwrap().is_empty());
}

#[test]
fn each_message_is_admitted_once() {
    let mut vectors = Vectors::new(space());
    let mut part = VectorPart::new(space());
    for sequence in 0..3 {
        for purpose in [Purpose::Question, Purpose::Passage] {
            part.put(embedded(sequence), purpose, &vector("text", [1.0, 0.0, 0.0])).unwrap();
        }
    }
    vectors.put_part(PartKey::of(sample::branch_id(0), 0), part).unwrap();
    let asked = RefCell::new(Vec::new());
    let admits = |_, sequence, _| {
        asked.borrow_mut().push(sequence);
        true
    };
    let found = vectors.find(&vector("question", [1.0, 0.0, 0.0]), &admits, 10).unwrap();
    assert_eq!(asked.into_inner(), [0, 1, 2]);
    assert_eq!((found.len(), vectors.messages()), (3, 3), "what was asked is not found");
}

#[test]
fn what_is_removed_is_gone() {
    let mut vectors = index_of(&[[1.0, 0.0, 0.0]; 70]);
    let key = PartKey::of(sample::branch_id(0), 69);
    vectors.remove_part(key);
    assert!(vectors.part(key).is_none() && vectors.messages() == 64);
    vectors.remove_branch(sample::branch_id(0));
    assert_eq!((vectors.messages(), vectors.bytes()), (0, 0));
    assert!(find(&vectors, &vector("question", [1.0, 0.0, 0.0])).is_empty());
}

#[test]
fn a_part_without_a_message_is_as_if_it_had_never_been_there() {
    let mut part = VectorPart::new(space());
    part.put(embedded(3), Purpose::Passage, &vector("text", [0.1, 0.7, 0.3])).unwrap();
    part.put(embedded(9), Purpose::Passage, &vector("текст", [0.3, 0.2, 0.9])).unwrap();
    let before = part.clone();
    for purpose in [Purpose::Passage, Purpose::Question] {
        part.put(embedded(5), purpose, &vector("слово", [1.0, 0.123, 0.4])).unwrap();
    }
    assert!(part.has(embedded(5).message, Purpose::Question) && part != before);
    part.retain(|id| id != embedded(5).message);
    assert_eq!((&part, part.to_bytes()), (&before, before.to_bytes()));
    assert!(!part.has(embedded(5).message, Purpose::Passage));
    part.retain(|id| id != embedded(3).message);
    part.retain(|id| id != embedded(9).message);
    assert!(part.is_empty() && part == VectorPart::new(space()));
}

#[test]
fn a_vector_replaces_the_one_of_the_same_message() {
    let mut part = VectorPart::new(space());
    part.put(embedded(1), Purpose::Passage, &vector("слово", [1.0, 0.0, 0.0])).unwrap();
    part.put(embedded(1), Purpose::Passage, &vector("text", [0.0, 1.0, 0.0])).unwrap();
    let mut fresh = VectorPart::new(space());
    fresh.put(embedded(1), Purpose::Passage, &vector("text", [0.0, 1.0, 0.0])).unwrap();
    assert_eq!(part, fresh);
}

#[test]
fn vectors_of_another_model_or_dimension_are_not_compared() {
    let mut vectors = index_of(&[[1.0, 0.0, 0.0]]);
    for (model, dimension) in [("other", 3), ("small", 4)] {
        let other = Space::new(model, dimension).unwrap();
        let values: Vec<f32> = (1..=dimension).map(|value| value as f32).collect();
        let question = other.vector("question", &values).unwrap();
        assert_eq!(vectors.find(&question, &|_, _, _| true, 10), Err(VectorError::OtherSpace));
        let key = PartKey::of(sample::branch_id(0), 0);
        assert_eq!(vectors.put_part(key, VectorPart::new(other)), Err(VectorError::OtherSpace));
        let mut part = VectorPart::new(space());
        assert_eq!(part.put(embedded(0), Purpose::Passage, &question), Err(VectorError::OtherSpace));
        assert!(part.is_empty() && vectors.messages() == 1);
    }
}

#[test]
fn a_comparison_in_steps_finds_what_one_at_once_finds_in_the_same_order() {
    let values: Vec<[f32; 3]> = (0..300_u16).map(|at| [f32::from(at % 7), f32::from(at % 5), 1.0]).collect();
    let vectors = index_of(&values);
    let question = vector("question", [1.0, 3.0, 1.0]);
    let admits = |_, sequence: u32, _| !sequence.is_multiple_of(3);
    let at_once = vectors.compared(&question, &admits, &[]).unwrap().messages;
    let mut comparison = vectors.comparison(&question, &admits, &[]).unwrap();
    let mut steps = 1;
    while comparison.go_on(&vectors, 2) {
        steps += 1;
    }
    assert_eq!((steps, comparison.ended().messages), (3, at_once));
}

#[test]
fn what_is_removed_between_two_steps_is_left_out() {
    let mut vectors = index_of(&[[1.0, 0.0, 0.0]; 200]);
    let mut comparison = vectors.comparison(&vector("question", [1.0, 1.0, 0.0]), &|_, _, _| true, &[]).unwrap();
    assert!(comparison.go_on(&vectors, 1));
    vectors.remove_part(PartKey::of(sample::branch_id(0), 64));
    while comparison.go_on(&vectors, 1) {}
    let found = sequences(&comparison.ended().messages);
    assert_eq!(found, (0..64).chain(128..200).collect::<Vec<_>>());
}
