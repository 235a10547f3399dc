//! A conversation: a thread of messages, with its active branch.

use crate::{
    author::Author,
    consent::Consent,
    id::{BranchId, ConversationId, MessageId, ProjectId, ProviderId, TemplateId},
    settings::OwnSettings,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Kind of chat, in Telegram's terms.
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
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Private, Self::Group, Self::Supergroup, Self::Channel];

    /// The name used in prompts and in the embedding API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Group => "group",
            Self::Supergroup => "supergroup",
            Self::Channel => "channel",
        }
    }
}

/// The chat behind a conversation, as described by the host program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chat {
    /// Name; `None` means the title of the conversation.
    pub name: Option<String>,
    /// Kind; `None` means a group if several people write, otherwise a private chat.
    pub kind: Option<ChatKind>,
}

impl Chat {
    /// These values, with missing ones taken from `known`.
    #[must_use]
    pub fn or(&self, known: &Self) -> Self {
        Self { name: self.name.clone().or_else(|| known.name.clone()), kind: self.kind.or(known.kind) }
    }
}

/// Origin of a conversation's title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TitleOrigin {
    /// The first words or the user: versions up to 5 did not record which.
    #[default]
    NotRecorded,
    /// The first words of a message.
    FirstWords,
    /// A model that read some messages.
    Model,
    /// The user, or the export of another program.
    User,
}

/// A thread of messages. Messages belong to branches; exactly one branch is active.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Unique id.
    pub id: ConversationId,
    /// Title in the list. Empty until the first message.
    pub title: String,
    /// The branch that is shown and sent.
    pub active_branch: BranchId,
    /// The provider of this conversation; `None` means the one in the settings.
    pub provider: Option<ProviderId>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its last message was stored. The list is sorted by it, newest first.
    pub updated_at: Timestamp,
    /// The template of its system prompt; `None` means the one in the settings.
    #[serde(default)]
    pub template: Option<TemplateId>,
    /// Overrides of the settings.
    #[serde(default)]
    pub own: OwnSettings,
    /// Whether the page sends reminders after inactivity in this conversation. `/forget` and `/mute` switch them off.
    #[serde(default)]
    pub reminders: bool,
    /// Whether it is a temporary chat: it reads memories but stores no summary, no memory, and no history once it is
    /// closed.
    #[serde(default)]
    pub temporary: bool,
    /// Whether it is pinned to the top of the list.
    #[serde(default)]
    pub pinned: bool,
    /// Whether it is archived: hidden from the list, but searched, summarized and used for memories like others.
    #[serde(default)]
    pub archived: bool,
    /// The user's tags, to filter the list by. No duplicates.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Origin of the title.
    #[serde(default)]
    pub title_origin: TitleOrigin,
    /// The message whose first words are the title, or the messages that a model read for it; empty if the user wrote
    /// it. Versions up to 5 stored only those of a model.
    #[serde(default)]
    pub titled_from: Vec<MessageId>,
    /// When the user deleted it. It is erased 30 days later.
    #[serde(default)]
    pub deleted_at: Option<Timestamp>,
    /// When the user restored messages deleted by maintenance. The limit on stored messages is then suspended for some
    /// days.
    #[serde(default)]
    pub restored_at: Option<Timestamp>,
    /// The chat as described by the host program.
    #[serde(default)]
    pub chat: Chat,
    /// The people besides the user who were named here, in the order of naming.
    #[serde(default)]
    pub people: Vec<Author>,
    /// The current author of new messages; `None` means the user.
    #[serde(default)]
    pub speaker: Option<Author>,
    /// Whether background work may send it, for each connection that was asked about. See [`crate::consent`].
    #[serde(default)]
    pub consents: Vec<Consent>,
    /// The project it belongs to.
    #[serde(default)]
    pub project: Option<ProjectId>,
    /// When it last moved to another project or out of one.
    #[serde(default)]
    pub moved_at: Option<Timestamp>,
}

/// Most people named in a conversation.
pub const MOST_PEOPLE: usize = 50;

/// Longest tag, in characters.
pub const LONGEST_TAG: usize = 40;

/// Parses typed tags, separated by commas, semicolons or line ends: without leading `#`, without duplicates in any
/// case, each truncated to [`LONGEST_TAG`].
pub fn tags_of(typed: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in typed.split([',', ';', '\n']) {
        let tag = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        let tag: String = tag.trim_start_matches('#').trim_start().chars().take(LONGEST_TAG).collect();
        let tag = tag.trim_end().to_owned();
        if !tag.is_empty() && !tags.iter().any(|other| lower(other).eq(lower(&tag))) {
            tags.push(tag);
        }
    }
    tags
}

/// The letters of a text in lower case, each by itself.
fn lower(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
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
        for field in ["pinned", "archived", "tags", "title_origin", "titled_from", "consents", "project", "moved_at"] {
            json.as_object_mut().unwrap().remove(field).unwrap();
        }
        let read: Conversation = serde_json::from_value(json).unwrap();
        assert_eq!(read, crate::testing::sample::conversation(1));
    }
}
