//! Tests of what is found, and in which order.

use super::{ask, index_of, put, sequences};
use crate::ranked::{PartKey, Question, Recall, rank_texts};
use ricordo_record::{testing::sample, time::Now};

const DINNER: [&str; 5] = [
    "Where shall we eat tonight?",
    "The Georgian place near the bridge, they have khinkali.",
    "Good. And tomorrow I repair the bicycle.",
    "Do you need my tools?",
    "No, thank you.",
];

#[test]
fn the_message_with_the_rarest_words_is_first() {
    let found = ask(&index_of(&DINNER), "Who has khinkali near the bridge?");
    assert_eq!(found[0].sequence, 1);
    assert!(found[0].share > 0.5 && found[0].share <= 1.0);
    assert!(found[0].words == ["khinkali", "near", "bridge"], "{:?}", found[0].words);
}

#[test]
fn a_message_that_is_not_admitted_has_no_influence() {
    let mut recall = index_of(&DINNER);
    let question = Question::new(Now::default()).with("bicycle bridge", 1.0);
    let alone = recall.find(&question, &|_, _, _| true, 10);
    put(&mut recall, 1, &["A bicycle on a bridge.", "Another bicycle."]);
    let branch = sample::branch_id(0);
    assert_eq!(recall.find(&question, &|found, _, _| found == branch, 10), alone);
    assert_eq!(recall.find(&question, &|_, _, _| false, 10), []);
    let refused = recall.find(&question, &|found, sequence, _| found == branch && sequence != 1, 10);
    assert!(!sequences(&refused).contains(&1));
}

#[test]
fn a_removed_part_is_not_found() {
    let mut recall = index_of(&DINNER);
    let key = PartKey::of(sample::branch_id(0), 0);
    assert!(recall.has_part(key) && recall.messages() == 5);
    recall.remove_part(key);
    assert!(!recall.has_part(key) && recall.messages() == 0);
    assert_eq!(ask(&recall, "khinkali"), []);
    let mut recall = index_of(&DINNER);
    recall.remove_branch(sample::branch_id(0));
    assert_eq!(recall.messages(), 0);
}

#[test]
fn nothing_to_look_for_finds_nothing() {
    assert_eq!(ask(&index_of(&DINNER), " … "), []);
    assert_eq!(ask(&Recall::default(), "khinkali"), []);
}

#[test]
fn a_long_conversation_is_found_across_its_parts() {
    let mut texts = vec!["An ordinary message."; 200];
    texts[130] = "The code of the gate is 4711.";
    let found = ask(&index_of(&texts), "gate code");
    assert_eq!(found[0].sequence, 130);
}

#[test]
fn texts_are_ranked_by_the_same_words() {
    let question = Question::new(Now::default()).with("Which tea does Olena like?", 1.0);
    let texts = ["Works in Lviv.", "Olena likes green tea.", "Has a cat."];
    let found = rank_texts(&question, &texts, 5);
    assert_eq!(found[0].index, 1);
    assert_eq!(found[0].words, ["tea", "Olena"]);
    assert!(found.len() == 1 && found[0].share > 0.9);
    let many: Vec<String> = (0..150).map(|number| format!("Memory number {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let found = rank_texts(&Question::new(Now::default()).with("memory 117", 1.0), &many, 3);
    assert_eq!((found[0].index, found.len()), (117, 3));
}

#[test]
fn a_date_in_a_question_finds_no_text_that_does_not_name_it() {
    let mut texts = vec!["Something else."; 400];
    texts[300] = "The party is in May.";
    let found = rank_texts(&Question::new(Now::default()).with("the party of May", 1.0), &texts, 10);
    assert_eq!(found.iter().map(|found| found.index).collect::<Vec<_>>(), [300]);
}
