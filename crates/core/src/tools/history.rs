//! The tool `search_history`: which messages are found by words, and how they are told. Reading them is the session's.

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

/// How many messages are found at most.
pub const MOST_HITS: usize = 10;
/// How many messages are looked at, the newest first.
pub const MOST_MESSAGES: usize = 2_000;
/// How long an excerpt is, in characters.
const EXCERPT: usize = 200;

/// Looks at messages from the newest back, and gathers what is found.
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
    /// A tool error: there are no words in it.
    pub fn new(query: &str, now: Now, language: Language) -> Result<Self, String> {
        let answers = answers(language);
        let query = Query::new(query);
        if query.is_empty() {
            return Err(answers.no_words.to_owned());
        }
        Ok(Self { query, now, answers, hits: Vec::new(), looked_at: 0 })
    }

    /// Whether enough was found or looked at.
    pub fn is_done(&self) -> bool {
        self.hits.len() >= MOST_HITS || self.looked_at >= MOST_MESSAGES
    }

    /// Looks at the next message, going back. `snapshot` tells what is forgotten and muted.
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

    /// What the model is told.
    pub fn answer_text(&self) -> String {
        if self.hits.is_empty() {
            let is_all = self.looked_at < MOST_MESSAGES;
            return if is_all { self.answers.not_found } else { self.answers.not_found_lately }.to_owned();
        }
        self.hits.join("\n")
    }

    /// When it was said, as the user's clock showed it.
    fn date(&self, message: &Message) -> String {
        let offset_minutes = message.offset_minutes.unwrap_or(self.now.offset_minutes);
        let wall = Now { at: message.created_at, offset_minutes }.wall_clock();
        wall.map_or_else(|| self.answers.undated.to_owned(), |wall| format!("{} {}", wall.date(), wall.time()))
    }
}
