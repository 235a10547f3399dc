//! One turn, in the order that loses nothing: the user's message is stored before the network is called, the reply is
//! stored at least every second, and however the turn ends it ends in one transaction.

use super::{Session, TurnControl, TurnEvent, TurnOutcome, messages_to_load, reply::Reply};
use crate::{
    branch::Branch,
    change::Change,
    compile::{Compiled, Outgoing, compile, message_tokens},
    conversation::Conversation,
    draft::ReplyDraft,
    error::{Error, Failure, ModelError, ModelErrorKind, StoreError},
    host::Host,
    id::{BranchId, ConversationId, MessageId},
    message::{Finish, Message, Part, Role, text_of},
    model::{ChatEvent, ChatModel, ChatRequest},
    provider::Provider,
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
};
use futures_util::future::{Either, select};
use std::{cell::RefCell, pin::pin};

/// How often a streaming reply is stored, in milliseconds.
const SAVE_EVERY: u32 = 1_000;
/// How long a model may take to stop after it was told to, in milliseconds. Then it is left alone.
const STOP_GRACE: u32 = 500;
/// How many characters of the first message name a conversation.
const TITLE_LENGTH: usize = 60;

/// A turn that is compiled and not stored yet.
struct Planned {
    compiled: Compiled,
    changes: Vec<Change>,
    user: Message,
    draft: ReplyDraft,
    conversation: Conversation,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Sends a message and streams the reply. A turn that failed or was stopped is `Ok`: its reply tells how it ended and
    /// keeps what arrived.
    ///
    /// # Errors
    /// Nothing was sent, and nothing stored as sent: [`Error::EmptyMessage`], [`Error::OverBudget`],
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn send<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        id: ConversationId,
        text: &str,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> Result<TurnOutcome, Error> {
        if text.trim().is_empty() {
            return Err(Error::EmptyMessage);
        }
        let mut planned = self.plan_send(provider, id, text).await?;
        match self.store.apply(planned.changes.clone()).await {
            // Another tab took the place between our read and our write: read again, once.
            Err(StoreError::Conflict) => {
                planned = self.plan_send(provider, id, text).await?;
                self.store.apply(std::mem::take(&mut planned.changes)).await?;
            }
            other => drop(other?),
        }
        observer(TurnEvent::Compiled(Box::new(planned.compiled.clone())));
        observer(TurnEvent::Stored(Box::new(planned.user)));
        Ok(self.run(model, &planned.compiled.request, planned.draft, planned.conversation, control, observer).await)
    }

    /// Asks again for the reply to the last message of the user. A reply without words is replaced; one with words stays on
    /// its branch, and the new one starts another.
    ///
    /// # Errors
    /// As [`Session::send`], and [`Error::NothingToRetry`].
    pub async fn retry<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        id: ConversationId,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> Result<TurnOutcome, Error> {
        let planned = self.plan_retry(provider, id).await?;
        self.store.apply(planned.changes).await?;
        observer(TurnEvent::Compiled(Box::new(planned.compiled.clone())));
        Ok(self.run(model, &planned.compiled.request, planned.draft, planned.conversation, control, observer).await)
    }

    async fn plan_send(&self, provider: &Provider, id: ConversationId, text: &str) -> Result<Planned, Error> {
        let settings = self.settings().await?;
        let snapshot = self.snapshot(id, messages_to_load(&settings)).await?;
        let now = self.now(&settings);
        let parts = vec![Part::Text { text: text.to_owned() }];
        let compiled = compile(&snapshot, &Outgoing::text(text), &settings, provider, &now)?;
        let (sequence, tokens_before) = snapshot.next_place();
        let user = Message {
            id: MessageId::new(now.at, self.host.random()),
            conversation: id,
            branch: snapshot.conversation.active_branch,
            sequence,
            role: Role::User,
            author: None,
            tokens: message_tokens(&parts),
            parts,
            reply_to: None,
            created_at: now.at,
            offset_minutes: Some(now.offset_minutes),
            model: None,
            finish: None,
            usage: None,
            tokens_before,
            exact: None,
        };
        let conversation = self.touched(snapshot.conversation, text);
        let draft = self.draft_after(&user, user.branch, provider);
        let changes = vec![
            Change::Add(Record::Message(Box::new(user.clone()))),
            Change::Put(Record::ReplyDraft(draft.clone())),
            Change::Put(Record::Conversation(conversation.clone())),
            Change::Remove(RecordKey::ComposerDraft(id)),
        ];
        Ok(Planned { compiled, changes, user, draft, conversation })
    }

