//! Tests of the ranking by words and vectors.

use super::{Found, IN_CONTEXT, Nearness, OWN, find, find_texts, find_with, shares_below};
use crate::{
    ranked::{Part, PartKey, Question, Recall, Texts},
    vectors::{Embedded, Purpose, Space, Vector, VectorError, VectorPart, Vectors},
};
use proptest::{collection::vec, option::of, prelude::*};
use ricordo_record::{
    id::{MemoryId, MessageId},
    message::MessageText,
    testing::sample,
    time::{Now, Timestamp},
};
use uuid::Uuid;

/// A conversation about dinner, a garden and a car, with vectors of the topics.
const TURNS: [(&str, [f32; 3]); 6] = [
    ("Where shall we eat tonight?", [1.0, 0.1, 0.0]),
    ("The Georgian place near the bridge.", [0.9, 0.0, 0.1]),
    ("The roses need water.", [0.0, 1.0, 0.0]),
    ("I trimmed the hedge yesterday.", [0.1, 0.9, 0.0]),
    ("The engine makes a noise.", [0.0, 0.1, 1.0]),
    ("Then bring it to the workshop.", [0.1, 0.0, 0.9]),
];

fn space() -> Space {
    Space::new("small", 3).unwrap()
}

fn vector(values: [f32; 3]) -> Vector {
    space().vector("text", &values).unwrap()
}

fn message(sequence: u32, text: &str) -> MessageText {
    MessageText::from(&sample::message(0, sequence, text))
}

fn recall(turns: &[(&str, [f32; 3])]) -> Recall {
    let messages: Vec<MessageText> = (0..).zip(turns).map(|(at, (text, _))| message(at, text)).collect();
    let mut recall = Recall::default();
    recall.put_part(PartKey::of(sample::branch_id(0), 0), Part::build(&messages));
    recall
}

/// The vectors of those turns whose sequence is admitted.
fn vectors(turns: &[(&str, [f32; 3])], has: impl Fn(u32) -> bool) -> Vectors {
    let mut part = VectorPart::new(space());
    for (sequence, (text, values)) in (0..).zip(turns).filter(|(sequence, _)| has(*sequence)) {
        let MessageText { id, created_at, .. } = message(sequence, text);
        part.put(Embedded { sequence, message: id, at: created_at }, Purpose::Passage, &vector(*values)).unwrap();
    }
    let mut vectors = Vectors::new(space());
    vectors.put_part(PartKey::of(sample::branch_id(0), 0), part).unwrap();
    vectors
}

fn question(text: &str) -> Question {
    Question::new(Now::default()).with(text, 1.0)
}

fn ask(vectors: Option<(&Vectors, [f32; 3])>, text: &str) -> Vec<Found> {
    let asked = vectors.map(|(vectors, values)| (vectors, vector(values)));
    let meaning = asked.as_ref().map(|(vectors, vector)| (*vectors, vector));
    find(&recall(&TURNS), &question(text), meaning, &|_, _, _| true, 10).unwrap()
}

fn sequences(found: &[Found]) -> Vec<u32> {
    found.iter().map(|found| found.message.sequence).collect()
}

#[test]
fn other_words_are_found_by_their_meaning() {
    let all = vectors(&TURNS, |_| true);
    assert!(ask(None, "What is wrong with my vehicle?").is_empty(), "no word is the same");
    let found = ask(Some((&all, [0.0, 0.0, 1.0])), "What is wrong with my vehicle?");
    assert_eq!(sequences(&found)[..2], [5, 4]);
    assert!(found.iter().all(|found| found.nearness > Some(0.0) && found.message.words.is_empty()));
    assert!(!sequences(&found).contains(&2), "what is farther than most and has no word is not found");
}

#[test]
fn without_vectors_the_ranking_is_that_of_the_words() {
    let text = "Who waters the roses near the bridge?";
    let words = recall(&TURNS).find(&question(text), &|_, _, _| true, 10);
    assert!(words.len() > 2);
    let none = vectors(&TURNS, |_| false);
    for meaning in [None, Some((&none, [0.0, 1.0, 0.0]))] {
        let found = ask(meaning, text);
        assert!(found.iter().all(|found| found.nearness.is_none()));
        assert_eq!(found.into_iter().map(|found| found.message).collect::<Vec<_>>(), words);
    }
}

#[test]
fn words_and_meaning_are_both_said() {
    let all = vectors(&TURNS, |_| true);
    let found = ask(Some((&all, [0.0, 1.0, 0.0])), "roses");
    assert_eq!(found[0].message.sequence, 2);
    assert_eq!(found[0].message.words, ["roses"]);
    assert!(found[0].message.share > 0.9 && found[0].nearness > Some(1.0), "{:?}", found[0]);
}

