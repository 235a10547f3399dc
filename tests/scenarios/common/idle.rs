//! Maintenance as a page runs it, without the page.

use super::{Chat, provider, texts};
use ricordo_core::{
    branch::Sequence,
    change::Change,
    id::{ConversationId, MessageId},
    maintenance::Maintenance,
    message::{Finish, Message, Part, Role},
    provider::Provider,
    record::Record,
    session::{
        MaintainControl, MaintainEnd, MaintainEvent,
        maintain::{ListedSummary, Standing},
    },
    settings::Settings,
    snapshot::NextPlace,
    store::Store,
    summary::Summary,
    tokens::estimate,
};
use std::{
    cell::RefCell,
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

/// Text of message number `n`.
pub(crate) fn words(n: Sequence) -> String {
    format!("Message {n:04}: Anna and Boris talk about moving to Lviv in May, and about what that will cost them.")
}

/// The output of a future that never waits.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("it waits"),
    }
}

impl Chat {
    pub(crate) async fn open_with(settings: Settings) -> Self {
        let chat = Self::open().await;
        chat.session.save_settings(&settings).await.unwrap();
        chat
    }

    /// Stores this many more messages, alternately of the user and the model.
    pub(crate) async fn fill(&self, messages: u32) {
        self.fill_in(self.id, messages).await;
    }

    pub(crate) async fn fill_in(&self, id: ConversationId, messages: u32) {
        for _ in 0..messages {
            let next = self.session.open(id, 1).await.unwrap().next_place().sequence;
            self.put(id, &words(next)).await;
        }
    }

    /// Stores one message at the end.
    pub(crate) async fn put(&self, id: ConversationId, text: &str) -> Message {
        let snapshot = self.session.open(id, 1).await.unwrap();
        let NextPlace { sequence, tokens_before } = snapshot.next_place();
        let is_user = sequence.is_multiple_of(2);
        let now = ricordo_core::host::Host::now(&self.host);
        let message = Message {
            id: MessageId::new(now.at, ricordo_core::host::Host::random(&self.host)),
            conversation: id,
            branch: snapshot.conversation.active_branch,
            sequence,
            role: if is_user { Role::User } else { Role::Assistant },
            author: None,
            parts: vec![Part::Text { text: text.to_owned() }],
            reply_to: None,
            created_at: now.at,
            offset_minutes: None,
            model: None,
            finish: (!is_user).then_some(Finish::Complete),
            usage: None,
            tokens: estimate(text) + 4,
            tokens_before,
            exact: None,
            first_word_ms: None,
            total_ms: None,
        };
        let mut conversation = snapshot.conversation;
        conversation.updated_at = now.at;
        let changes = vec![
            Change::Add(Record::Message(Box::new(message.clone()))),
            Change::Put(Record::Conversation(conversation)),
        ];
        self.session.store().apply(changes).await.unwrap();
        message
    }

    pub(crate) async fn maintain(&self) -> (MaintainEnd, Vec<MaintainEvent>) {
        self.maintain_with(&provider(), &MaintainControl::default()).await
    }

    pub(crate) async fn maintain_with(
        &self,
        provider: &Provider,
        control: &MaintainControl,
    ) -> (MaintainEnd, Vec<MaintainEvent>) {
        let events = RefCell::new(Vec::new());
        let observer = |event| events.borrow_mut().push(event);
        let end = self.session.maintain(&self.model, provider, control, &observer).await.unwrap();
        (end, events.into_inner())
    }

    /// The summaries in force, oldest first.
    pub(crate) async fn in_force(&self) -> Vec<Summary> {
        self.with_standing(|standing| standing == Standing::InForce).await
    }

    pub(crate) async fn with_standing(&self, standing: impl Fn(Standing) -> bool) -> Vec<Summary> {
        let mut listed: Vec<ListedSummary> = self.session.summaries(self.id).await.unwrap();
        listed.retain(|listed| standing(listed.standing));
        listed.into_iter().rev().map(|listed| listed.summary).collect()
    }

    /// The ranges that the compressed summaries in force cover, oldest first.
    pub(crate) async fn covered(&self) -> Vec<(Sequence, Sequence)> {
        let mut covered: Vec<_> = self
            .in_force()
            .await
            .iter()
            .flat_map(|summary| summary.coverage.clone())
            .map(|coverage| (coverage.from, coverage.to))
            .collect();
        covered.sort_unstable();
        covered
    }

    /// The next request, as JSON.
    pub(crate) async fn request(&self) -> String {
        let compiled = self.session.preview(self.id, "And now?", &provider()).await.unwrap();
        serde_json::to_string(&compiled.request).unwrap()
    }

    /// All prompts that the model received, oldest first.
    pub(crate) fn prompts(&self) -> Vec<String> {
        self.model.requests().iter().map(|request| texts(request).concat()).collect()
    }

    /// All stored data except undo entries and the usage of background work, which undo does not restore.
    pub(crate) async fn stored(&self) -> String {
        let export = self.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
        let mut export: serde_json::Value = serde_json::from_str(&export).unwrap();
        let records = export["records"].as_array_mut().unwrap();
        // A log of sent requests stays, whatever is undone.
        let is_log_alone = |record: &serde_json::Value| {
            let maintenance = record
                .get("upkeep")
                .map(|maintenance| serde_json::from_value::<Maintenance>(maintenance.clone()).unwrap());
            maintenance.is_some_and(|maintenance| maintenance.is_log_alone())
        };
        let is_used = |record: &serde_json::Value| record["day_usage"]["background"] == true;
        records.retain(|record| record.get("undo").is_none() && !is_log_alone(record) && !is_used(record));
        export["records"].to_string()
    }
}
