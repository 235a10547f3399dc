//! The text functions on texts that are far larger than any message: they read them whole. A function that grew with the
//! square of its input would not come back here.

use ricordo_core::accept::{Reply, accept_summary};
use ricordo_core::message::{Finish, Part};
use ricordo_core::text::{
    extractive::{Utterance, extract},
    facts,
    secrets::find_secret,
    sentences::sentences,
    similar::Fingerprint,
};

/// Two thousand statements with names and numbers, no two the same.
fn statements() -> Vec<String> {
    let names = ["Anna", "Борис", "Clara", "Дмитро", "Eva"];
    let actions = ["moved the meeting about the budget to", "читає книгу про старі сади з", "paid for the tickets on"];
    let things = ["Kyiv", "Львів", "Rome", "понеділок", "May", "the old theatre", "Одесса"];
    let statement = |number: usize| {
        let (name, action, thing) = (names[number % 5], actions[number % 3], things[number % 7]);
        format!(
            "{name} {action} {thing}, and then wrote {number} lines about topic{} for {}.",
            number % 97,
            names[number % 4]
        )
    };
    (0..2000).map(statement).collect()
}

#[test]
fn two_thousand_sentences_are_summed_up() {
    let texts = statements();
    let messages: Vec<_> = texts.iter().map(|text| Utterance { speaker: "Anna", text }).collect();
    let summary = extract(&messages, 8000);
    assert!(!summary.is_empty());
}

#[test]
fn one_text_is_compared_with_a_hundred() {
    let texts = statements();
    let known: Vec<_> = texts[..100].iter().map(|text| Fingerprint::of(text)).collect();
    let one = Fingerprint::of(&texts[42]);
    let found = known.iter().filter(|other| other.is_near_duplicate(&one)).count();
    let all: u32 = known.iter().map(|other| other.similarity_per_mille(&one)).sum();
    assert_eq!(found, 1);
    assert!(all >= 1000);
}

#[test]
fn a_megabyte_is_cut_with_and_without_stops() {
    for text in ["слово ".repeat(100_000), "a. B! ".repeat(200_000), "```\nx\n".repeat(200_000), ".".repeat(1_000_000)]
    {
        assert!(!sentences(&text).is_empty());
    }
}

#[test]
fn long_repetitions_of_anything_are_read() {
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
        let text = piece.repeat(300_000 / piece.len());
        find_secret(&text);
        facts::parse(&text);
        let parts = [Part::Text { text: text.clone() }];
        accept_summary(&Reply { finish: &Finish::Complete, parts: &parts }, 1000, 1000).unwrap_err();
        extract(&[Utterance { speaker: "Anna", text: &text }, Utterance { speaker: "", text: "A b. C d." }], 1000);
    }
}
