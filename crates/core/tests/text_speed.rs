//! How long the text functions may take. The limits are far above what they take, and far below what a quadratic would.

use ricordo_core::message::{Finish, Part};
use ricordo_core::text::{
    accept::{Reply, accept_summary},
    extractive::{Utterance, extract},
    facts,
    secrets::find_secret,
    sentences::sentences,
    similar::Fingerprint,
};
use std::time::{Duration, Instant};

/// Two thousand statements with names and numbers, no two the same.
fn statements() -> Vec<String> {
    let names = ["Anna", "Борис", "Clara", "Дмитро", "Eva"];
    let deeds = ["moved the meeting about the budget to", "читає книгу про старі сади з", "paid for the tickets on"];
    let things = ["Kyiv", "Львів", "Rome", "понеділок", "May", "the old theatre", "Одесса"];
    let statement = |number: usize| {
        let (name, deed, thing) = (names[number % 5], deeds[number % 3], things[number % 7]);
        format!(
            "{name} {deed} {thing}, and then wrote {number} lines about topic{} for {}.",
            number % 97,
            names[number % 4]
        )
    };
    (0..2000).map(statement).collect()
}

#[test]
fn two_thousand_sentences_are_summed_up_at_once() {
    let texts = statements();
    let messages: Vec<_> = texts.iter().map(|text| Utterance { speaker: "Anna", text }).collect();
    let start = Instant::now();
    let summary = extract(&messages, 8000);
    let took = start.elapsed();
    println!("extract: {took:?}, {} lines", summary.lines().count());
    assert!(!summary.is_empty());
    let limit = if cfg!(debug_assertions) { 3000 } else { 300 };
    assert!(took < Duration::from_millis(limit), "{took:?}");
}

#[test]
fn one_text_is_compared_with_a_hundred_in_no_time() {
    let texts = statements();
    let known: Vec<_> = texts[..100].iter().map(|text| Fingerprint::of(text)).collect();
    let start = Instant::now();
    let one = Fingerprint::of(&texts[42]);
    let found = known.iter().filter(|other| other.is_near_duplicate(&one)).count();
    let all: u32 = known.iter().map(|other| other.similarity_per_mille(&one)).sum();
    let took = start.elapsed();
    println!("100 comparisons: {took:?}");
    assert_eq!(found, 1);
    assert!(all >= 1000);
    assert!(took < Duration::from_millis(if cfg!(debug_assertions) { 10 } else { 1 }), "{took:?}");
}

#[test]
fn five_megabytes_are_cut_at_once_with_and_without_stops() {
    for text in ["слово ".repeat(500_000), "a. B! ".repeat(800_000), "```\nx\n".repeat(800_000), ".".repeat(5_000_000)]
    {
        let start = Instant::now();
        assert!(!sentences(&text).is_empty());
        let took = start.elapsed();
        println!("sentences: {took:?}");
        assert!(took < Duration::from_secs(3), "{took:?}");
    }
}

#[test]
fn a_megabyte_of_anything_is_read_at_once() {
    for piece in [
        "pin ",
        "пароль от ",
        "123 ",
        "- x1\n",
        "<|",
        "<think>",
        "\"«",
        "://a:",
        "Summary:\n",
        "eyJ.",
        "парол",
        "[",
        "Bearer ",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        let start = Instant::now();
        find_secret(&text);
        facts::parse(&text);
        let parts = [Part::Text { text: text.clone() }];
        accept_summary(&Reply { finish: &Finish::Complete, parts: &parts }, 1000, 1000).unwrap_err();
        extract(&[Utterance { speaker: "Anna", text: &text }, Utterance { speaker: "", text: "A b. C d." }], 1000);
        let took = start.elapsed();
        println!("{piece:?}: {took:?}");
        assert!(took < Duration::from_secs(3), "{piece:?}: {took:?}");
    }
}
