//! The tool `search_history`: collects what was found and formats it. The session finds it: by the ranking of recall, or
//! word by word in the messages that it reads.

use super::{
    Contained,
    answers::{Answers, answers, fill},
};
use crate::{
    id::{ConversationId, MessageId},
    manifest::SourceId,
    mark::MarkKind,
    message::{Message, Role},
    snapshot::Snapshot,
    time::Now,
};
use ricordo_record::{author::Author, language::Language};
use ricordo_text::excerpt::around;
use ricordo_text::query::Query;

/// Most messages in the result.
pub const MOST_HITS: usize = 10;
/// Most messages searched word by word, the newest first.
pub const MOST_MESSAGES: usize = 2_000;
/// Length of an excerpt, in characters.
const EXCERPT: usize = 200;

/// A message that was found by ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit<'a> {
    /// Unique id.
    pub message: MessageId,
    /// When it was written, on the writer's clock.
    pub written: Now,
    /// Who wrote it.
    pub role: Role,
    /// The person who wrote it, if several people write.
    pub author: Option<&'a Author>,
    /// The conversation it belongs to, if that is another one.
    pub elsewhere: Option<Elsewhere<'a>>,
    /// The text.
    pub text: &'a str,
    /// The byte offset of the words that matched.
    pub at: usize,
}

/// Another conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elsewhere<'a> {
    /// Unique id.
    pub conversation: ConversationId,
    /// Its title; `None` if it has none, or if the model must not read it.
    pub title: Option<&'a str>,
    /// The messages that the title was made from.
    pub titled_from: &'a [MessageId],
}

/// Collects the hits.
#[derive(Clone, Debug)]
pub struct HistorySearch {
    query: Query,
    now: Now,
    answers: &'static Answers,
    hits: Vec<String>,
    looked_at: usize,
    /// What the hits hold text of.
    pub contained: Contained,
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
        Ok(Self { query, now, answers, hits: Vec::new(), looked_at: 0, contained: Contained::default() })
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// Whether there is no room for more hits.
    pub fn is_full(&self) -> bool {
        self.hits.len() >= MOST_HITS
    }

    /// Whether enough was found, or searched word by word.
    pub fn is_done(&self) -> bool {
        self.is_full() || self.looked_at >= MOST_MESSAGES
    }

    /// Adds a message that was found by ranking.
    pub fn put(&mut self, hit: &Hit<'_>) {
        self.contained.sources.push(SourceId::Message(hit.message));
        if let Some(elsewhere) = hit.elsewhere {
            self.contained.sources.extend(elsewhere.titled_from.iter().copied().map(SourceId::Message));
            self.contained.conversations.push(elsewhere.conversation);
        }
        let elsewhere = hit.elsewhere.map(|elsewhere| match elsewhere.title {
            Some(title) => fill(self.answers.in_conversation, &[("title", title)]),
            None => self.answers.in_another.to_owned(),
        });
        let who = self.who(hit.role, hit.author);
        let elsewhere = elsewhere.unwrap_or_default();
        self.hits.push(format!("{}, {who}{elsewhere}: {}", self.date(hit.written), around(hit.text, hit.at, EXCERPT)));
    }

    /// Searches the next older message. `snapshot` tells what is forgotten and hidden.
    pub fn look_at(&mut self, message: &Message, snapshot: &Snapshot) {
        if self.is_done() {
            return;
        }
        self.looked_at += 1;
        let is_forgotten = snapshot.boundary().is_some_and(|boundary| message.sequence < boundary);
        let is_from_conversation = matches!(message.role, Role::User | Role::Assistant);
        let is_hidden = snapshot.mark(message.id) == Some(MarkKind::Muted) || snapshot.is_not_recalled(message.id);
        if is_forgotten || !is_from_conversation || is_hidden {
            return;
        }
        let text = message.text();
        if let Some(at) = self.query.find(&text) {
            let offset_minutes = message.offset_minutes.unwrap_or(self.now.offset_minutes);
            let written = Now { at: message.created_at, offset_minutes };
            let author = message.author.as_ref();
            let (role, text) = (message.role, text.as_str());
            self.put(&Hit { message: message.id, written, role, author, elsewhere: None, text, at });
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

    fn who<'a>(&self, role: Role, author: Option<&'a Author>) -> &'a str {
        match (role, author) {
            (Role::User, Some(author)) => &author.name,
            (Role::User, None) => self.answers.by_user,
            _ => self.answers.by_assistant,
        }
    }

    /// The local time of a message on the user's clock.
    fn date(&self, written: Now) -> String {
        let wall = written.wall_clock();
        wall.map_or_else(|| self.answers.undated.to_owned(), |wall| format!("{} {}", wall.date(), wall.time()))
    }
}
