//! Reminders: decides when to remind the user of a quiet conversation, and with which text. The page shows them.
//!
//! They are off until the user switches them on for a conversation, in the settings or by `/mute off`; `/mute` and
//! `/forget` switch them off.

use crate::{
    conversation::Conversation,
    mark::MarkKind,
    message::{Message, Role},
    snapshot::Snapshot,
    time::{MINUTE_MS, Timestamp},
};
use ricordo_text::excerpt::around;

/// Characters of the conversation in a reminder.
const SHOWN: usize = 120;

/// Whether a reminder of a conversation is due: it has reminders switched on, has been quiet for the chosen time, and
/// had no reminder since it became quiet.
///
/// The quiet time begins with the last message or the user's last presence at the page, whichever is later. So opening
/// the page does not bring up a reminder of yesterday.
pub fn is_due(
    conversation: &Conversation,
    minutes: u32,
    present_at: Timestamp,
    reminded_at: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    let quiet_since = conversation.updated_at.max(present_at);
    let wants = conversation.reminders && !conversation.temporary && conversation.deleted_at.is_none();
    let is_quiet = now.0.saturating_sub(quiet_since.0) >= i64::from(minutes) * MINUTE_MS;
    wants && is_quiet && reminded_at.is_none_or(|reminded| reminded < quiet_since)
}

/// The text of a reminder: the beginning of the last message that the model may still see. `None`: there is no such
/// message.
pub fn line(snapshot: &Snapshot) -> Option<String> {
    let boundary = snapshot.boundary().unwrap_or_default();
    let may_be_shown = |message: &&Message| {
        message.sequence >= boundary
            && matches!(message.role, Role::User | Role::Assistant)
            && snapshot.mark(message.id) != Some(MarkKind::Muted)
            && !message.text().trim().is_empty()
    };
    let last = snapshot.messages.iter().rev().find(may_be_shown)?;
    let words = last.text().split_whitespace().collect::<Vec<_>>().join(" ");
    Some(around(&words, 0, SHOWN))
}
