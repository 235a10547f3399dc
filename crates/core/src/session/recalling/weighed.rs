//! Compares pieces of different kinds, and chooses the best of them.

use super::{
    Asking,
    nearby::is_near,
    reach::{days_between, level_of},
};
use crate::{
    compile::{Recalled, RecalledContent},
    manifest::SourceId,
    recalled::RecallReason,
    time::Timestamp,
};
use ricordo_recall::{
    fused::FusedText,
    ranked::{Found, FoundText},
};
use ricordo_text::similar::{Fingerprint, is_near_duplicate};

/// The share of the question that one standard deviation of nearness is worth when pieces of different kinds are compared.
/// Not measured: something that is just near enough to be found for its meaning alone (1.75) counts as a third of the
/// question.
const NEARNESS_AS_SHARE: f32 = 0.2;

/// A piece with its share of the question and its nearness, which decide between pieces of different kinds.
pub(super) struct Weighed {
    pub(super) piece: Recalled,
    pub(super) share: f32,
    /// In standard deviations; `None` if the meaning was not compared.
    pub(super) nearness: Option<f32>,
    /// The scores of the matches, best first, which decide between pieces of the index. Empty for memories and summaries.
    pub(super) scores: Vec<f32>,
}

impl Weighed {
    /// The value by which pieces of different kinds are compared. Without meaning it is the share.
    fn weight(&self) -> f32 {
        self.share + NEARNESS_AS_SHARE * self.nearness.unwrap_or(0.0)
    }

    /// The score of its best match.
    fn best(&self) -> f32 {
        self.scores.first().copied().unwrap_or(0.0)
    }

    /// Whether it may be recalled for its meaning alone.
    pub(super) fn is_near(&self) -> bool {
        is_near(self.nearness)
    }

    /// Creates the piece of a memory or a summary, which was written at the given time.
    pub(super) fn of_text(
        (source, at, text): &(SourceId, Timestamp, String),
        found: FusedText,
        asking: Asking<'_>,
    ) -> Self {
        let FusedText { text: FoundText { share, words, .. }, nearness, .. } = found;
        let days_ago = days_between(*at, asking.now.at);
        let level = level_of(*at, asking.now.at, asking.settings.recall);
        let content = RecalledContent::Memory { source: *source, text: text.clone() };
        let nearer_than = nearness.map(|nearness| percent(nearness.nearer_than));
        let reason = RecallReason { words, level, share: percent(share), nearer_than, days_ago, by_key_word: false };
        let nearness = nearness.map(|nearness| nearness.deviations);
        let piece = Recalled { content, matched: vec![*source], ranks: Vec::new(), reason };
        Self { piece, share, nearness, scores: Vec::new() }
    }
}

/// Pieces that the index found, best first.
pub(super) fn by_score(mut pieces: Vec<Weighed>) -> Vec<Weighed> {
    pieces.sort_by(|one, other| other.best().total_cmp(&one.best()));
    pieces
}

/// Number of pieces without those that repeat an earlier one.
pub(super) fn distinct(pieces: &[Weighed]) -> usize {
    let all: Vec<Fingerprint> = pieces.iter().map(|piece| Fingerprint::of(&text(&piece.piece))).collect();
    (0..all.len()).filter(|at| !all[..*at].iter().any(|before| before.is_near_duplicate(&all[*at]))).count()
}

/// The best `most` pieces of some lists, each best first. Of two pieces with the same text, the newer one is sent. If the
/// weights are equal, the piece of the earlier list comes first.
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

/// The words that matched, each once.
pub(super) fn words_of<'a>(found: impl Iterator<Item = &'a Found>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in found.flat_map(|found| &found.words) {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    words
}

/// A share as it is stored, in percent. A whole number, because the code that writes and reads fractions takes 17 KB.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates")]
pub(super) fn percent(share: f32) -> u32 {
    ((share * 100.0).round() as u32).min(100)
}
