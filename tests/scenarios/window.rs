//! The window: nothing is left out while there is room, a message limit is kept exactly, and the reason for a cut is
//! reported.

use crate::common::provider;
use ricordo_core::{
    branch::Sequence,
    change::Change,
    compile::{Compiled, CutBy, LayerKind, OmittedReason},
    id::MessageId,
    manifest::SourceId,
    mark::{Mark, MarkKind},
    memory_store::MemoryStore,
    message::{Message, Part, Role},
    preset,
    provider::Provider,
    record::Record,
    session::Session,
    settings::Settings,
    store::Store,
    testing::{ManualHost, sample},
    time::Timestamp,
};

/// A stored conversation of messages with 10 tokens each.
struct Stored {
    session: Session<MemoryStore, ManualHost>,
    messages: Sequence,
}

impl Stored {
    async fn of(messages: Sequence, settings: &Settings) -> Self {
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        session.store().apply(sample::stored(1, messages)).await.unwrap();
        session.save_settings(settings).await.unwrap();
        Self { session, messages }
    }

    /// Adds a message of words.
    async fn add(&mut self, tokens: u32) -> MessageId {
        let role = if self.messages.is_multiple_of(2) { Role::User } else { Role::Assistant };
        self.add_of(tokens, role, vec![Part::Text { text: "Another message".to_owned() }]).await
    }

    /// Adds a message.
    async fn add_of(&mut self, tokens: u32, role: Role, parts: Vec<Part>) -> MessageId {
        let last = self.session.store().messages(sample::conversation_id(1), Sequence::MAX, 1).await.unwrap().pop();
        let tokens_before = last.map_or(0, |last| last.tokens_before + u64::from(last.tokens));
        let message = Message { role, parts, tokens, tokens_before, ..sample::message(1, self.messages, "") };
        let id = message.id;
        self.session.store().apply(vec![Change::Add(Record::Message(Box::new(message)))]).await.unwrap();
        self.messages += 1;
        id
    }

    async fn compiled(&self) -> Compiled {
        self.session.preview(sample::conversation_id(1), "Next", &provider()).await.unwrap()
    }
}

fn window(compiled: &Compiled) -> Vec<MessageId> {
    compiled.layers.iter().filter(|layer| layer.kind == LayerKind::Window).flat_map(|layer| layer.messages()).collect()
}

#[tokio::test]
async fn nothing_is_left_out_while_there_is_room() {
    for messages in [2, 102, 129, 600] {
        let compiled = Stored::of(messages, &Settings::default()).await.compiled().await;
        assert_eq!((window(&compiled).len(), compiled.omitted.as_slice()), (messages as usize, [].as_slice()));
    }
}

#[tokio::test]
async fn what_is_muted_takes_no_room() {
    let mut stored = Stored::of(500, &Settings::default()).await;
    let long = stored.add(6_000).await;
    stored.add(10).await;
    let conversation = sample::conversation_id(1);
    let mark = Mark {
        conversation,
        message: long,
        kind: MarkKind::Muted,
        at: Timestamp(1),
        rating: None,
        not_recalled: false,
    };
    stored.session.store().apply(vec![Change::Put(Record::Mark(mark))]).await.unwrap();
    let compiled = stored.compiled().await;
    assert_eq!(window(&compiled).len(), 501);
    assert!(compiled.omitted.iter().all(|omitted| omitted.reason == OmittedReason::Muted), "{:?}", compiled.omitted);
}

#[tokio::test]
async fn calls_and_results_take_no_room_where_the_model_is_sent_none() {
    let mut stored = Stored::of(2, &Settings::default()).await;
    for n in 0..60 {
        let call =
            Part::ToolCall { id: format!("c{n}"), name: "now".to_owned(), arguments: "{}".to_owned(), back: None };
        let result =
            Part::ToolResult { call: format!("c{n}"), content: "Noon".to_owned(), is_error: false, held: false };
        stored.add(10).await;
        stored.add_of(200, Role::Assistant, vec![call]).await;
        stored.add_of(200, Role::Tool, vec![result]).await;
        stored.add(10).await;
    }
    let without = Provider { has_tools: false, ..provider() };
    let compiled = stored.session.preview(sample::conversation_id(1), "Next", &without).await.unwrap();
    let first = stored.session.open(sample::conversation_id(1), 500).await.unwrap().messages[0].id;
    assert!(window(&compiled).contains(&first), "{:?}", compiled.omitted);
    assert!(!window(&stored.compiled().await).contains(&first));
}

#[tokio::test]
async fn a_limit_by_number_is_kept_exactly() {
    for (name, limit) in [("layered", 100), ("journal", 30), ("hybrid", 10), ("forget", 10)] {
        let settings = preset::apply(name, &Settings::default()).unwrap();
        let mut stored = Stored::of(limit - 1, &settings).await;
        for more in 0..40 {
            let compiled = stored.compiled().await;
            let sent = window(&compiled);
            let expected = stored.messages.min(limit);
            assert_eq!(sent.len(), expected as usize, "{name} of {} messages", stored.messages);
            let cut = compiled.next_cut.unwrap();
            assert_eq!((cut.by, cut.after, cut.messages), (CutBy::Messages, u32::from(more == 0), 1), "{name}");
            assert_eq!(cut.sources, [SourceId::Message(sent[0])]);
            stored.add(10).await;
        }
    }
}

#[tokio::test]
async fn what_is_loaded_is_bounded_by_the_budget_and_fills_it_whatever_the_length() {
    let compiled = Stored::of(6_000, &Settings::default()).await.compiled().await;
    let named: usize = compiled.omitted.iter().map(|omitted| omitted.sources.len()).sum();
    let sent = window(&compiled).len();
    assert!(named + sent < 1_500, "{named} of those left out were loaded beside {sent}");
    let left_out: u32 = compiled.omitted.iter().map(|omitted| omitted.messages).sum();
    assert_eq!(left_out as usize + sent, 6_000, "what is not loaded is counted too");
    assert!(compiled.omitted.iter().all(|omitted| omitted.reason == OmittedReason::Budget), "{:?}", compiled.omitted);
    let free = compiled.budget - compiled.tokens;
    assert!(free < compiled.budget * 2 / 5, "{free} tokens are free");
}

#[tokio::test]
async fn the_next_cut_is_announced_and_comes_as_announced() {
    let settings = Settings { context_max_tokens: 2_000, tools: Vec::new(), ..Settings::default() };
    let mut stored = Stored::of(40, &settings).await;
    let (mut before, mut cuts) = (stored.compiled().await, 0);
    for number in 0..600 {
        let tokens = 10 + number % 7;
        stored.add(tokens).await;
        let now = stored.compiled().await;
        let announced = before.next_cut.clone().unwrap();
        assert_eq!(announced.by, CutBy::Tokens);
        let (old, new) = (window(&before), window(&now));
        let dropped: Vec<SourceId> =
            old.iter().filter(|id| !new.contains(id)).map(|id| SourceId::Message(*id)).collect();
        assert_eq!(dropped.is_empty(), tokens <= announced.after, "{announced:?} and {tokens} more");
        if !dropped.is_empty() {
            assert_eq!((dropped.len(), &dropped), (announced.messages as usize, &announced.sources));
            cuts += 1;
        }
        before = now;
    }
    assert!(cuts > 3, "{cuts} cuts");
}
