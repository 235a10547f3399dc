//! Identifiers: UUID v7, a separate type per kind of record, so that they cannot be mixed up.
//!
//! The core draws no random numbers: the bytes come from `Host` of `ricordo-core`.

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
            /// An id that sorts by `at` (milliseconds) and is made unique by ten random bytes.
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
    /// Id of a conversation.
    ConversationId;
    /// Id of a branch.
    BranchId;
    /// Id of a message.
    MessageId;
    /// Id of a forget, which `/remember` undoes.
    ForgetId;
    /// Id of an undo entry.
    UndoId;
    /// Id of a provider.
    ProviderId;
    /// Id of a stored image or file.
    BlobId;
    /// Id of a summary.
    SummaryId;
    /// Id of a memory.
    MemoryId;
    /// Id of a task.
    TaskId;
    /// Id of a template written by the user.
    TemplateId;
    /// Id of a project.
    ProjectId;
    /// Id of a document.
    DocumentId;
}

impl MessageId {
    /// When the message was created: ids are made of that time.
    pub fn at(self) -> Timestamp {
        Timestamp(i64::try_from(self.0.as_u128() >> 80).unwrap_or(i64::MAX))
    }
}

/// The source of a part of a request. Erasing it erases every fragment derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceId {
    /// A stored message.
    Message(MessageId),
    /// A memory.
    Memory(MemoryId),
    /// A summary.
    Summary(SummaryId),
    /// The instructions of a project.
    Project(ProjectId),
    /// A chunk of a document: its number.
    Chunk(DocumentId, u32),
}

fn uuid_v7(at: Timestamp, random: [u8; 10]) -> Uuid {
    // A time before 1970 means a broken clock; such ids sort first.
    uuid::Builder::from_unix_timestamp_millis(at.0.max(0).unsigned_abs(), &random).into_uuid()
}

/// Deserializes an id. The deserializer of `uuid` would report what is wrong with an invalid id; stored data does not
/// need that, and this avoids the code for it.
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
