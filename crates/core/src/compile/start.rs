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

/// A window that is being cut.
pub(super) struct Cutting<'a> {
    pub(super) classes: &'a Classes<'a>,
    pub(super) limits: &'a Limits,
    pub(super) costs: Costs<'a>,
    /// The indices of the pinned messages, oldest first.
    pub(super) pins: Vec<usize>,
    /// The most that the window holds in a usual turn, in tokens.
    pub(super) room: u32,
    /// How much is cut at a time, in estimated tokens.
    pub(super) step: u32,
}

impl Cutting<'_> {
    /// The start of the window in a usual turn.
    pub(super) fn start(&mut self) -> Start {
        let count = self.exact_by_count();
        let exact = self.exact_by_tokens(count);
        let index = if exact == count { count } else { self.stepped(exact) };
        Start { index, by_tokens: exact != count }
    }

    /// The first message from `exact` on that begins a step, or `exact` if that would leave too little.
    pub(super) fn stepped(&mut self, exact: usize) -> usize {
        if self.step <= 1 {
            return exact;
        }
        let end = self.classes.all.len();
        let Some(stepped) = (exact..end).find(|&index| self.begins_a_step(index)) else { return exact };
        let left: u64 = (stepped..end).map(|index| u64::from(self.costs.of_candidate(self.classes, index))).sum();
        if left * 100 >= u64::from(self.room) * LEAST_LEFT_PERCENT { stepped } else { exact }
    }

    /// Whether a message is the first one at or after a multiple of the step.
    fn begins_a_step(&self, index: usize) -> bool {
        let before = |index: usize| self.classes.all[index].tokens_before;
        let steps = |index: usize| before(index) / u64::from(self.step);
        match index > self.classes.loaded_from {
            true => steps(index) > steps(index - 1),
            false => before(index) == 0,
        }
    }

    /// The first message of a window within the limit on messages. Messages that are not sent do not count.
    fn exact_by_count(&self) -> usize {
        let classes = self.classes;
        let Some(most) = self.limits.window_messages else { return classes.first_active };
        let mut sent = (classes.first_active..classes.all.len()).rev().filter(|&index| classes.is_candidate(index));
        sent.nth(most.saturating_sub(1) as usize).unwrap_or(classes.first_active)
    }

    /// The first message from `from` on such that at most `room` tokens are sent. Messages that are not sent take no
    /// room; pinned ones take theirs first.
    fn exact_by_tokens(&mut self, from: usize) -> usize {
        let mut tokens = self.of_pins();
        for index in (from..self.classes.all.len()).rev() {
            tokens = tokens.saturating_add(self.unpinned(index));
            if tokens > self.room {
                return index + 1;
            }
        }
        from
    }

    /// The tokens of a window that begins at `start`, counted as when the start is chosen.
    pub(super) fn held(&mut self, start: usize) -> u32 {
        let pinned = self.of_pins();
        (start..self.classes.all.len()).map(|index| self.unpinned(index)).fold(pinned, u32::saturating_add)
    }

    fn of_pins(&mut self) -> u32 {
        let sizes = self.pins.iter().map(|&pin| self.costs.of(self.classes, pin, None, false));
        sizes.fold(0, u32::saturating_add)
    }

    fn unpinned(&mut self, index: usize) -> u32 {
        if self.pins.binary_search(&index).is_ok() { 0 } else { self.costs.with_stamp(self.classes, index) }
    }
}
