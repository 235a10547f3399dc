//! Predicts when the window is cut next, and what that omits.

use super::{CutBy, NextCut, start::Cutting};
use crate::manifest::SourceId;

impl Cutting<'_> {
    /// The next cut of the window, which begins at `start`; `None`: it holds nothing that could be omitted.
    pub(super) fn next_cut(&mut self, start: usize) -> Option<NextCut> {
        let (classes, pins) = (self.classes, &self.pins);
        let sent = (start..classes.all.len()).filter(|&index| classes.is_candidate(index));
        let count = u32::try_from(sent.clone().count()).unwrap_or(u32::MAX);
        let unpinned: Vec<usize> = sent.filter(|index| pins.binary_search(index).is_err()).collect();
        let oldest = *unpinned.first()?;
        let free = self.room.saturating_sub(self.held(start));
        // The number of messages that still fit, by the mean size of those that are sent.
        let fitting = u64::from(free) * u64::from(count) / u64::from((self.room - free).max(1));
        let by_count = self.limits.window_messages.map(|most| most.saturating_sub(count));
        let (by, after, end) = match by_count {
            Some(after) if u64::from(after) <= fitting => (CutBy::Messages, after, oldest + 1),
            _ => (CutBy::Tokens, free, self.stepped(oldest + 1)),
        };
        let end = classes.whole_unit(end);
        let left_out: Vec<usize> = unpinned.into_iter().take_while(|&index| index < end).collect();
        Some(NextCut {
            by,
            after,
            messages: u32::try_from(left_out.len()).unwrap_or(u32::MAX),
            tokens: left_out.iter().map(|&index| u64::from(self.costs.of_candidate(classes, index))).sum(),
            sources: left_out.iter().map(|&index| SourceId::Message(classes.all[index].id)).collect(),
        })
    }
}
