//! The people who write in a conversation.

use serde::{Deserialize, Serialize};

/// The human author of a message, in conversations with more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// Display name.
    pub name: String,
    /// User name, without `@`.
    pub username: Option<String>,
    /// The id in the system the message came from.
    pub id: Option<String>,
}

/// Longest name of a person, in characters. Longer names are truncated.
const LONGEST_NAME: usize = 60;

impl Author {
    /// A person. Each part is one line of at most 60 characters; an empty part counts as missing. `None` if the name is
    /// empty.
    pub fn new(name: &str, username: Option<&str>, id: Option<&str>) -> Option<Self> {
        let line = |text: &str| {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let line: String = line.chars().filter(|char| !char.is_control()).take(LONGEST_NAME).collect();
            (!line.is_empty()).then_some(line)
        };
        let username = username.and_then(|username| line(username.trim().trim_start_matches('@')));
        Some(Self { name: line(name)?, username, id: id.and_then(line) })
    }

    /// Identifies a person, whatever the current display name: by id, otherwise by user name ignoring case, otherwise
    /// by the exact name. Ignoring case in names would need Unicode tables in the initial download.
    pub fn key(&self) -> String {
        match (&self.id, &self.username) {
            (Some(id), _) => format!("id:{id}"),
            (None, Some(username)) => format!("@{}", username.to_ascii_lowercase()),
            (None, None) => self.name.clone(),
        }
    }
}

/// Whether two authors are the same person. `None` is the user.
pub fn is_same_person(one: Option<&Author>, other: Option<&Author>) -> bool {
    one.map(Author::key) == other.map(Author::key)
}
