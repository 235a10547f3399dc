//! The memories layer: user data, facts, and compressed history that is kept as a memory.

use super::{Counter, LayerKind, Omitted, OmittedReason, item::Item, people, summaries};
use crate::{
    labels::labels,
    manifest::SourceId,
    memory::{Memory, MemoryState},
    message::{Author, Role, is_same_person},
    model::RequestMessage,
    settings::{Language, Settings},
    snapshot::Snapshot,
    summary::Summary,
};

/// The kept facts in scope about a person that are sent in every request, in the order in which they are sent: oldest first, so that a new one comes last and
/// the part before it can be reused.
pub(super) fn kept<'a>(snapshot: &'a Snapshot, person: Option<&Author>) -> Vec<&'a Memory> {
    let place = snapshot.place();
    let in_scope = snapshot.memories.iter().filter(|memory| memory.scope.reaches(&place));
    let facts = in_scope.filter(|memory| memory.field.is_none() && memory.is_about(person));
    let mut kept: Vec<&Memory> =
        facts.filter(|memory| memory.state == MemoryState::Kept && memory.key_words.is_empty()).collect();
    ricordo_text::small_sort::by_key(&mut kept, |memory| (memory.created_at, memory.id));
    kept
}

/// Facts as a bullet list.
pub(super) fn bullets(facts: &[&Memory]) -> String {
    facts.iter().map(|fact| format!("- {}", fact.text)).collect::<Vec<_>>().join("\n")
}

/// Splits facts into those that fit into `most` tokens and those that do not; `tokens` measures a list of facts. The
/// least recently used are dropped first, pinned ones last.
pub(super) fn fitting(
    facts: Vec<&Memory>,
    most: u32,
    tokens: impl Fn(&[&Memory]) -> u32,
) -> (Vec<&Memory>, Vec<&Memory>) {
    let mut by_use: Vec<&Memory> = facts.clone();
    ricordo_text::small_sort::by_key(&mut by_use, |fact| (fact.pinned, fact.last_used_at, fact.created_at, fact.id));
    let mut dropped = Vec::new();
    let mut fitting = facts;
    for least in by_use {
        if tokens(&fitting) <= most {
            break;
        }
        fitting.retain(|fact| fact.id != least.id);
        dropped.push(least);
    }
    (fitting, dropped)
}

/// What the layer would send with unlimited room.
pub(super) struct Wanted<'a> {
    user_data: Option<RequestMessage>,
    facts: Vec<&'a Memory>,
    summaries: Vec<&'a Summary>,
    settings: &'a Settings,
    /// The people who write in the conversation.
    people: Vec<Option<&'a Author>>,
    /// The user's name among them.
    user: String,
}

impl<'a> Wanted<'a> {
    /// `author` writes now; `in_prompt` is the person whose facts are already in the system prompt.
    pub(super) fn of(
        snapshot: &'a Snapshot,
        summaries: Vec<&'a Summary>,
        author: Option<&'a Author>,
        in_prompt: Option<Option<&Author>>,
        settings: &'a Settings,
    ) -> Self {
        let language = settings.language;
        let people = people::of(snapshot, author);
        let user = people::user_name(snapshot, language);
        let user_data = user_data(snapshot, &people, &user, language);
        let is_in_prompt = |person| in_prompt.is_some_and(|other| is_same_person(other, person));
        let facts = people.iter().filter(|person| !is_in_prompt(**person)).flat_map(|person| kept(snapshot, *person));
        Self { user_data, facts: facts.collect(), summaries, settings, people, user }
    }

    /// The total size, in tokens.
    pub(super) fn tokens(&self, counter: Counter) -> u32 {
        let facts = self.facts_message(&self.facts);
        let all = self.user_data.iter().chain(&facts).map(|message| counter.parts(&message.parts));
        let summaries =
            self.summaries.iter().map(|summary| summaries::tokens(summary, self.settings.language, counter));
        all.chain(summaries).fold(0, u32::saturating_add)
    }

    /// What fits into `most` tokens: user data first, then facts, then summaries, each of which has some room.
    pub(super) fn fit(self, most: u32, counter: Counter, omitted: &mut Vec<Omitted>) -> Vec<Item> {
        let mut left = most;
        let mut items: Vec<Item> = Vec::new();
        let mut take = |message: RequestMessage, sources: Vec<SourceId>, left: &mut u32| {
            let tokens = counter.parts(&message.parts);
            if tokens > *left {
                return Err(tokens);
            }
            *left -= tokens;
            items.push(Item { message, sources });
            Ok(())
        };
        if let Some(user_data) = self.user_data.clone()
            && let Err(tokens) = take(user_data, Vec::new(), &mut left)
        {
            omitted.push(left_out(tokens.into(), Vec::new()));
        }
        // The messages that summaries stand for are not sent, so something of each has to be.
        let reserved = summaries::least(&self.summaries, left / 2, self.settings, counter);
        let (facts, dropped) = fitting(self.facts.clone(), left - reserved, |facts| {
            self.facts_message(facts).map_or(0, |message| counter.parts(&message.parts))
        });
        if let Some(message) = self.facts_message(&facts) {
            let sources = facts.iter().map(|fact| SourceId::Memory(fact.id)).collect();
            if let Err(tokens) = take(message, sources, &mut left) {
                omitted.push(left_out(tokens.into(), facts.iter().map(|fact| SourceId::Memory(fact.id)).collect()));
            }
        }
        if !dropped.is_empty() {
            let tokens = dropped.iter().map(|fact| u64::from(counter.text(&fact.text))).sum();
            omitted.push(left_out(tokens, dropped.iter().map(|fact| SourceId::Memory(fact.id)).collect()));
        }
        let layer = LayerKind::Memories;
        items.extend(summaries::fit(&self.summaries, layer, left, self.settings, counter, omitted));
        items
    }

    fn facts_message(&self, facts: &[&Memory]) -> Option<RequestMessage> {
        let label = labels(self.settings.language).facts;
        let sections = self.people.iter().filter_map(|person| {
            let own: Vec<&Memory> = facts.iter().copied().filter(|fact| fact.is_about(*person)).collect();
            let heading = || people::heading(label, *person, &self.people, &self.user);
            (!own.is_empty()).then(|| format!("{}\n{}", heading(), bullets(&own)))
        });
        let sections: Vec<String> = sections.collect();
        (!sections.is_empty()).then(|| RequestMessage::text(Role::System, sections.join("\n")))
    }
}

/// The data of all people who write.
fn user_data(
    snapshot: &Snapshot,
    people: &[Option<&Author>],
    user: &str,
    language: Language,
) -> Option<RequestMessage> {
    let labels = labels(language);
    let data = snapshot.user_data();
    let sections = people.iter().filter_map(|person| {
        let line = |(name, value): (&str, &str)| format!("- {name}: {value}");
        let lines: Vec<String> = match person {
            None => data.filled(labels.fields).map(line).collect(),
            Some(_) => {
                let fields = data.fields_of(*person).iter().filter(|(_, value)| !value.trim().is_empty());
                fields.map(|(name, value)| line((name.as_str(), value.as_str()))).collect()
            }
        };
        let heading = || people::heading(labels.user_data, *person, people, user);
        (!lines.is_empty()).then(|| format!("{}\n{}", heading(), lines.join("\n")))
    });
    let sections: Vec<String> = sections.collect();
    (!sections.is_empty()).then(|| RequestMessage::text(Role::System, sections.join("\n")))
}

fn left_out(tokens: u64, sources: Vec<SourceId>) -> Omitted {
    Omitted::items(LayerKind::Memories, OmittedReason::Ceiling, tokens, sources)
}
