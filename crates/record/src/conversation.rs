//! A conversation: one thread of talk and the branch of it that is shown.

use crate::{
    author::Author,
    consent::Consent,
    id::{BranchId, ConversationId, MessageId, ProviderId, TemplateId},
    settings::OwnSettings,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// What kind of chat a conversation is, in Telegram's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatKind {
    /// One person and the assistant.
    Private,
    /// Several people.
    Group,
    /// Many people.
    Supergroup,
    /// Few write and many read.
    Channel,
}

impl ChatKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Private, Self::Group, Self::Supergroup, Self::Channel];

    /// As it is written in a prompt and given by a program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Group => "group",
            Self::Supergroup => "supergroup",
            Self::Channel => "channel",
        }
    }
}

/// The chat that a conversation is, as a program told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chat {
    /// What it is called; `None`: by the title of the conversation.
    pub name: Option<String>,
    /// What kind it is; `None`: a group where several people write, else a private chat.
    pub kind: Option<ChatKind>,
}

impl Chat {
    /// What is given here, and for the rest what was known before.
    #[must_use]
    pub fn or(&self, known: &Self) -> Self {
        Self { name: self.name.clone().or_else(|| known.name.clone()), kind: self.kind.or(known.kind) }
    }
}

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
    /// When the user took back what maintenance had deleted. The limit on stored messages does not hold for some days.
    #[serde(default)]
    pub restored_at: Option<Timestamp>,
    /// What a program told of the chat.
    #[serde(default)]
    pub chat: Chat,
    /// The people besides the user who were named here, in the order of their naming.
    #[serde(default)]
    pub people: Vec<Author>,
    /// Who speaks; `None`: the user.
    #[serde(default)]
    pub speaker: Option<Author>,
    /// Whether idle work may send it, for each connection that was asked about. See [`crate::consent`].
    #[serde(default)]
    pub consents: Vec<Consent>,
}

/// How many people can be named in a conversation.
pub const MOST_PEOPLE: usize = 50;

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
        for field in ["pinned", "archived", "tags", "titled_from", "consents"] {
            json.as_object_mut().unwrap().remove(field).unwrap();
        }
        let read: Conversation = serde_json::from_value(json).unwrap();
        assert_eq!(read, crate::testing::sample::conversation(1));
    }
}
