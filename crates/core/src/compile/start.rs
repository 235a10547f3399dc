//! Where a window that is too long begins: in steps of absolute positions.

use super::{Limits, classes::Classes};
use crate::branch::Sequence;

/// The index of the first message by count.
pub(super) fn first_by_count(classes: &Classes<'_>, limits: &Limits) -> usize {
    let most = limits.window_messages;
    let step = (most * limits.trim_step_percent / 100).max(1);
    let active_from = classes.active_from;
    if step == 1 {
        // Exactly the last so many: what is not sent anyway does not take a place.
        let mut sent = (active_from..classes.all.len()).rev().filter(|&index| classes.is_candidate(index));
        return sent.nth(most.saturating_sub(1) as usize).unwrap_or(active_from);
    }
    let (Some(first), Some(last)) = (classes.all.get(active_from), classes.all.last()) else {
        return active_from;
    };
    if last.sequence - first.sequence < most {
        return active_from;
    }
    let start: Sequence = (last.sequence + 1 - most).next_multiple_of(step);
    let found = (active_from..classes.all.len()).find(|&index| classes.all[index].sequence >= start);
    found.unwrap_or(classes.all.len())
}

/// The index from where on the messages take at most `ceiling` estimated tokens: a whole step further than needed, unless
/// that would leave nothing.
pub(super) fn first_by_tokens(classes: &Classes<'_>, ceiling: u32, limits: &Limits, step: u32) -> usize {
    let active_from = classes.active_from;
    let Some(last) = classes.all.last() else {
        return active_from;
    };
    let end = last.tokens_before + u64::from(last.tokens);
    let exact = starting_at(classes, end.saturating_sub(ceiling.into()));
    if exact == active_from || limits.trim_step_percent == 0 {
        return exact;
    }
    stepped_after(classes, exact, step).unwrap_or(exact)
}

/// The first message at or after the next step from `index` on; `None` if that would leave nothing.
pub(super) fn stepped_after(classes: &Classes<'_>, index: usize, step: u32) -> Option<usize> {
    let tokens = classes.all.get(index)?.tokens_before.next_multiple_of(step.into());
    let stepped = starting_at(classes, tokens);
    (stepped < classes.all.len()).then_some(stepped)
}

fn starting_at(classes: &Classes<'_>, tokens: u64) -> usize {
    let found = (classes.active_from..classes.all.len()).find(|&index| classes.all[index].tokens_before >= tokens);
    found.unwrap_or(classes.all.len())
}
