//! Makes pieces of what was found in conversations: matches that are side by side become one.

use super::{
    Asking,
    nearby::is_near,
    reach::{Reach, days_between},
    weighed::{Weighed, percent, words_of},
};
use crate::{
    compile::{Recalled, RecalledContent, RecalledMessage},
    id::BranchId,
    manifest::SourceId,
    message::Message,
    recalled::RecallReason,
    time::Now,
};
use ricordo_recall::ranked::{Found, best_place};
use ricordo_text::excerpt::around;

/// Maximum length of the text of a match, in characters.
const LONGEST_MATCH: usize = 1_200;
/// Maximum length of the text of a message beside a match, in characters.
const LONGEST_NEIGHBOUR: usize = 400;

/// A match and the messages around it, in order.
pub(super) struct Match {
    pub(super) found: Found,
    /// As [`RecallReason::nearer_than`](crate::recalled::RecallReason::nearer_than), 0 to 1.
    pub(super) nearer_than: Option<f32>,
    /// How near in meaning it is, in standard deviations.
    pub(super) nearness: Option<f32>,
    pub(super) messages: Vec<Message>,
}

impl Match {
    /// Whether words of the question are in the message itself, not only beside it.
    fn has_own_words(&self) -> bool {
        let text = self.messages.iter().find(|message| message.id == self.found.message).map(Message::text);
        text.is_some_and(|text| best_place(&self.found.words, &text).is_some())
    }

    /// Whether it was found for its own meaning.
    fn is_near(&self) -> bool {
        is_near(self.nearness)
    }
}

/// Matches that are side by side.
struct Group {
    branch: BranchId,
    /// In order of their positions.
    messages: Vec<Message>,
    matches: Vec<Match>,
}

/// The pieces of conversations, best first.
pub(super) fn of_conversations(matches: Vec<Match>, reach: &Reach, asking: Asking<'_>) -> Vec<Weighed> {
    let mut groups: Vec<Group> = Vec::new();
    for found in matches {
        let is_shown = |group: &Group| group.messages.iter().any(|message| message.id == found.found.message);
        if !found.has_own_words() && !found.is_near() && groups.iter().any(is_shown) {
            continue;
        }
        let mut group = Group { branch: found.found.branch, messages: found.messages.clone(), matches: vec![found] };
        // The first match is the best, so a group stays at the place of its best match.
        let is_beside = |other: &Group| overlap(&group, other);
        match groups.iter().position(is_beside) {
            None => groups.push(group),
            Some(at) => {
                groups[at].take(&mut group);
                join(&mut groups, at);
            }
        }
    }
    groups.into_iter().map(|group| weighed(group, reach, asking)).collect()
}

impl Group {
    fn take(&mut self, other: &mut Self) {
        self.messages.append(&mut other.messages);
        ricordo_text::small_sort::by_key(&mut self.messages, |message| message.sequence);
        self.messages.dedup_by_key(|message| message.id);
        self.matches.append(&mut other.matches);
    }
}

fn overlap(one: &Group, other: &Group) -> bool {
    one.branch == other.branch
        && one.messages.iter().any(|message| other.messages.iter().any(|other| other.id == message.id))
}

/// A group that grew may now touch later ones.
fn join(groups: &mut Vec<Group>, at: usize) {
    while let Some(later) = (0..groups.len()).find(|later| *later != at && overlap(&groups[at], &groups[*later])) {
        let (first, second) = (at.min(later), at.max(later));
        let mut group = groups.remove(second);
        groups[first].take(&mut group);
        if first != at {
            return join(groups, first);
        }
    }
}

fn weighed(group: Group, reach: &Reach, asking: Asking<'_>) -> Weighed {
    let Group { branch, messages, mut matches } = group;
    matches.sort_by(|one, other| other.found.score.total_cmp(&one.found.score));
    let at = matches.iter().map(|found| found.found.at).max().unwrap_or_default();
    let words = words_of(matches.iter().map(|found| &found.found));
    let scores = matches.iter().map(|found| found.found.score).collect();
    let is_match = |message: &Message| matches.iter().any(|found| found.found.message == message.id);
    let matched = matches.iter().map(|found| SourceId::Message(found.found.message)).collect();
    let sent =
        messages.iter().map(|message| excerpt_of(message, is_match(message).then_some(words.as_slice()), asking.now));
    let content = RecalledContent::Conversation(sent.collect());
    let share = greatest_share(&matches);
    let level = reach.level(branch, at);
    let nearness = matches.iter().filter_map(|found| found.nearness).reduce(f32::max);
    let reason = RecallReason {
        words,
        level,
        share: percent(share),
        nearer_than: nearest(&matches).map(percent),
        days_ago: days_between(at, asking.now.at),
        by_key_word: false,
    };
    Weighed { piece: Recalled { content, matched, ranks: Vec::new(), reason }, share, nearness, scores }
}

fn greatest_share(matches: &[Match]) -> f32 {
    matches.iter().map(|found| found.found.share).fold(0.0, f32::max)
}

fn nearest(matches: &[Match]) -> Option<f32> {
    matches.iter().filter_map(|found| found.nearer_than).reduce(f32::max)
}

/// What is sent of a message. `words`: those that were found in it; `None` if it only stands beside a match.
fn excerpt_of(message: &Message, words: Option<&[String]>, now: Now) -> RecalledMessage {
    let text = message.text();
    let text = match words {
        Some(_) if text.chars().count() <= LONGEST_MATCH => text.trim().to_owned(),
        Some(words) => around(&text, best_place(words, &text).unwrap_or(0), LONGEST_MATCH),
        None => around(&text, 0, LONGEST_NEIGHBOUR),
    };
    let offset_minutes = message.offset_minutes.unwrap_or(now.offset_minutes);
    RecalledMessage {
        id: message.id,
        role: message.role,
        author: message.author.clone(),
        written: Now { at: message.created_at, offset_minutes },
        text,
    }
}
