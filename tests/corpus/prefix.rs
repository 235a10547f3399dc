//! How much of a prompt stays the same from turn to turn, over real conversations: providers reuse what does.
//!
//! The conversations are those of the corpus (`RICORDO_CORPUS`); without it this says so and passes. The benchmark
//! `benches/prefix.mjs` measures the same from JavaScript.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use ricordo_core::{
    compile::{Outgoing, compile, message_tokens},
    id::ProviderId,
    message::{Message, Part, Role},
    provider::{Provider, ProviderKind},
    settings::Settings,
    snapshot::Snapshot,
    testing::sample,
    time::{Now, Timestamp},
};
use serde_json::Value;
use std::path::Path;

/// The texts of two people in turn, one list for each conversation.
fn conversations(corpus: &Path) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(corpus.join("recall-dev")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let value: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (number, talk) in value.as_array().cloned().unwrap_or_else(|| vec![value]).iter().enumerate() {
            let sessions = (1..100).map_while(|session| talk["conversation"].get(format!("session_{session}")));
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
    found
}

/// The questions and answers of MemoryBank, wherever they lie.
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

fn provider() -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(1), [1; 10]),
        name: String::new(),
        kind: ProviderKind::OpenAiCompatible,
        base_url: String::new(),
        model: "model".to_owned(),
        context_tokens: None,
        sees: false,
        has_tools: false,
    }
}

/// The share of all prompt tokens that lie in messages which began the prompt before, too, in thousandths: over all tokens,
/// as the mean over the turns, and of the tokens that were sent the turn before.
fn unchanged(texts: &[String], settings: &Settings) -> (u64, u64, u64) {
    let mut history: Vec<Message> = Vec::new();
    let mut before: Vec<String> = Vec::new();
    let (mut whole_before, mut all_before) = (0_u64, 0_u64);
    let (mut same, mut all, mut mean, mut turns) = (0_u64, 0_u64, 0_u64, 0_u64);
    for pair in texts.chunks_exact(2) {
        let from = history.len().saturating_sub(settings.immediate_messages as usize + 2);
        let snapshot = Snapshot {
            messages: history[from..].to_vec(),
            ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
        };
        let now = Now { at: Timestamp(1_795_251_600_000 + history.len() as i64 * 60_000), offset_minutes: 120 };
        let compiled = compile(&snapshot, &Outgoing::text(&pair[0]), settings, &provider(), &now).unwrap();
        let sent: Vec<String> =
            compiled.request.messages.iter().map(|message| serde_json::to_string(message).unwrap()).collect();
        let common = sent.iter().zip(&before).take_while(|(one, other)| one == other).count();
        let tokens = |range: &[ricordo_core::model::RequestMessage]| -> u64 {
            range.iter().map(|message| u64::from(message_tokens(&message.parts))).sum()
        };
        if !history.is_empty() {
            let (kept, whole) = (tokens(&compiled.request.messages[..common]), tokens(&compiled.request.messages));
            same += kept;
            all += whole;
            mean += kept * 1_000 / whole;
            all_before += whole_before;
            turns += 1;
        }
        whole_before = tokens(&compiled.request.messages);
        before = sent;
        for (role, text) in [(Role::User, &pair[0]), (Role::Assistant, &pair[1])] {
            let last = history.last();
            let parts = vec![Part::Text { text: text.clone() }];
            let message = Message {
                role,
                tokens: message_tokens(&parts),
                parts,
                created_at: now.at,
                offset_minutes: Some(now.offset_minutes),
                tokens_before: last.map_or(0, |last| last.tokens_before + u64::from(last.tokens)),
                ..sample::message(1, history.len() as u32, "")
            };
            history.push(message);
        }
    }
    (same * 1_000 / all.max(1), mean / turns.max(1), same * 1_000 / all_before.max(1))
}

#[test]
fn most_of_a_prompt_begins_as_the_one_before() {
    let Some(corpus) = std::env::var_os("RICORDO_CORPUS") else {
        println!("skipped: RICORDO_CORPUS is not set");
        return;
    };
    let settings = Settings { context_max_tokens: 4_000, tools: Vec::new(), ..Settings::default() };
    for (name, texts) in conversations(Path::new(&corpus)) {
        let steps = [0, 50, 66, 75]
            .map(|trim_step_percent| unchanged(&texts, &Settings { trim_step_percent, ..settings.clone() }));
        let without_clock = unchanged(&texts, &Settings { send_now: false, ..settings.clone() });
        let whole = unchanged(&texts, &settings);
        println!("{name}: {} texts; steps 0, 50, 66, 75: {steps:?}; without a clock: {without_clock:?}", texts.len());
        assert!(whole.0 > steps[0].0, "{name}: steps keep more than cutting one by one");
    }
}
