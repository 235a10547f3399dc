//! Why a memory is refused, as a sentence for the user.

use super::{LONGEST_KEY_WORD, MOST_KEY_WORDS};
use ricordo_text::{facts::LONGEST_FACT, secrets::SecretKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A memory was refused and nothing changed. Never contains the text itself, which may be a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MemoryRefusal {
    /// The text is empty.
    Empty,
    /// It is longer than [`LONGEST_FACT`].
    TooLong {
        /// Its length.
        characters: usize,
    },
    /// It looks like a key or a password.
    Secret {
        /// What it looks like.
        secret: SecretKind,
    },
    /// The cap is reached, and all memories are pinned.
    AllPinned {
        /// The cap.
        max_facts: u32,
    },
    /// The user data has the maximum number of fields.
    UserDataFull {
        /// That maximum.
        most: usize,
    },
    /// It has more than [`MOST_KEY_WORDS`] key words.
    TooManyKeyWords,
    /// A key word has no letter, or more than [`LONGEST_KEY_WORD`] characters.
    WrongKeyWord,
    /// It no longer exists.
    NotFound,
}

impl fmt::Display for MemoryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("A memory can't be empty."),
            Self::TooLong { characters } => {
                write!(f, "A memory can have up to {LONGEST_FACT} characters; this one has {characters}. Shorten it.")
            }
            Self::Secret { secret } => {
                write!(f, "This looks like {secret}. Keys, passwords and card numbers are not saved as memories.")
            }
            Self::AllPinned { max_facts } => write!(
                f,
                "All {max_facts} memories are pinned, so none can make room. Unpin or delete one, or raise “Maximum memories” in the settings."
            ),
            Self::UserDataFull { most } => write!(
                f,
                "There can be up to {most} fields about you, and all are in use. Delete or change one of them."
            ),
            Self::TooManyKeyWords => {
                write!(
                    f,
                    "A memory can have up to {MOST_KEY_WORDS} key words. Remove some, or split it into two memories."
                )
            }
            Self::WrongKeyWord => write!(
                f,
                "A key word is a word or a short phrase of up to {LONGEST_KEY_WORD} characters. Separate several with commas."
            ),
            Self::NotFound => f.write_str("This memory no longer exists."),
        }
    }
}

impl std::error::Error for MemoryRefusal {}
