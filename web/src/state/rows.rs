//! What stands in the transcript: one row per message. A row that streams becomes the row of the stored reply, so that
//! nothing is drawn twice.

use crate::markdown::Flow;
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    id::MessageId,
    message::{Message, Part, Role},
};
use std::sync::Arc;

/// How far a reply is that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Nothing has come yet.
    Waiting,
    /// Its thoughts come.
    Thinking,
    /// Its words come.
    Writing,
    /// Another tab receives it.
    Elsewhere,
}

/// One message on screen, stored or still coming. Clones share it.
#[derive(Clone)]
pub struct Row {
    /// Different for each row ever shown.
    pub key: u64,
    /// Who speaks.
    pub role: Role,
    /// The stored message; `None` while it comes.
    pub message: ArcRwSignal<Option<Arc<Message>>>,
    /// Its place on the branch.
    pub sequence: ArcRwSignal<Sequence>,
    /// How far it is.
    pub arrival: ArcRwSignal<Arrival>,
    /// Its words.
    pub words: Flow,
    /// What the model thought.
    pub thoughts: Flow,
    /// Whether there are thoughts.
    pub has_thoughts: ArcRwSignal<bool>,
    /// The id it will have, where that is known.
    expected: Option<MessageId>,
}

impl Row {
    /// The row of a stored message.
    pub fn of(key: u64, message: Message) -> Self {
        let (words, thoughts) = (message.text(), thoughts_of(&message.parts));
        let row = Self::new(key, message.role, message.sequence, words, thoughts);
        row.arrival.set(Arrival::Writing);
        row.message.set(Some(Arc::new(message)));
        row
    }

    /// The row of a reply that this tab is about to receive.
    pub fn coming(key: u64, sequence: Sequence) -> Self {
        Self::new(key, Role::Assistant, sequence, String::new(), String::new())
    }

    /// The row of a reply that another tab receives.
    pub fn elsewhere(key: u64, draft: &ricordo_core::draft::ReplyDraft) -> Self {
        let (words, thoughts) = (ricordo_core::message::text_of(&draft.parts), thoughts_of(&draft.parts));
        let row = Self::new(key, Role::Assistant, draft.sequence, words, thoughts);
        row.arrival.set(Arrival::Elsewhere);
        Self { expected: Some(draft.message), ..row }
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

    /// The id of its message, where that is known.
    pub fn id(&self) -> Option<MessageId> {
        self.message.with_untracked(|message| message.as_ref().map(|message| message.id)).or(self.expected)
    }

    /// More words.
    pub fn write(&self, more: &str) {
        self.words.push(more);
        self.arrived(Arrival::Writing);
    }

    /// More thoughts.
    pub fn think(&self, more: &str) {
        self.thoughts.push(more);
        if !self.has_thoughts.get_untracked() {
            self.has_thoughts.set(true);
        }
        if self.arrival.get_untracked() == Arrival::Waiting {
            self.arrived(Arrival::Thinking);
        }
    }

    /// So much of it has come to the other tab.
    pub fn overhear(&self, draft: &ricordo_core::draft::ReplyDraft) {
        let thoughts = thoughts_of(&draft.parts);
        self.words.replace(ricordo_core::message::text_of(&draft.parts));
        self.has_thoughts.set(!thoughts.is_empty());
        self.thoughts.replace(thoughts);
    }

    /// It is this message now. The words on screen stay where they are the same.
    pub fn settle(&self, message: &Message) {
        if self.message.with_untracked(|known| known.as_deref() == Some(message)) {
            return;
        }
        let thoughts = thoughts_of(&message.parts);
        self.words.replace(message.text());
        self.has_thoughts.set(!thoughts.is_empty());
        self.thoughts.replace(thoughts);
        self.sequence.set(message.sequence);
        self.arrived(Arrival::Writing);
        self.message.set(Some(Arc::new(message.clone())));
    }

    fn arrived(&self, arrival: Arrival) {
        if self.arrival.get_untracked() != arrival {
            self.arrival.set(arrival);
        }
    }
}

/// The rows of these messages. Rows that are there already stay.
pub fn merge(rows: &[Row], messages: &[Message], mut next_key: impl FnMut() -> u64) -> Vec<Row> {
    let mut first = 0;
    let row_of = |message: &Message| {
        // Both are in the order of the conversation: the row is the next one or not there.
        if let Some(at) = rows[first..].iter().position(|row| row.id() == Some(message.id)) {
            first += at + 1;
            rows[first - 1].settle(message);
            return rows[first - 1].clone();
        }
        Row::of(next_key(), message.clone())
    };
    messages.iter().map(row_of).collect()
}

/// Where the divider stands: before the row of this index. `None`: nothing is forgotten, or all of it lies before what is
/// on screen.
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
mod tests {
    use super::divider_at;

    #[test]
    fn the_divider_stands_before_the_first_message_that_is_sent() {
        assert_eq!(divider_at(&[4, 5, 6, 7], Some(6)), Some(2));
        assert_eq!(divider_at(&[4, 5, 6, 7], None), None);
    }

    #[test]
    fn right_after_forget_it_stands_at_the_end() {
        assert_eq!(divider_at(&[0, 1], Some(2)), Some(2));
    }

    #[test]
    fn it_is_not_shown_where_what_was_forgotten_is_not_on_screen() {
        assert_eq!(divider_at(&[50, 51], Some(10)), None);
        assert_eq!(divider_at(&[], Some(0)), None);
    }
}
