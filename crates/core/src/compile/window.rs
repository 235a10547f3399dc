//! The window: which of the last messages are sent.
//!
//! A window that is too long is cut in steps: where it starts depends on where the conversation ends only through
//! multiples of a step, so the start stays the same for many turns and the provider can reuse what it computed. Positions
//! are absolute (the sequence of a message, the tokens before it), so no state has to be kept, and taking a forget back
//! gives the same window as if it had never been.
//!
//! `classes` says which messages may be sent at all, `start` where the window would begin; here the two meet the room.

use super::{
    Counter, LayerKind, Limits, Omitted, OmittedReason, WindowFormat,
    classes::{Class, Classes},
    clock::Clock,
    start::{start, stepped_after},
};
use crate::{
    branch::Sequence,
    manifest::SourceId,
    message::{Message, Role},
    model::RequestMessage,
    snapshot::Snapshot,
};

/// What the window may take, in tokens of the counter in use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// What it may take in a usual turn: the start is chosen for this, so that it does not move with every message.
    pub(super) usual: u32,
    /// What it may take now.
    pub(super) most: u32,
}

/// The messages of the window, oldest first, and what was left out.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub(super) messages: Vec<(RequestMessage, Vec<SourceId>)>,
    /// What is not sent, oldest first.
    pub(super) omitted: Vec<Omitted>,
    /// The size of what is sent, in tokens.
    pub(super) tokens: u32,
    /// The clock as the window leaves it.
    pub(super) clock: Clock,
}

/// What the window would take if everything at hand were sent, in tokens. With names and stamps it may be more: then it is
/// more than any floor, too.
pub(super) fn demand(snapshot: &Snapshot) -> u32 {
    let all = snapshot.messages.iter().chain(&snapshot.earlier);
    let sum = all.map(|message| snapshot.counter.stored(message)).fold(0, u32::saturating_add);
    sum.saturating_mul(2)
}

/// Chooses the window.
pub(super) fn choose(
    snapshot: &Snapshot,
    format: &WindowFormat,
    limits: &Limits,
    covered: &[(Sequence, Sequence)],
    covered_tokens: &[u64],
    room: Room,
) -> Chosen {
    let classes = Classes::of(snapshot, format, covered);
    let counter = snapshot.counter;
    let step = room_step(room, limits, counter);
    let first = start(&classes, limits, in_estimates(room.usual.min(room.most), counter), step);
    let mut start = classes.whole_unit(first.index);
    let mut budget_start = if first.by_tokens { start } else { 0 };
    let mut pins = classes.pinned();
    let sent = loop {
        let sent = classes.closed(start, &pins, format.group);
        let mut clock = Clock::default();
        let costs = sent.iter().map(|&index| {
            let says_when = says_when(&classes, index, format, &mut clock);
            cost(&classes, index, &sent, format, counter, says_when)
        });
        let tokens = costs.fold(0, u32::saturating_add);
        if tokens <= room.most || sent.is_empty() {
            break sent;
        }
        if start < classes.all.len() {
            start = classes.whole_unit(next_start(&classes, start, step, room.most, format, counter));
            budget_start = start;
        } else {
            // Not even the pinned messages fit: the oldest goes first.
            pins.remove(0);
        }
    };

    let mut chosen =
        Chosen { omitted: classes.before_what_was_loaded(&sent, covered, covered_tokens), ..Chosen::default() };
    for index in 0..classes.all.len() {
        let message = classes.all[index];
        if sent.binary_search(&index).is_ok() {
            let says_when = says_when(&classes, index, format, &mut chosen.clock);
            chosen.tokens = chosen.tokens.saturating_add(cost(&classes, index, &sent, format, counter, says_when));
            let written = format.as_sent(message, classes.quote(index, &sent), says_when);
            chosen.messages.push((written, vec![SourceId::Message(message.id)]));
        } else if index >= classes.loaded_from {
            let reason = match classes.of_message[index] {
                Class::Out(reason) => reason,
                Class::Candidate if index < budget_start => OmittedReason::Budget,
                Class::Candidate => OmittedReason::MessageLimit,
            };
            leave_out(&mut chosen.omitted, reason, message);
        }
    }
    chosen
}

/// Whether a message that is sent says when it was written; the ones before it went through the same clock.
fn says_when(classes: &Classes<'_>, index: usize, format: &WindowFormat, clock: &mut Clock) -> bool {
    let message = classes.all[index];
    let (at, offset_minutes) = format.moment(message);
    format.clock && message.role == Role::User && clock.is_due(at, offset_minutes)
}

/// The size of a message as it is sent together with those at `sent`, in tokens.
fn cost(
    classes: &Classes<'_>,
    index: usize,
    sent: &[usize],
    format: &WindowFormat,
    counter: Counter,
    says_when: bool,
) -> u32 {
    let message = classes.all[index];
    if format.sends_whole(message) && !says_when {
        return counter.stored(message);
    }
    counter.parts(&format.as_sent(message, classes.quote(index, sent), says_when).parts)
}

/// Where to begin instead, because what begins at `start` does not fit: a step further, or where it just fits if a step
/// would leave nothing.
fn next_start(
    classes: &Classes<'_>,
    start: usize,
    step: u32,
    most: u32,
    format: &WindowFormat,
    counter: Counter,
) -> usize {
    let mut left = most;
    let mut exact = classes.all.len();
    for index in (start + 1..classes.all.len()).rev() {
        if classes.is_candidate(index) {
            // As if what it replies to were not sent: that takes most.
            match left.checked_sub(cost(classes, index, &[], format, counter, false)) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        exact = index;
    }
    stepped_after(classes, exact, step).unwrap_or(exact).max(start + 1)
}

fn leave_out(omitted: &mut Vec<Omitted>, reason: OmittedReason, message: &Message) {
    let source = SourceId::Message(message.id);
    match omitted.last_mut() {
        Some(last) if last.reason == reason => {
            last.messages += 1;
            last.tokens += u64::from(message.tokens);
            last.sources.push(source);
        }
        _ => omitted.push(Omitted {
            layer: LayerKind::Window,
            reason,
            messages: 1,
            tokens: message.tokens.into(),
            sources: vec![source],
        }),
    }
}

/// Positions in the history are sums of estimates.
fn in_estimates(tokens: u32, counter: Counter) -> u32 {
    let estimates = u64::from(tokens) * 1_000 / u64::from(counter.per_mille.max(1));
    u32::try_from(estimates).unwrap_or(u32::MAX)
}

fn room_step(room: Room, limits: &Limits, counter: Counter) -> u32 {
    (in_estimates(room.usual, counter) / 100 * limits.trim_step_percent).max(1)
}
