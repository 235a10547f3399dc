//! Chooses the start of a window that is too long.
//!
//! Two limits cut it. The limit on messages cuts one message at a time, because a user who sets it means it exactly.
//! The limit on tokens cuts in steps of absolute positions, so that the prompt keeps its beginning for many turns.

use super::{Limits, classes::Classes, costs::Costs};

/// If a cut at a step would leave less than this share of the room, in percent, the window is cut where it just fits.
/// This happens where one message is longer than a step.
const LEAST_LEFT_PERCENT: u64 = 50;

/// The start of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// The index of the first message.
    pub(super) index: usize,
    /// Whether the limit on tokens cuts the window, rather than the limit on messages.
    pub(super) by_tokens: bool,
}

/// The start of a window of at most `room` tokens; it is cut in steps of `step` estimated tokens.
pub(super) fn start(
    classes: &Classes<'_>,
    limits: &Limits,
    costs: &mut Costs<'_>,
    pins: &[usize],
    room: u32,
    step: u32,
) -> Start {
    let count = exact_by_count(classes, limits);
    let exact = exact_by_tokens(classes, costs, pins, count, room);
    let index = if exact == count { count } else { stepped(classes, costs, exact, room, step) };
    Start { index, by_tokens: exact != count }
}

/// The first message from `exact` on that begins a step, or `exact` if that would leave too little.
pub(super) fn stepped(classes: &Classes<'_>, costs: &mut Costs<'_>, exact: usize, room: u32, step: u32) -> usize {
    if step <= 1 {
        return exact;
    }
    let Some(stepped) = (exact..classes.all.len()).find(|&index| begins_a_step(classes, index, step)) else {
        return exact;
    };
    let left: u64 = (stepped..classes.all.len()).map(|index| u64::from(costs.of_candidate(classes, index))).sum();
    if left * 100 >= u64::from(room) * LEAST_LEFT_PERCENT { stepped } else { exact }
}

/// Whether a message is the first one at or after a multiple of `step`.
fn begins_a_step(classes: &Classes<'_>, index: usize, step: u32) -> bool {
    let steps = |index: usize| classes.all[index].tokens_before / u64::from(step);
    match index > classes.loaded_from {
        true => steps(index) > steps(index - 1),
        false => classes.all[index].tokens_before == 0,
    }
}

/// The first message of a window within the limit on messages. Messages that are not sent do not count.
fn exact_by_count(classes: &Classes<'_>, limits: &Limits) -> usize {
    let Some(most) = limits.window_messages else { return classes.first_active };
    let mut sent = (classes.first_active..classes.all.len()).rev().filter(|&index| classes.is_candidate(index));
    sent.nth(most.saturating_sub(1) as usize).unwrap_or(classes.first_active)
}

/// The first message from `from` on such that at most `room` tokens are sent. Messages that are not sent take no room;
/// pinned ones take theirs first.
fn exact_by_tokens(classes: &Classes<'_>, costs: &mut Costs<'_>, pins: &[usize], from: usize, room: u32) -> usize {
    let mut tokens = of_pins(classes, costs, pins);
    for index in (from..classes.all.len()).rev() {
        tokens = tokens.saturating_add(unpinned(classes, costs, pins, index));
        if tokens > room {
            return index + 1;
        }
    }
    from
}

/// The tokens of a window that begins at `start`, counted as when the start is chosen.
pub(super) fn held(classes: &Classes<'_>, costs: &mut Costs<'_>, pins: &[usize], start: usize) -> u32 {
    let pinned = of_pins(classes, costs, pins);
    (start..classes.all.len()).map(|index| unpinned(classes, costs, pins, index)).fold(pinned, u32::saturating_add)
}

fn of_pins(classes: &Classes<'_>, costs: &mut Costs<'_>, pins: &[usize]) -> u32 {
    pins.iter().map(|&pin| costs.of(classes, pin, None, false)).fold(0, u32::saturating_add)
}

fn unpinned(classes: &Classes<'_>, costs: &mut Costs<'_>, pins: &[usize], index: usize) -> u32 {
    if pins.binary_search(&index).is_ok() { 0 } else { costs.with_stamp(classes, index) }
}
