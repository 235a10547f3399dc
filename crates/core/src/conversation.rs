//! A conversation: one thread of talk and the branch of it that is shown.

use crate::{
    id::{BranchId, ConversationId, MessageId, ProviderId, TemplateId},
    settings::OwnSettings,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// One thread of talk. Its messages belong to branches; exactly one branch is active.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its name.
    pub id: ConversationId,
    /// What the list shows. Empty until the first message gives it words.
    pub title: String,
    /// The branch that is shown and sent.
    pub active_branch: BranchId,
    /// The provider that answers here; `None`: the one from the settings.
    pub provider: Option<ProviderId>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its last message was stored: the list is in this order, newest first.
    pub updated_at: Timestamp,
    /// The template of its system prompt; `None`: the one from the settings.
    #[serde(default)]
    pub template: Option<TemplateId>,
    /// What it has of its own over the settings.
    #[serde(default)]
    pub own: OwnSettings,
    /// Whether the page reminds of itself when this conversation has been quiet. `/forget` and `/mute` switch it off.
    #[serde(default)]
    pub reminders: bool,
    /// Reads memories and leaves nothing behind: no summary, no memory, and no history once it is closed.
    #[serde(default)]
    pub temporary: bool,
    /// Kept at the top of the list.
    #[serde(default)]
    pub pinned: bool,
    /// Kept out of the list, in the archive. It is found, summed up and remembered as others are.
    #[serde(default)]
    pub archived: bool,
    /// The user's words for it, to filter the list by. None twice.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The messages that a model made the title from; empty where the title is the first words or the user's own.
    #[serde(default)]
    pub titled_from: Vec<MessageId>,
    /// When the user took it out of the list. It is erased 30 days later.
    #[serde(default)]
    pub deleted_at: Option<Timestamp>,
}

/// The longest tag, in characters.
pub const LONGEST_TAG: usize = 40;

/// The tags in what a user typed: words apart by commas, in one line each, without `#` before them, none twice whatever
/// its case, none longer than [`LONGEST_TAG`].
pub fn tags_of(typed: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in typed.split([',', ';', '\n']) {
        let tag = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        let tag: String = tag.trim_start_matches('#').trim_start().chars().take(LONGEST_TAG).collect();
        let tag = tag.trim_end().to_owned();
        if !tag.is_empty() && !tags.iter().any(|other| other.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag);
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_people_write_them() {
        assert_eq!(tags_of(" work,  #Rome trip; Work,, #"), ["work", "Rome trip"]);
        assert_eq!(tags_of(&"x".repeat(60))[0].len(), LONGEST_TAG);
        assert_eq!(tags_of(" \n "), Vec::<String>::new());
    }

    #[test]
    fn a_record_from_before_tags_is_read() {
        let mut json = serde_json::to_value(crate::testing::sample::conversation(1)).unwrap();
        for field in ["pinned", "archived", "tags", "titled_from"] {
            json.as_object_mut().unwrap().remove(field).unwrap();
        }
        let read: Conversation = serde_json::from_value(json).unwrap();
        assert_eq!(read, crate::testing::sample::conversation(1));
    }
}
