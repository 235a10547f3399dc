//! Texts that no number of the estimate was fitted to: those of this repository, and the recorded ones if available.

use super::{Exact, UNKNOWN};
use crate::texts::conversation;
use ricordo_core::{
    message::text_of,
    tokens::{Family, Mix, Scale},
};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// Lowest allowed estimate in thousandths of the exact count: the margin makes up for this shortfall.
const LEAST: u32 = 935;
/// Highest allowed estimate where at most an eighth of the budget may be wasted; the margin is included in that.
const MOST: u32 = 1_066;
/// Highest allowed estimate for other kinds of text.
const MOST_OF_OTHERS: u32 = 1_100;
/// Extra tolerance for short samples: those of 300 tokens deviate from the mean of their language by up to this much,
/// those of 2,000 tokens by half of it.
const SCATTER: u32 = 65;
const FAMILIES: [Family; 8] = [
    Family::O200k,
    Family::Cl100k,
    Family::Llama3,
    Family::Qwen,
    Family::Tekken,
    Family::DeepSeek,
    Family::Kimi,
    Family::Glm,
];

macro_rules! held_out {
    ($name:literal) => {
        include_str!(concat!("../../fixtures/held-out/", $name, ".txt"))
    };
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Texts by kind, each with whether at most an eighth of the budget may be wasted on it.
fn of_the_repository() -> Vec<(&'static str, bool, Vec<String>)> {
    let code =
        [include_str!("../../src/memo.rs"), include_str!("../../src/cut.rs"), include_str!("../../js/worker.mjs")];
    let english = lines(held_out!("english"));
    let record = |text: &String| json!({ "id": text.len() * 7, "author": { "name": &text[..4], "isAdmin": false }, "text": text });
    let with_emoji =
        english.iter().map(|line| line.replace(". ", ". 🎉 ").replace(", ", " 👍, ").replace('?', "? 🤔🚀"));
    // Different random numbers than in the conversations of the other tests.
    let generated =
        |kind: usize| conversation(kind, 900).split_off(600).iter().map(|one| text_of(&one.parts)).collect();
    vec![
        ("English", true, english.clone()),
        ("Ukrainian", true, lines(held_out!("ukrainian"))),
        ("Russian", true, lines(held_out!("russian"))),
        ("Chinese", true, lines(held_out!("chinese"))),
        ("code", true, code.map(str::to_owned).to_vec()),
        ("numbers", true, generated(5)),
        ("base64", true, generated(6)),
        ("French", false, lines(held_out!("french"))),
        ("German", false, lines(held_out!("german"))),
        ("Polish", false, lines(held_out!("polish"))),
        ("Spanish", false, lines(held_out!("spanish"))),
        ("JSON", false, english.iter().map(|line| record(line).to_string()).collect()),
        ("emoji", false, with_emoji.collect()),
    ]
}

/// The recorded conversations that were not used for fitting: every second one.
fn recorded(corpus: &Path) -> Vec<(&'static str, bool, Vec<String>)> {
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(corpus.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        serde_json::from_str(&text).unwrap()
    };
    let people = |name: &str| -> Vec<String> {
        let people = read(name);
        let days = people
            .as_object()
            .unwrap()
            .values()
            .skip(1)
            .step_by(2)
            .flat_map(|one| one["history"].as_object().unwrap().values());
        let turns = days.flat_map(|day| day.as_array().unwrap());
        let texts = turns.flat_map(|turn| [&turn["query"], &turn["response"]]);
        texts.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let long = read("recall-dev/locomo-dev.json");
    let long = long
        .as_array()
        .unwrap()
        .iter()
        .skip(1)
        .step_by(2)
        .flat_map(|one| one["conversation"].as_object().unwrap().values());
    let long = long.filter_map(Value::as_array).flatten().filter_map(|turn| turn["text"].as_str());
    vec![
        ("recorded English", true, people("conversations/memory_bank_en.json")),
        ("recorded Chinese", false, people("conversations/memory_bank_cn.json")),
        ("recorded English of a year", true, long.map(str::to_owned).collect()),
    ]
}

#[test]
fn the_estimate_holds_for_texts_that_it_was_not_fitted_to() {
    let mut kinds = of_the_repository();
    if let Some(corpus) = crate::folder::corpus() {
        kinds.extend(recorded(&corpus));
    }
    let mut off = Vec::new();
    for (kind, is_bounded, texts) in kinds {
        let length: usize = texts.iter().map(String::len).sum();
        assert!(length > 800, "{kind}: too little to tell");
        let scatter = if length < 4_000 { SCATTER } else { 0 };
        let mut row = format!("{kind:28}");
        for ((vocabulary, ..), family) in UNKNOWN.into_iter().zip(FAMILIES) {
            let mut exact = Exact::new(vocabulary, 0, 0);
            let counted: u32 = texts.iter().map(|text| exact.text(text.clone())).sum();
            let mut mix = Mix::default();
            texts.iter().for_each(|text| mix += Mix::of(text));
            let ratio = Scale::of(family).mix(&mix) * 1_000 / counted;
            row += &format!(" {ratio:5}");
            let most = if is_bounded { MOST } else { MOST_OF_OTHERS };
            if !(LEAST - scatter..=most + scatter).contains(&ratio) {
                off.push(format!("{kind}, {vocabulary}: {ratio} ‰"));
            }
        }
        println!("{row}");
    }
    assert!(off.is_empty(), "{off:#?}");
}
