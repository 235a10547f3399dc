//! One turn, in the order that loses nothing: the user's message is stored before the network is called, the reply is
//! stored at least every second, and however the turn ends it ends in one transaction. Here it is planned and begun;
//! `rounds` walks it.

use super::{Session, TurnControl, TurnEvent, TurnOutcome, rounds::Turn};
use crate::{
    branch::{Branch, shared_until},
    change::Change,
    compile::{Outgoing, compile, message_tokens},
    conversation::Conversation,
    draft::ReplyDraft,
    error::{Error, StoreError},
    host::Host,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, Part, Role, text_of},
    model::ChatModel,
    provider::Provider,
    record::{Blob, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    summary::SummaryKind,
    time::Now,
};

/// How many characters of the first message name a conversation.
const TITLE_LENGTH: usize = 60;

/// A turn that is compiled and not stored yet.
struct Planned {
    turn: Turn,
    draft: ReplyDraft,
    changes: Vec<Change>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Sends words and streams the reply. A turn that failed or was stopped is `Ok`: its reply tells how it ended and keeps
    /// what arrived.
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
        let outgoing = Outgoing::text(text);
        self.send_message(model, provider, id, outgoing, Vec::new(), control, observer).await
    }

    /// Sends a message of any parts: words, images, a reply to another message. `blobs` are the images that it holds; they
    /// are stored with it.
    ///
    /// # Errors
    /// As [`Session::send`], and [`Error::CannotSee`] for an image that the model cannot be shown.
    #[allow(clippy::too_many_arguments, reason = "the two doors, the place, the message and the handles of the turn")]
    pub async fn send_message<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        id: ConversationId,
        outgoing: Outgoing,
        blobs: Vec<Blob>,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> Result<TurnOutcome, Error> {
        let shows_something = outgoing.parts.iter().any(|part| !matches!(part, Part::Text { .. }));
        if text_of(&outgoing.parts).trim().is_empty() && !shows_something {
            return Err(Error::EmptyMessage);
        }
        let mut planned = self.plan_send(provider, id, outgoing.clone(), &blobs).await?;
        match self.store.apply(std::mem::take(&mut planned.changes)).await {
            // Another tab took the place between our read and our write: read again, once.
            Err(StoreError::Conflict) => {
                planned = self.plan_send(provider, id, outgoing, &blobs).await?;
                self.store.apply(std::mem::take(&mut planned.changes)).await?;
            }
            other => drop(other?),
        }
        observer(TurnEvent::Compiled(Box::new(planned.turn.compiled.clone())));
        observer(TurnEvent::Stored(Box::new(planned.turn.user.clone())));
        Ok(self.walk(model, planned.turn, planned.draft, control, observer).await)
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
        observer(TurnEvent::Compiled(Box::new(planned.turn.compiled.clone())));
        Ok(self.walk(model, planned.turn, planned.draft, control, observer).await)
    }

    async fn plan_send(
        &self,
        provider: &Provider,
        id: ConversationId,
        mut outgoing: Outgoing,
        blobs: &[Blob],
    ) -> Result<Planned, Error> {
        let (settings, snapshot) = self.gather(id, provider, &mut outgoing).await?;
        let now = self.now(&settings);
        let compiled = compile(&snapshot, &outgoing, &settings, provider, &now)?;
        let (sequence, tokens_before) = snapshot.next_place();
        let user = Message {
            id: MessageId::new(now.at, self.host.random()),
            conversation: id,
            branch: snapshot.conversation.active_branch,
            sequence,
            role: Role::User,
            author: outgoing.author.clone(),
            tokens: message_tokens(&outgoing.parts),
            parts: outgoing.parts.clone(),
            reply_to: outgoing.reply_to,
            created_at: now.at,
            offset_minutes: Some(now.offset_minutes),
            model: None,
            finish: None,
            usage: None,
            tokens_before,
            exact: None,
        };
        let conversation = self.touched(snapshot.conversation.clone(), &text_of(&user.parts));
        let draft = self.draft_after(&user, user.branch, provider);
        let mut changes: Vec<Change> = blobs.iter().cloned().map(Record::Blob).map(Change::Add).collect();
        changes.extend([
            Change::Add(Record::Message(Box::new(user.clone()))),
            Change::Put(Record::ReplyDraft(draft.clone())),
            Change::Put(Record::Conversation(conversation)),
            Change::Remove(RecordKey::ComposerDraft(id)),
        ]);
        let turn = Turn::new(settings, provider, snapshot, outgoing, now, user, compiled);
        changes.extend(turn.sent(&draft));
        Ok(Planned { turn, draft, changes })
    }

    async fn plan_retry(&self, provider: &Provider, id: ConversationId) -> Result<Planned, Error> {
        let mut outgoing = Outgoing::default();
        let (settings, mut snapshot) = self.gather(id, provider, &mut outgoing).await?;
        let last = snapshot.messages.iter().rposition(|message| message.role == Role::User);
        let after = last.map(|index| snapshot.messages.split_off(index)).unwrap_or_default();
        let Some((user, replies)) = after.split_first() else {
            return Err(Error::NothingToRetry);
        };
        let now = self.now(&settings);
        outgoing.parts.clone_from(&user.parts);
        outgoing.author.clone_from(&user.author);
        outgoing.reply_to = user.reply_to;
        outgoing.written = user.offset_minutes.map(|offset_minutes| Now { at: user.created_at, offset_minutes });
        let compiled = compile(&snapshot, &outgoing, &settings, provider, &now)?;
        let mut changes = Vec::new();
        let mut conversation = self.touched(snapshot.conversation.clone(), &text_of(&user.parts));
        let mut branch = conversation.active_branch;
        if replies.iter().all(|reply| reply.parts.is_empty()) {
            let gone = replies.iter().flat_map(|reply| {
                [RecordKey::Message(reply.branch, reply.sequence), RecordKey::Manifest(reply.conversation, reply.id)]
            });
            changes.extend(gone.map(Change::Remove));
            branch = replies.first().map_or(branch, |reply| reply.branch);
        } else {
            let fork = self.fork(&snapshot, user);
            branch = fork.id;
            conversation.active_branch = fork.id;
            changes.extend(left_behind(&snapshot, &fork));
            changes.push(Change::Add(Record::Branch(fork)));
        }
        let draft = self.draft_after(user, branch, provider);
        changes.push(Change::Put(Record::ReplyDraft(draft.clone())));
        changes.push(Change::Put(Record::Conversation(conversation)));
        let turn = Turn::new(settings, provider, snapshot, outgoing, now, user.clone(), compiled);
        changes.extend(turn.sent(&draft));
        Ok(Planned { turn, draft, changes })
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

    /// An empty draft of the reply to `message`.
    pub(super) fn draft_after(&self, message: &Message, branch: BranchId, provider: &Provider) -> ReplyDraft {
        let at = self.host.now().at;
        ReplyDraft {
            conversation: message.conversation,
            message: MessageId::new(at, self.host.random()),
            branch,
            sequence: message.sequence + 1,
            tokens_before: message.tokens_before + u64::from(message.tokens),
            parts: Vec::new(),
            model: provider.model.clone(),
            started_at: at,
            saved_at: at,
        }
    }
}

/// The summaries of days that tell of messages which the new branch leaves behind.
fn left_behind(snapshot: &Snapshot, fork: &Branch) -> Vec<Change> {
    let id = snapshot.conversation.id;
    let branches: Vec<Branch> = snapshot.branches.iter().chain([fork]).cloned().collect();
    let days = snapshot.summaries.iter().filter(|summary| summary.kind != SummaryKind::Compressed);
    days.filter_map(|summary| {
        let own = summary.coverage.iter().filter(|coverage| coverage.conversation == id);
        let is_left = own.into_iter().any(|coverage| shared_until(&branches, coverage.branch, fork.id) < coverage.to);
        let was_left = summary.branched_away.contains(&id);
        (is_left && !was_left).then(|| {
            let mut summary = summary.clone();
            summary.branched_away.push(id);
            Change::Put(Record::Summary(summary))
        })
    })
    .collect()
}

/// The first words of a message, cut at a word.
pub(super) fn title_of(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE_LENGTH {
        return line;
    }
    let head: String = line.chars().take(TITLE_LENGTH).collect();
    let cut = head.rfind(' ').filter(|&at| at > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..cut].trim_end())
}
