//! A stored part of the indexes that recall searches: that of words and that of vectors.

use crate::{branch::Sequence, id::BranchId};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The terms, or the vectors, of the messages of a branch whose sequences divided by [`IndexPart::SEQUENCES`] are
/// `number`. It holds no text.
///
/// **An empty part of words must be read from its messages again**: each write of a message empties its part in the same
/// transaction, so terms of an erased message never outlive it. A part of vectors only lacks the new messages, because
/// vectors are costly to make; it is removed when one of its messages is.
///
/// The vectors of a part have two rows: those of an earlier model are used until there are others, which are stored in the
/// [`Slot`] beside them.
///
/// A memory or a summary has a part of vectors and none of words ([`BranchId::is_derived`]). Each write removes its vector
/// and leaves an empty part of words, so that a vector that is being made of the text before cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexPart {
    /// The branch.
    pub branch: BranchId,
    /// The number of the part on the branch, or [`IndexPart::claim`] or [`IndexPart::in_slot`] of it.
    pub number: u32,
    /// The terms or the vectors, as `ricordo-recall` encodes them.
    #[serde(with = "plain_bytes")]
    pub bytes: Vec<u8>,
}

/// Marks the number of a claim.
const CLAIM: u32 = 1 << 31;
/// Marks the number of vectors in the second slot.
const SECOND: u32 = 1 << 30;

/// Which of the two rows of vectors a part has. A model keeps its slot until those of another are all there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slot {
    /// That of the first model.
    #[default]
    First,
    /// That of the next one.
    Second,
}

impl Slot {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl IndexPart {
    /// Sequences in a part. The chunks of a document are numbered like messages.
    pub const SEQUENCES: Sequence = 64;

    /// The number of the part that a message belongs to.
    pub fn number_of(sequence: Sequence) -> u32 {
        sequence / Self::SEQUENCES
    }

    /// An empty part.
    pub fn empty(branch: BranchId, number: u32) -> Self {
        Self { branch, number, bytes: Vec::new() }
    }

    /// The number under which a part is claimed while it is filled. Meanwhile the row under its own number is missing:
    /// if a message is written, the row is there again, and storing the filled part fails.
    pub fn claim(number: u32) -> u32 {
        number | CLAIM
    }

    /// The number under which the vectors of a part are stored.
    pub fn in_slot(number: u32, slot: Slot) -> u32 {
        match slot {
            Slot::First => number,
            Slot::Second => number | SECOND,
        }
    }

    /// The number of the part that a row of vectors is about, and its slot.
    pub fn of_slot(number: u32) -> (u32, Slot) {
        (number & !SECOND, if number & SECOND == 0 { Slot::First } else { Slot::Second })
    }

    /// The number of the part that a row of words is about, and whether it is a claim.
    pub fn unclaimed(number: u32) -> (u32, bool) {
        (number & !CLAIM, number & CLAIM != 0)
    }
}

/// Bytes as one value: a database stores them as they are, not as a list of numbers.
mod plain_bytes {
    use super::{Deserializer, Serializer, de, fmt};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        struct Bytes;

        impl<'de> de::Visitor<'de> for Bytes {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                Ok(bytes)
            }

            // JSON has no bytes.
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = list.next_element()? {
                    bytes.push(byte);
                }
                Ok(bytes)
            }
        }

        deserializer.deserialize_byte_buf(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_changes_the_number_and_not_the_part() {
        for number in [0, 7, 1 << 26] {
            let [first, second] = Slot::ALL.map(|slot| IndexPart::in_slot(number, slot));
            assert_eq!(first, number, "as it is without slots");
            assert_ne!(second, first);
            assert_eq!([first, second].map(IndexPart::of_slot), Slot::ALL.map(|slot| (number, slot)));
        }
        assert_eq!(Slot::ALL.map(Slot::other), [Slot::Second, Slot::First]);
    }
}
