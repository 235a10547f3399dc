//! The sources of summaries and facts: text by people and the model that the model may still see.
//!
//! Tool calls and results, reasoning, forgotten or muted messages, and messages without text are excluded.

use super::Source;
use crate::{
    branch::Sequence,
    digest::Digest,
    labels::{Labels, labels},
    mark::{self, Mark, MarkKind},
    message::{Message, Role},
    prompt::language_of,
    time::Timestamp,
    tokens::estimate,
};

/// Longest speaker name, in characters. Longer names are truncated, so that a name cannot fill a prompt.
const LONGEST_NAME: usize = 60;

/// Number of messages used to detect the language.
const LANGUAGE_SAMPLE: usize = 40;

/// A message as a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMessage {
    /// Id and digest of the message.
    pub source: Source,
    /// Position in the conversation.
    pub sequence: Sequence,
    /// When it was created.
    pub at: Timestamp,
    /// The author's name, or the label of the user or the assistant in the language of the messages.
    pub speaker: String,
    /// The text, without surrounding white space.
    pub text: String,
    /// Size as counted when the message was stored, in tokens.
    pub tokens: u32,
    /// Size of the text alone, in tokens. Estimated as messages are read, a page at a time, because estimating a long
    /// conversation at once would be noticeable.
    pub text_tokens: u32,
}

/// The sources among `messages`, in their order. `boundary` is the forget boundary of their branch.
pub fn sources(messages: &[Message], boundary: Option<Sequence>, marks: &[Mark]) -> Vec<SourceMessage> {
    let visible: Vec<&Message> = messages
        .iter()
        .filter(|message| boundary.is_none_or(|boundary| message.sequence >= boundary))
        .filter(|message| mark::of(marks, message.id) != Some(MarkKind::Muted))
        .collect();
    let words: Vec<String> = visible.iter().take(LANGUAGE_SAMPLE).map(|message| message.text()).collect();
    let labels = labels(language_of(words.iter().map(String::as_str)));
    visible.into_iter().filter_map(|message| source_message(message, labels)).collect()
}

/// A message as a source; `None` if it has no text by a person or the model.
fn source_message(message: &Message, labels: &Labels) -> Option<SourceMessage> {
    let speaker = match (message.role, &message.author) {
        (Role::User | Role::Assistant, Some(author)) if !author.name.trim().is_empty() => {
            author.name.trim().chars().filter(|char| !char.is_control()).take(LONGEST_NAME).collect()
        }
        (Role::User, _) => labels.user.to_owned(),
        (Role::Assistant, _) => labels.assistant.to_owned(),
        (Role::Tool | Role::System, _) => return None,
    };
    let text = message.text().trim().to_owned();
    (!text.is_empty()).then(|| SourceMessage {
        source: source(message),
        sequence: message.sequence,
        at: message.created_at,
        speaker,
        text_tokens: estimate(&text),
        text,
        tokens: message.tokens,
    })
}

/// A message id with the digest of its parts.
pub fn source(message: &Message) -> Source {
    Source { message: message.id, digest: Digest::of_value(&message.parts) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        message::{Author, Part},
        testing::sample,
    };

    #[test]
    fn only_words_that_the_model_may_see_are_sources() {
        let mut messages: Vec<Message> = (0..7).map(|n| sample::message(1, n, &format!("Words {n}"))).collect();
        messages[2].author = Some(Author { name: " Anna ".to_owned(), username: None, id: None });
        messages[3].role = Role::Tool;
        messages[4].parts = vec![Part::Text { text: " \n".to_owned() }];
        messages[5].parts = vec![
            Part::Reasoning { text: "Hm.".to_owned() },
            Part::ToolCall { id: "1".to_owned(), name: "find".to_owned(), arguments: "{}".to_owned(), back: None },
        ];
        let muted = Mark {
            conversation: sample::conversation_id(1),
            message: messages[6].id,
            kind: MarkKind::Muted,
            at: Timestamp(0),
            rating: None,
            not_recalled: false,
        };
        let found = sources(&messages, Some(1), &[muted]);
        let found: Vec<_> = found.iter().map(|input| (input.speaker.as_str(), input.text.as_str())).collect();
        assert_eq!(found, [("Assistant", "Words 1"), ("Anna", "Words 2")]);
    }

    #[test]
    fn who_speaks_is_named_in_the_language_of_the_messages() {
        let messages = [sample::message(1, 0, "Де ти живеш?"), sample::message(1, 1, "У цій сторінці.")];
        let found = sources(&messages, None, &[]);
        let speakers: Vec<_> = found.iter().map(|input| input.speaker.as_str()).collect();
        assert_eq!(speakers, ["Користувач", "Асистент"]);
    }

    #[test]
    fn another_text_is_another_source() {
        let (one, other) = (sample::message(1, 0, "One"), sample::message(1, 0, "Other"));
        assert_ne!(source(&one).digest, source(&other).digest);
        assert_eq!(source(&one), source(&one.clone()));
    }
}
