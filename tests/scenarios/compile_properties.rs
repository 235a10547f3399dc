//! What must always hold of compile, whatever the history and the settings.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::provider;
use proptest::prelude::*;
use ricordo_core::{
    branch::Sequence,
    compile::{Compiled, Counter, LayerKind, Outgoing, Recalled, compile},
    digest::Digest,
    forget::Forget,
    id::{MemoryId, MessageId, SummaryId},
    manifest::SourceId,
    mark::{Mark, MarkKind},
    memory::{Memory, MemoryState},
    message::{Author, Message, Part, Role, text_of},
    model::{RequestMessage, ToolSpec},
    provider::ProviderKind,
    settings::{Settings, WindowStyle},
    snapshot::Snapshot,
    summary::{Coverage, Maker, OutputTarget, Source, Summary, SummaryKind},
    testing::sample,
    time::{Now, Timestamp},
};
use std::collections::BTreeSet;

const NOW: Now = Now { at: Timestamp(1_795_251_600_000), offset_minutes: 120 };

/// What one message of a history is like.
#[derive(Clone, Debug)]
struct Line {
    words: usize,
    tool_call: bool,
    replies_to: Option<usize>,
    author: u8,
}

fn line(authors: u8) -> impl Strategy<Value = Line> {
    let words = prop_oneof![1 => Just(0), 7 => 1usize..10, 2 => 20usize..90, 1 => Just(300)];
    (words, prop::bool::weighted(0.1), proptest::option::weighted(0.3, 0usize..60), 0..authors)
        .prop_map(|(words, tool_call, replies_to, author)| Line { words, tool_call, replies_to, author })
}

/// A history with honest token counts: users and assistants in turn, some assistants calling a tool first.
fn history(lines: &[Line], unloaded: usize) -> (Vec<Message>, Vec<Message>) {
    let mut messages: Vec<Message> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_user = number % 2 == 0;
        let text = "слово and ".repeat(line.words);
        if line.tool_call && !is_user {
            let id = format!("call-{number}");
            let call = Part::ToolCall { id: id.clone(), name: "list_tasks".to_owned(), arguments: "{}".to_owned() };
            let result = Part::ToolResult { call: id, content: text.clone(), is_error: false };
            push(&mut messages, Role::Assistant, vec![call], line);
            push(&mut messages, Role::Tool, vec![result], line);
        }
        let role = if is_user { Role::User } else { Role::Assistant };
        push(&mut messages, role, vec![Part::Text { text }], line);
        if line.tool_call && !is_user {
            push(&mut messages, Role::System, vec![Part::Text { text: "Tools used: list_tasks".to_owned() }], line);
        }
    }
    let loaded = messages.split_off(unloaded.min(messages.len()));
    (messages, loaded)
}

fn push(messages: &mut Vec<Message>, role: Role, parts: Vec<Part>, line: &Line) {
    let sequence = messages.len() as Sequence;
    let before = messages.last().map_or(0, |last| last.tokens_before + u64::from(last.tokens));
    let names = ["Olena", "Taras"];
    let author = (role == Role::User && line.author > 0).then(|| Author {
        name: names[usize::from(line.author) - 1].to_owned(),
        username: Some("someone".to_owned()),
        id: None,
    });
    messages.push(Message {
        role,
        author,
        reply_to: line.replies_to.and_then(|place| messages.get(place)).map(|message| message.id),
        tokens: ricordo_core::compile::message_tokens(&parts),
        parts,
        tokens_before: before,
        finish: (role == Role::Assistant).then_some(ricordo_core::message::Finish::Complete),
        ..sample::message(1, sequence, "")
    });
}

fn memory(number: u8, words: usize, state: MemoryState) -> Memory {
    Memory {
        id: MemoryId::new(Timestamp(0), [number; 10]),
        text: format!("The user likes number {number}{}", " very much".repeat(words)),
        state,
        source: None,
        pinned: number.is_multiple_of(5),
        created_at: Timestamp(number.into()),
        updated_at: Timestamp(number.into()),
        last_used_at: None,
        uses: 0,
    }
}

fn compressed(from: Sequence, to: Sequence, target: OutputTarget) -> Summary {
    Summary {
        id: SummaryId::new(Timestamp(from.into()), [9; 10]),
        kind: SummaryKind::Compressed,
        conversation: Some(sample::conversation_id(1)),
        text: "They talked of words. ".repeat(to as usize % 20 + 1),
        coverage: vec![Coverage { conversation: sample::conversation_id(1), branch: sample::branch_id(1), from, to }],
        sources: (from..to)
            .map(|sequence| Source { message: sample::message(1, sequence, "").id, digest: Digest(1) })
            .collect(),
        branched_away: Vec::new(),
        maker: Maker::Extractive,
        prompt_version: 1,
        tokens_before: 500,
        tokens: 20,
        target,
        priority: 50,
        created_at: Timestamp(1),
    }
}

