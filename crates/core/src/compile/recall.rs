//! The recall layer: the best pieces that fit.

use super::{
    Counter, LayerKind, Omitted, OmittedReason, WindowFormat,
    item::Item,
    outgoing::Recalled,
    recalled_text::{ORDER, written},
};
use crate::{
    manifest::SourceId,
    recalled::{RecallKind, RecalledPiece},
};
use std::iter;

/// The recalled pieces that could be sent, best first.
pub(super) struct Pieces<'a> {
    all: Vec<Recalled>,
    format: &'a WindowFormat,
}

/// What is sent of them.
#[derive(Default)]
pub(super) struct FittedRecall {
    /// At most one message for each kind.
    pub(super) items: Vec<Item>,
    /// What the messages hold, memories first.
    pub(super) pieces: Vec<RecalledPiece>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(all: Vec<Recalled>, format: &'a WindowFormat) -> Self {
        Self { all, format }
    }

    /// The size of all pieces, in tokens.
    pub(super) fn tokens(&self, counter: Counter) -> u32 {
        tokens(&written(&self.all.iter().collect::<Vec<_>>(), self.format), counter)
    }

    /// Whether any of it is there because the user wants it to be: of a document, or brought in by a key word.
    pub(super) fn is_asked_for(&self) -> bool {
        self.all.iter().any(|piece| piece.kind() == RecallKind::Document || piece.reason.by_key_word)
    }

    /// The size of the short documents that are sent whole, in tokens.
    pub(super) fn whole_tokens(&self, counter: Counter) -> u32 {
        let whole: Vec<&Recalled> = self.all.iter().filter(|piece| piece.is_whole()).collect();
        tokens(&written(&whole, self.format), counter)
    }

    /// What fits of the pieces into `most` tokens: the matches, best first, of which the first few have the messages beside
    /// them; then the messages beside the others. A match without room is left out, and smaller ones after it may be sent. A
    /// short document is sent whole or not. `held` is in the request already, so it is not repeated: neither sent nor omitted.
    pub(super) fn fit(
        self,
        held: &[SourceId],
        most: u32,
        counter: Counter,
        omitted: &mut Vec<Omitted>,
    ) -> FittedRecall {
        let Self { all, format } = self;
        let wanted: Vec<Recalled> = all.into_iter().filter_map(|piece| without(piece, held)).collect();
        let mut fitting = Fitting { parts: vec![None; wanted.len()], most, counter, format };
        let mut in_conversations = 0;
        for (at, source) in in_order(&wanted) {
            let piece = &wanted[at];
            in_conversations += usize::from(piece.kind() == RecallKind::Conversation);
            if piece.is_whole() {
                fitting.add(at, piece, &piece.sources());
            } else if in_conversations > WITH_NEIGHBOURS || !fitting.add(at, piece, &with_neighbours(piece, source)) {
                fitting.add(at, piece, &[source]);
            }
        }
        for (at, piece) in wanted.iter().enumerate() {
            if fitting.parts[at].is_some() {
                fitting.add(at, piece, &piece.sources());
            }
        }
        omitted.extend(wanted.iter().enumerate().filter_map(|(at, piece)| fitting.left_out(at, piece)));
        fitting.finish()
    }
}

/// How many matches in conversations have the messages beside them before the other matches are sent. `docs/recall.md` has the
/// figures.
const WITH_NEIGHBOURS: usize = 3;

/// The matches of all pieces, best first, each with the index of its piece.
fn in_order(pieces: &[Recalled]) -> Vec<(usize, SourceId)> {
    let mut order = Vec::new();
    let mut last = 0;
    for (at, piece) in pieces.iter().enumerate() {
        last = piece.ranks.first().copied().unwrap_or(last);
        let ranks = piece.ranks.iter().copied().chain(iter::repeat(last));
        order.extend(piece.matched.iter().zip(ranks).map(|(source, rank)| (rank, at, *source)));
    }
    ricordo_text::small_sort::by_key(&mut order, |(rank, at, _)| (*rank, *at));
    order.into_iter().map(|(_, at, source)| (at, source)).collect()
}

