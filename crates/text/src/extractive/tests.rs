//! What an extract includes, and what it never does.

use super::{Utterance, by_worth, extract, extract_all};
use crate::tokens::estimate;
use proptest::prelude::*;

fn say<'a>(speaker: &'a str, text: &'a str) -> Utterance<'a> {
    Utterance { speaker, text }
}

#[test]
fn an_empty_source_has_an_empty_summary() {
    assert_eq!(extract(&[], 100), "");
    assert_eq!(extract(&[say("Anna", " \n"), say("Bot", "")], 100), "");
    assert_eq!(extract(&[say("Anna", "A source of some words.")], 0), "");
}

#[test]
fn a_single_sentence_cannot_be_made_smaller() {
    assert_eq!(extract(&[say("Anna", "We moved to Lviv in May.")], 100), "");
}

#[test]
fn statements_win_over_questions_and_small_talk() {
    let messages = [
        say("Anna", "Hi! How are you? Thanks a lot for the quick answer about our trip!"),
        say("Bot", "Sure, no problem! What would you like to know about the trip to Rome?"),
        say("Anna", "We decided to fly to Rome on 12 June with Boris. Is the weather in Rome nice?"),
        say("Bot", "Great! Rome is warm in June."),
    ];
    assert_eq!(extract(&messages, 20), "Anna: We decided to fly to Rome on 12 June with Boris.");
}

#[test]
fn it_works_in_ukrainian_and_russian() {
    let ukrainian = [
        say("Анна", "Привіт! Як справи?"),
        say("Бот", "Дякую, чудово! Чим можу допомогти з поїздкою?"),
        say("Анна", "Ми вирішили поїхати до Одеси 12 червня. Там гарно?"),
    ];
    assert_eq!(extract(&ukrainian, 26), "Анна: Ми вирішили поїхати до Одеси 12 червня.");
    let russian = [
        say("Анна", "Привет! Как дела?"),
        say("Бот", "Спасибо, отлично! Чем помочь с поездкой?"),
        say("Анна", "Мы решили поехать в Тбилиси 12 июня. Там хорошо?"),
    ];
    assert_eq!(extract(&russian, 22), "Анна: Мы решили поехать в Тбилиси 12 июня.");
}

#[test]
fn what_was_said_twice_is_told_once_unless_the_numbers_differ() {
    let messages = [
        say("Anna", "The rent of the flat in Kyiv is 500 euro. I read a lot of books about gardens and old trees."),
        say("Bot", "So the rent of the flat in Kyiv is 500 euro. Gardens and old trees are a fine subject for books."),
        say("Anna", "From March the rent of the flat in Kyiv is 600 euro. Well, that is how it goes with rents here."),
    ];
    let summary = extract(&messages, 60);
    assert_eq!(summary.matches("500").count(), 1, "{summary}");
    assert_eq!(summary.matches("600").count(), 1, "{summary}");
}

#[test]
fn sentences_stay_in_order_and_code_is_left_out() {
    let messages = [
        say("Anna", "The parser of Boris reads 10 files. ```a``` is fine.\n```\nlet parser = 10.\n```"),
        say("Bot", "- The printer of Boris writes 20 files.\n- The scanner of Clara needs 30 minutes."),
        say("Anna", "Then the whole thing can be shipped to everybody who asked for it in the last weeks."),
    ];
    let summary = extract(&messages, 45);
    let places: Vec<_> = ["10 files", "20 files", "30 minutes"].map(|part| summary.find(part)).into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{summary}");
    assert!(!summary.contains("let parser") && !summary.contains("- The"), "{summary}");
}

#[test]
fn a_sentence_that_does_not_fit_leaves_room_for_one_that_does() {
    let long = "Kyiv and Lviv and Odesa and Rome ".repeat(40);
    let messages = [say("Anna", &long), say("Anna", "Boris lives in Kyiv since 2020.")];
    assert_eq!(extract(&messages, 15), "Anna: Boris lives in Kyiv since 2020.");
}

#[test]
fn two_sentences_that_differ_in_a_name_or_a_decision_are_both_told() {
    let messages = [
        say("Anna", "Olena lives in the old house near the market of Kyiv. So it goes with houses and with markets."),
        say(
            "Bot",
            "Boris lives in the old house near the market of Kyiv. It is a fine day to look at gardens and trees.",
        ),
        say(
            "Anna",
            "We decided that he lives in the old house near the market of Kyiv. The rest is only talk, as always.",
        ),
    ];
    let summary = extract(&messages, 75);
    for kept in ["Olena", "Boris", "decided"] {
        assert!(summary.contains(kept), "{kept}: {summary}");
    }
}

#[test]
fn what_is_settled_named_or_counted_has_room_of_its_own() {
    let filler = "The weather has been grey all week, and the coffee does not help at all. ".to_owned();
    let texts: Vec<String> = (0..30).map(|n| format!("{filler}The invoice {n} of Boris was paid. {filler}")).collect();
    let messages: Vec<_> = texts.iter().map(|text| say("Anna", text)).collect();
    let summary = extract_all(&messages, 40, 4_000);
    assert!((0..30).all(|n| summary.contains(&format!("invoice {n} "))), "{summary}");
    assert!(estimate(&extract(&messages, 40)) <= 40);
    assert_eq!(extract_all(&messages, 40, 40), extract(&messages, 40));
}

#[test]
fn what_was_counted_and_settled_is_worth_the_most() {
    let extract =
        "Anna: Boris likes the garden of Clara.\nBot: We agreed on 12 June.\nAnna: We decided to stay.\nAnna: Hi!";
    assert_eq!(by_worth(extract), [1, 2, 0]);
    assert_eq!(by_worth(""), [0_u32; 0]);
}

fn source() -> impl Strategy<Value = Vec<(String, String)>> {
    let word = "(Kyiv|Rome|кава|Львів|дом|decided|[a-z]{1,7}|[а-яїі]{1,7}|[0-9]{1,4})";
    let text = format!("({word}( |, ){word}( |, ){word}(\\.|!|\\?|…)( |\n|\n- )){{0,8}}");
    prop::collection::vec(("(|Anna|Борис)", prop::string::string_regex(&text).unwrap()), 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_line_is_a_sentence_of_the_source_within_the_budget(source in source(), max_tokens in 0_u32..200) {
        let messages: Vec<_> = source.iter().map(|(speaker, text)| say(speaker, text)).collect();
        let summary = extract(&messages, max_tokens);
        let size: u32 = source.iter().map(|(_, text)| estimate(text)).sum();
        prop_assert!(estimate(&summary) <= max_tokens);
        prop_assert!(summary.is_empty() || estimate(&summary) < size);
        for line in summary.lines() {
            let is_in_source = |(speaker, text): &(String, String)| {
                let label = if speaker.is_empty() { String::new() } else { format!("{speaker}: ") };
                line.strip_prefix(&label).is_some_and(|sentence| text.contains(sentence))
            };
            prop_assert!(source.iter().any(is_in_source), "{line}");
        }
        prop_assert_eq!(extract(&messages, max_tokens), summary);
    }

    #[test]
    fn any_text_can_be_summed_up(texts in prop::collection::vec(any::<String>(), 0..6), max_tokens in any::<u32>()) {
        let messages: Vec<_> = texts.iter().map(|text| say("A", text)).collect();
        prop_assert!(estimate(&extract(&messages, max_tokens)) <= max_tokens);
    }
}
