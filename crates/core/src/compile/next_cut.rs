//! Predicts when the window is cut next, and what that omits.

use super::{
    CutBy, Limits, NextCut,
    classes::Classes,
    costs::Costs,
    start::{held, stepped},
};
use crate::manifest::SourceId;

/// The next cut of a window of at most `room` tokens that begins at `start` and is cut in steps of `step`; `None`: it
/// holds nothing that could be omitted.
pub(super) fn next_cut(
    classes: &Classes<'_>,
    limits: &Limits,
    costs: &mut Costs<'_>,
    pins: &[usize],
    start: usize,
    (room, step): (u32, u32),
) -> Option<NextCut> {
    let is_in_window = |index: &usize| classes.is_candidate(*index) && pins.binary_search(index).is_err();
    let count = (start..classes.all.len()).filter(|&index| classes.is_candidate(index)).count();
    let oldest = (start..classes.all.len()).find(is_in_window)?;
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let free = room.saturating_sub(held(classes, costs, pins, start));
    // The number of messages that still fit, by the mean size of those that are sent.
    let fitting = u64::from(free) * u64::from(count) / u64::from((room - free).max(1));
    let by_count = limits.window_messages.map(|most| most.saturating_sub(count));
    let (by, after, end) = match by_count {
        Some(after) if u64::from(after) <= fitting => (CutBy::Messages, after, oldest + 1),
        _ => (CutBy::Tokens, free, stepped(classes, costs, oldest + 1, room, step)),
    };
    let left_out: Vec<usize> = (oldest..classes.whole_unit(end)).filter(is_in_window).collect();
    Some(NextCut {
        by,
        after,
        messages: u32::try_from(left_out.len()).unwrap_or(u32::MAX),
        tokens: left_out.iter().map(|&index| u64::from(costs.of_candidate(classes, index))).sum(),
        sources: left_out.iter().map(|&index| SourceId::Message(classes.all[index].id)).collect(),
    })
}
