//! Exact token counts: counts each message of the window once with the tokenizer of the settings, and stores the
//! result.

use super::{Session, loading::first_page};
use crate::{
    change::Change,
    compile::TOKENS_PER_MESSAGE,
    error::{Error, StoreError},
    host::Host,
    id::ConversationId,
    labels::tools_used_line,
    message::{ExactTokens, Message, Part},
    record::{Record, RecordKey},
    settings::Language,
    store::Store,
    tokens::counter::{CountError, TokenCounter},
};

/// Why messages were not counted.
#[derive(Debug, PartialEq)]
pub enum NotCounted {
    /// Counting is not available; the estimates stay in use.
    Counter(CountError),
    /// [`Error::NoConversation`], [`Error::Store`].
    Error(Error),
}

impl From<Error> for NotCounted {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<StoreError> for NotCounted {
    fn from(error: StoreError) -> Self {
        Self::Error(error.into())
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Counts the messages of the window that have no count yet, stores the counts and returns their number. Does
    /// nothing where the settings do not ask for exact counts. A message is not counted again with the same tokenizer.
    ///
    /// # Errors
    /// [`NotCounted`]; the estimates stay in use where counting is not available.
    pub async fn count_exactly<C: TokenCounter>(&self, counter: &C, id: ConversationId) -> Result<usize, NotCounted> {
        let settings = self.settings().await?;
        let Some(tokenizer) = settings.exact_counts else {
            return Ok(0);
        };
        let mut snapshot = self.snapshot(id, first_page(&settings)).await?;
        self.load_window(&mut snapshot, &settings, true).await?;
        let is_new = |message: &Message| message.exact.is_none_or(|exact| exact.tokenizer != tokenizer);
        // The cost of an image depends on its size, not on the tokenizer: such a message keeps its estimate.
        let is_words = |message: &Message| !message.parts.iter().any(|part| matches!(part, Part::Image { .. }));
        let uncounted: Vec<Message> =
            snapshot.messages.into_iter().filter(|message| is_new(message) && is_words(message)).collect();
        if uncounted.is_empty() {
            return Ok(0);
        }
        let texts: Vec<String> = uncounted.iter().map(|message| counted_text(&message.parts)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let counts = counter.count(tokenizer, &texts).await.map_err(NotCounted::Counter)?;
        let counted = uncounted.into_iter().zip(counts).map(|(message, tokens)| {
            let tokens = tokens.saturating_add(TOKENS_PER_MESSAGE);
            (message, ExactTokens { tokenizer, tokens })
        });
        self.store_counts(counted.collect()).await
    }

    /// Stores the counts of the messages that are still as they were when they were counted, and returns their number. Loading
    /// a vocabulary takes seconds, and meanwhile a message may be erased, or the result of a held call replaced.
    async fn store_counts(&self, counted: Vec<(Message, ExactTokens)>) -> Result<usize, NotCounted> {
        let keys = counted.iter().map(|(message, _)| RecordKey::Message(message.branch, message.sequence));
        let stored = self.store.several_between(keys.map(|key| (key, key)).collect()).await?;
        let unchanged = counted.into_iter().zip(stored).filter_map(|((message, exact), stored)| {
            let before = Record::Message(Box::new(message.clone()));
            let counted = Record::Message(Box::new(Message { exact: Some(exact), ..message }));
            stored.contains(&before).then_some((Change::Put(before), Change::Put(counted)))
        });
        let (before, changes): (Vec<Change>, Vec<Change>) = unchanged.unzip();
        let count = changes.len();
        // The last change comes first.
        let back = self.store.apply(changes).await?.into_iter().rev();
        // One may have been erased or replaced between the read and the write.
        let wrong: Vec<Change> =
            back.zip(before).filter(|(back, before)| back != before).map(|(back, _)| back).collect();
        let kept = count - wrong.len();
        if !wrong.is_empty() {
            self.store.apply(wrong).await?;
        }
        Ok(kept)
    }
}

/// All text of a message that is sent.
fn counted_text(parts: &[Part]) -> String {
    let texts = parts.iter().map(|part| match part {
        Part::Text { text } => text.clone(),
        Part::ToolCall { name, arguments, .. } => format!("{name}{arguments}"),
        Part::ToolResult { content, .. } => content.clone(),
        Part::File { name, .. } => format!("[file: {name}]"),
        Part::ToolsUsed { names } => tools_used_line(names, Language::En),
        Part::Reasoning { .. } | Part::Image { .. } => String::new(),
    });
    texts.collect()
}
