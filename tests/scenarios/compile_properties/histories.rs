//! Random histories and settings.

use proptest::prelude::*;
use ricordo_core::{
    branch::Sequence,
    compile::{Counter, LayerKind},
    digest::Digest,
    forget::Forget,
    id::{MemoryId, MessageId, SummaryId},
    mark::{Mark, MarkKind},
    memory::{Memory, MemoryState},
    message::{Author, Message, Part, Role},
    settings::{Settings, WindowStyle},
    snapshot::Snapshot,
    summary::{Coverage, Maker, OutputTarget, Source, Summary, SummaryKind},
    testing::sample,
    time::Timestamp,
    tokens::Calibration,
};
use std::collections::BTreeSet;

/// Properties of one message of a history.
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

/// A history with correct token counts: users and assistants in turn; some assistants call a tool first.
fn history(lines: &[Line], unloaded: usize) -> (Vec<Message>, Vec<Message>) {
    let mut messages: Vec<Message> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_user = number % 2 == 0;
        let text = "слово and ".repeat(line.words);
        if line.tool_call && !is_user {
            let id = format!("call-{number}");
            let call = Part::ToolCall {
                id: id.clone(),
                name: "list_tasks".to_owned(),
                arguments: "{}".to_owned(),
                back: None,
            };
            let result = Part::ToolResult { call: id, content: text.clone(), is_error: false, held: false };
            push(&mut messages, Role::Assistant, vec![call], line);
            push(&mut messages, Role::Tool, vec![result], line);
        }
        let role = if is_user { Role::User } else { Role::Assistant };
        push(&mut messages, role, vec![Part::Text { text }], line);
        if line.tool_call && !is_user {
            push(&mut messages, Role::System, vec![Part::ToolsUsed { names: vec!["list_tasks".to_owned()] }], line);
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
        typed: false,
        field: None,
        about: None,
        scope: Default::default(),
        key_words: Vec::new(),
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
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        project: None,
        maker: Maker::Extractive,
        prompt_version: 1,
        tokens_before: 500,
        tokens: 20,
        target,
        priority: 50,
        created_at: Timestamp(1),
        edited_at: None,
        lines_by_worth: Vec::new(),
    }
}

prop_compose! {
    pub(crate) fn settings()(
        context_max_tokens in 2_000u32..8_000,
        immediate_messages in proptest::option::of(10u32..60),
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
            settings.system_prompt = "Be brief. You know:\n{user_memories}".into();
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
    pub(crate) fn histories(authors: u8)(
        lines in proptest::collection::vec(line(authors), 0..40),
        unloaded in 0usize..20,
        marked in proptest::collection::vec((0usize..50, any::<bool>(), 0i64..10), 0..5),
        forgets in proptest::collection::vec((0u32..50, 0i64..10), 0..3),
        memories in proptest::collection::vec((0usize..30, 0u8..3), 0..30),
        summary in proptest::option::of((0u32..10, 1u32..30, any::<bool>())),
        model in prop_oneof![Just("gpt-4o"), Just("gpt-4"), Just("qwen3:8b"), Just("my-own")],
        per_mille in 1_000u32..2_500,
    ) -> Snapshot {
        let (before, messages) = history(&lines, unloaded);
        let all = || before.iter().chain(&messages);
        let mut marks = marked.into_iter().filter_map(|(place, muted, at)| Some(Mark {
            conversation: sample::conversation_id(1),
            message: all().nth(place)?.id,
            kind: if muted { MarkKind::Muted } else { MarkKind::Pinned },
            at: Timestamp(at),
            rating: None,
            not_recalled: false,
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
        // A session also loads pinned messages and the targets of replies from before the window.
        let wanted: BTreeSet<MessageId> = messages.iter().filter_map(|message| message.reply_to)
            .chain(marks.iter().map(|mark| mark.message)).collect();
        let earlier = before.iter().filter(|message| wanted.contains(&message.id)).cloned().collect();
        Snapshot {
            messages, earlier, forgets, marks, memories, summaries,
            counter: Counter { per_mille, ..Counter::of(model, Calibration::default(), None) },
            ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
        }
    }
}
