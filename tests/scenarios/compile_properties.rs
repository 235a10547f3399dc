//! Invariants of compile, for random histories and settings.

mod histories;

use crate::common::provider;
use histories::{histories, settings};
use proptest::prelude::*;
use ricordo_core::{
    compile::{Compiled, LayerKind, Outgoing, RecallState, Recalled, RecalledContent, RecalledMessage, compile},
    id::{MemoryId, MessageId},
    manifest::SourceId,
    mark::MarkKind,
    memory::MemoryState,
    message::{Message, Part, Role, text_of},
    model::{RequestMessage, ToolSpec},
    provider::ProviderKind,
    recalled::{RecallLevel, RecallReason},
    settings::Settings,
    snapshot::Snapshot,
    summary::SummaryKind,
    testing::sample,
    time::{Now, Timestamp},
};
use std::collections::BTreeSet;

const NOW: Now = Now { at: Timestamp(1_795_251_600_000), offset_minutes: 120 };

fn layer(compiled: &Compiled, kind: LayerKind) -> Option<&[RequestMessage]> {
    let found = compiled.layers.iter().find(|layer| layer.kind == kind)?;
    Some(&compiled.request.messages[found.from..found.to])
}

fn tool() -> ToolSpec {
    ToolSpec {
        name: "list_tasks".to_owned(),
        description: "Lists the tasks.".to_owned(),
        parameters: serde_json::json!({"type": "object", "properties": {}}),
    }
}

fn window_of(compiled: &Compiled) -> Vec<MessageId> {
    let window = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window);
    window.map_or_else(Vec::new, |layer| layer.messages().collect())
}

/// A history, the settings, and the next message.
#[derive(Clone, Debug)]
struct Case {
    snapshot: Snapshot,
    settings: Settings,
    message_words: usize,
    in_page: bool,
    has_tools: bool,
    recalled: usize,
}

prop_compose! {
    fn cases(authors: u8)(
        snapshot in histories(authors),
        settings in settings(),
        message_words in 1usize..80,
        in_page: bool,
        has_tools: bool,
        recalled in 0usize..4,
    ) -> Case {
        Case { snapshot, settings, message_words, in_page, has_tools, recalled }
    }
}

proptest! {
    // Ten thousand random histories in total, in two tests that run in parallel.
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_prompt_keeps_its_promises(case in cases(1)) {
        promises(case)?;
    }

    #[test]
    fn a_prompt_of_a_group_keeps_its_promises(case in cases(3)) {
        promises(case)?;
    }
}

/// A recalled piece: a memory, or some messages, among them one that the window may hold.
fn found(number: usize, snapshot: &Snapshot) -> Recalled {
    let text = "found ".repeat(number * 30 + 1);
    let reason = RecallReason {
        words: vec!["a".to_owned()],
        level: RecallLevel::Short,
        share: 100,
        nearer_than: None,
        days_ago: 0,
        by_key_word: false,
    };
    if number.is_multiple_of(2) {
        let source = SourceId::Memory(MemoryId::new(Timestamp(77), [number as u8; 10]));
        return Recalled {
            content: RecalledContent::Memory { source, text },
            matched: vec![source],
            ranks: Vec::new(),
            reason,
        };
    }
    let elsewhere = MessageId::new(Timestamp(77), [number as u8; 10]);
    let ids = snapshot.messages.last().map(|last| last.id).into_iter().chain([elsewhere]);
    let message = |id| RecalledMessage { id, role: Role::User, author: None, written: NOW, text: text.clone() };
    let messages: Vec<RecalledMessage> = ids.map(message).collect();
    let matched = messages.iter().map(|message| SourceId::Message(message.id)).collect();
    Recalled { content: RecalledContent::Conversation(messages), matched, ranks: Vec::new(), reason }
}

