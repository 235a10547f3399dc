//! How much of a prompt stays the same from turn to turn, over real conversations: providers reuse what does.
//!
//! The conversations are those of the corpus (`RICORDO_CORPUS`); without it this says so and passes. The benchmark
//! `benches/prefix.mjs` measures the same from JavaScript.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod read;

use read::conversations;
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
use std::path::Path;

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
