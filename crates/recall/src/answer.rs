//! Evaluates a query on the index: matches, ranking, and an excerpt of each hit shown.

use super::{
    excerpt::Excerpt,
    filter::Filter,
    found::{Found, Group, Hit},
    index::Index,
    messages::IndexedMessage,
    pattern::{Answers, Pattern, Score},
    places::ShownSpan,
    target::{Standing, Target},
    things::Thing,
};
use ricordo_record::{id::ConversationId, record::Kind, time::Timestamp};
use ricordo_text::query::Query;

/// A query, and the matches of its words in the vocabulary.
struct Asked<'a> {
    answers: Answers,
    query: Query,
    filter: &'a Filter,
    limit: usize,
}

/// Best first; ties are broken by time, then by index position, the newest first.
type Rank = (Score, Timestamp, u32);

impl Index {
    /// Finds everything that contains all words of `text` as words or prefixes, and returns the best `limit` hits of
    /// each kind. Without words, everything that passes the filter matches, newest first.
    pub fn search(&mut self, text: &str, filter: &Filter, limit: usize) -> Found {
        self.places.renew();
        let pattern = Pattern::new(text);
        let asked = Asked { answers: pattern.ask(&self.vocabulary), query: Query::new(text), filter, limit };
        Found {
            messages: self.find_messages(pattern, &asked),
            conversations: self.find_things(Kind::Conversation, &asked),
            memories: self.find_things(Kind::Memory, &asked),
            summaries: self.find_things(Kind::Summary, &asked),
            tasks: self.find_things(Kind::Task, &asked),
            documents: self.find_things(Kind::Document, &asked),
        }
    }

    fn find_messages(&mut self, pattern: Pattern, asked: &Asked<'_>) -> Group {
        let spans: Vec<Option<&ShownSpan>> =
            self.messages.branches.iter().map(|branch| self.places.span(*branch)).collect();
        let span_of = |indexed: &IndexedMessage| {
            let span = spans.get(indexed.branch as usize).copied().flatten()?;
            span.shown.contains(&indexed.sequence).then_some(span)
        };
        let is_wanted = |indexed: &IndexedMessage| {
            !asked.filter.documents
                && asked.filter.role.is_none_or(|role| indexed.role == role)
                && span_of(indexed).is_some_and(|span| asked.filter.takes(Some(span.conversation), indexed.at))
        };
        // A query extended by typing searches only the previous matches.
        let before = self.last.take().filter(|(last, _)| pattern.narrows(last)).map(|(_, found)| found);
        let everything = self.messages.all.len();
        let mut candidates = before.unwrap_or_else(|| (0..u32::try_from(everything).unwrap_or(u32::MAX)).collect());
        let mut ranks: Vec<Rank> = Vec::new();
        candidates.retain(|&number| {
            let Some(indexed) = &self.messages.all[number as usize] else { return false };
            let Some(score) = asked.answers.score(&indexed.words, &indexed.text) else { return false };
            if is_wanted(indexed) {
                ranks.push((score, indexed.at, number));
            }
            true
        });
        self.last = Some((pattern, candidates));
        let total = ranks.len();
        let hits = best(ranks, asked.limit).into_iter().filter_map(|(_, at, number)| {
            let indexed = self.messages.all[number as usize].as_ref()?;
            let span = span_of(indexed)?;
            let standing = match () {
                () if self.places.is_muted(indexed.id) => Standing::Muted,
                () if indexed.sequence < span.boundary => Standing::Forgotten,
                () => Standing::Active,
            };
            Some(Hit {
                target: Target::Message { id: indexed.id, sequence: indexed.sequence, role: indexed.role, standing },
                conversation: Some(span.conversation),
                at,
                excerpt: Excerpt::new(&indexed.text, &indexed.words, &asked.answers, &asked.query),
            })
        });
        Group { hits: hits.collect(), total }
    }

    fn find_things(&self, kind: Kind, asked: &Asked<'_>) -> Group {
        if asked.filter.role.is_some() || asked.filter.documents && kind != Kind::Document {
            return Group::default();
        }
        let is_there = |id: ConversationId| self.places.is_listed(id);
        let all: Vec<&Thing> = self.things.all.iter().filter(|(key, _)| key.kind() == kind).map(|(_, it)| it).collect();
        let is_wanted = |thing: &Thing| {
            // A summary and a document are hidden together with their conversation; a memory or a task is not.
            let is_there = !matches!(kind, Kind::Summary | Kind::Document) || thing.conversation.is_none_or(is_there);
            is_there && asked.filter.takes(thing.conversation, thing.at)
        };
        let ranked = (0_u32..)
            .zip(&all)
            .filter(|(_, thing)| is_wanted(thing))
            .filter_map(|(number, thing)| Some((asked.answers.score(&thing.words, &thing.text)?, thing.at, number)));
        let ranks: Vec<Rank> = ranked.collect();
        let total = ranks.len();
        let hits = best(ranks, asked.limit).into_iter().filter_map(|(_, at, number)| {
            let thing = all.get(number as usize)?;
            let excerpt = Excerpt::new(&thing.text, &thing.words, &asked.answers, &asked.query);
            Some(Hit { target: thing.target, conversation: thing.conversation, at, excerpt })
        });
        Group { hits: hits.collect(), total }
    }
}

/// The first `limit` ranks in order. The rest is not sorted. The last entries, mostly the newest, are checked first, so
/// that few of the others make it into the list.
fn best(ranks: Vec<Rank>, limit: usize) -> Vec<Rank> {
    let mut best: Vec<Rank> = Vec::new();
    for rank in ranks.into_iter().rev() {
        if best.len() >= limit && best.last().is_none_or(|last| rank <= *last) {
            continue;
        }
        best.insert(best.partition_point(|other| *other > rank), rank);
        best.truncate(limit);
    }
    best
}
