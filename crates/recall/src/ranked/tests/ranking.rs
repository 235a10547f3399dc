//! What counts besides the words of a message: those beside it, its author, its date, the forms of its words.

use super::{ask, index_of, key, sequences};
use crate::ranked::{Part, Question, Recall};
use proptest::prelude::*;
use ricordo_record::{
    author::Author,
    message::MessageText,
    testing::sample,
    time::{Now, Timestamp},
};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// 2023-05-01T00:00:00Z.
const MAY: i64 = 1_682_899_200_000;

/// An index of one conversation: who wrote what, and when in hours after the first of May 2023.
fn written(messages: &[(&str, &str, i64)]) -> Recall {
    let mut recall = Recall::default();
    let messages: Vec<MessageText> = (0..)
        .zip(messages)
        .map(|(sequence, (author, text, hours))| {
            let mut message = MessageText::from(&sample::message(0, sequence, text));
            message.author = Author::new(author, None, None);
            message.created_at = Timestamp(MAY + hours * HOUR);
            message
        })
        .collect();
    recall.put_part(key(&messages[0]), Part::build(&messages));
    recall
}

#[test]
fn a_reply_is_found_by_the_words_of_what_it_replies_to() {
    let messages = [
        ("Ann", "Good morning everyone", 0),
        ("Ann", "What was the name of the hotel in Porto?", 1),
        ("Ben", "Casa do Rio", 1),
        ("Ann", "Shall we paint the fence?", 30),
        ("Ben", "Tomorrow maybe", 30),
    ];
    let found = ask(&written(&messages), "hotel in Porto");
    assert_eq!(sequences(&found)[..2], [1, 2]);
    assert_eq!(found[1].words, ["hotel", "Porto"]);
}

#[test]
fn the_message_beside_it_does_not_count_after_a_long_pause() {
    let apart = [("Ann", "What was the name of the hotel?", 0), ("Ben", "Casa do Rio", 9), ("Ann", "Fine", 10)];
    assert_eq!(sequences(&ask(&written(&apart), "hotel")), [0]);
}

#[test]
fn what_somebody_wrote_comes_before_what_is_written_to_them() {
    let to_each_other = [
        ("Ann", "Maria, do you paint?", 0),
        ("Ann", "Maria, hello Maria!", 20),
        ("Maria", "I paint every Sunday", 40),
        ("Ann", "I paint, too", 60),
        ("Ann", "Nothing new", 80),
    ];
    assert_eq!(ask(&written(&to_each_other), "What does Maria paint?")[0].sequence, 2);
}

#[test]
fn a_date_finds_what_was_written_on_it() {
    let days = [
        ("Ann", "We had dinner with the parents", 2 * 24 + 1),
        ("Ann", "We had dinner at home", 8 * 24),
        ("Ann", "We had dinner with Jo", 40 * 24),
        ("Ann", "Nothing", 41 * 24),
    ];
    let recall = written(&days);
    for question in ["dinner on May 3, 2023", "dinner 2023-05-03", "dinner, 3 травня", "dinner 3 мая 2023"] {
        let found = ask(&recall, question);
        assert_eq!(found[0].sequence, 0, "{question}: {found:?}");
    }
    assert_eq!(ask(&recall, "in June")[0].sequence, 3, "of equal ones the newer is first");
    // In New York it was still the second of May.
    let there = Question::new(Now { at: Timestamp(MAY + 90 * DAY), offset_minutes: -240 }).with("May 2", 1.0);
    assert_eq!(recall.find(&there, &|_, _, _| true, 1)[0].sequence, 0);
}

#[test]
fn other_forms_are_found_in_three_languages() {
    for (text, question) in [
        ("She adopted two puppies", "adopting a puppy"),
        ("Ben bought a kite", "What did he buy?"),
        ("Позавчора ми купили велосипеди", "покупка велосипеда"),
        ("Вчера мы купили велосипеды и ёлку", "цена велосипедов"),
        ("Кіт любить рибу", "про кота"),
        // Without a letter that tells the language.
        ("Купила книгу", "О какой книге шла речь, была ли эта книга хороша?"),
        ("Она дописала роман", "хто писав романи, її сестра?"),
    ] {
        let recall = index_of(&["Hello there", "Добрий день", text, "Доброе утро", "See you"]);
        let found = ask(&recall, question);
        assert!(found.first().is_some_and(|found| found.sequence == 2), "{question}: {found:?}");
    }
}

#[test]
fn a_text_of_less_weight_counts_less() {
    let recall = index_of(&["About the garden", "Something else", "About the boat", "More", "And more"]);
    let question = Question::new(Now::default()).with("garden", 0.3).with("boat", 1.0);
    let found = recall.find(&question, &|_, _, _| true, 1);
    assert_eq!(found[0].sequence, 2);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_question_to_any_messages_gives_ranked_results(
        texts in prop::collection::vec("[abвгєы ]{0,12}|\\PC{0,40}", 1..80),
        question in "[abвгєы ]{0,12}|\\PC{0,60}|May 3|3\\.5\\.2023",
        odd: bool,
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let recall = index_of(&texts);
        let admits = |sequence: u32| !odd || sequence.is_multiple_of(2);
        let found = recall.find(&Question::new(Now::default()).with(&question, 1.0), &|_, at, _| admits(at), 20);
        prop_assert!(found.len() <= 20);
        prop_assert!(found.is_sorted_by(|one, other| one.score >= other.score));
        for found in found {
            prop_assert!(admits(found.sequence) && found.score.is_finite());
            prop_assert!((0.0..=1.0).contains(&found.share));
            prop_assert!(!found.words.is_empty() && found.words.iter().all(|word| question.contains(word.as_str())));
        }
    }
}
