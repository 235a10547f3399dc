//! Shared summaries of a file that must not come back: what they tell was forgotten or erased here since.

use crate::{
    error::StoreError,
    host::Host,
    id::{ConversationId, MessageId},
    record::{Record, RecordKey},
    session::Session,
    store::Store,
};
use std::collections::BTreeSet;

impl<S: Store, H: Host> Session<S, H> {
    /// Whether a record is a summary of several conversations that was replaced here, or that tells of messages which were erased
    /// here. `conversations` and `messages` come with the file.
    pub(in crate::session) async fn is_outdated(
        &self,
        record: &Record,
        conversations: &BTreeSet<ConversationId>,
        messages: &BTreeSet<MessageId>,
    ) -> Result<bool, StoreError> {
        let (Record::Summary(summary) | Record::ReplacedSummary(summary)) = record else { return Ok(false) };
        if summary.conversation.is_some() {
            return Ok(false);
        }
        let replaced = RecordKey::ReplacedSummary(None, summary.id);
        if record.key() != replaced && self.store.record(replaced).await?.is_some() {
            return Ok(true);
        }
        let mut here = summary.coverage.iter().filter(|part| !conversations.contains(&part.conversation)).peekable();
        if here.peek().is_none() {
            // All its messages come with the file.
            return Ok(false);
        }
        for part in here {
            if self.store.record(RecordKey::Conversation(part.conversation)).await?.is_none() {
                // It cannot be known which of its messages that conversation had.
                return Ok(false);
            }
        }
        for source in &summary.sources {
            if !messages.contains(&source.message) && self.store.message(source.message).await?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
