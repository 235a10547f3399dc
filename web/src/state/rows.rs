//! Rows of the transcript, one per message. The row of a streaming reply becomes the row of the stored reply, so
//! nothing is drawn twice.

use crate::markdown::Flow;
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    id::MessageId,
    message::{Message, Part, Role},
};
use std::sync::Arc;

/// Progress of an unfinished reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Nothing has arrived.
    Waiting,
    /// The reasoning is arriving.
    Thinking,
    /// The text is arriving.
    Writing,
    /// Another tab receives the reply.
    Elsewhere,
}

/// A message on screen, stored or arriving. Clones share their signals.
#[derive(Clone)]
pub struct Row {
    /// Key that no other row ever had.
    pub key: u64,
    /// Role of the author.
    pub role: Role,
    /// The stored message; `None` while it is arriving.
    pub message: ArcRwSignal<Option<Arc<Message>>>,
    /// Position on the branch.
    pub sequence: ArcRwSignal<Sequence>,
    /// Progress of the reply.
    pub arrival: ArcRwSignal<Arrival>,
    /// Text of the message.
    pub words: Flow,
    /// Reasoning of the model.
    pub thoughts: Flow,
    /// Whether there is any reasoning.
    pub has_thoughts: ArcRwSignal<bool>,
    /// Id that the message will have, if known.
    expected: Option<MessageId>,
}

impl Row {
    /// Creates the row of a stored message.
    pub fn of(key: u64, message: Message) -> Self {
        let (words, thoughts) = (message.text(), thoughts_of(&message.parts));
        let row = Self::new(key, message.role, message.sequence, words, thoughts);
        row.arrival.set(Arrival::Writing);
        row.message.set(Some(Arc::new(message)));
        row
    }

    /// Creates the row of a reply that this tab is about to receive.
    pub fn coming(key: u64, sequence: Sequence) -> Self {
        Self::new(key, Role::Assistant, sequence, String::new(), String::new())
    }

    /// Creates the row of a reply that another tab receives.
    pub fn elsewhere(key: u64, draft: &ricordo_core::draft::ReplyDraft) -> Self {
        let row = Self { expected: Some(draft.message), ..Self::coming(key, draft.sequence) };
        row.arrival.set(Arrival::Elsewhere);
        row.overhear(draft);
        row
    }

    fn new(key: u64, role: Role, sequence: Sequence, words: String, thoughts: String) -> Self {
        Self {
            key,
            role,
            message: ArcRwSignal::new(None),
            sequence: ArcRwSignal::new(sequence),
            arrival: ArcRwSignal::new(Arrival::Waiting),
            words: if role == Role::User { Flow::typed(words) } else { Flow::new(words) },
            has_thoughts: ArcRwSignal::new(!thoughts.is_empty()),
            thoughts: Flow::new(thoughts),
            expected: None,
        }
    }

    /// Id of the message, if known.
    pub fn id(&self) -> Option<MessageId> {
        self.message.with_untracked(|message| message.as_ref().map(|message| message.id)).or(self.expected)
    }

    /// Appends text.
    pub fn write(&self, more: &str) {
        self.words.push(more);
        self.arrived(Arrival::Writing);
    }

    /// Appends reasoning.
    pub fn think(&self, more: &str) {
        self.thoughts.push(more);
        self.set_has_thoughts(true);
        if self.arrival.get_untracked() == Arrival::Waiting {
            self.arrived(Arrival::Thinking);
        }
    }

    /// Shows the draft of a reply that another tab receives. A draft that is read late is older than the stored reply.
    pub fn overhear(&self, draft: &ricordo_core::draft::ReplyDraft) {
        if self.message.with_untracked(Option::is_some) {
            return;
        }
        let thoughts = thoughts_of(&draft.parts);
        self.words.replace(ricordo_core::message::text_of(&draft.parts), false);
        self.set_has_thoughts(!thoughts.is_empty());
        self.thoughts.replace(thoughts, false);
    }

    /// Turns the row into the row of a stored message. Text on screen that is the same is not drawn again.
    pub fn settle(&self, message: &Message) {
        if self.message.with_untracked(|known| known.as_deref() == Some(message)) {
            return;
        }
        let thoughts = thoughts_of(&message.parts);
        self.words.replace(message.text(), true);
        self.set_has_thoughts(!thoughts.is_empty());
        self.thoughts.replace(thoughts, true);
        self.sequence.set(message.sequence);
        self.arrived(Arrival::Writing);
        self.message.set(Some(Arc::new(message.clone())));
    }

    /// Notifies only of a change: each notice draws the reasoning anew, and closes it.
    fn set_has_thoughts(&self, has_thoughts: bool) {
        if self.has_thoughts.get_untracked() != has_thoughts {
            self.has_thoughts.set(has_thoughts);
        }
    }

    fn arrived(&self, arrival: Arrival) {
        if self.arrival.get_untracked() != arrival {
            self.arrival.set(arrival);
        }
    }
}

/// Creates the rows of these messages. Existing rows are reused.
pub fn merge(rows: &[Row], messages: &[Message], mut next_key: impl FnMut() -> u64) -> Vec<Row> {
    let mut first = 0;
    let row_of = |message: &Message| {
        // Both are in the order of the conversation, so the row is after the last match or does not exist.
        if let Some(at) = rows[first..].iter().position(|row| row.id() == Some(message.id)) {
            first += at + 1;
            rows[first - 1].settle(message);
            return rows[first - 1].clone();
        }
        Row::of(next_key(), message.clone())
    };
    messages.iter().map(row_of).collect()
}

/// Index of the row below the `/forget` divider. `None` if nothing is forgotten, or if everything forgotten lies before
/// the loaded rows.
pub fn divider_at(sequences: &[Sequence], boundary: Option<Sequence>) -> Option<usize> {
    let boundary = boundary?;
    let at = sequences.iter().position(|&sequence| sequence >= boundary).unwrap_or(sequences.len());
    (at > 0).then_some(at)
}

fn thoughts_of(parts: &[Part]) -> String {
    let thoughts = parts.iter().filter_map(|part| match part {
        Part::Reasoning { text } => Some(text.as_str()),
        _ => None,
    });
    thoughts.collect()
}

#[cfg(test)]
mod tests;