    async fn plan_retry(&self, provider: &Provider, id: ConversationId) -> Result<Planned, Error> {
        let settings = self.settings().await?;
        let mut snapshot = self.snapshot(id, messages_to_load(&settings)).await?;
        let last = snapshot.messages.iter().rposition(|message| message.role == Role::User);
        let after = last.map(|index| snapshot.messages.split_off(index)).unwrap_or_default();
        let Some((user, replies)) = after.split_first() else {
            return Err(Error::NothingToRetry);
        };
        let compiled = compile(
            &snapshot,
            &Outgoing { parts: user.parts.clone(), ..Outgoing::default() },
            &settings,
            provider,
            &self.now(&settings),
        )?;
        let mut changes = Vec::new();
        let mut conversation = self.touched(snapshot.conversation.clone(), &text_of(&user.parts));
        let mut branch = conversation.active_branch;
        if replies.iter().all(|reply| reply.parts.is_empty()) {
            changes
                .extend(replies.iter().map(|reply| Change::Remove(RecordKey::Message(reply.branch, reply.sequence))));
            branch = replies.first().map_or(branch, |reply| reply.branch);
        } else {
            let fork = self.fork(&snapshot, user);
            branch = fork.id;
            conversation.active_branch = fork.id;
            changes.push(Change::Add(Record::Branch(fork)));
        }
        let draft = self.draft_after(user, branch, provider);
        changes.push(Change::Put(Record::ReplyDraft(draft.clone())));
        changes.push(Change::Put(Record::Conversation(conversation.clone())));
        Ok(Planned { compiled, changes, user: user.clone(), draft, conversation })
    }

    /// A branch that leaves the active one after `message`.
    fn fork(&self, snapshot: &Snapshot, message: &Message) -> Branch {
        Branch {
            id: BranchId::new(self.host.now().at, self.host.random()),
            conversation: message.conversation,
            parent: Some(snapshot.conversation.active_branch),
            first: message.sequence + 1,
        }
    }

    fn touched(&self, conversation: Conversation, text: &str) -> Conversation {
        let title = if conversation.title.is_empty() { title_of(text) } else { conversation.title };
        Conversation { title, updated_at: self.host.now().at, ..conversation }
    }

    fn draft_after(&self, user: &Message, branch: BranchId, provider: &Provider) -> ReplyDraft {
        let at = self.host.now().at;
        ReplyDraft {
            conversation: user.conversation,
            message: MessageId::new(at, self.host.random()),
            branch,
            sequence: user.sequence + 1,
            tokens_before: user.tokens_before + u64::from(user.tokens),
            parts: Vec::new(),
            model: provider.model.clone(),
            started_at: at,
            saved_at: at,
        }
    }