prop_compose! {
    fn settings()(
        context_max_tokens in 2_000u32..8_000,
        immediate_messages in 10u32..60,
        max_context in proptest::option::of(1u32..40),
        trim_step_percent in 0u32..=50,
        send_now: bool,
        stamp_messages: bool,
        style in prop_oneof![Just(WindowStyle::Auto), Just(WindowStyle::Plain), Just(WindowStyle::Group)],
        memories_in_prompt: bool,
        shares in proptest::collection::vec(0u32..=100, 8),
        backwards: bool,
    ) -> Settings {
        let mut settings = Settings {
            context_max_tokens, immediate_messages, max_context, trim_step_percent, send_now, stamp_messages,
            window_style: style, ..Settings::default()
        };
        if memories_in_prompt {
            settings.system_prompt = "Be brief. You know:\n{user_memories}".to_owned();
        }
        for (layer, share) in settings.layers.iter_mut().zip(shares) {
            if !matches!(layer.kind, LayerKind::SystemPrompt | LayerKind::Message) {
                layer.ceiling = share;
                layer.floor = layer.floor.min(share);
            }
        }
        if backwards {
            settings.layers.reverse();
        }
        settings
    }
}

prop_compose! {
    fn histories(authors: u8)(
        lines in proptest::collection::vec(line(authors), 0..40),
        unloaded in 0usize..20,
        marked in proptest::collection::vec((0usize..50, any::<bool>(), 0i64..10), 0..5),
        forgets in proptest::collection::vec((0u32..50, 0i64..10), 0..3),
        memories in proptest::collection::vec((0usize..30, 0u8..3), 0..30),
        summary in proptest::option::of((0u32..10, 1u32..30, any::<bool>())),
        per_mille in 500u32..2_500,
    ) -> Snapshot {
        let (before, messages) = history(&lines, unloaded);
        let all = || before.iter().chain(&messages);
        let mut marks = marked.into_iter().filter_map(|(place, muted, at)| Some(Mark {
            conversation: sample::conversation_id(1),
            message: all().nth(place)?.id,
            kind: if muted { MarkKind::Muted } else { MarkKind::Pinned },
            at: Timestamp(at),
        })).collect::<Vec<_>>();
        marks.sort_by_key(|mark| mark.message);
        marks.dedup_by_key(|mark| mark.message);
        let states = [MemoryState::Kept, MemoryState::Proposed, MemoryState::Archived];
        let memories = memories.into_iter().enumerate()
            .map(|(number, (words, state))| memory(number as u8, words, states[usize::from(state)])).collect();
        let summaries = summary.into_iter()
            .map(|(from, length, memory)| {
                let target = if memory { OutputTarget::Memory } else { OutputTarget::ReducedHistory };
                compressed(from, from + length, target)
            }).collect();
        let forgets = forgets.into_iter().map(|(before, at)| Forget {
            id: sample::forget_id(before),
            conversation: sample::conversation_id(1),
            branch: sample::branch_id(1),
            before,
            at: Timestamp(at),
        }).collect();
        // What a session loads beside the window: pinned messages, and what is replied to.
        let wanted: BTreeSet<MessageId> = messages.iter().filter_map(|message| message.reply_to)
            .chain(marks.iter().map(|mark| mark.message)).collect();
        let earlier = before.iter().filter(|message| wanted.contains(&message.id)).cloned().collect();
        Snapshot {
            messages, earlier, forgets, marks, memories, summaries,
            counter: Counter { per_mille, tokenizer: None },
            ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
        }
    }
}

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

