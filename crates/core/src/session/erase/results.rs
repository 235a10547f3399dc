//! Results of tools that hold erased text. The messages with them stay, and a sentence takes the place of each result.
//! Requests in which it was sent cannot be shown any more, because the message is not what was sent.

use super::{super::Session, erased::ErasedRecords};
use crate::{
    change::Change,
    compile::message_tokens,
    error::Error,
    host::Host,
    id::MessageId,
    manifest::{Fragment, FragmentContent},
    message::{Message, Part},
    record::Record,
    store::Store,
    tools::answers::answers,
};
use std::collections::BTreeMap;

impl<S: Store, H: Host> Session<S, H> {
    /// Erases the results that hold text of what `erased` erases.
    pub(super) async fn erase_results(&self, erased: &mut ErasedRecords) -> Result<(), Error> {
        let found = self.store.linked(erased.held_by_results(), u32::MAX).await?.into_iter().flatten();
        let mut results: BTreeMap<MessageId, Vec<usize>> = BTreeMap::new();
        for key in ricordo_text::small_sort::set(found) {
            if let Some(Record::Fragment(Fragment { content, .. })) = self.store.record(key).await?
                && let FragmentContent::Result { message, part, .. } = content
            {
                erased.keys.insert(key);
                if !erased.messages.contains(&message) {
                    results.entry(message).or_default().push(part as usize);
                }
            }
        }
        if results.is_empty() {
            return Ok(());
        }
        let sentence = answers(self.settings().await?.language).erased;
        for (id, parts) in results {
            // Undo entries may hold it even if it is not there.
            erased.results.insert(id);
            if let Some(message) = self.store.message(id).await? {
                erased.puts.push(Change::Put(Record::Message(Box::new(without(message, &parts, sentence)))));
            }
        }
        Ok(())
    }
}

/// The message with a sentence instead of some of its results.
fn without(mut message: Message, parts: &[usize], sentence: &str) -> Message {
    for part in parts {
        // The result of a call that waits for the user again, because the decision was undone, holds none of it.
        if let Some(Part::ToolResult { content, held: false, .. }) = message.parts.get_mut(*part) {
            sentence.clone_into(content);
        }
    }
    Message { tokens: message_tokens(&message.parts), exact: None, ..message }
}
