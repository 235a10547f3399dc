//! Reminders: when the page speaks up of a conversation that has been quiet, and what it says. It shows nothing itself.
//!
//! They are off until the user switches them on for a conversation, in the settings or by `/mute off`; `/mute` and
//! `/forget` switch them off.

use crate::{
    conversation::Conversation,
    mark::MarkKind,
    message::{Message, Role},
    snapshot::Snapshot,
    time::Timestamp,
};
use ricordo_text::excerpt::around;

/// How many characters of the conversation a reminder tells.
const SHOWN: usize = 120;

/// Whether a conversation is to be reminded of now: it wants reminders, has been quiet for the chosen time, and was not
/// reminded of since it fell quiet.
///
/// The quiet time begins with whatever was last: the last message, or the user's last presence at the page. So nobody who
/// just opened the page is reminded of yesterday.
pub fn is_due(
    conversation: &Conversation,
    minutes: u32,
    present_at: Timestamp,
    reminded_at: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    let quiet_since = conversation.updated_at.max(present_at);
    let wants = conversation.reminders && !conversation.temporary && conversation.deleted_at.is_none();
    let is_quiet = now.0.saturating_sub(quiet_since.0) >= i64::from(minutes) * 60_000;
    wants && is_quiet && reminded_at.is_none_or(|reminded| reminded < quiet_since)
}

/// The line of a reminder: the beginning of what was said last that the model may still see. `None`: nothing is left to
/// remind of.
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
