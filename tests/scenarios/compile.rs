//! What must always hold of compile, whatever the history and the settings.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::provider;
use proptest::prelude::*;
use ricordo_core::{
    branch::Sequence,
    compile::{Compiled, LayerKind, OmittedReason, compile},
    forget::Forget,
    mark::{Mark, MarkKind},
    message::{Message, Part, Role, text_of},
    model::RequestMessage,
    provider::ProviderKind,
    settings::Settings,
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

/// A history of texts, with honest token counts, of which the first `unloaded` messages are not loaded.
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

fn words(text: &str) -> Vec<Part> {
    vec![Part::Text { text: text.to_owned() }]
}

prop_compose! {
    fn settings()(
        context_max_tokens in 2_000u32..20_000,
        immediate_messages in 10u32..60,
        max_context in proptest::option::of(1u32..40),
        trim_step_percent in 0u32..=50,
        send_now: bool,
    ) -> Settings {
        Settings { context_max_tokens, immediate_messages, max_context, trim_step_percent, send_now, ..Settings::default() }
    }
}

prop_compose! {
    fn histories()(
        texts in proptest::collection::vec(prop_oneof![
            1 => Just(0),
            5 => 0usize..15,
            2 => 40usize..200,
            1 => Just(700),
        ].prop_map(|words| "слово and ".repeat(words)), 0..50),
        unloaded in 0usize..20,
        muted in proptest::collection::vec(0usize..50, 0..4),
        forgets in proptest::collection::vec(0u32..50, 0..3),
    ) -> Snapshot {
        let messages = history(&texts, unloaded);
        let muted = muted.into_iter().filter_map(|index| messages.get(index)).map(|message| Mark {
            conversation: message.conversation,
            message: message.id,
            kind: MarkKind::Muted,
            at: Timestamp(0),
        });
        let marks = muted.collect();
        Snapshot { marks, ..snapshot(messages, forgets) }
    }
}

fn layer(compiled: &Compiled, kind: LayerKind) -> Option<&[RequestMessage]> {
    let found = compiled.layers.iter().find(|layer| layer.kind == kind)?;
    Some(&compiled.request.messages[found.from..found.to])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_prompt_keeps_its_promises(
        snapshot in histories(),
        settings in settings(),
        message_words in 1usize..80,
        in_page: bool,
    ) {
        let message = "a question ".repeat(message_words);
        let mut provider = provider();
        if in_page {
            provider.kind = ProviderKind::InPage;
        }
        let now = Now { at: Timestamp(1_795_251_600_000), offset_minutes: 120 };
        let compiled = compile(&snapshot, &words(&message), &settings, &provider, &now).unwrap();

        // Never over budget, and the sums are true.
        let sum: u32 = compiled.request.messages.iter().map(|m| ricordo_core::compile::message_tokens(&m.parts)).sum();
        prop_assert_eq!(sum, compiled.tokens);
        prop_assert!(compiled.tokens <= compiled.budget, "{} > {}", compiled.tokens, compiled.budget);

        // The required layers are there: the system prompt first, the message last.
        prop_assert_eq!(compiled.request.messages.first().map(|m| m.role), Some(Role::System));
        prop_assert_eq!(text_of(&compiled.request.messages.last().unwrap().parts), message.as_str());
        prop_assert_eq!(layer(&compiled, LayerKind::Message).map(<[_]>::len), Some(1));

        // Every loaded message is in the window or in `omitted`, once, and all earlier ones are counted.
        let window = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window).map_or(&[][..], |layer| &layer.sources);
        let omitted = compiled.omitted.iter().flat_map(|omitted| &omitted.sources);
        let mut accounted: Vec<_> = window.iter().chain(omitted).copied().collect();
        accounted.sort();
        let mut all: Vec<_> = snapshot.messages.iter().map(|message| message.id).collect();
        all.sort();
        prop_assert_eq!(accounted, all);
        let counted: u32 = compiled.omitted.iter().map(|omitted| omitted.messages).sum();
        let end = snapshot.messages.last().map_or(0, |last| last.sequence + 1);
        prop_assert_eq!(counted + window.len() as u32, end);

        // Nothing forgotten or muted is sent.
        for sent in window {
            let message = snapshot.messages.iter().find(|message| message.id == *sent).unwrap();
            prop_assert!(snapshot.mark(*sent).is_none() && snapshot.boundary().is_none_or(|boundary| message.sequence >= boundary));
        }

        // Same input, same bytes; another minute changes the clock and nothing else.
        let again = compile(&snapshot, &words(&message), &settings, &provider, &now).unwrap();
        prop_assert_eq!(serde_json::to_string(&compiled).unwrap(), serde_json::to_string(&again).unwrap());
        let later = Now { at: Timestamp(now.at.0 + 60_000), ..now };
        let later = compile(&snapshot, &words(&message), &settings, &provider, &later).unwrap();
        prop_assert_eq!(layer(&compiled, LayerKind::Window), layer(&later, LayerKind::Window));
        prop_assert_eq!(layer(&compiled, LayerKind::SystemPrompt), layer(&later, LayerKind::SystemPrompt));
    }
}

/// The start of the window stays the same for many turns, so that a provider can reuse the prefix.
#[test]
fn the_window_is_cut_in_steps() {
    let provider = provider();
    let settings =
        Settings { context_max_tokens: 2_000, immediate_messages: 500, send_now: false, ..Settings::default() };
    let texts: Vec<String> =
        (0..400).map(|n| format!("Message number {n} says something of usual length here.")).collect();
    let mut starts = Vec::new();
    for turn in (2..400).step_by(2) {
        let snapshot = snapshot(history(&texts[..turn], 0), vec![]);
        let compiled = compile(&snapshot, &words("Next"), &settings, &provider, &Now::default()).unwrap();
        let window = layer(&compiled, LayerKind::Window).unwrap();
        starts.push(text_of(&window[0].parts));
        assert!(
            compiled.tokens > 900 || turn < 80,
            "the window is well used: {} tokens at turn {turn}",
            compiled.tokens
        );
    }
    let moves = starts.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((3..25).contains(&moves), "{moves} moves in {} turns", starts.len());
}

#[test]
fn one_long_message_does_not_empty_the_window_when_it_fits() {
    let texts = ["word ".repeat(200), "word ".repeat(1_600)];
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
    let settings = Settings { context_max_tokens: 2_000, ..Settings::default() };
    let fits = |text: &str| compile(&snapshot(vec![], vec![]), &words(text), &settings, &provider(), &Now::default());
    let most = (1..2_000).rev().find(|&n| fits(&"word ".repeat(n)).is_ok()).unwrap();
    let compiled = fits(&"word ".repeat(most)).unwrap();
    assert!(layer(&compiled, LayerKind::Now).is_none());
    assert_eq!(compiled.omitted[0].layer, LayerKind::Now);
    assert_eq!(compiled.omitted[0].reason, OmittedReason::Budget);
}

#[test]
fn the_in_page_model_gets_a_short_prompt() {
    let provider = ricordo_core::provider::Provider { kind: ProviderKind::InPage, ..provider() };
    let texts: Vec<String> = (0..200).map(|n| format!("Message {n} of the talk.")).collect();
    let settings = Settings { system_prompt: "Be thorough. ".repeat(100), ..Settings::default() };
    let snapshot = snapshot(history(&texts, 0), vec![]);
    let compiled = compile(&snapshot, &words("Next"), &settings, &provider, &Now::default()).unwrap();
    assert!(compiled.tokens <= 1_500 && compiled.layers[0].tokens <= 64, "{:?}", compiled.layers);
    assert!(layer(&compiled, LayerKind::Now).is_none());
}