/// A match and the messages beside it, up to the next match on each side.
fn with_neighbours(piece: &Recalled, source: SourceId) -> Vec<SourceId> {
    let sources = piece.sources();
    let is_beside = |other: &&SourceId| !piece.matched.contains(other);
    let at = sources.iter().position(|other| *other == source).unwrap_or(0);
    let before = sources[..at].iter().rev().take_while(is_beside).copied();
    let after = sources.iter().skip(at + 1).take_while(is_beside).copied();
    before.chain([source]).chain(after).collect()
}

/// The pieces that are sent, as far as they fit.
struct Fitting<'a> {
    /// What is sent of each wanted piece.
    parts: Vec<Option<Recalled>>,
    most: u32,
    counter: Counter,
    format: &'a WindowFormat,
}

impl Fitting<'_> {
    /// Sends more of a piece if it fits. Writing everything again is what costs here, so nothing is done for what is sent.
    fn add(&mut self, at: usize, piece: &Recalled, more: &[SourceId]) -> bool {
        let before = self.parts[at].take();
        let sent = before.as_ref().map(Recalled::sources).unwrap_or_default();
        if more.iter().all(|source| sent.contains(source)) {
            self.parts[at] = before;
            return true;
        }
        self.parts[at] = Some(piece.clone().only(&|source| sent.contains(&source) || more.contains(&source)));
        let parts: Vec<&Recalled> = self.parts.iter().flatten().collect();
        let fits = tokens(&written(&parts, self.format), self.counter) <= self.most;
        if !fits {
            self.parts[at] = before;
        }
        fits
    }

    /// What a wanted piece has that is not sent.
    fn left_out(&self, at: usize, wanted: &Recalled) -> Option<Omitted> {
        let part = self.parts[at].as_ref();
        let sent = part.map(Recalled::sources).unwrap_or_default();
        let sources: Vec<SourceId> = wanted.sources().into_iter().filter(|source| !sent.contains(source)).collect();
        let alone = |piece: &Recalled| tokens(&written(&[piece], self.format), self.counter);
        let more = alone(wanted).saturating_sub(part.map_or(0, alone));
        let (layer, reason) = (LayerKind::Recall, OmittedReason::Budget);
        (!sources.is_empty()).then(|| Omitted::items(layer, reason, more, sources))
    }

    /// The messages, and what each piece takes of them.
    fn finish(self) -> FittedRecall {
        let Self { parts, counter, format, .. } = self;
        let taken: Vec<&Recalled> = parts.iter().flatten().collect();
        let mut before = 0;
        let mut pieces = Vec::new();
        for (at, piece) in taken.iter().enumerate() {
            let all = tokens(&written(&taken[..=at], format), counter);
            pieces.push(noted(piece, all.saturating_sub(before)));
            before = all;
        }
        ricordo_text::small_sort::by_key(&mut pieces, |piece| ORDER.iter().position(|kind| *kind == piece.kind));
        FittedRecall { items: written(&taken, format), pieces }
    }
}

/// The piece as it is stored with the reply.
fn noted(piece: &Recalled, tokens: u32) -> RecalledPiece {
    RecalledPiece {
        kind: piece.kind(),
        sources: piece.sources(),
        matched: piece.matched.clone(),
        reason: piece.reason.clone(),
        tokens,
        whole: piece.is_whole(),
    }
}

/// The piece without what the request holds; `None`: nothing that matched is left.
fn without(piece: Recalled, held: &[SourceId]) -> Option<Recalled> {
    let piece = piece.only(&|source| !held.contains(&source));
    (!piece.matched.is_empty()).then_some(piece)
}

