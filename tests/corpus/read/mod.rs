//! The recorded conversations of the corpus, and a bundled one.

#![allow(dead_code, reason = "each test binary uses its part")]

use serde_json::Value;
use std::path::Path;

/// The texts of two people in turn, one list per conversation.
pub(crate) fn conversations(corpus: &Path) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(corpus.join("recall-dev")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let value: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (number, dialogue) in value.as_array().cloned().unwrap_or_else(|| vec![value]).iter().enumerate() {
            let sessions = (1..100).map_while(|session| dialogue["conversation"].get(format!("session_{session}")));
            let texts: Vec<String> = sessions
                .flat_map(|session| session.as_array().cloned().unwrap_or_default())
                .map(|turn| turn["text"].as_str().unwrap_or_default().to_owned())
                .collect();
            found.push((format!("{name} {number}"), texts));
        }
    }
    for file in std::fs::read_dir(corpus.join("conversations")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let value: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut all = Vec::new();
        texts_of(&value, &mut all);
        found.push((format!("{} as one", path.file_stem().unwrap().to_string_lossy()), all));
    }
    found.retain(|(_, texts)| texts.len() > 10);
    assert!(!found.is_empty(), "{} holds no conversation", corpus.display());
    found
}

/// The questions and answers of MemoryBank, at any depth.
fn texts_of(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let (Some(query), Some(response)) = (fields.get("query"), fields.get("response")) {
                all.extend([query, response].map(|text| text.as_str().unwrap_or_default().to_owned()));
                return;
            }
            fields.iter().filter(|(name, _)| *name == "history").for_each(|(_, inner)| texts_of(inner, all));
            if !fields.contains_key("history") {
                fields.values().for_each(|inner| texts_of(inner, all));
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| texts_of(inner, all)),
        _ => {}
    }
}

/// 300 messages in English and Ukrainian: chatter, and from time to time something worth keeping.
pub(crate) fn bundled() -> Vec<String> {
    const PEOPLE: [&str; 10] =
        ["Oksana", "Taras", "Ingrid", "Bohdan", "Marta", "Yusuf", "Solomiya", "Henrik", "Akiko", "Danylo"];
    const PLACES: [&str; 6] = ["Lviv", "Ternopil", "Uppsala", "Kharkiv", "Bergen", "Sapporo"];
    const CHATTER: [&str; 6] = [
        "The weather has been so grey all week, and the coffee here is not helping at all.",
        "That sounds lovely. Reading on the balcony in the evening is the best part of the day.",
        "What would you cook when guests come and there is nothing but pasta in the house?",
        "Сьогодні знову дощ, тож гуляти не виходить, і кіт спить на підвіконні.",
        "A walk by the river helps more than any advice, as long as the shoes are dry.",
        "Thanks! It is good to talk about small things for a change.",
    ];
    let message = |n: usize| {
        let (who, place, number) = (PEOPLE[n / 7 % 10], PLACES[n / 11 % 6], 1_000 + n * 37);
        match n % 7 {
            0 => format!("By the way, we decided that {who} brings the {number} leaflets to {place}."),
            3 => format!("It rains. The invoice of {who} is {number} euro, and it was paid in {place}."),
            5 => format!("До речі, ми вирішили, що {who} везе {number} книжок. Кава вже готова."),
            _ => format!("{} {}", CHATTER[n % 6], CHATTER[n / 6 % 6]),
        }
    };
    (0..300).map(message).collect()
}