#[test]
fn a_message_without_a_vector_is_neither_preferred_nor_put_back() {
    let text = "The workshop near the bridge";
    let scores = |found: Vec<Found>| {
        let mut scores: Vec<_> =
            found.into_iter().map(|found| (found.message.sequence, found.message.score, found.nearness)).collect();
        scores.sort_by_key(|(sequence, ..)| *sequence);
        scores
    };
    let score = |scores: &[(u32, f32, Option<f32>)], of| scores.iter().find(|(at, ..)| *at == of).map(|found| found.1);
    let words = scores(ask(None, text));
    // Neither it nor its neighbours have a vector.
    let some = vectors(&TURNS, |sequence| sequence < 4);
    let fused = scores(ask(Some((&some, [1.0, 0.0, 0.0])), text));
    assert!(score(&words, 5).is_some() && score(&fused, 5) == score(&words, 5));
    assert!(score(&fused, 1) > score(&words, 1), "near");
    assert_eq!(fused.iter().find(|found| found.0 == 5).unwrap().2, None);
}

#[test]
fn the_context_is_near_too() {
    // The same message twice; only one has neighbours on the topic of the question.
    let turns = [
        ("Yes, tomorrow.", [0.5, 0.5, 0.5]),
        ("The roses need water.", [0.0, 1.0, 0.0]),
        ("Good.", [0.4, 0.4, 0.4]),
        ("The engine makes a noise.", [0.0, 0.0, 1.0]),
        ("Good.", [0.4, 0.4, 0.4]),
        ("It starts badly, too.", [0.0, 0.1, 1.0]),
    ];
    let all = vectors(&turns, |_| true);
    let asked = vector([0.0, 0.0, 1.0]);
    let found = find(&recall(&turns), &question("good"), Some((&all, &asked)), &|_, _, _| true, 10).unwrap();
    let place = |sequence| found.iter().position(|found| found.message.sequence == sequence);
    assert!(place(4) < place(2), "{found:?}");
    let nearness = |sequence: u32| found.iter().find(|found| found.message.sequence == sequence).unwrap().nearness;
    assert_eq!(nearness(4), nearness(2), "it is that of the message itself");
}

#[test]
fn neighbours_about_something_else_do_not_put_a_message_back() {
    let [far, near] = [[1.0, 0.0, 0.0], [0.0, 0.2, 1.0]];
    let turns =
        [("Tea or coffee?", far), ("The engine makes a noise.", near), ("Tea, please.", far), ("With milk.", far)];
    let all = vectors(&turns, |_| true);
    let asked = vector([0.0, 0.0, 1.0]);
    let found = find(&recall(&turns), &question("vehicle"), Some((&all, &asked)), &|_, _, _| true, 10).unwrap();
    let engine = found.iter().find(|found| found.message.sequence == 1).unwrap();
    let nearness = engine.nearness.unwrap();
    assert!(nearness > 1.0 && engine.message.score >= (OWN + IN_CONTEXT) * nearness - 0.001, "{engine:?}");
}

#[test]
fn a_message_that_is_not_admitted_has_no_influence() {
    let asked = vector([0.0, 1.0, 0.2]);
    let fused = |turns: &[(&str, [f32; 3])]| {
        let all = vectors(turns, |_| true);
        let admits = |_, sequence: u32, _| sequence < 5;
        find(&recall(turns), &question("the hedge"), Some((&all, &asked)), &admits, 10).unwrap()
    };
    let found = fused(&TURNS[..5]);
    assert!(!found.is_empty() && sequences(&found).iter().all(|sequence| *sequence < 5));
    assert_eq!(fused(&TURNS), found);
}

#[test]
fn a_vector_of_a_message_that_the_words_do_not_know_is_not_used() {
    let mut turns = TURNS;
    turns[4].0 = "…";
    let all = vectors(&TURNS, |_| true);
    let asked = vector([0.0, 0.0, 1.0]);
    let found = find(&recall(&turns), &question("vehicle"), Some((&all, &asked)), &|_, _, _| true, 10).unwrap();
    assert!(!sequences(&found).contains(&4) && sequences(&found).contains(&5));
    // Another message took its place on the branch.
    let mut part = VectorPart::new(space());
    let other = Embedded { sequence: 4, message: MessageId(uuid::Uuid::nil()), at: message(4, "").created_at };
    part.put(other, Purpose::Passage, &vector([0.0, 0.0, 1.0])).unwrap();
    let mut stale = Vectors::new(space());
    stale.put_part(PartKey::of(sample::branch_id(0), 0), part).unwrap();
    let found = ask(Some((&stale, [0.0, 0.0, 1.0])), "engine");
    assert_eq!((found[0].message.sequence, found[0].nearness), (4, None));
}

