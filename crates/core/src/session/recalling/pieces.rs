//! Makes pieces of what was found: matches that are side by side become one, and what repeats a better piece leaves.

use super::{
    Asking,
    chunks::{ChunkMatch, content},
    derived::{is_fact, text_of},
    find::{LEAST_NEARNESS, Match, Search},
    is_enough,
    nearby::{Nearby, is_near_text},
    reach::{Reach, days_between, level_of},
};
use crate::{
    compile::{Recalled, RecalledContent, RecalledMessage},
    document::Document,
    id::{BranchId, MessageId},
    manifest::SourceId,
    memory::Memory,
    message::Message,
    recalled::{RecallLevel, RecallReason},
    scope::Scope,
    settings::RecallSettings,
    summary::{Summary, standing::stale},
    time::{Now, Timestamp},
};
use ricordo_recall::{
    fused::{self, FusedText, find_texts},
    ranked::{Found, FoundText, Texts, best_place},
};
use ricordo_text::{excerpt::around, similar::is_near_duplicate};
use uuid::Uuid;

/// How much of the question a standard deviation of nearness is worth where pieces of different kinds are compared. Not
/// measured: something that is just near enough to be found for its meaning alone (1.75) counts as a third of the question.
const NEARNESS_AS_SHARE: f32 = 0.2;
/// Longest text that is sent of a match, in characters.
const LONGEST_MATCH: usize = 1_200;
/// Longest text that is sent of a message beside one, in characters.
const LONGEST_NEIGHBOUR: usize = 400;
/// Longest text that is sent of a summary of another conversation, in characters.
const LONGEST_SUMMARY: usize = 2_400;

/// A piece with the share of the question that it covers and its nearness, by which pieces of different kinds are compared.
pub(super) struct Weighed {
    piece: Recalled,
    share: f32,
    /// In standard deviations; `None` if the meaning was not compared.
    nearness: Option<f32>,
    /// The score of each match, best first, by which what the index found is compared. Empty for what is no message or chunk.
    scores: Vec<f32>,
}

impl Weighed {
    /// What pieces of different kinds are compared by. Without meaning it is the share.
    fn weight(&self) -> f32 {
        self.share + NEARNESS_AS_SHARE * self.nearness.unwrap_or(0.0)
    }

    /// The score of its best match.
    fn best(&self) -> f32 {
        self.scores.first().copied().unwrap_or(0.0)
    }

    /// Whether it may be recalled for its meaning alone.
    fn is_near(&self) -> bool {
        self.nearness.is_some_and(|nearness| nearness >= LEAST_NEARNESS)
    }

    /// A piece of a document: chunks that follow each other.
    pub(super) fn of_document(document: &Document, group: Vec<ChunkMatch>, asking: Asking<'_>) -> Self {
        let mut best: Vec<&fused::Found> = group.iter().map(|one| &one.found).collect();
        best.sort_by(|one, other| other.message.score.total_cmp(&one.message.score));
        let share = best.iter().map(|found| found.message.share).fold(0.0, f32::max);
        let scores = best.iter().map(|found| found.message.score).collect();
        let nearer_than = best.iter().filter_map(|found| found.nearer_than).reduce(f32::max).map(percent);
        let nearness = best.iter().filter_map(|found| found.nearness).reduce(f32::max);
        let words = words_of(best.iter().map(|found| &found.message));
        let matched = best.iter().map(|found| SourceId::Chunk(document.id, found.message.sequence)).collect();
        let days_ago = days_between(document.added_at, asking.now.at);
        let is_own = document.scope == Scope::Conversation(asking.snapshot.conversation.id);
        let level = if is_own {
            RecallLevel::Short
        } else {
            level_of(document.added_at, asking.now.at, asking.settings.recall)
        };
        let content = content(document, group.into_iter().map(|one| one.chunk), false);
        let reason = RecallReason { words, level, share: percent(share), nearer_than, days_ago, by_key_word: false };
        Self { piece: Recalled { content, matched, ranks: Vec::new(), reason }, share, nearness, scores }
    }

