//! Usage statistics of the requests of turns. Background work counts its own.

use super::{Session, rounds::Turn};
use crate::{
    change::Change,
    error::Error,
    host::Host,
    message::{Finish, Message, Part, Usage},
    record::{Record, RecordKey},
    statistics::{DayUsage, day_of},
    store::Store,
    time::Now,
    tokens::estimate,
};

impl<S: Store, H: Host> Session<S, H> {
    /// The statistics of a request whose prompt we estimate at `prompt` tokens; nothing for one that nobody answered. `messages`:
    /// how many messages of the conversation are counted with it: none while the turn goes on, that of the user and the reply at
    /// its end, the reply alone beside the active branch.
    pub(super) async fn usage_changes(
        &self,
        turn: &Turn,
        reply: &Message,
        prompt: u32,
        messages: u32,
    ) -> Result<Vec<Change>, Error> {
        let Some(usage) = used(reply, prompt) else { return Ok(Vec::new()) };
        let (today, model) = (day_of(&turn.now), &turn.provider.model);
        let day = DayUsage::of(today, reply.conversation, model, reply.model.as_deref());
        Ok(vec![self.added(day, usage, messages).await?])
    }

    /// The statistics of a request whose turn ended with its page; nothing for one that nobody answered, or whose manifest
    /// is gone.
    pub(super) async fn counted_later(&self, reply: &Message) -> Result<Option<Change>, Error> {
        let sent = self.store.record(RecordKey::Manifest(reply.conversation, reply.id)).await?;
        let Some(Record::Manifest(sent)) = sent else { return Ok(None) };
        let Some(usage) = used(reply, sent.tokens) else { return Ok(None) };
        // It was used when it was asked for, not when it is found.
        let then = Now { at: reply.created_at, ..self.now(&self.settings().await?) };
        let day = DayUsage::of(day_of(&then), reply.conversation, &sent.model, reply.model.as_deref());
        Ok(Some(self.added(day, usage, 2).await?))
    }

    /// The row of `empty` as it is stored, or else that, with the usage of one more request.
    pub(super) async fn added(&self, empty: DayUsage, usage: Usage, messages: u32) -> Result<Change, Error> {
        let mut day = self.counted_so_far(empty).await?;
        day.add(usage, messages);
        Ok(Change::Put(Record::DayUsage(day)))
    }

    /// The row of `empty` as it is stored, or else that.
    pub(super) async fn counted_so_far(&self, empty: DayUsage) -> Result<DayUsage, Error> {
        Ok(match self.store.record(Record::DayUsage(empty.clone()).key()).await? {
            Some(Record::DayUsage(known)) => {
                DayUsage { requested: empty.requested.or(known.requested.clone()), ..known }
            }
            _ => empty,
        })
    }
}

/// What a reply used: as its server counted it, or else our estimate. `None`: nobody answered.
fn used(reply: &Message, prompt: u32) -> Option<Usage> {
    let is_answered =
        !reply.parts.is_empty() || !matches!(reply.finish, Some(Finish::Failed { .. } | Finish::Interrupted));
    let estimated = || {
        let completion_tokens = came(reply);
        Usage { prompt_tokens: prompt, completion_tokens, cached_tokens: None, written_tokens: None }
    };
    reply.usage.or_else(|| is_answered.then(estimated))
}

/// The counts of a server for a reply that was stopped or broke off: it sends the final ones at the end of a reply, and what it
/// has sent until then can be far less than what it made.
pub(super) fn with_all_that_came(usage: Usage, reply: &Message) -> Usage {
    let is_final = !matches!(reply.finish, Some(Finish::Stopped | Finish::Failed { .. }));
    let least = if is_final { 0 } else { came(reply) };
    Usage { completion_tokens: usage.completion_tokens.max(least), ..usage }
}

/// The estimated size of all that a reply consists of, in tokens; a server counts its reasoning, too.
fn came(reply: &Message) -> u32 {
    let reasoning = reply.parts.iter().map(|part| if let Part::Reasoning { text } = part { estimate(text) } else { 0 });
    reasoning.fold(reply.tokens, u32::saturating_add)
}