/// One history, the settings, and what is sent next.
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
    // Ten thousand random histories in all, in two tests that run side by side.
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
    outgoing.recalled = (0..recalled)
        .map(|n| Recalled {
            source: SourceId::Memory(MemoryId::new(Timestamp(0), [n as u8; 10])),
            text: "found ".repeat(n * 30 + 1),
        })
        .collect();
    let Ok(compiled) = compile(&snapshot, &outgoing, &settings, &provider, &NOW) else {
        // Only memories in the prompt and a counter far above the estimate make the required layers that large.
        prop_assert!(settings.context_max_tokens < 4_000 || in_page);
        return Ok(());
    };

    // Never over budget under the counter in use, and the sums are true.
    let counted: u32 = compiled.request.messages.iter().map(|m| snapshot.counter.parts(&m.parts)).sum();
    let tools = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Tools).map_or(0, |layer| layer.tokens);
    prop_assert_eq!(counted + tools, compiled.tokens);
    prop_assert!(compiled.tokens <= compiled.budget, "{} > {}", compiled.tokens, compiled.budget);
    for limits in &settings.layers {
        let taken = compiled.layers.iter().find(|layer| layer.kind == limits.kind).map_or(0, |layer| layer.tokens);
        prop_assert!(taken <= compiled.budget * limits.ceiling / 100, "{:?} takes {taken}", limits.kind);
    }

    // The required layers are there: the system prompt first, the message last.
    prop_assert_eq!(compiled.request.messages.first().map(|m| m.role), Some(Role::System));
    prop_assert_eq!(compiled.layers[0].kind, LayerKind::SystemPrompt);
    prop_assert!(text_of(&compiled.request.messages.last().unwrap().parts).ends_with(&message));
    prop_assert_eq!(layer(&compiled, LayerKind::Message).map(<[_]>::len), Some(1));
    prop_assert_eq!(compiled.origins.len(), compiled.request.messages.len());

    // Every loaded message is in the window or in `omitted`, once, and all earlier ones are counted. What a summary
    // stands for is omitted with that reason, and the summary is in the prompt or named as left out itself.
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
        prop_assert!(sent != named);
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

    // Nothing forgotten or muted is sent, but for what was pinned since.
    for sent in &window {
        let message = snapshot.messages.iter().chain(&snapshot.earlier).find(|message| message.id == *sent).unwrap();
        let forgotten = snapshot.boundary().is_some_and(|boundary| message.sequence < boundary);
        prop_assert!(snapshot.mark(*sent) != Some(MarkKind::Muted));
        prop_assert!(!forgotten || snapshot.mark(*sent) == Some(MarkKind::Pinned));
    }

    // No pair is split: a call goes with its results, in a group a reply with what it replies to.
    let parts = || compiled.request.messages.iter().flat_map(|message| &message.parts);
    let calls: BTreeSet<&str> = parts()
        .filter_map(|part| if let Part::ToolCall { id, .. } = part { Some(id.as_str()) } else { None })
        .collect();
    let results: BTreeSet<&str> = parts()
        .filter_map(|part| if let Part::ToolResult { call, .. } = part { Some(call.as_str()) } else { None })
        .collect();
    prop_assert_eq!(calls, results);
    if compiled.format.group {
        let gone = |id| {
            snapshot.mark(id) == Some(MarkKind::Muted)
                || compiled.omitted.iter().any(|omitted| {
                    !matches!(
                        omitted.reason,
                        ricordo_core::compile::OmittedReason::MessageLimit
                            | ricordo_core::compile::OmittedReason::Budget
                            | ricordo_core::compile::OmittedReason::Compressed
                    ) && omitted.sources.contains(&SourceId::Message(id))
                })
        };
        for sent in &window {
            let message =
                snapshot.messages.iter().chain(&snapshot.earlier).find(|message| message.id == *sent).unwrap();
            let parent = message
                .reply_to
                .and_then(|id| snapshot.messages.iter().chain(&snapshot.earlier).find(|other| other.id == id));
            if let Some(parent) =
                parent.filter(|parent| snapshot.boundary().is_none_or(|boundary| parent.sequence >= boundary))
            {
                let empty = parent.text().trim().is_empty();
                prop_assert!(window.contains(&parent.id) || gone(parent.id) || empty, "a reply without its parent");
            }
        }
    }

    // Same input, same bytes; another minute changes the last layers and nothing else.
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

    // What was sent can be shown again, byte for byte.
    let (reply, current) = (sample::message(2, 1, "").id, sample::message(2, 0, &message));
    let (manifest, fragments) = compiled.manifest(sample::conversation_id(1), reply, current.id);
    let mut stored =
        common::Shelf { messages: snapshot.messages.iter().chain(&snapshot.earlier).cloned().collect(), fragments };
    stored.messages.push(Message {
        parts: outgoing.parts.clone(),
        created_at: NOW.at,
        offset_minutes: Some(NOW.offset_minutes),
        ..current
    });
    prop_assert_eq!(ricordo_core::compile::record::sent_again(&manifest, &stored).unwrap(), compiled.request);
    Ok(())
}
