//! The tool `search_history`: finds messages by words and formats them. The session reads the messages.

use super::answers::{Answers, answers};
use crate::{
    mark::MarkKind,
    message::{Message, Role},
    snapshot::Snapshot,
    time::Now,
};
use ricordo_record::language::Language;
use ricordo_text::excerpt::around;
use ricordo_text::query::Query;

/// Most messages in the result.
pub const MOST_HITS: usize = 10;
/// Most messages searched, the newest first.
pub const MOST_MESSAGES: usize = 2_000;
/// Length of an excerpt, in characters.
const EXCERPT: usize = 200;

/// Searches messages from the newest back and collects the hits.
#[derive(Clone, Debug)]
pub struct HistorySearch {
    query: Query,
    now: Now,
    answers: &'static Answers,
    hits: Vec<String>,
    looked_at: usize,
}

impl HistorySearch {
    /// A search for the words of `query`.
    ///
    /// # Errors
    /// A tool error if the query has no words.
    pub fn new(query: &str, now: Now, language: Language) -> Result<Self, String> {
        let answers = answers(language);
        let query = Query::new(query);
        if query.is_empty() {
            return Err(answers.no_words.to_owned());
        }
        Ok(Self { query, now, answers, hits: Vec::new(), looked_at: 0 })
    }

    /// Whether enough was found or searched.
    pub fn is_done(&self) -> bool {
        self.hits.len() >= MOST_HITS || self.looked_at >= MOST_MESSAGES
    }

    /// Searches the next older message. `snapshot` tells what is forgotten and muted.
    pub fn look_at(&mut self, message: &Message, snapshot: &Snapshot) {
        if self.is_done() {
            return;
        }
        self.looked_at += 1;
        let is_forgotten = snapshot.boundary().is_some_and(|boundary| message.sequence < boundary);
        let is_from_conversation = matches!(message.role, Role::User | Role::Assistant);
        if is_forgotten || !is_from_conversation || snapshot.mark(message.id) == Some(MarkKind::Muted) {
            return;
        }
        let text = message.text();
        if let Some(at) = self.query.find(&text) {
            let who = if message.role == Role::User { self.answers.by_user } else { self.answers.by_assistant };
            self.hits.push(format!("{}, {who}: {}", self.date(message), around(&text, at, EXCERPT)));
        }
    }

    /// The answer for the model.
    pub fn answer_text(&self) -> String {
        if self.hits.is_empty() {
            let is_all = self.looked_at < MOST_MESSAGES;
            return if is_all { self.answers.not_found } else { self.answers.not_found_lately }.to_owned();
        }
        self.hits.join("\n")
    }

    /// The local time of the message on the user's clock.
    fn date(&self, message: &Message) -> String {
        let offset_minutes = message.offset_minutes.unwrap_or(self.now.offset_minutes);
        let wall = Now { at: message.created_at, offset_minutes }.wall_clock();
        wall.map_or_else(|| self.answers.undated.to_owned(), |wall| format!("{} {}", wall.date(), wall.time()))
    }
}
