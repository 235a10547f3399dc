//! Compares a request with an earlier one. Providers reuse what they computed for the common prefix of two prompts, up
//! to the first changed byte; everything after it has to be read again.

use super::{Inspected, Piece, Speaker};
use crate::compile::LayerKind;

/// How much text is shown around the first difference, in characters.
const SHOWN: usize = 160;

/// The difference between a request and an earlier one. Bytes count the texts of the pieces, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether the two go to different models: then nothing is reused, however much is equal.
    pub other_model: bool,
    /// The first difference; `None`: the requests are equal.
    pub difference: Option<Difference>,
    /// Length of the common prefix, in bytes.
    pub shared_bytes: usize,
    /// Length of the later request, in bytes.
    pub bytes: usize,
    /// Approximate length of the common prefix, in tokens.
    pub shared_tokens: u32,
    /// Length of the later request, in tokens.
    pub tokens: u32,
    /// The change of each layer, in the order of the later request; removed layers come last.
    pub layers: Vec<LayerChange>,
}

/// The first difference between two requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Index of the piece in the later request; one past the last if the later request ends there.
    pub piece: usize,
    /// The layer of the piece.
    pub layer: LayerKind,
    /// Byte offset in the piece.
    pub at: usize,
    /// The end of the common text in this piece.
    pub shared: String,
    /// The following text of the earlier request. Empty: it ended there.
    pub before: String,
    /// The following text of the later request. Empty: it ends there.
    pub after: String,
}

/// The change of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerChange {
    /// The kind of the layer.
    pub kind: LayerKind,
    /// Its tokens in the earlier request; `None`: it was absent.
    pub before: Option<u32>,
    /// Its tokens in the later request; `None`: it is absent.
    pub after: Option<u32>,
    /// Whether its text is the same.
    pub is_same: bool,
}

impl Comparison {
    /// The most tokens that the provider can reuse.
    pub fn reused_tokens(&self) -> u32 {
        if self.other_model { 0 } else { self.shared_tokens }
    }
}

/// Compares a request with an earlier one.
pub fn compare(earlier: &Inspected, later: &Inspected) -> Comparison {
    let shared = shared_pieces(&earlier.pieces, &later.pieces);
    let mut shared_bytes: usize = later.pieces[..shared].iter().map(|piece| piece.text.len()).sum();
    let mut shared_tokens = later.pieces[..shared].iter().map(|piece| piece.tokens).fold(0, u32::saturating_add);
    let difference = difference(&earlier.pieces, &later.pieces, shared);
    if let (Some(difference), Some(piece)) = (&difference, later.pieces.get(shared)) {
        shared_bytes += difference.at;
        let part = (u64::from(piece.tokens) * difference.at as u64).checked_div(piece.text.len() as u64);
        shared_tokens = shared_tokens.saturating_add(u32::try_from(part.unwrap_or(0)).unwrap_or(0));
    }
    Comparison {
        other_model: earlier.model != later.model || earlier.provider != later.provider,
        difference,
        shared_bytes,
        bytes: later.pieces.iter().map(|piece| piece.text.len()).sum(),
        shared_tokens,
        tokens: later.tokens,
        layers: changes(earlier, later),
    }
}

/// Number of equal pieces at the start of both.
fn shared_pieces(earlier: &[Piece], later: &[Piece]) -> usize {
    let is_same = |(one, other): &(&Piece, &Piece)| one.speaker == other.speaker && one.text == other.text;
    earlier.iter().zip(later).take_while(is_same).count()
}

fn difference(earlier: &[Piece], later: &[Piece], shared: usize) -> Option<Difference> {
    let (before, after) = (earlier.get(shared), later.get(shared));
    let layer = after.or(before)?.layer;
    let text = |piece: Option<&Piece>| piece.map(|piece| piece.text.clone()).unwrap_or_default();
    let (old, new) = (text(before), text(after));
    let is_same_speaker = before.zip(after).is_some_and(|(before, after)| before.speaker == after.speaker);
    let at = if is_same_speaker { shared_start(&old, &new) } else { 0 };
    Some(Difference {
        piece: shared,
        layer,
        at,
        shared: last_characters(&new[..at]),
        before: first_characters(&old[at..]),
        after: first_characters(&new[at..]),
    })
}

/// Length of the common prefix of two texts in bytes, in whole characters.
fn shared_start(one: &str, other: &str) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    same.map(|(char, _)| char.len_utf8()).sum()
}

fn first_characters(text: &str) -> String {
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
    if end < text.len() { format!("{}…", &text[..end]) } else { text.to_owned() }
}

fn last_characters(text: &str) -> String {
    let start = text.char_indices().rev().nth(SHOWN / 2).map_or(0, |(at, _)| at);
    if start > 0 { format!("…{}", &text[start..]) } else { text.to_owned() }
}

fn changes(earlier: &Inspected, later: &Inspected) -> Vec<LayerChange> {
    let tokens = |of: &Inspected, kind| {
        of.layers.iter().find(|layer| layer.kind == kind && layer.items > 0).map(|layer| layer.tokens)
    };
    let mut kinds: Vec<LayerKind> = later.layers.iter().map(|layer| layer.kind).collect();
    kinds.extend(earlier.layers.iter().map(|layer| layer.kind).filter(|kind| tokens(later, *kind).is_none()));
    kinds.retain({
        let mut seen = Vec::new();
        move |kind| {
            let is_new = !seen.contains(kind);
            seen.push(*kind);
            is_new
        }
    });
    let change = |kind| LayerChange {
        kind,
        before: tokens(earlier, kind),
        after: tokens(later, kind),
        is_same: of_layer(earlier, kind).eq(of_layer(later, kind)),
    };
    let changes = kinds.into_iter().map(change);
    changes.filter(|change| change.before.is_some() || change.after.is_some()).collect()
}

/// The speaker and text of each piece of a layer.
fn of_layer(inspected: &Inspected, kind: LayerKind) -> impl Iterator<Item = (Speaker, &str)> {
    let pieces = inspected.pieces.iter().filter(move |piece| piece.layer == kind);
    pieces.map(|piece| (piece.speaker, piece.text.as_str()))
}
