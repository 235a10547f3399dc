//! Facts extracted after a turn, for models that cannot save facts by a tool: what is read to find them, and what becomes
//! of those found. The session makes the request.
//!
//! Only the text of the user and the assistant is read. What the prompt added to it (memories, recall) is not a
//! message, and a fact similar to any memory, kept or archived, is skipped. So a memory in the prompt is never
//! extracted again.

use super::{Memories, MemorySource, NewFact, StatedBy};
use crate::{
    branch::Sequence,
    id::{ConversationId, MemoryId, MessageId},
    labels::{Labels, labels},
    mark::MarkKind,
    message::{Author, Finish, Message, Role},
    place::Place,
    prompt::language_of,
    snapshot::Snapshot,
    time::Timestamp,
    tokens::estimate,
};
use ricordo_record::settings::MemorySettings;
use ricordo_text::excerpt::cut;
use ricordo_text::query::Query;

/// A range of a conversation that is read for facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The conversation that was read.
    pub conversation: ConversationId,
    /// The transcript for the prompt: lines of `User: …` and `Assistant: …`, labelled in the language of the messages.
    /// Empty if there is nothing to ask the model.
    pub text: String,
    /// What is in scope of the conversation.
    pub place: Place,
    /// One past the last sequence read: where to continue once the model has answered.
    pub position: Sequence,
    /// The messages of people in the range, with their authors.
    from_user: Vec<(MessageId, String, Option<Author>)>,
}

/// Reads from `position` on: the completed turns that fit into `max_tokens`, the oldest first, without muted and
/// forgotten messages. At least one turn is read, truncated if necessary.
pub fn reading(snapshot: &Snapshot, position: Sequence, max_tokens: u32) -> Reading {
    let conversation = snapshot.conversation.id;
    let mut reading =
        Reading { conversation, text: String::new(), place: snapshot.place(), position, from_user: Vec::new() };
    // The prompt uses the language of the messages, too.
    let words: Vec<String> = snapshot.messages.iter().map(Message::text).collect();
    let labels = labels(language_of(words.iter().map(String::as_str)));
    for turn in turns(&snapshot.messages, position).filter(|turn| is_complete(turn)) {
        let visible = turn.iter().filter(|message| is_visible(snapshot, message));
        let more: Vec<String> = visible.clone().map(|message| transcript_line(message, labels)).collect();
        let mut text = reading.text.clone();
        for line in &more {
            let gap = if text.is_empty() { "" } else { "\n\n" };
            text = format!("{text}{gap}{line}");
        }
        if estimate(&text) > max_tokens {
            if !reading.text.is_empty() {
                break;
            }
            text = cut(&text, max_tokens);
        }
        reading.text = text;
        reading.position = turn.last().map_or(reading.position, |message| message.sequence + 1);
        let from_user = visible.filter(|message| message.role == Role::User);
        reading.from_user.extend(from_user.map(|message| (message.id, message.text(), message.author.clone())));
    }
    reading
}

/// Adds the facts that a model found in a reading, without those that are known or refused. `new_id` supplies the id of
/// each. Returns the new memories: proposals, unless the settings keep them automatically.
pub fn take(
    memories: &mut Memories,
    facts: &[String],
    reading: &Reading,
    settings: &MemorySettings,
    at: Timestamp,
    mut new_id: impl FnMut() -> MemoryId,
) -> Vec<MemoryId> {
    let mut taken = Vec::new();
    for fact in facts {
        let (source, about) = reading.source_of(fact).unzip();
        let about = about.flatten();
        if memories.knows(fact, about, &reading.place) {
            continue;
        }
        let new =
            NewFact { id: new_id(), text: fact, source, by: StatedBy::Model, about, scope: reading.place.scope() };
        if let Ok(added) = memories.add(&new, settings, at) {
            taken.push(added.id());
        }
    }
    taken
}

impl Reading {
    /// The message that the fact most likely came from (the last of those that share the most words with it) and its
    /// author. The author's name counts as part of the message.
    fn source_of(&self, fact: &str) -> Option<(MemorySource, Option<&Author>)> {
        let query = Query::new(fact);
        let words = |(_, text, author): &&(MessageId, String, Option<Author>)| match author {
            Some(author) => query.count(&format!("{}: {text}", author.name)),
            None => query.count(text),
        };
        let (message, _, author) = self.from_user.iter().max_by_key(words)?;
        Some((MemorySource { conversation: self.conversation, message: *message }, author.as_ref()))
    }
}

/// The turns from `position` on, each starting with a user message.
fn turns(messages: &[Message], position: Sequence) -> impl Iterator<Item = &[Message]> {
    let start = messages.iter().position(|message| message.sequence >= position).unwrap_or(messages.len());
    let chunks = messages[start..].chunk_by(|_, next| next.role != Role::User);
    chunks.filter(|turn| turn.first().is_some_and(|first| first.role == Role::User))
}

/// Whether the last reply of a turn ended normally.
fn is_complete(turn: &[Message]) -> bool {
    let reply = turn.iter().rev().find(|message| message.role == Role::Assistant);
    let finish = reply.and_then(|reply| reply.finish.as_ref());
    finish.is_some_and(|finish| finish.is_complete() && *finish != Finish::ToolCalls)
}

fn is_visible(snapshot: &Snapshot, message: &Message) -> bool {
    matches!(message.role, Role::User | Role::Assistant)
        && snapshot.boundary().is_none_or(|boundary| message.sequence >= boundary)
        && snapshot.mark(message.id) != Some(MarkKind::Muted)
        && !message.text().trim().is_empty()
}

fn transcript_line(message: &Message, labels: &Labels) -> String {
    let who = match (message.role, &message.author) {
        (Role::User, Some(author)) => author.name.as_str(),
        (Role::User, None) => labels.user,
        _ => labels.assistant,
    };
    format!("{who}: {}", message.text().trim())
}

#[cfg(test)]
mod tests;
