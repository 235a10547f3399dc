//! A stored part of the indexes that recall searches: that of words and that of vectors.

use crate::{branch::Sequence, id::BranchId};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The terms, or the vectors, of the messages of a branch whose sequences divided by [`IndexPart::MESSAGES`] are `number`.
/// It holds no text.
///
/// **An empty part of words must be read from its messages again**: each write of a message empties its part in the same
/// transaction, so terms of an erased message never outlive it. A part of vectors only lacks the new messages, because
/// vectors are costly to make; it is removed when one of its messages is.
///
/// A memory or a summary has a part of vectors and none of words ([`BranchId::is_derived`]). Each write removes its vector
/// and leaves an empty part of words, so that a vector that is being made of the text before cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexPart {
    /// The branch.
    pub branch: BranchId,
    /// The number of the part on the branch, or [`IndexPart::claim`] of it.
    pub number: u32,
    /// The terms or the vectors, as `ricordo-recall` encodes them.
    #[serde(with = "plain_bytes")]
    pub bytes: Vec<u8>,
}

/// Marks the number of a claim.
const CLAIM: u32 = 1 << 31;

impl IndexPart {
    /// Sequences in a part.
    pub const MESSAGES: u32 = 64;

    /// The number of the part that a message belongs to.
    pub fn number_of(sequence: Sequence) -> u32 {
        sequence / Self::MESSAGES
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

    /// The number of the part that a row is about, and whether it is a claim.
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
