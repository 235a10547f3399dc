//! What is about a text: `/forget <text>` lists it with check boxes.
//!
//! Everything that contains all words of the text as they are written is listed, and, by the ranking of recall, what
//! contains other forms of them. The ranking here needs no index: it ranks the texts that are read anyway. What recall may
//! bring along besides, messages and summaries of other conversations or messages from far above, comes from its index.

use super::Session;
use crate::{
    branch::Sequence,
    error::Error,
    host::Host,
    id::ConversationId,
    manifest::SourceId,
    mark::MarkKind,
    memory::{Memory, MemoryState},
    message::{Message, Role},
    provider::Provider,
    search::Query,
    snapshot::Snapshot,
    store::Store,
    summary::Summary,
};
use ricordo_recall::ranked::{Question, places, rank_texts};
use ricordo_text::{fold::fold, normal::words};

/// Messages searched, newest first.
const LOOKED_AT: u32 = 5_000;
/// Messages per read.
const PAGE: u32 = 500;
/// The most of each kind to choose from.
const MOST_FOUND: usize = 100;
/// The share of the text's words, by their rarity, from which something is listed.
const LEAST_SHARE: f32 = 0.3;

/// Search results for a text: first those that contain its words as they are written, newest first, then the others, best
/// first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Messages of the active branch.
    pub messages: Vec<Message>,
    /// Memories.
    pub memories: Vec<Memory>,
    /// Summaries that the conversation has in its snapshot, then those of other conversations that recall may send.
    pub summaries: Vec<Summary>,
    /// Messages that are not among the others, and that recall may send: of other conversations, or too far above to be read.
    pub recallable: Vec<Message>,
    /// Those that lack a word of the text: they may be about something else.
    pub partial: Vec<SourceId>,
    /// The words that matched, as they are written in what was found, folded.
    pub forms: Vec<String>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// What is stored about a text, and may be sent to a provider.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn find_about(&self, id: ConversationId, text: &str, provider: &Provider) -> Result<About, Error> {
        let mut search = Search::new(text, Question::new(self.host.now()).with(text, 1.0));
        if search.query.is_empty() {
            return Ok(About::default());
        }
        let mut snapshot = self.snapshot(id, 0).await?;
        let memories = std::mem::take(&mut snapshot.memories).into_iter().rev();
        let memories = memories.filter(|memory| memory.state != MemoryState::Archived).collect();
        let own = std::mem::take(&mut snapshot.summaries).into_iter().rev().collect();
        let messages = self.messages_to_search(&snapshot).await?;
        let (mut recallable, elsewhere) = self.recallable_about(id, text, provider).await?;
        recallable.retain(|one| messages.iter().all(|message| message.id != one.id));
        let mut summaries = search.pick(own, |summary: &Summary| (SourceId::Summary(summary.id), summary.text.clone()));
        summaries.extend(elsewhere);
        Ok(About {
            recallable,
            summaries,
            messages: search.pick(messages, |message| (SourceId::Message(message.id), message.text())),
            memories: search.pick(memories, |memory: &Memory| (SourceId::Memory(memory.id), memory.words())),
            partial: search.partial,
            forms: search.forms,
        })
    }

    /// The messages that the model may see, newest first.
    async fn messages_to_search(&self, snapshot: &Snapshot) -> Result<Vec<Message>, Error> {
        let (mut before, mut looked_at) = (Sequence::MAX, 0);
        let mut messages = Vec::new();
        while looked_at < LOOKED_AT {
            let page = self.store.messages(snapshot.conversation.id, before, PAGE).await?;
            let Some(first) = page.first() else { break };
            before = first.sequence;
            looked_at += PAGE;
            messages.extend(page.into_iter().rev().filter(|message| {
                matches!(message.role, Role::User | Role::Assistant)
                    && snapshot.mark(message.id) != Some(MarkKind::Muted)
            }));
        }
        Ok(messages)
    }
}

/// A text that is looked for.
struct Search {
    query: Query,
    question: Question,
    /// Its words with a topic, each alone.
    topics: Vec<[String; 1]>,
    partial: Vec<SourceId>,
    forms: Vec<String>,
}

impl Search {
    fn new(text: &str, question: Question) -> Self {
        let has_topic = |word: &&str| !Question::new(Default::default()).with(word, 1.0).is_empty();
        let topics = words(text).filter(has_topic).map(|word| [word.to_owned()]).collect();
        Self { query: Query::new(text), question, topics, partial: Vec::new(), forms: Vec::new() }
    }

    /// What is about the text, of one kind.
    fn pick<T>(&mut self, all: Vec<T>, read: impl Fn(&T) -> (SourceId, String)) -> Vec<T> {
        let texts: Vec<(SourceId, String)> = all.iter().map(read).collect();
        let exact = (0..all.len()).filter(|at| self.query.matches(&texts[*at].1));
        let mut picked: Vec<usize> = exact.take(MOST_FOUND).collect();
        let ranked: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        for found in rank_texts(&self.question, &ranked, 2 * MOST_FOUND) {
            if picked.len() >= MOST_FOUND {
                break;
            }
            if found.share >= LEAST_SHARE && !picked.contains(&found.index) {
                picked.push(found.index);
                let (source, text) = &texts[found.index];
                self.note(*source, text);
            }
        }
        let mut all: Vec<Option<T>> = all.into_iter().map(Some).collect();
        picked.into_iter().filter_map(|at| all[at].take()).collect()
    }

    /// Notes the words that were found by their form, and whether one is missing.
    fn note(&mut self, source: SourceId, text: &str) {
        let mut is_whole = true;
        for topic in &self.topics {
            let found = places(topic, text);
            is_whole &= !found.is_empty();
            for form in found.into_iter().map(|place| fold(&text[place])) {
                if !self.forms.contains(&form) {
                    self.forms.push(form);
                }
            }
        }
        if !is_whole {
            self.partial.push(source);
        }
    }
}
