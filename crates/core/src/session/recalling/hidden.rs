//! Messages that must not be found. Each question checks every message, so the check must be fast.

use crate::id::MessageId;
use ricordo_text::small_sort;
use std::cell::Cell;

/// A set of messages.
#[derive(Default)]
pub(super) struct Hidden {
    /// Sorted.
    ids: Vec<MessageId>,
    /// No message between these two is hidden. They are the nearest hidden ones to the message that was checked last. As ids
    /// sort by time, the next message is mostly between them, too. They are numbers, because numbers are compared in place,
    /// and ids by a call.
    gap: Cell<(u128, u128)>,
}

impl Hidden {
    /// Adds messages. They are hidden after [`Hidden::sort`].
    pub(super) fn extend(&mut self, ids: impl IntoIterator<Item = MessageId>) {
        self.ids.extend(ids);
    }

    /// Sorts what was added.
    pub(super) fn sort(&mut self) {
        small_sort::ascending(&mut self.ids);
        self.gap.set((0, 0));
    }

    /// Whether a message is hidden.
    // Otherwise this is a call into another part of the page, which takes longer than the comparison.
    #[inline(always)]
    pub(super) fn contains(&self, id: MessageId) -> bool {
        let number = id.0.as_u128();
        let (before, after) = self.gap.get();
        let is_between = before < number && number < after;
        !is_between && self.look_for(id)
    }

    /// Looks for a message, and notes where it is.
    fn look_for(&self, id: MessageId) -> bool {
        let found = self.ids.binary_search(&id);
        if let Err(at) = found {
            let number_at = |at: usize| self.ids.get(at).map(|id| id.0.as_u128());
            let before = at.checked_sub(1).and_then(number_at);
            self.gap.set((before.unwrap_or(0), number_at(at).unwrap_or(u128::MAX)));
        }
        found.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*};
    use uuid::Uuid;

    fn message(number: u128) -> MessageId {
        MessageId(Uuid::from_u128(number))
    }

    /// Few different ids, among them the first and the last one that there can be.
    fn ids() -> impl Strategy<Value = Vec<u128>> {
        vec(prop_oneof![0..12_u128, Just(u128::MAX - 1), Just(u128::MAX)], 0..16)
    }

    proptest! {
        #[test]
        fn what_was_added_is_hidden_whatever_was_asked_before(first in ids(), then in ids(), asked in ids()) {
            let mut hidden = Hidden::default();
            let mut all = Vec::new();
            for some in [first, then] {
                hidden.extend(some.iter().copied().map(message));
                hidden.sort();
                all.extend(some);
                for id in &asked {
                    prop_assert_eq!(hidden.contains(message(*id)), all.contains(id));
                }
            }
        }
    }
}