fn tokens(items: &[Item], counter: Counter) -> u32 {
    items.iter().map(|item| counter.parts(&item.message.parts)).fold(0, u32::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::{
        super::recalled_text::testing::{format, message, piece},
        *,
    };
    use proptest::prelude::*;

    /// The numbers of the messages that are sent of the pieces within so many tokens.
    fn sent(pieces: &[Recalled], most: u32) -> Vec<u8> {
        let fitted = fitted(pieces, most).0;
        (0..=u8::MAX).filter(|number| fitted.contains(&message(*number))).collect()
    }

    /// What is sent, and what is named as left out.
    fn fitted(pieces: &[Recalled], most: u32) -> (Vec<SourceId>, Vec<SourceId>) {
        let (counter, format, mut omitted) = (Counter::default(), format(), Vec::new());
        let fitted = Pieces::new(pieces.to_vec(), &format).fit(&[], most, counter, &mut omitted);
        assert!(tokens(&fitted.items, counter) <= most);
        assert_eq!(fitted.pieces.iter().map(|piece| piece.tokens).sum::<u32>(), tokens(&fitted.items, counter));
        let sent: Vec<SourceId> = fitted.items.iter().flat_map(|item| item.sources.clone()).collect();
        (sent, omitted.into_iter().flat_map(|omitted| omitted.sources).collect())
    }

    /// The size of pieces, in tokens.
    fn size(pieces: &[Recalled]) -> u32 {
        Pieces::new(pieces.to_vec(), &format()).tokens(Counter::default())
    }

    /// Five pieces of a match between two messages.
    fn five() -> Vec<Recalled> {
        let piece =
            |at: u8| piece(20, &[(at * 3, "before it"), (at * 3 + 1, "a match!"), (at * 3 + 2, "after it")], &[]);
        (0..5).map(piece).collect()
    }

    #[test]
    fn the_best_matches_have_the_messages_beside_them_and_the_others_are_sent_before_theirs() {
        let all = five();
        assert_eq!(sent(&all, size(&all)).len(), 15);
        let first: Vec<Recalled> = all[..3].to_vec();
        assert_eq!(sent(&all, size(&first)), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let alone = all[3..].iter().map(|piece| piece.clone().only(&|source| piece.matched.contains(&source)));
        let matches: Vec<Recalled> = first.into_iter().chain(alone).collect();
        assert_eq!(sent(&all, size(&matches)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 13]);
    }

    #[test]
    fn a_worse_match_of_a_piece_waits_for_the_better_ones_of_others() {
        let pieces = [
            piece(20, &[(1, "the best!"), (2, "between"), (3, "the worst of all!")], &[0, 2]),
            piece(20, &[(5, "the second!")], &[1]),
        ];
        let two = [piece(20, &[(1, "the best!"), (2, "between")], &[]), pieces[1].clone()];
        assert_eq!(sent(&pieces, size(&two)), [1, 2, 5]);
        assert_eq!(sent(&pieces, size(&pieces)), [1, 2, 3, 5]);
    }

    #[test]
    fn a_match_without_room_leaves_it_to_a_smaller_one() {
        let long = "very long! ".repeat(40);
        let pieces = [piece(20, &[(1, &long)], &[]), piece(20, &[(5, "short!")], &[])];
        assert_eq!(sent(&pieces, size(&pieces[1..])), [5]);
        assert_eq!(fitted(&pieces, size(&pieces[1..])).1, [message(1)]);
    }

    proptest! {
        #[test]
        fn everything_is_sent_or_named_and_nothing_is_sent_for_a_match_that_is_not(
            shapes in proptest::collection::vec(proptest::collection::vec((1_usize..30, any::<bool>()), 1..5), 0..8),
            most in 0_u32..600,
        ) {
            let mut number = 0;
            let mut pieces = Vec::new();
            for shape in &shapes {
                let texts: Vec<(u8, String)> = shape.iter().map(|(words, is_match)| {
                    number += 1;
                    (number, format!("{}{}", "word ".repeat(*words), if *is_match { "!" } else { "" }))
                }).collect();
                let texts: Vec<(u8, &str)> = texts.iter().map(|(number, text)| (*number, text.as_str())).collect();
                pieces.push(piece(20, &texts, &[]));
            }
            pieces.retain(|piece| !piece.matched.is_empty());
            let (sent, omitted) = fitted(&pieces, most);
            for piece in &pieces {
                let sources = piece.sources();
                prop_assert!(sources.iter().all(|source| sent.contains(source) != omitted.contains(source)));
                let is_sent = sources.iter().any(|source| sent.contains(source));
                prop_assert!(!is_sent || piece.matched.iter().any(|source| sent.contains(source)));
            }
        }
    }
}
