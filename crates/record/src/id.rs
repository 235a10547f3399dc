//! Identifiers: UUID v7, one type per kind of record so that they cannot be mixed up.
//!
//! The core never draws a random number: the bytes come from [`crate::host::Host`].

use crate::time::Timestamp;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, Unexpected, Visitor},
};
use std::{fmt, str::FromStr};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(#[serde(deserialize_with = "read")] pub Uuid);

        impl $name {
            /// An id that sorts by `at` (milliseconds), made unique by ten random bytes.
            pub fn new(at: Timestamp, random: [u8; 10]) -> Self {
                Self(uuid_v7(at, random))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::try_parse(text).map(Self)
            }
        }
    )*};
}

ids! {
    /// Names a conversation.
    ConversationId;
    /// Names a branch of a conversation.
    BranchId;
    /// Names a message.
    MessageId;
    /// Names a forget, which `/remember` takes back.
    ForgetId;
    /// Names an undo entry.
    UndoId;
    /// Names a provider: an endpoint and how to talk to it.
    ProviderId;
    /// Names a stored image or file.
    BlobId;
    /// Names a summary.
    SummaryId;
    /// Names a memory.
    MemoryId;
    /// Names a task.
    TaskId;
    /// Names a template of the user's own.
    TemplateId;
}

/// What a part of a request was made from. Erasing one of these erases every fragment made from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceId {
    /// A stored message.
    Message(MessageId),
    /// A memory.
    Memory(MemoryId),
    /// A summary.
    Summary(SummaryId),
}

fn uuid_v7(at: Timestamp, random: [u8; 10]) -> Uuid {
    // A clock before 1970 is a broken clock: such ids sort first.
    uuid::Builder::from_unix_timestamp_millis(at.0.max(0).unsigned_abs(), &random).into_uuid()
}

/// Reads an id. `uuid` would find out what is wrong with one that is none; that it is none says enough of stored data, and
/// takes none of that code.
fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Uuid, D::Error> {
    struct Text;

    impl Visitor<'_> for Text {
        type Value = Uuid;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an id")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Uuid, E> {
            Uuid::try_parse(text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Text)
}
