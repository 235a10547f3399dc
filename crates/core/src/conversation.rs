//! A conversation: one thread of talk and the branch of it that is shown.

use crate::{
    id::{BranchId, ConversationId, ProviderId, TemplateId},
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
    /// When the user took it out of the list. It is erased 30 days later.
    #[serde(default)]
    pub deleted_at: Option<Timestamp>,
}
