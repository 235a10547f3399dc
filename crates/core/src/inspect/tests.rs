//! Tests of the inspector's view of a request and of comparisons.

use super::*;
use crate::{
    compile::{OmittedReason, Outgoing, compile},
    id::ProviderId,
    message::Role,
    model::ToolSpec,
    provider::Provider,
    settings::Settings,
    snapshot::Snapshot,
    testing::sample::{branch, conversation, message},
    time::{Now, Timestamp},
};
use proptest::prelude::*;

fn provider(kind: ProviderKind, model: &str) -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(1), [1; 10]),
        name: String::new(),
        kind,
        base_url: String::new(),
        model: model.to_owned(),
        context_tokens: None,
        supports_images: false,
        has_tools: true,
    }
}

fn snapshot(texts: &[&str]) -> Snapshot {
    let mut snapshot = Snapshot::empty(conversation(1), vec![branch(1)]);
    snapshot.messages = (0..).zip(texts).map(|(place, text)| message(1, place, text)).collect();
    snapshot
}

fn compiled(texts: &[&str], next: &str, model: &str) -> Compiled {
    let tool = ToolSpec { name: "find".into(), description: "Finds.".into(), parameters: serde_json::json!({}) };
    let outgoing = Outgoing { tools: vec![tool], ..Outgoing::text(next) };
    let settings = Settings { send_now: false, ..Settings::default() };
    let now = Now { at: Timestamp(0), offset_minutes: 0 };
    compile(&snapshot(texts), &outgoing, &settings, &provider(ProviderKind::OpenAiCompatible, model), &now).unwrap()
}

fn inspected(texts: &[&str], next: &str) -> Inspected {
    Inspected::of(&compiled(texts, next, "m"))
}

#[test]
fn the_pieces_are_all_that_is_sent_and_their_tokens_those_of_the_layers() {
    let compiled = compiled(&["Hello", "Hi", "How are you?"], "And you?", "m");
    let shown = Inspected::of(&compiled);
    let texts: Vec<_> = shown.pieces.iter().filter(|piece| piece.layer == LayerKind::Window).collect();
    assert_eq!(texts.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>(), ["Hello", "Hi", "How are you?"]);
    assert_eq!(texts[0].sources, [SourceId::Message(message(1, 0, "").id)]);
    assert_eq!(shown.pieces.last().map(|piece| piece.text.as_str()), Some("And you?"));
    assert_eq!(shown.pieces.iter().map(|piece| piece.tokens).sum::<u32>(), compiled.tokens);
    assert_eq!(shown.pieces.len(), compiled.request.messages.len() + compiled.request.tools.len());
    assert!(shown.text().contains("[tool]\nfind: Finds."), "{}", shown.text());
}

#[test]
fn a_long_text_gets_its_share_of_the_tokens() {
    let shown = inspected(&["Hello", &"Слово за словом. ".repeat(700)], "And you?");
    let window: Vec<_> = shown.pieces.iter().filter(|piece| piece.layer == LayerKind::Window).collect();
    let layer = shown.layers.iter().find(|layer| layer.kind == LayerKind::Window).unwrap();
    assert_eq!(window.iter().map(|piece| piece.tokens).sum::<u32>(), layer.tokens);
    assert!(window.last().unwrap().tokens * 10 > layer.tokens * 9);
}

#[test]
fn layers_tell_what_they_may_take_and_those_with_a_floor_are_never_missing() {
    let shown = inspected(&["Hello"], "And you?");
    let kinds: Vec<_> = shown.layers.iter().map(|layer| layer.kind).collect();
    let (system, message) = (LayerKind::SystemPrompt, LayerKind::Message);
    let between = [LayerKind::Tools, LayerKind::Memories, LayerKind::Summaries, LayerKind::Window];
    assert_eq!(kinds, [&[system][..], &between, &[message]].concat());
    assert_eq!(shown.layers[0].share, None);
    assert_eq!(shown.layers[2].share, Some(Share { floor: shown.budget / 20, ceiling: shown.budget / 5 }));
    assert_eq!((shown.layers[1].items, shown.layers[2].items, shown.layers[4].items), (1, 0, 1));
}

#[test]
fn the_body_is_that_of_the_wire() {
    let compiled = compiled(&["Hello"], "And you?", "m");
    let options = RequestOptions { stream_options: false, ..RequestOptions::default() };
    let shown = Inspected::of(&compiled).body(options, Vec::new()).unwrap();
    assert_eq!(shown, crate::wire::openai::request_body(&compiled.request, options));
}