    /// A summary of another conversation. `newest`: when the newest of its messages was written.
    pub(super) fn of_summary(summary: &Summary, newest: Timestamp, found: FusedText, asking: Asking<'_>) -> Self {
        let text = match summary.text.chars().count() {
            0..=LONGEST_SUMMARY => summary.text.clone(),
            _ => around(&summary.text, best_place(&found.text.words, &summary.text).unwrap_or(0), LONGEST_SUMMARY),
        };
        memory(&(SourceId::Summary(summary.id), newest, text), found, asking)
    }
}

/// A summary of another conversation that was found.
pub(super) struct FoundSummary {
    pub(super) piece: Weighed,
    pub(super) made_from: Vec<MessageId>,
}

/// The summaries that say more than the messages that were found: those that have words of the question which the
/// messages that they were made from do not have; and of those that were found for their meaning alone, those of which no
/// message was.
pub(super) fn not_covered(
    summaries: Vec<FoundSummary>,
    messages: &[Weighed],
    settings: RecallSettings,
) -> Vec<Weighed> {
    let is_covered = |summary: &FoundSummary| {
        let is_source = |source: &SourceId| matches!(source, SourceId::Message(id) if summary.made_from.contains(id));
        let own = messages.iter().take(settings.most_pieces as usize);
        let own: Vec<&Weighed> = own.filter(|message| message.piece.sources().iter().any(is_source)).collect();
        if !is_enough(summary.piece.share, settings) {
            return own.iter().any(|message| message.is_near());
        }
        let mut words = summary.piece.piece.reason.words.iter();
        words.all(|word| own.iter().any(|message| message.piece.reason.words.contains(word)))
    };
    summaries.into_iter().filter(|summary| !is_covered(summary)).map(|summary| summary.piece).collect()
}

/// Pieces that the index found, best first.
pub(super) fn by_score(mut pieces: Vec<Weighed>) -> Vec<Weighed> {
    pieces.sort_by(|one, other| other.best().total_cmp(&one.best()));
    pieces
}

