//! Asks again for a reply: the one shown, or one of those that are compared, on whatever branch it is. The branch is switched
//! in the transaction that stores the turn, so nothing changes if the request may not be sent.

use super::{
    ModelCall, Session, TurnOutcome,
    send::{MOST_PLANS, Planned},
};
use crate::{
    branch::Sequence,
    change::Change,
    compile::{Outgoing, turns::is_tools_line},
    error::{Error, StoreError},
    fork::held_by,
    host::Host,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, Role},
    model::ChatModel,
    provider::Provider,
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    undo::UndoneCommand,
};

/// Messages per read when looking at what follows the one that is answered again.
const PAGE: u32 = 64;

/// A message of the user that is answered again.
#[derive(Clone)]
struct Asked {
    user: Message,
    /// Whether tool calls that were made for it stay, with their results.
    keeps_rounds: bool,
    /// The answer that is asked for again: where the answers part, and its branch. `None`: the one on the active branch.
    answer: Option<(Sequence, BranchId)>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Regenerates a reply: the given one, or the reply to the given message of the user. The old reply and all that
    /// follow it stay on their branch.
    ///
    /// # Errors
    /// As [`Session::send`], and [`Error::NoMessage`] when the message is not on the active branch,
    /// [`Error::NothingToRetry`] when it answers nothing.
    pub async fn regenerate<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        id: ConversationId,
        message: MessageId,
    ) -> Result<TurnOutcome, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let message = self.shown_message(&snapshot, message).await?;
        let user = self.asked_by(&message).await?.ok_or(Error::NothingToRetry)?;
        self.answer_again(call, Asked { user, keeps_rounds: false, answer: None }).await
    }

    /// Asks again for the reply to the last message of the user. A reply without content is replaced; one with content
    /// stays on its branch, and the new one starts another. If it failed after tools were called, only the last request is
    /// made again, with their results: the tools are not called once more.
    ///
    /// # Errors
    /// As [`Session::send`], and [`Error::NothingToRetry`].
    pub async fn retry<M: ChatModel>(&self, call: &ModelCall<'_, M>, id: ConversationId) -> Result<TurnOutcome, Error> {
        let last = self.snapshot(id, 1).await?.messages.pop().ok_or(Error::NothingToRetry)?;
        let user = self.asked_by(&last).await?.ok_or(Error::NothingToRetry)?;
        self.answer_again(call, Asked { user, keeps_rounds: true, answer: None }).await
    }

    /// Asks again for an answer that is compared with others, which begin at `sequence`. One without content that ends its
    /// branch is replaced; otherwise the new answer is another sibling. What follows the old one is neither sent nor answered.
    /// The branch of the new answer becomes the active one.
    ///
    /// # Errors
    /// As [`Session::retry`], and [`Error::NoMessage`] when `answer` is not one of these answers.
    pub async fn retry_answer<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        id: ConversationId,
        sequence: Sequence,
        answer: MessageId,
    ) -> Result<TurnOutcome, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let answer = self.store.message(answer).await?.ok_or(Error::NoMessage)?;
        let before = self.store.messages(id, sequence, 1).await?.pop().ok_or(Error::NothingToRetry)?;
        let holder = |at: Sequence| held_by(&snapshot.branches, answer.branch, at);
        let is_beside = answer.conversation == id && holder(before.sequence) == Some(before.branch);
        if !is_beside || answer.sequence < sequence {
            return Err(Error::NoMessage);
        }
        let (first, last) =
            (RecordKey::Message(answer.branch, sequence), RecordKey::Message(answer.branch, answer.sequence));
        let up_to = self.store.records_between(first, last, PAGE).await?;
        let is_of_user = |record: &Record| matches!(record, Record::Message(message) if message.role == Role::User);
        if up_to.is_empty() || up_to.iter().any(is_of_user) {
            return Err(Error::NoMessage);
        }
        let user = self.asked_by(&before).await?.ok_or(Error::NothingToRetry)?;
        let asked = Asked { user, keeps_rounds: true, answer: Some((sequence, answer.branch)) };
        self.answer_again(call, asked).await
    }

    async fn answer_again<M: ChatModel>(&self, call: &ModelCall<'_, M>, asked: Asked) -> Result<TurnOutcome, Error> {
        for _ in 0..MOST_PLANS {
            let mut planned = match self.plan_again(call.provider, asked.clone()).await {
                // The results do not fit a smaller context window: the tools answer for that one.
                Err(Error::OverBudget(_)) if asked.keeps_rounds => {
                    self.plan_again(call.provider, Asked { keeps_rounds: false, ..asked.clone() }).await?
                }
                planned => planned?,
            };
            planned.check(call)?;
            if self.store_plan(&mut planned).await? {
                return self.begin(call, planned).await;
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn plan_again(&self, provider: &Provider, asked: Asked) -> Result<Planned, Error> {
        let Asked { user, keeps_rounds, answer } = asked;
        let settings = self.settings().await?;
        let mut snapshot = self.snapshot(user.conversation, PAGE).await?;
        let end = self.after(&mut snapshot, &user, answer).await?;
        let is_at_end = end.is_some();
        let mut end = end.unwrap_or_default();
        let goes_on = is_at_end && keeps_rounds;
        let kept = if goes_on { self.rounds_kept(provider, &snapshot, &end).await? } else { 0 };
        let replies = end.split_off(kept);
        let along = answer.map_or(snapshot.conversation.active_branch, |(_, branch)| branch);
        let before = if is_at_end && replies.iter().all(|reply| reply.parts.is_empty() || is_tools_line(reply)) {
            let mut changes = self.without_replies(&replies).await?;
            changes.extend(self.switch_changes(&snapshot, &snapshot.branches, along));
            snapshot.conversation.active_branch = along;
            changes
        } else {
            let last = end.last().unwrap_or(&user);
            self.leave(&mut snapshot, (along, last.sequence + 1), UndoneCommand::Regenerate)
        };
        let inputs = self.inputs(provider, settings, snapshot, user.sequence, Outgoing::default()).await?;
        self.plan_reply(provider, inputs, (user, &end), before).await
    }

    /// The messages after one of the user, to the end of the branch. `None`: they are more than a page, or what follows the
    /// answer is a message of the user. Takes the messages out of the snapshot.
    async fn after(
        &self,
        snapshot: &mut Snapshot,
        user: &Message,
        answer: Option<(Sequence, BranchId)>,
    ) -> Result<Option<Vec<Message>>, Error> {
        let mut end = std::mem::take(&mut snapshot.messages);
        let Some((sequence, branch)) = answer else {
            let is_whole = end.first().is_some_and(|first| first.sequence <= user.sequence);
            end.retain(|message| message.sequence > user.sequence);
            return Ok(is_whole.then_some(end));
        };
        let shared = self.store.messages(user.conversation, sequence, PAGE).await?;
        let (first, last) = (RecordKey::Message(branch, sequence), RecordKey::Message(branch, Sequence::MAX));
        let own = self.store.records_between(first, last, PAGE).await?;
        let is_continued = snapshot.branches.iter().any(|one| one.parent == Some(branch) && one.first > sequence);
        let is_from_the_user = shared.first().is_some_and(|first| first.sequence <= user.sequence);
        let is_whole = is_from_the_user && own.len() < PAGE as usize && !is_continued;
        let own = own.into_iter().filter_map(|record| match record {
            Record::Message(message) => Some(*message),
            _ => None,
        });
        let shared = shared.into_iter().filter(|message| message.sequence > user.sequence);
        let end: Vec<Message> = shared.chain(own).collect();
        Ok((is_whole && end.iter().all(|message| message.role != Role::User)).then_some(end))
    }

    /// The changes that remove empty replies, together with the fragments that were sent for them alone.
    async fn without_replies(&self, replies: &[Message]) -> Result<Vec<Change>, Error> {
        let (mut keys, mut manifests) = (Vec::new(), Vec::new());
        for reply in replies {
            let manifest = RecordKey::Manifest(reply.conversation, reply.id);
            keys.extend([RecordKey::Message(reply.branch, reply.sequence), manifest]);
            if let Some(Record::Manifest(found)) = self.store.record(manifest).await? {
                manifests.push(found);
            }
        }
        keys.extend(self.unnamed_without(&manifests, &[]).await?.into_iter().map(RecordKey::Fragment));
        Ok(keys.into_iter().map(Change::Remove).collect())
    }
}
