//! The window: which of the last messages are sent.
//!
//! A window that is too long is cut in steps: where it starts depends on where the conversation ends only through
//! multiples of a step, so the start stays the same for many turns and the provider can reuse what it computed. Positions
//! are absolute (the sequence of a message, the tokens before it), so no state has to be kept, and taking a forget back
//! gives the same window as if it had never been.

use super::{LayerKind, Limits, Omitted, OmittedReason, has_content};
use crate::{
    branch::Sequence,
    mark::MarkKind,
    message::{Message, Role},
    snapshot::Snapshot,
};

/// The room kept free for the message and the clock when the start of the window is chosen: an eighth of the budget. Only
/// a message that needs more moves the start for its sake.
const RESERVE_DIVISOR: u32 = 8;

/// The messages of the window, oldest first, and what was left out.
#[derive(Debug)]
pub struct Chosen<'a> {
    /// What is sent.
    pub messages: Vec<&'a Message>,
    /// What is not, oldest first.
    pub omitted: Vec<Omitted>,
}

/// Chooses the window. `system_prompt` and `room` are tokens: what the system prompt takes, and what the other layers
/// leave of the budget.
pub fn choose<'a>(snapshot: &'a Snapshot, limits: &Limits, system_prompt: u32, room: u32) -> Chosen<'a> {
    let messages = &snapshot.messages;
    let active_from = active_from(snapshot);
    let first_by_count = first_by_count(snapshot, active_from, limits);
    let usual = limits.budget.saturating_sub(system_prompt).saturating_sub(limits.budget / RESERVE_DIVISOR);
    let first_by_tokens =
        first_by_tokens(messages, active_from, usual.min(room), step(usual, limits.trim_step_percent));

    let mut chosen = Chosen { messages: Vec::new(), omitted: before_what_was_loaded(snapshot, active_from) };
    for (index, message) in messages.iter().enumerate() {
        let left_out = if index < active_from {
            Some(unseen_reason(snapshot, message))
        } else if snapshot.mark(message.id) == Some(MarkKind::Muted) {
            Some(OmittedReason::Muted)
        } else if !has_content(&message.parts) {
            Some(OmittedReason::Empty)
        } else if index < first_by_tokens {
            Some(OmittedReason::Budget)
        } else if index < first_by_count {
            Some(OmittedReason::MessageLimit)
        } else {
            None
        };
        match left_out {
            Some(reason) => chosen.leave_out(reason, message),
            None => chosen.messages.push(message),
        }
    }
    chosen
}

/// The counter of `/forget` (`active_messages_count`): how many messages of completed turns lie after the boundary, as far
/// as they are loaded. `None`: nothing is forgotten, and the counter is not in force.
pub fn active_messages_count(snapshot: &Snapshot) -> Option<u32> {
    let boundary = snapshot.boundary()?;
    let counted = (0..snapshot.messages.len())
        .filter(|&index| snapshot.messages[index].sequence >= boundary && is_counted(&snapshot.messages, index));
    u32::try_from(counted.count()).ok()
}

/// Whether a message belongs to a completed turn: only those add to the counter of `/forget`.
pub fn is_counted(messages: &[Message], index: usize) -> bool {
    let completes = |message: &Message| {
        message.role == Role::Assistant && message.finish.as_ref().is_some_and(crate::message::Finish::is_complete)
    };
    match messages[index].role {
        Role::Assistant => completes(&messages[index]),
        Role::User => messages.get(index + 1).is_some_and(completes),
        Role::Tool | Role::System => false,
    }
}

impl Chosen<'_> {
    fn leave_out(&mut self, reason: OmittedReason, message: &Message) {
        match self.omitted.last_mut() {
            Some(last) if last.reason == reason => {
                last.messages += 1;
                last.tokens += u64::from(message.tokens);
                last.sources.push(message.id);
            }
            _ => self.omitted.push(Omitted {
                layer: LayerKind::Window,
                reason,
                messages: 1,
                tokens: message.tokens.into(),
                sources: vec![message.id],
            }),
        }
    }
}

/// The index of the first message that is not forgotten. Under a forget the window starts with a completed turn: a turn
/// that failed right after `/forget` adds nothing to the counter, so the next request is as empty as the first.
fn active_from(snapshot: &Snapshot) -> usize {
    let messages = &snapshot.messages;
    match snapshot.boundary() {
        None => 0,
        Some(boundary) => (0..messages.len())
            .find(|&index| messages[index].sequence >= boundary && is_counted(messages, index))
            .unwrap_or(messages.len()),
    }
}

fn unseen_reason(snapshot: &Snapshot, message: &Message) -> OmittedReason {
    match snapshot.boundary() {
        Some(boundary) if message.sequence < boundary => OmittedReason::Forgotten,
        _ => OmittedReason::Unanswered,
    }
}

fn step(whole: u32, percent: u32) -> u32 {
    (whole / 100 * percent).max(1)
}

fn first_by_count(snapshot: &Snapshot, active_from: usize, limits: &Limits) -> usize {
    let most = limits.window_messages;
    let messages = &snapshot.messages;
    let step = (most * limits.trim_step_percent / 100).max(1);
    if step == 1 {
        // Exactly the last so many: what is not sent anyway does not take a place.
        let mut sent = (active_from..messages.len())
            .rev()
            .filter(|&i| snapshot.mark(messages[i].id) != Some(MarkKind::Muted) && has_content(&messages[i].parts));
        return sent.nth(most.saturating_sub(1) as usize).unwrap_or(active_from);
    }
    let (Some(first), Some(last)) = (messages.get(active_from), messages.last()) else {
        return active_from;
    };
    if last.sequence - first.sequence < most {
        return active_from;
    }
    let start: Sequence = (last.sequence + 1 - most).next_multiple_of(step);
    messages.iter().position(|message| message.sequence >= start).unwrap_or(messages.len()).max(active_from)
}

/// The index from where on the messages take at most `ceiling` tokens: a whole step further than needed, unless that would
/// leave nothing.
fn first_by_tokens(messages: &[Message], active_from: usize, ceiling: u32, step: u32) -> usize {
    let Some(last) = messages.last() else {
        return active_from;
    };
    let end = last.tokens_before + u64::from(last.tokens);
    let needed = end.saturating_sub(ceiling.into());
    let starting_at = |tokens: u64| {
        let found = (active_from..messages.len()).find(|&index| messages[index].tokens_before >= tokens);
        found.unwrap_or(messages.len())
    };
    let exact = starting_at(needed);
    if exact == active_from {
        return exact;
    }
    let stepped = starting_at(needed.next_multiple_of(step.into()));
    if stepped < messages.len() { stepped } else { exact }
}

/// What lies before the loaded messages is left out too. Sequences and token sums say how much, without loading it.
fn before_what_was_loaded(snapshot: &Snapshot, active_from: usize) -> Vec<Omitted> {
    let Some(first) = snapshot.messages.first().filter(|first| first.sequence > 0) else {
        return Vec::new();
    };
    let forgotten = active_from > 0 && snapshot.boundary().is_some_and(|boundary| first.sequence <= boundary);
    let reason = if forgotten { OmittedReason::Forgotten } else { OmittedReason::MessageLimit };
    vec![Omitted {
        layer: LayerKind::Window,
        reason,
        messages: first.sequence,
        tokens: first.tokens_before,
        sources: Vec::new(),
    }]
}