fn promises(case: Case) -> Result<(), TestCaseError> {
    let Case { snapshot, settings, message_words, in_page, has_tools, recalled } = case;
    let message = "a question ".repeat(message_words);
    let mut provider = provider();
    provider.has_tools = has_tools;
    if in_page {
        provider.kind = ProviderKind::InPage;
    }
    let mut outgoing = Outgoing::text(&message);
    outgoing.tools = vec![tool()];
    outgoing.recall = RecallState::Ready;
    outgoing.recalled = (0..recalled).map(|n| found(n, &snapshot)).collect();
    let Ok(compiled) = compile(&snapshot, &outgoing, &settings, &provider, &NOW) else {
        // Only memories in the prompt, or a count far above the estimate, make the required layers that large.
        prop_assert!(settings.context_max_tokens < 4_000 || in_page);
        return Ok(());
    };

    // The prompt is never over budget by the counter in use, and the sums are correct.
    let counted: u32 = compiled.request.messages.iter().map(|m| snapshot.counter.parts(&m.parts)).sum();
    let tools = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Tools).map_or(0, |layer| layer.tokens);
    prop_assert_eq!(counted + tools, compiled.tokens);
    prop_assert!(compiled.tokens <= compiled.budget, "{} > {}", compiled.tokens, compiled.budget);
    for limits in &settings.layers {
        let taken = compiled.layers.iter().find(|layer| layer.kind == limits.kind).map_or(0, |layer| layer.tokens);
        prop_assert!(taken <= compiled.budget * limits.ceiling / 100, "{:?} takes {taken}", limits.kind);
    }

    // Recall takes at most two messages and repeats nothing; each piece is sent or listed as omitted.
    let recall = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Recall);
    prop_assert!(recall.is_none_or(|layer| layer.to - layer.from <= 2));
    let sent: Vec<SourceId> = recall.map(|layer| layer.sources.clone()).unwrap_or_default();
    prop_assert!(sent.iter().all(|source| !window_of(&compiled).iter().any(|id| *source == SourceId::Message(*id))));
    let taken: u32 = compiled.recalled.iter().map(|piece| piece.tokens).sum();
    prop_assert_eq!(taken, recall.map_or(0, |layer| layer.tokens));
    for piece in &outgoing.recalled {
        let source = *piece.matched.last().unwrap();
        let named = compiled
            .omitted
            .iter()
            .any(|omitted| omitted.layer == LayerKind::Recall && omitted.sources.contains(&source));
        prop_assert!(sent.contains(&source) != named);
    }

    // The required layers are present: the system prompt first, the message last.
    prop_assert_eq!(compiled.request.messages.first().map(|m| m.role), Some(Role::System));
    prop_assert_eq!(compiled.layers[0].kind, LayerKind::SystemPrompt);
    prop_assert!(text_of(&compiled.request.messages.last().unwrap().parts).ends_with(&message));
    prop_assert_eq!(layer(&compiled, LayerKind::Message).map(<[_]>::len), Some(1));
    prop_assert_eq!(compiled.origins.len(), compiled.request.messages.len());

    // Every loaded message is either in the window or in `omitted`, once, and all earlier ones are counted. Messages
    // that a summary replaces are omitted with that reason, and the summary is in the prompt or listed as omitted
    // itself.
    let window = window_of(&compiled);
    let in_omitted: Vec<MessageId> = compiled
        .omitted
        .iter()
        .filter(|omitted| omitted.layer == LayerKind::Window)
        .flat_map(|omitted| &omitted.sources)
        .filter_map(|source| if let SourceId::Message(id) = source { Some(*id) } else { None })
        .collect();
    let earlier: BTreeSet<MessageId> = snapshot.earlier.iter().map(|message| message.id).collect();
    let mut accounted: Vec<MessageId> =
        window.iter().copied().filter(|id| !earlier.contains(id)).chain(in_omitted).collect();
    accounted.sort();
    let mut all: Vec<_> = snapshot.messages.iter().map(|message| message.id).collect();
    all.sort();
    prop_assert_eq!(accounted, all);
    let counted: u32 = compiled.omitted.iter().map(|omitted| omitted.messages).sum();
    let end = snapshot.messages.last().map_or(0, |last| last.sequence + 1);
    prop_assert_eq!(counted + window.len() as u32, end);
    for summary in &snapshot.summaries {
        let source = SourceId::Summary(summary.id);
        let sent = compiled.layers.iter().any(|layer| layer.sources.contains(&source));
        let named = compiled.omitted.iter().any(|omitted| omitted.sources.contains(&source));
        // Compressed history and extracts may be sent in part; then the rest is listed as omitted.
        let in_part = summary.is_extract() || summary.kind == SummaryKind::Compressed;
        prop_assert!(sent != named || sent && in_part);
    }
    for memory in &snapshot.memories {
        let source = SourceId::Memory(memory.id);
        let kept = memory.state == MemoryState::Kept;
        let sent = compiled.layers.iter().any(|layer| {
            matches!(layer.kind, LayerKind::Memories | LayerKind::SystemPrompt) && layer.sources.contains(&source)
        });
        let named = compiled
            .omitted
            .iter()
            .any(|omitted| omitted.layer == LayerKind::Memories && omitted.sources.contains(&source));
        prop_assert_eq!(u8::from(sent) + u8::from(named), u8::from(kept));
    }

    // Nothing forgotten or muted is sent, unless it was pinned afterwards.
    for sent in &window {
        let message = snapshot.messages.iter().chain(&snapshot.earlier).find(|message| message.id == *sent).unwrap();
        let forgotten = snapshot.boundary().is_some_and(|boundary| message.sequence < boundary);
        prop_assert!(snapshot.mark(*sent) != Some(MarkKind::Muted));
        prop_assert!(!forgotten || snapshot.mark(*sent) == Some(MarkKind::Pinned));
    }

    // The outline says of each message what the request holds of it.
    crate::outline::is_exact(&compiled, &snapshot).map_err(TestCaseError::fail)?;

    // No pair is split: a call stays with its results. In a group a reply says what it replies to.
    let parts = || compiled.request.messages.iter().flat_map(|message| &message.parts);
    let calls: BTreeSet<&str> = parts()
        .filter_map(|part| if let Part::ToolCall { id, .. } = part { Some(id.as_str()) } else { None })
        .collect();
    let results: BTreeSet<&str> = parts()
        .filter_map(|part| if let Part::ToolResult { call, .. } = part { Some(call.as_str()) } else { None })
        .collect();
    prop_assert_eq!(calls, results);
    if compiled.format.group {
        let place = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window).map_or(0, |layer| layer.from);
        let all = || snapshot.messages.iter().chain(&snapshot.earlier);
        for (at, sent) in window.iter().enumerate() {
            let message = all().find(|message| message.id == *sent).unwrap();
            let parent = message.reply_to.and_then(|id| all().find(|other| other.id == id));
            let calls = |parent: &Message| parent.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }));
            let is_there = |parent: &&Message| {
                let is_active = snapshot.boundary().is_none_or(|boundary| parent.sequence >= boundary);
                let speaks = parent.role != Role::Tool && !calls(parent) && !parent.text().trim().is_empty();
                window.contains(&parent.id) && is_active && speaks
            };
            let speaks = matches!(message.role, Role::User | Role::Assistant) && !message.text().trim().is_empty();
            if speaks && parent.is_some_and(|parent| is_there(&parent)) {
                let text = text_of(&compiled.request.messages[place + at].parts);
                prop_assert!(text.contains("reply to"), "a reply that does not say so: {text}");
            }
        }
    }

    // The same input gives the same bytes; another minute only changes the last layers.
    let again = compile(&snapshot, &outgoing, &settings, &provider, &NOW).unwrap();
    prop_assert_eq!(serde_json::to_string(&compiled).unwrap(), serde_json::to_string(&again).unwrap());
    let later = Now { at: Timestamp(NOW.at.0 + 60_000), ..NOW };
    let later = compile(&snapshot, &outgoing, &settings, &provider, &later).unwrap();
    for kind in
        [LayerKind::SystemPrompt, LayerKind::Memories, LayerKind::Summaries, LayerKind::Window, LayerKind::Recall]
    {
        prop_assert_eq!(layer(&compiled, kind), layer(&later, kind));
    }
    prop_assert_eq!(compiled.request.stable_messages, later.request.stable_messages);

    // The sent request can be restored byte for byte.
    let (reply, current) = (sample::message(2, 1, "").id, sample::message(2, 0, &message));
    let (manifest, fragments) = compiled.manifest(sample::conversation_id(1), reply, current.id);
    let mut stored = crate::common::RequestParts {
        messages: snapshot.messages.iter().chain(&snapshot.earlier).cloned().collect(),
        fragments,
    };
    stored.messages.push(Message {
        parts: outgoing.parts.clone(),
        created_at: NOW.at,
        offset_minutes: Some(NOW.offset_minutes),
        ..current
    });
    prop_assert_eq!(ricordo_core::compile::record::rebuild_request(&manifest, &stored).unwrap(), compiled.request);
    Ok(())
}
