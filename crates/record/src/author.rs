//! The people who write in a conversation.

use serde::{Deserialize, Serialize};

/// The human who wrote a message, where a conversation has more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// The name that is shown.
    pub name: String,
    /// The short name, without `@`.
    pub username: Option<String>,
    /// The id in the system the message came from.
    pub id: Option<String>,
}

/// The longest name of a person, in characters. What is longer is cut.
const LONGEST_NAME: usize = 60;

impl Author {
    /// A person. Each part is one line of at most 60 characters; empty ones are none. `None`: without a name nobody is named.
    pub fn new(name: &str, username: Option<&str>, id: Option<&str>) -> Option<Self> {
        let line = |text: &str| {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let line: String = line.chars().filter(|char| !char.is_control()).take(LONGEST_NAME).collect();
            (!line.is_empty()).then_some(line)
        };
        let username = username.and_then(|username| line(username.trim().trim_start_matches('@')));
        Some(Self { name: line(name)?, username, id: id.and_then(line) })
    }

    /// Tells people apart, whatever they are called now: the id, else the short name in whatever case, else the name as it
    /// is written. A name in any case would need the tables of Unicode in all that a page loads first.
    pub fn key(&self) -> String {
        match (&self.id, &self.username) {
            (Some(id), _) => format!("id:{id}"),
            (None, Some(username)) => format!("@{}", username.to_ascii_lowercase()),
            (None, None) => self.name.clone(),
        }
    }
}

/// Whether two are the same person. `None` is the user.
pub fn is_same_person(one: Option<&Author>, other: Option<&Author>) -> bool {
    one.map(Author::key) == other.map(Author::key)
}
