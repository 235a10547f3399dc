//! Where a window that is too long begins: in steps of absolute positions.
//!
//! Two limits cut it, the number of messages and their tokens, and one grid of steps serves both: two grids would move the
//! start twice as often, and each move costs the whole prompt again.

use super::{Limits, classes::Classes};
use crate::branch::Sequence;

/// Where the window begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// The index of the first message.
    pub(super) index: usize,
    /// Whether its tokens cut the window, and not the number of messages.
    pub(super) by_tokens: bool,
}

/// Where a window of at most `ceiling` estimated tokens begins; it is cut in steps of `step` tokens.
pub(super) fn start(classes: &Classes<'_>, limits: &Limits, ceiling: u32, step: u32) -> Start {
    let (count, tokens) = (exact_by_count(classes, limits), exact_by_tokens(classes, ceiling));
    let exact = count.max(tokens);
    let by_tokens = tokens >= count && tokens > classes.active_from;
    if exact == classes.active_from || limits.trim_step_percent == 0 {
        return Start { index: exact, by_tokens };
    }
    let (in_tokens, in_messages) = (stepped_after(classes, exact, step), stepped_by_count(classes, exact, limits));
    let in_tokens = in_tokens.filter(|&index| leaves_enough(classes, index, exact));
    let stepped = if counts(classes, limits, ceiling) { in_messages } else { in_tokens.or(in_messages) };
    Start { index: stepped.unwrap_or(exact), by_tokens }
}

/// Whether the number of messages is what usually cuts this conversation, rather than their tokens. The mean over the whole
/// history decides, which hardly moves: what is in the window now would have the grid change with every long message.
fn counts(classes: &Classes<'_>, limits: &Limits, ceiling: u32) -> bool {
    let Some(last) = classes.all.last() else { return false };
    let tokens = u128::from(last.tokens_before) + u128::from(last.tokens);
    tokens * u128::from(limits.window_messages) < u128::from(ceiling) * (u128::from(last.sequence) + 1)
}

/// Whether a step leaves a tenth of the tokens: short messages may all lie within one step.
fn leaves_enough(classes: &Classes<'_>, stepped: usize, exact: usize) -> bool {
    tokens_from(classes, stepped).saturating_mul(10) >= tokens_from(classes, exact)
}

/// The first message so that at most so many are sent: what is not sent anyway does not take a place.
fn exact_by_count(classes: &Classes<'_>, limits: &Limits) -> usize {
    let mut sent = (classes.active_from..classes.all.len()).rev().filter(|&index| classes.is_candidate(index));
    sent.nth(limits.window_messages.saturating_sub(1) as usize).unwrap_or(classes.active_from)
}

/// The first message so that at most `ceiling` estimated tokens are sent.
fn exact_by_tokens(classes: &Classes<'_>, ceiling: u32) -> usize {
    let Some(last) = classes.all.last() else {
        return classes.active_from;
    };
    let end = last.tokens_before + u64::from(last.tokens);
    starting_at(classes, end.saturating_sub(ceiling.into()))
}

/// The first message at or after the next step of tokens from `index` on; `None` if that would leave nothing.
pub(super) fn stepped_after(classes: &Classes<'_>, index: usize, step: u32) -> Option<usize> {
    let tokens = classes.all.get(index)?.tokens_before.next_multiple_of(step.into());
    let stepped = starting_at(classes, tokens);
    (stepped < classes.all.len()).then_some(stepped)
}

/// The estimated tokens from a message to the end.
fn tokens_from(classes: &Classes<'_>, index: usize) -> u64 {
    let end = classes.all.last().map_or(0, |last| last.tokens_before + u64::from(last.tokens));
    classes.all.get(index).map_or(0, |first| end - first.tokens_before.min(end))
}

fn stepped_by_count(classes: &Classes<'_>, index: usize, limits: &Limits) -> Option<usize> {
    let step = (limits.window_messages * limits.trim_step_percent / 100).max(1);
    let sequence: Sequence = classes.all.get(index)?.sequence.next_multiple_of(step);
    (index..classes.all.len()).find(|&index| classes.all[index].sequence >= sequence)
}

fn starting_at(classes: &Classes<'_>, tokens: u64) -> usize {
    let found = (classes.active_from..classes.all.len()).find(|&index| classes.all[index].tokens_before >= tokens);
    found.unwrap_or(classes.all.len())
}
