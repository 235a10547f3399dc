//! State that a row of the conversation list shares with the menu of the rows: the row whose menu is open, and what is
//! being edited in it.

use leptos::prelude::*;
use ricordo_core::id::ConversationId;

/// Id of the menu element. One menu serves all rows.
pub const MENU: &str = "conversation-menu";

/// What is being edited in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Nothing.
    Nothing,
    /// Title.
    Title,
    /// Tags.
    Tags,
}

/// Row whose menu is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfRow {
    /// Conversation of the row.
    pub id: ConversationId,
    /// What is being edited in the row.
    pub writing: RwSignal<Writing>,
}
