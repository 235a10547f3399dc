//! Compile on particular histories. Its invariants are in `compile_properties`.

use crate::common::provider;
use ricordo_core::{
    branch::Sequence,
    compile::{Compiled, LayerKind, OmittedReason, Outgoing, compile},
    forget::Forget,
    message::{Message, Part, text_of},
    model::RequestMessage,
    provider::ProviderKind,
    settings::{NowStyle, Settings},
    snapshot::Snapshot,
    testing::sample,
    time::{Now, Timestamp},
};

fn snapshot(messages: Vec<Message>, forgets: Vec<Sequence>) -> Snapshot {
    let forget = |before| Forget {
        id: sample::forget_id(before),
        conversation: sample::conversation_id(1),
        branch: sample::branch_id(1),
        before,
        at: Timestamp(0),
    };
    Snapshot {
        messages,
        forgets: forgets.into_iter().map(forget).collect(),
        ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
    }
}

/// A history of texts with correct token counts; the first `unloaded` messages are not loaded.
fn history(texts: &[String], unloaded: usize) -> Vec<Message> {
    let mut before = 0;
    let mut messages: Vec<Message> = texts
        .iter()
        .enumerate()
        .map(|(sequence, text)| {
            let mut message = sample::message(1, sequence as Sequence, text);
            message.tokens = ricordo_core::compile::message_tokens(&message.parts);
            message.tokens_before = before;
            before += u64::from(message.tokens);
            message
        })
        .collect();
    messages.drain(..unloaded.min(texts.len()));
    messages
}

fn words(text: &str) -> Outgoing {
    Outgoing::text(text)
}

fn layer(compiled: &Compiled, kind: LayerKind) -> Option<&[RequestMessage]> {
    let found = compiled.layers.iter().find(|layer| layer.kind == kind)?;
    Some(&compiled.request.messages[found.from..found.to])
}

/// The start of the window stays the same for many turns, so that a provider can reuse the prefix.
#[test]
fn the_window_is_cut_in_steps() {
    let provider = provider();
    let settings =
        Settings { context_max_tokens: 2_000, immediate_messages: Some(500), send_now: false, ..Settings::default() };
    let texts: Vec<String> =
        (0..400).map(|n| format!("Message number {n} says something of usual length here.")).collect();
    let mut starts = Vec::new();
    for turn in (2..400).step_by(2) {
        let snapshot = snapshot(history(&texts[..turn], 0), vec![]);
        let compiled = compile(&snapshot, &words("Next"), &settings, &provider, &Now::default()).unwrap();
        let window = layer(&compiled, LayerKind::Window).unwrap();
        starts.push(text_of(&window[0].parts));
        assert!(
            compiled.tokens > 500 || turn < 80,
            "the window is well used: {} tokens at turn {turn}",
            compiled.tokens
        );
    }
    let moves = starts.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((3..25).contains(&moves), "{moves} moves in {} turns", starts.len());
}

#[test]
fn one_long_message_does_not_empty_the_window_when_it_fits() {
    let texts = ["word ".repeat(300), "word ".repeat(1_650)];
    let snapshot = snapshot(history(&texts, 0), vec![]);
    let settings = Settings { context_max_tokens: 2_000, send_now: false, ..Settings::default() };
    let compiled = compile(&snapshot, &words("Next"), &settings, &provider(), &Now::default()).unwrap();
    assert_eq!(layer(&compiled, LayerKind::Window).map(<[_]>::len), Some(1), "{:?}", compiled.omitted);
}

#[test]
fn thoughts_stay_here() {
    let mut messages = history(&["Hi".to_owned(), "Hello".to_owned()], 0);
    messages[1].parts.insert(0, Part::Reasoning { text: "They greet me.".to_owned() });
    let compiled =
        compile(&snapshot(messages, vec![]), &words("Next"), &Settings::default(), &provider(), &Now::default())
            .unwrap();
    assert!(!serde_json::to_string(&compiled.request).unwrap().contains("They greet me."));
}

#[test]
fn a_clock_that_does_not_fit_is_named() {
    let settings = Settings { context_max_tokens: 2_000, now_style: NowStyle::DateAndTime, ..Settings::default() };
    let fits = |text: &str| compile(&snapshot(vec![], vec![]), &words(text), &settings, &provider(), &Now::default());
    let most = (1..2_000).rev().find(|&n| fits(&"word ".repeat(n)).is_ok()).unwrap();
    let compiled = fits(&"word ".repeat(most)).unwrap();
    assert!(layer(&compiled, LayerKind::Now).is_none());
    assert_eq!(compiled.omitted[0].layer, LayerKind::Now);
    assert_eq!(compiled.omitted[0].reason, OmittedReason::Budget);
}

#[test]
fn the_in_page_model_gets_a_short_prompt() {
    let provider =
        ricordo_core::provider::Provider { kind: ProviderKind::InPage, base_url: String::new(), ..provider() };
    let texts: Vec<String> = (0..200).map(|n| format!("Message {n} of the talk.")).collect();
    let settings = Settings { system_prompt: "Be thorough. ".repeat(100).into(), ..Settings::default() };
    let snapshot = snapshot(history(&texts, 0), vec![]);
    let compiled = compile(&snapshot, &words("Next"), &settings, &provider, &Now::default()).unwrap();
    assert!(compiled.tokens <= 1_500 && compiled.layers[0].tokens <= 64, "{:?}", compiled.layers);
    assert!(layer(&compiled, LayerKind::Now).is_none());
}