#[test]
fn a_turn_that_only_goes_on_shares_everything_before() {
    let earlier = inspected(&["Hello", "Hi"], "What now?");
    let later = inspected(&["Hello", "Hi", "What now?", "Tea."], "And then?");
    let comparison = compare(&earlier, &later);
    let difference = comparison.difference.clone().unwrap();
    assert_eq!((difference.before.as_str(), difference.after.as_str()), ("", "Tea."));
    let new: usize = ["Tea.", "And then?"].iter().map(|text| text.len()).sum();
    assert_eq!(comparison.bytes - comparison.shared_bytes, new);
    assert!(comparison.reused_tokens() > 0 && comparison.reused_tokens() < comparison.tokens);
    let prompt = comparison.layers.iter().find(|change| change.kind == LayerKind::SystemPrompt).unwrap();
    assert!(prompt.is_same && prompt.before == prompt.after);
    assert_eq!(compare(&later, &later).difference, None);
    assert_eq!(compare(&later, &later).shared_bytes, comparison.bytes);
}

#[test]
fn the_first_changed_byte_is_found_within_a_message() {
    let earlier = inspected(&["Привіт, світе", "Hi"], "Well?");
    let later = inspected(&["Привіт, друже", "Hi"], "Well?");
    let difference = compare(&earlier, &later).difference.unwrap();
    assert_eq!((difference.layer, difference.at), (LayerKind::Window, "Привіт, ".len()));
    assert_eq!(difference.shared, "Привіт, ");
    assert_eq!((difference.before.as_str(), difference.after.as_str()), ("світе", "друже"));
}

#[test]
fn another_model_reuses_nothing() {
    let earlier = inspected(&["Hello"], "Well?");
    let later = Inspected::of(&compiled(&["Hello"], "Well?", "other"));
    let comparison = compare(&earlier, &later);
    assert!(comparison.other_model && comparison.reused_tokens() == 0 && comparison.difference.is_none());
}

#[test]
fn every_reason_has_an_answer() {
    let id = SourceId::Message(message(1, 0, "").id);
    let window = |reason| include(LayerKind::Window, reason, Some(id));
    assert_eq!(window(OmittedReason::Muted), Include::Unmute);
    for reason in [
        OmittedReason::Forgotten,
        OmittedReason::Compressed,
        OmittedReason::MessageLimit,
        OmittedReason::Budget,
        OmittedReason::Ceiling,
    ] {
        assert_eq!(window(reason), Include::Pin, "{reason:?}");
    }
    assert_eq!(include(LayerKind::Window, OmittedReason::Forgotten, None), Include::Remember);
    assert_eq!(include(LayerKind::Tools, OmittedReason::Budget, None), Include::MoreRoom);
    assert_eq!(window(OmittedReason::Empty), Include::Nothing(Why::NoWords));
    let call = crate::message::Message { role: Role::Tool, ..message(1, 0, "") };
    let answer = include::include_message(LayerKind::Window, OmittedReason::Budget, &call);
    assert_eq!(answer, Include::Nothing(Why::ToolCall));
}

proptest! {
    #[test]
    fn what_is_shared_is_a_beginning_of_both(
        one in proptest::collection::vec("[a-cя🦔]{1,6}", 0..6),
        other in proptest::collection::vec("[a-cя🦔]{1,6}", 0..6),
        kept in 0usize..6,
    ) {
        let texts = |texts: &[String]| {
            inspected(&texts.iter().map(String::as_str).collect::<Vec<_>>(), "End")
        };
        let both: Vec<String> = one.iter().take(kept).chain(&other).cloned().collect();
        let (earlier, later) = (texts(&one), texts(&both));
        let comparison = compare(&earlier, &later);
        let all = |shown: &Inspected| shown.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
        let (old, new) = (all(&earlier), all(&later));
        prop_assert!(comparison.shared_bytes <= new.len());
        prop_assert_eq!(&old.as_bytes()[..comparison.shared_bytes], &new.as_bytes()[..comparison.shared_bytes]);
        prop_assert!(comparison.shared_tokens <= comparison.tokens);
        prop_assert_eq!(comparison.difference.is_none(), earlier.pieces == later.pieces);
        prop_assert_eq!(comparison.bytes, new.len());
    }
}
