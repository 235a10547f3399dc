//! The end of a turn: stores the reply and everything that follows from it in one transaction.

use super::{Session, TurnEvent, TurnOutcome, counted::with_all_that_came, rounds::Turn};
use crate::{
    change::Change,
    compile::{Weight, message_tokens},
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    id::MessageId,
    message::{Message, Part, Role},
    provider::ModelCalibration,
    record::{Record, RecordKey},
    store::Store,
    tokens::{Truncation, truncation},
    tools::tools_used,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Stores the reply that ends a turn.
    pub(super) async fn settle(&self, turn: Turn, reply: Message, observer: &dyn Fn(TurnEvent)) -> TurnOutcome {
        let reply = Message { usage: reply.usage.map(|usage| with_all_that_came(usage, &reply)), ..reply };
        // If a read fails, nothing is learned: storing the reply matters more.
        let (truncation, learned) = self.learned(&turn, &reply).await.unwrap_or_default();
        if let Some(truncation) = truncation {
            observer(TurnEvent::Truncated(truncation, turn.provider.kind));
        }
        let tools = tools_used(&turn.tools_used);
        let stored = if turn.is_beside {
            // The message was counted with the answer on the active branch.
            let mut changes = vec![turn.reply_change(&reply)];
            changes.extend(tools.map(|tools| Change::Add(Record::Message(Box::new(self.line(&reply, &tools))))));
            changes.extend(self.usage_changes(&turn, &reply, turn.compiled.tokens, 1).await.unwrap_or_default());
            self.apply_in(reply.conversation, changes).await.map(|()| reply.clone())
        } else {
            let mut rest = vec![Change::Remove(RecordKey::ReplyDraft(reply.conversation))];
            rest.extend(learned);
            rest.extend(self.usage_changes(&turn, &reply, turn.compiled.tokens, 2).await.unwrap_or_default());
            rest.extend(self.used_now(&reply).await);
            self.store_reply(reply.clone(), tools, rest).await
        };
        match stored {
            Ok(reply) => TurnOutcome { reply, not_saved: None, truncation, repeats_tools: false },
            Err(error) => TurnOutcome { reply, not_saved: Some(error), truncation, repeats_tools: false },
        }
    }

    /// Stores a reply together with the names of its tools and with `rest`. If another tab took its sequence number,
    /// the reply goes to the end of the active branch instead, so it is never lost. Of an erased conversation nothing is stored.
    pub(super) async fn store_reply(
        &self,
        mut reply: Message,
        tools: Option<Part>,
        rest: Vec<Change>,
    ) -> Result<Message, Error> {
        let with = |reply: &Message| {
            let mut changes = vec![Change::Add(Record::Message(Box::new(reply.clone())))];
            changes.extend(tools.as_ref().map(|tools| Change::Add(Record::Message(Box::new(self.line(reply, tools))))));
            changes.extend(rest.iter().cloned());
            changes
        };
        match self.apply_in(reply.conversation, with(&reply)).await {
            Err(Error::Store(StoreError::Conflict)) => {}
            other => return other.map(|()| reply),
        }
        if let Some(snapshot) = self.store.snapshot(reply.conversation, 1).await? {
            reply.branch = snapshot.conversation.active_branch;
            let next = snapshot.next_place();
            (reply.sequence, reply.tokens_before) = (next.sequence, next.tokens_before);
        }
        self.apply_in(reply.conversation, with(&reply)).await?;
        Ok(reply)
    }

    /// The message after the reply that names its tools.
    fn line(&self, reply: &Message, tools: &Part) -> Message {
        let parts = vec![tools.clone()];
        Message {
            id: MessageId::new(self.host.now().at, self.host.random()),
            sequence: reply.sequence + 1,
            role: Role::System,
            tokens: message_tokens(&parts),
            parts,
            created_at: self.host.now().at,
            model: None,
            finish: None,
            usage: None,
            first_word_ms: None,
            total_ms: None,
            tokens_before: reply.tokens_before + u64::from(reply.tokens),
            ..reply.clone()
        }
    }

    /// Marks the conversation as used now. Reads it again, because it may have been renamed during the reply.
    async fn used_now(&self, reply: &Message) -> Option<Change> {
        match self.store.record(RecordKey::Conversation(reply.conversation)).await {
            Ok(Some(Record::Conversation(conversation))) => {
                let updated_at = self.host.now().at;
                Some(Change::Put(Record::Conversation(Conversation { updated_at, ..conversation })))
            }
            _ => None,
        }
    }

    /// Learns from the provider's count of the prompt: whether a part of the prompt was dropped, or how the model
    /// counts.
    async fn learned(&self, turn: &Turn, reply: &Message) -> Result<(Option<Truncation>, Option<Change>), Error> {
        let Some(usage) = reply.usage.filter(|usage| usage.prompt_tokens > 0) else {
            return Ok((None, None));
        };
        let mut parts = turn.compiled.request.messages.iter().flat_map(|message| &message.parts);
        // How a server counts what it wants back is not known: DeepSeek leaves out older reasoning.
        if parts.clone().any(is_sent_back) {
            return Ok((None, None));
        }
        let known = self.calibration(&turn.provider).await?;
        let mut calibration = known.calibration.in_force();
        let (weight, scale) = (Weight::of(&turn.compiled.request), turn.snapshot.counter.scale);
        let estimated = if calibration.is_known() { weight.tokens(&scale) } else { weight.least(&scale) };
        let context = turn.compiled.request.context_tokens;
        let truncated = truncation(estimated, usage.prompt_tokens, context, &calibration);
        let has_images = parts.any(is_image);
        if truncated.is_some() || has_images || turn.settings.exact_counts.is_some() {
            return Ok((truncated, None));
        }
        calibration.rule_out(&weight.by_family(), usage.prompt_tokens);
        let scale = calibration.scale(&turn.provider.model);
        calibration.add(weight.tokens(&scale), usage.prompt_tokens);
        let learned = ModelCalibration { calibration, ..known };
        Ok((None, Some(Change::Put(Record::Calibration(learned)))))
    }
}

fn is_image(part: &Part) -> bool {
    matches!(part, Part::Image { .. })
}

fn is_sent_back(part: &Part) -> bool {
    matches!(part, Part::ToolCall { back: Some(_), .. })
}