/// The words that matched, each once.
fn words_of<'a>(found: impl Iterator<Item = &'a Found>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in found.flat_map(|found| &found.words) {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    words
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

/// A share as it is stored. Whole numbers: the code that writes and reads fractions has 17 KB.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates")]
fn percent(share: f32) -> u32 {
    ((share * 100.0).round() as u32).min(100)
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

/// The kept memories in scope that are not in the request.
pub(super) fn kept<'a>(asking: Asking<'a>, held: &'a [SourceId]) -> impl Iterator<Item = &'a Memory> {
    let place = asking.snapshot.place();
    let in_scope = asking.snapshot.memories.iter().filter(move |memory| memory.scope.reaches(&place));
    in_scope.filter(|memory| is_fact(memory) && !held.contains(&SourceId::Memory(memory.id)))
}

/// The summaries in force that the provider may get and that are not in the request.
pub(super) fn in_force<'a>(asking: Asking<'a>, held: &'a [SourceId]) -> impl Iterator<Item = &'a Summary> {
    let snapshot = asking.snapshot;
    let in_force = snapshot.summaries.iter().filter(|summary| stale(summary, snapshot).is_none());
    let in_force = in_force.filter(move |summary| !asking.outgoing.kept_here.contains(&summary.id));
    in_force.filter(|summary| !held.contains(&SourceId::Summary(summary.id)))
}

/// The kept memories and the summaries in force that answer a question and are not in the request, best first.
pub(super) fn memories(search: Search<'_>, nearby: &Nearby) -> Vec<Weighed> {
    let Search { asking, question, held, .. } = search;
    let kept = kept(asking, held);
    let kept =
        kept.map(|memory| (memory.id.branch(), (SourceId::Memory(memory.id), memory.created_at, text_of(memory))));
    let in_force = in_force(asking, held);
    let in_force = in_force.map(|summary| {
        (summary.id.branch(), (SourceId::Summary(summary.id), summary.created_at, summary.text.clone()))
    });
    let (branches, all): (Vec<BranchId>, Vec<(SourceId, Timestamp, String)>) = kept.chain(in_force).unzip();
    let mut texts = Texts::default();
    texts.put(Uuid::nil(), branches.iter().zip(&all).map(|(branch, (.., text))| (branch.0, text.as_str())));
    let settings = asking.settings.recall;
    let near = |id| nearby.of(BranchId(id));
    let found = find_texts(&texts, question, &near, &|_| true, settings.most_pieces as usize).into_iter();
    let found = found.filter(|found| is_enough(found.text.share, settings) || is_near_text(found.nearness));
    found.map(|found| memory(&all[found.text.index], found, asking)).collect()
}

fn memory((source, at, text): &(SourceId, Timestamp, String), found: FusedText, asking: Asking<'_>) -> Weighed {
    let FusedText { text: FoundText { share, words, .. }, nearness, .. } = found;
    let days_ago = days_between(*at, asking.now.at);
    let level = level_of(*at, asking.now.at, asking.settings.recall);
    let content = RecalledContent::Memory { source: *source, text: text.clone() };
    let nearer_than = nearness.map(|nearness| percent(nearness.nearer_than));
    let reason = RecallReason { words, level, share: percent(share), nearer_than, days_ago, by_key_word: false };
    let nearness = nearness.map(|nearness| nearness.deviations);
    let piece = Recalled { content, matched: vec![*source], ranks: Vec::new(), reason };
    Weighed { piece, share, nearness, scores: Vec::new() }
}

/// The best `most` pieces of some lists, each best first. Of two that say the same, the newer one is sent. At the same
/// weight, the one of the earlier list comes first.
pub(super) fn best_first<const N: usize>(lists: [Vec<Weighed>; N], most: usize) -> Vec<Recalled> {
    let mut best: Vec<Weighed> = Vec::new();
    let mut lists = lists.map(|list| list.into_iter().peekable());
    while best.len() < most {
        let mut next: Option<(usize, f32)> = None;
        for (number, list) in lists.iter_mut().enumerate() {
            let Some(weight) = list.peek().map(Weighed::weight) else { continue };
            if next.is_none_or(|(_, most)| weight > most) {
                next = Some((number, weight));
            }
        }
        let Some(next) = next.and_then(|(number, _)| lists[number].next()) else { break };
        let same = best.iter_mut().find(|other| is_near_duplicate(&text(&other.piece), &text(&next.piece)));
        match same {
            Some(other) if next.piece.reason.days_ago < other.piece.reason.days_ago => *other = next,
            Some(_) => {}
            None => best.push(next),
        }
    }
    let ranks = ranks(&best);
    best.into_iter().zip(ranks).map(|(Weighed { piece, .. }, ranks)| Recalled { ranks, ..piece }).collect()
}

/// The place of each match of each piece among all of them. The best match of a piece has the place of the piece; another one
/// follows the last piece with a better match.
fn ranks(pieces: &[Weighed]) -> Vec<Vec<u32>> {
    let mut order: Vec<(usize, bool, usize, usize)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        for number in 0..piece.piece.matched.len() {
            let score = piece.scores.get(number);
            let is_better = |other: &Weighed| score.is_some_and(|score| other.scores.first() > Some(score));
            let after = if number == 0 { at } else { pieces.iter().rposition(is_better).unwrap_or(at).max(at) };
            order.push((after, number > 0, at, number));
        }
    }
    ricordo_text::small_sort::ascending(&mut order);
    let mut ranks: Vec<Vec<u32>> = pieces.iter().map(|piece| vec![0; piece.piece.matched.len()]).collect();
    for (rank, (_, _, at, number)) in (0..).zip(order) {
        ranks[at][number] = rank;
    }
    ranks
}

fn text(piece: &Recalled) -> String {
    match &piece.content {
        RecalledContent::Memory { text, .. } => text.clone(),
        RecalledContent::Conversation(messages) => {
            messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>().join("\n")
        }
        RecalledContent::Document(document) => document.text(),
    }
}
