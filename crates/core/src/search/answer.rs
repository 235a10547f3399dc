//! How the index answers: what holds the words, the best of it, and an excerpt of each that is shown.

use super::{
    excerpt::Excerpt,
    index::{Filter, Found, Group, Hit, Index, Standing, Target},
    messages::Said,
    pattern::{Answers, Pattern, Score},
    places::Stretch,
    things::Thing,
};
use crate::{id::ConversationId, record::Kind, time::Timestamp};
use ricordo_text::query::Query;

/// What is typed, and what the vocabulary answers.
struct Asked<'a> {
    answers: Answers,
    query: Query,
    filter: &'a Filter,
    limit: usize,
}

/// The best first; among equals the newest, and what came in last.
type Rank = (Score, Timestamp, u32);

impl Index {
    /// What holds all the words of `text`, each perhaps only begun: the best `limit` of each kind. Without words it is
    /// everything that the filter takes, the newest first.
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
        }
    }

    fn find_messages(&mut self, pattern: Pattern, asked: &Asked<'_>) -> Group {
        let stretches: Vec<Option<&Stretch>> =
            self.messages.branches.iter().map(|branch| self.places.stretch(*branch)).collect();
        let stretch_of = |said: &Said| {
            let stretch = stretches.get(said.branch as usize).copied().flatten()?;
            stretch.shown.contains(&said.sequence).then_some(stretch)
        };
        let is_wanted = |said: &Said| {
            asked.filter.role.is_none_or(|role| said.role == role)
                && stretch_of(said).is_some_and(|stretch| asked.filter.takes(Some(stretch.conversation), said.at))
        };
        // Whoever types on looks only among what was found before.
        let before = self.last.take().filter(|(last, _)| pattern.narrows(last)).map(|(_, found)| found);
        let everything = self.messages.all.len();
        let mut candidates = before.unwrap_or_else(|| (0..u32::try_from(everything).unwrap_or(u32::MAX)).collect());
        let mut ranks: Vec<Rank> = Vec::new();
        candidates.retain(|&number| {
            let Some(said) = &self.messages.all[number as usize] else { return false };
            let Some(score) = asked.answers.score(&said.words, &said.text) else { return false };
            if is_wanted(said) {
                ranks.push((score, said.at, number));
            }
            true
        });
        self.last = Some((pattern, candidates));
        let total = ranks.len();
        let hits = best(ranks, asked.limit).into_iter().filter_map(|(_, at, number)| {
            let said = self.messages.all[number as usize].as_ref()?;
            let stretch = stretch_of(said)?;
            let standing = match () {
                () if self.places.is_muted(said.id) => Standing::Muted,
                () if said.sequence < stretch.boundary => Standing::Forgotten,
                () => Standing::Active,
            };
            Some(Hit {
                target: Target::Message { id: said.id, sequence: said.sequence, role: said.role, standing },
                conversation: Some(stretch.conversation),
                at,
                excerpt: Excerpt::new(&said.text, &said.words, &asked.answers, &asked.query),
            })
        });
        Group { hits: hits.collect(), total }
    }

    fn find_things(&self, kind: Kind, asked: &Asked<'_>) -> Group {
        if asked.filter.role.is_some() {
            return Group::default();
        }
        let is_there = |id: ConversationId| self.places.is_listed(id);
        let all: Vec<&Thing> = self.things.all.iter().filter(|(key, _)| key.kind() == kind).map(|(_, it)| it).collect();
        let is_wanted = |thing: &Thing| {
            // A summary goes with its conversation; a memory or a task stays.
            let is_there = kind != Kind::Summary || thing.conversation.is_none_or(is_there);
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

/// The first `limit` in order. The others are not sorted, and those that came in last, mostly the newest, are looked at
/// first: few of the others then find a place.
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
