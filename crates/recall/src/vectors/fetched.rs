//! Values that a question fetched from elsewhere. They are kept for this question; a sample stays, so that the nearest
//! are not compared with each other alone.

use super::part::VectorPart;
use ricordo_record::id::MessageId;

/// Bytes by message. Sorted lists, because the code that removes parts is in the first load of the page.
#[derive(Debug, Default)]
pub(super) struct Fetched {
    pub(super) nearest: Vec<(MessageId, Vec<i8>)>,
    pub(super) sample: Vec<(MessageId, Vec<i8>)>,
}

impl Fetched {
    pub(super) fn of(&self, message: MessageId) -> Option<&[i8]> {
        let among = |all: &[(MessageId, Vec<i8>)]| all.binary_search_by_key(&message, |(id, _)| *id).ok();
        let nearest = among(&self.nearest).map(|at| &self.nearest[at].1);
        nearest.or_else(|| among(&self.sample).map(|at| &self.sample[at].1)).map(Vec::as_slice)
    }

    /// A part was removed. All values are then fetched again: this is rare, and no value of an erased message stays.
    pub(super) fn remove(&mut self, part: &VectorPart) {
        if part.is_outlined() {
            self.nearest = Vec::new();
            self.sample = Vec::new();
        }
    }
}
