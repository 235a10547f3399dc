//! A plain model of the request: pieces around the best turns until the tokens are used.

use crate::conversation::Conversation;
use ricordo_text::tokens::estimate;

/// Turns before and after a hit that belong to its piece.
const NEIGHBOURS: usize = 1;
/// Tokens of a turn's date and speaker.
const LABEL: u32 = 8;

/// The turns in a request, in the order in which they were chosen, within so many tokens. A turn whose piece does not
/// fit whole is still taken alone.
pub(crate) fn turns_within(conversation: &Conversation, ranked: &[usize], tokens: u32) -> Vec<usize> {
    let last = conversation.turns.len().saturating_sub(1);
    let mut chosen: Vec<usize> = Vec::new();
    let mut left = tokens;
    for &hit in ranked {
        let piece = [hit].into_iter().chain(hit.saturating_sub(NEIGHBOURS)..=(hit + NEIGHBOURS).min(last));
        for turn in piece {
            let cost = estimate(&conversation.turns[turn].text) + LABEL;
            if cost <= left && !chosen.contains(&turn) {
                chosen.push(turn);
                left -= cost;
            }
        }
    }
    chosen
}

/// The turns of each piece around the best turns, best first. Pieces that share a turn are one.
pub(crate) fn pieces(ranked: &[usize], last: usize) -> Vec<Vec<usize>> {
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for &hit in ranked {
        let mut piece: Vec<usize> = (hit.saturating_sub(NEIGHBOURS)..=(hit + NEIGHBOURS).min(last)).collect();
        let is_shared = |other: &Vec<usize>| other.iter().any(|turn| piece.contains(turn));
        match pieces.iter_mut().find(|other| is_shared(other)) {
            Some(other) => {
                other.append(&mut piece);
                other.sort_unstable();
                other.dedup();
            }
            None => pieces.push(piece),
        }
    }
    pieces
}