#[test]
fn a_question_of_another_model_is_an_error() {
    let other = Space::new("other", 3).unwrap().vector("text", &[1.0, 0.0, 0.0]).unwrap();
    let all = vectors(&TURNS, |_| true);
    let found = find(&recall(&TURNS), &question("roses"), Some((&all, &other)), &|_, _, _| true, 10);
    assert_eq!(found, Err(VectorError::OtherSpace));
}

/// The part and the id of a text beside the messages, whose vector is added.
fn beside(vectors: &mut Vectors, number: u8, values: [f32; 3]) -> (PartKey, MessageId) {
    let branch = MemoryId::new(Timestamp(1), [number; 10]).branch();
    let (key, id) = (PartKey::of(branch, 0), branch.text_id("text"));
    let mut part = VectorPart::new(space());
    part.put(Embedded { sequence: 0, message: id, at: Timestamp(1) }, Purpose::Passage, &vector(values)).unwrap();
    vectors.put_part(key, part).unwrap();
    (key, id)
}

#[test]
fn what_is_beside_is_judged_with_the_messages_and_changes_nothing_about_them() {
    let mut vectors = vectors(&TURNS, |_| true);
    let is_message = |branch, _, _| branch == sample::branch_id(0);
    let asked = vector([0.0, 0.0, 1.0]);
    let text = question("Where is the workshop?");
    let alone = find(&recall(&TURNS), &text, Some((&vectors, &asked)), &is_message, 10).unwrap();
    let near = beside(&mut vectors, 1, [0.0, 0.0, 1.0]);
    let far = beside(&mut vectors, 2, [1.0, 0.0, 0.0]);
    // Another text than the one that has a vector.
    let other = (near.0, near.0.branch.text_id("other"));
    let compared = vectors.compared(&asked, &is_message, &[near, far, other]).unwrap();
    let (found, beside) = find_with(&recall(&TURNS), &text, compared, (&is_message, 10));
    assert_eq!(found, alone);
    let [Some(near), Some(far), None] = beside[..] else { panic!("{beside:?}") };
    assert!(near.deviations > 1.0 && near.nearer_than >= 0.7, "{near:?}");
    assert!(far.deviations < 0.0 && far.nearer_than < 0.5, "{far:?}");
}

#[test]
fn texts_are_ranked_by_both_and_by_words_as_before_where_none_is_near() {
    let id = |number: u128| Uuid::from_u128(number);
    let mut texts = Texts::default();
    let all = ["The user likes tea", "The user has a car", "Користувач має їжаків"];
    texts.put(id(0), (1..).zip(all).map(|(number, text)| (id(number), text)));
    let question = question("Does the user have a car?");
    let ids = |nearness: &dyn Fn(Uuid) -> Option<Nearness>, admits: &dyn Fn(Uuid) -> bool| {
        let found = find_texts(&texts, &question, nearness, admits, 3);
        found.into_iter().map(|found| found.id.as_u128()).collect::<Vec<_>>()
    };
    let words = texts.find(&question, &|_| true, 3);
    let none = find_texts(&texts, &question, &|_| None, &|_| true, 3);
    assert_eq!(none.into_iter().map(|found| (found.id, found.text)).collect::<Vec<_>>(), words);
    let nearness = |deviations| move |of: Uuid| (of == id(3)).then_some(Nearness { deviations, nearer_than: 1.0 });
    assert_eq!(ids(&nearness(4.0), &|_| true)[0], 3);
    assert_eq!(ids(&nearness(4.0), &|of| of != id(3)), ids(&|_| None, &|_| true));
    assert!(!ids(&nearness(-1.0), &|_| true).contains(&3));
}

proptest! {
    #[test]
    fn shares_below_count_the_smaller_values_for_each_limit(values in vec(-3_i8..4, 0..20), limits in vec(of(-4_i8..5), 0..8)) {
        let values: Vec<f32> = values.into_iter().map(f32::from).collect();
        let limits: Vec<Option<f32>> = limits.into_iter().map(|limit| limit.map(f32::from)).collect();
        let share = |limit: f32| values.iter().filter(|value| **value < limit).count() as f32 / values.len().max(1) as f32;
        let expected: Vec<Option<f32>> = limits.iter().map(|limit| limit.map(share)).collect();
        prop_assert_eq!(shares_below(&values, &limits), expected);
    }
}