    /// Streams the reply and stores it. Whatever happens, what arrived comes back.
    async fn run<M: ChatModel>(
        &self,
        model: &M,
        request: &ChatRequest,
        draft: ReplyDraft,
        conversation: Conversation,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> TurnOutcome {
        let reply = RefCell::new(Reply::new(draft));
        observer(TurnEvent::Sent);
        let streamed = {
            let streaming = pin!(self.stream(model, request, &reply, control, observer));
            let saving = pin!(self.keep_saving(&reply, control, observer));
            match select(streaming, saving).await {
                Either::Left((streamed, _)) => streamed,
                Either::Right((never, _)) => match never {},
            }
        };
        let reply = reply.into_inner();
        let finish = self.finish_of(&reply, streamed, control);
        let reply = reply.into_message(finish);
        let conversation = Conversation { updated_at: self.host.now().at, ..conversation };
        let rest = vec![
            Change::Remove(RecordKey::ReplyDraft(reply.conversation)),
            Change::Put(Record::Conversation(conversation)),
        ];
        match self.store_reply(reply.clone(), rest).await {
            Ok(reply) => TurnOutcome { reply, not_saved: None },
            Err(error) => TurnOutcome { reply, not_saved: Some(error) },
        }
    }

    /// Stores a reply together with `rest`. A reply whose place another tab took goes to the end of the branch instead: it
    /// is never lost for its place.
    pub(super) async fn store_reply(&self, mut reply: Message, rest: Vec<Change>) -> Result<Message, StoreError> {
        let with = |reply: &Message| {
            let mut changes = vec![Change::Add(Record::Message(Box::new(reply.clone())))];
            changes.extend(rest.iter().cloned());
            changes
        };
        match self.store.apply(with(&reply)).await {
            Err(StoreError::Conflict) => {}
            other => return other.map(|_| reply),
        }
        if let Some(snapshot) = self.store.snapshot(reply.conversation, 1).await? {
            reply.branch = snapshot.conversation.active_branch;
            (reply.sequence, reply.tokens_before) = snapshot.next_place();
        }
        self.store.apply(with(&reply)).await?;
        Ok(reply)
    }

    async fn stream<M: ChatModel>(
        &self,
        model: &M,
        request: &ChatRequest,
        reply: &RefCell<Reply>,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> Result<(), ModelError> {
        let on_event = |event: ChatEvent| {
            if control.cancel.is_cancelled() {
                return;
            }
            reply.borrow_mut().take(event.clone());
            match event {
                ChatEvent::Text { text } => observer(TurnEvent::Text(text)),
                ChatEvent::Reasoning { text } => observer(TurnEvent::Reasoning(text)),
                ChatEvent::Usage { usage } => observer(TurnEvent::Usage(usage)),
                ChatEvent::ToolCall { .. } | ChatEvent::Finish { .. } | ChatEvent::Model { .. } => {}
            }
        };
        let streaming = pin!(model.stream(request, &on_event, &control.cancel));
        let stopped = pin!(async {
            control.cancel.cancelled().await;
            self.host.sleep(STOP_GRACE).await;
        });
        match select(streaming, stopped).await {
            Either::Left((streamed, _)) => streamed,
            Either::Right(((), _)) => Ok(()),
        }
    }

    /// Stores what has arrived, every second and when asked to. It never ends by itself.
    async fn keep_saving(
        &self,
        reply: &RefCell<Reply>,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> std::convert::Infallible {
        loop {
            select(pin!(self.host.sleep(SAVE_EVERY)), pin!(control.save.taken())).await;
            let unsaved = reply.borrow_mut().take_unsaved();
            if let Some(draft) = unsaved {
                let draft = ReplyDraft { saved_at: self.host.now().at, ..draft };
                if let Err(error) = self.store.apply(vec![Change::Put(Record::ReplyDraft(draft))]).await {
                    observer(TurnEvent::NotSaved(error));
                }
            }
        }
    }

    fn finish_of(&self, reply: &Reply, streamed: Result<(), ModelError>, control: &TurnControl) -> Finish {
        if control.cancel.is_cancelled() {
            return Finish::Stopped;
        }
        let error = match streamed {
            Ok(()) if !reply.is_empty() => return reply.finish.clone().unwrap_or(Finish::Complete),
            Ok(()) => ModelError::new(ModelErrorKind::EmptyReply, ""),
            Err(error) => error,
        };
        Finish::Failed { failure: Failure { error, at: self.host.now().at } }
    }
}

/// The first words of a message, cut at a word.
fn title_of(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE_LENGTH {
        return line;
    }
    let head: String = line.chars().take(TITLE_LENGTH).collect();
    let cut = head.rfind(' ').filter(|&at| at > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..cut].trim_end())
}
