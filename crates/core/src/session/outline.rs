//! The outline of a conversation: the turns of the user and the headings of the replies, a page at a time, and what the
//! next request holds of them.

use super::Session;
use crate::{
    branch::Sequence,
    compile::Compiled,
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    inspect::Held,
    mark::{self, Mark, MarkKind},
    message::{Message, Role},
    store::Store,
    time::Timestamp,
};

/// The most characters of a row: about two lines of a narrow panel.
const LONGEST: usize = 120;

/// A heading of a Markdown text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text, without markup.
    pub text: String,
}

/// What a row of an outline stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineKind {
    /// A message of the user.
    Turn,
    /// A reply that is pinned or muted.
    Reply,
    /// A heading of a message.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its number among the headings of its message, from 0.
        number: u32,
    },
}

/// A row of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    /// What it stands for.
    pub kind: OutlineKind,
    /// The message.
    pub message: MessageId,
    /// Position of the message on the active branch.
    pub sequence: Sequence,
    /// The beginning of the message, or the heading, on one line. Empty if the message has no text.
    pub text: String,
    /// When the message was created.
    pub at: Timestamp,
    /// The author's offset from UTC at that time, in minutes, if known.
    pub offset_minutes: Option<i32>,
    /// The mark of the message; `None` for a heading.
    pub mark: Option<MarkKind>,
}

/// A page of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlinePage {
    /// The rows, oldest first.
    pub rows: Vec<OutlineRow>,
    /// The sequence of the first message that was read; `None`: there are no messages before.
    pub first: Option<Sequence>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The rows for the last `limit` messages before a sequence on the active branch, in O(`limit`). `marks` are those of
    /// the conversation; `headings` finds the headings of a text.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn outline(
        &self,
        id: ConversationId,
        before: Sequence,
        limit: u32,
        marks: &[Mark],
        headings: impl Fn(&str) -> Vec<Heading>,
    ) -> Result<OutlinePage, Error> {
        let messages = self.store.messages(id, before, limit).await?;
        let rows = messages.iter().flat_map(|message| rows_of(message, marks, &headings)).collect();
        Ok(OutlinePage { rows, first: messages.first().map(|message| message.sequence) })
    }

    /// What a request that was compiled for the next message holds of the messages of the conversation.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn held(&self, id: ConversationId, compiled: &Compiled) -> Result<Held, Error> {
        Ok(Held::of(compiled, &self.snapshot(id, 1).await?))
    }
}

fn rows_of(message: &Message, marks: &[Mark], headings: &impl Fn(&str) -> Vec<Heading>) -> Vec<OutlineRow> {
    let mark = mark::of(marks, message.id);
    let row = |kind, text: &str| OutlineRow {
        kind,
        message: message.id,
        sequence: message.sequence,
        text: one_line(text),
        at: message.created_at,
        offset_minutes: message.offset_minutes,
        mark: mark.filter(|_| matches!(kind, OutlineKind::Turn | OutlineKind::Reply)),
    };
    match message.role {
        Role::User => vec![row(OutlineKind::Turn, &message.text())],
        Role::Assistant => {
            let text = message.text();
            let is_marked = matches!(mark, Some(MarkKind::Pinned | MarkKind::Muted));
            let own = is_marked.then(|| row(OutlineKind::Reply, first_words(&text)));
            let under = (0..)
                .zip(headings(&text))
                .map(|(number, heading)| row(OutlineKind::Heading { level: heading.level, number }, &heading.text));
            own.into_iter().chain(under).collect()
        }
        Role::Tool | Role::System => Vec::new(),
    }
}

/// The first line of a Markdown text that has words, without the marks that it begins with.
fn first_words(text: &str) -> &str {
    let lines = text.lines().map(|line| line.trim_matches(|letter: char| !letter.is_alphanumeric()));
    lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default()
}

/// The beginning of a text on one line, cut at the end of a word if one is near.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut characters = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if characters + length > LONGEST {
            if line.is_empty() {
                line.extend(word.chars().take(LONGEST));
            }
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        characters += length + 1;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_begins_with_its_first_words() {
        for (text, words) in [
            ("# Day one\n\nTake the tram.", "Day one"),
            ("\n---\n> **Take** the tram.\n", "Take** the tram"),
            ("Їдьте трамваєм", "Їдьте трамваєм"),
            ("…\n", ""),
        ] {
            assert_eq!(first_words(text), words);
        }
    }

    #[test]
    fn a_row_is_one_line_that_ends_with_a_word() {
        assert_eq!(one_line("  How do I\nget   there? "), "How do I get there?");
        assert_eq!(one_line(" \n "), "");
        let long = "word ".repeat(LONGEST);
        assert_eq!(one_line(&long), format!("{}…", "word ".repeat(LONGEST / 5).trim_end()));
        assert_eq!(one_line(&"я".repeat(2 * LONGEST)), format!("{}…", "я".repeat(LONGEST)));
    }
}
