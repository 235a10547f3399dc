//! The window: chooses which of the last messages are sent.
//!
//! Nothing is omitted while there is room. A window with too many tokens is cut in steps: its start depends on the end
//! of the conversation only through multiples of a step, so the start stays the same for many turns and the provider
//! can reuse what it computed. Positions are absolute (the tokens before a message), so no state has to be stored, and
//! taking a forget back gives the same window as if the forget had never happened. A window with too many messages
//! drops one for each new one.
//!
//! `classes` decides which messages may be sent at all, `costs` measures them, `start` finds the start; this module
//! fits them into the room.

use super::Writer;
use super::{
    LayerKind, Limits, NextCut, Omitted, OmittedReason, WindowFormat,
    classes::{Class, Classes},
    clock::Clock,
    costs::Costs,
    item::Item,
    quote::Quote,
    start::Cutting,
    summaries::InForce,
};
use crate::{
    manifest::{SourceId, Written},
    message::{Message, Role},
    snapshot::Snapshot,
};

/// The cost of the time stamp at the start of the window, wherever that is, in estimated tokens.
const FIRST_MOMENT_TOKENS: u32 = 24;

/// The room of the window, in tokens of the counter in use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The room in a usual turn: the start is chosen for this, so that it does not move with every message.
    pub(super) usual: u32,
    /// The room now.
    pub(super) most: u32,
}

/// The messages of the window, oldest first, and what was omitted.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub(super) messages: Vec<Item>,
    /// How each message was formatted.
    pub(super) written: Vec<Written>,
    /// What is not sent, oldest first.
    pub(super) omitted: Vec<Omitted>,
    /// The size of what is sent, in tokens.
    pub(super) tokens: u32,
    /// How much of that was counted exactly, in tokens.
    pub(super) exact_tokens: u32,
    /// The clock after the last message of the window.
    pub(super) clock: Clock,
    /// When the window is cut next.
    pub(super) next_cut: Option<NextCut>,
}

/// The size of the window if every available message were sent, in tokens. Doubled for names and time stamps, so that
/// it exceeds any floor.
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
    summaries: &InForce<'_>,
    room: Room,
) -> Chosen {
    let classes = Classes::of(snapshot, format, &summaries.covered);
    let stamp = if format.clock { snapshot.counter.scaled(FIRST_MOMENT_TOKENS) } else { 0 };
    let usual = room.usual.min(room.most.saturating_sub(stamp));
    let mut cutting = Cutting {
        classes: &classes,
        limits,
        costs: Costs::new(&classes, format, snapshot.counter),
        pins: classes.pinned(),
        room: usual,
        step: step(room, limits, snapshot),
    };
    let first = cutting.start();
    let mut start = classes.whole_unit(first.index);
    let mut budget_start = if first.by_tokens { start } else { 0 };
    let sent = loop {
        let mut sent = classes.closed(start, &cutting.pins, format.group);
        let mut tokens = cutting.total(&sent, format);
        if tokens > room.most && format.group {
            // What is replied to is quoted instead.
            sent = classes.closed(start, &cutting.pins, false);
            tokens = cutting.total(&sent, format);
        }
        if tokens <= room.most || sent.is_empty() {
            break sent;
        }
        if start < classes.all.len() {
            let exact = cutting.without(start, tokens - room.most);
            start = classes.whole_unit(cutting.stepped(exact).max(start + 1));
            budget_start = start;
        } else {
            // Not even the pinned messages fit: drops the oldest first.
            cutting.pins.remove(0);
        }
    };

    let reason = if limits.window_messages.is_some() { OmittedReason::MessageLimit } else { OmittedReason::Budget };
    let omitted = classes.before_what_was_loaded(&sent, &summaries.covered, reason);
    let mut chosen = Chosen { omitted, ..Chosen::default() };
    chosen.write(&classes, &sent, budget_start, format, &mut cutting.costs);
    chosen.next_cut = cutting.next_cut(start);
    chosen
}

impl Chosen {
    /// Formats the messages in `sent`, and lists the other loaded ones as omitted; those before `budget_start` had no
    /// room.
    fn write(
        &mut self,
        classes: &Classes<'_>,
        sent: &[usize],
        budget_start: usize,
        format: &WindowFormat,
        costs: &mut Costs<'_>,
    ) {
        for index in 0..classes.all.len() {
            let message = &classes.written(index);
            if sent.binary_search(&index).is_ok() {
                let says_when = says_when(classes, index, format, &mut self.clock);
                let quote = classes.quote(index, sent);
                let tokens = costs.of(classes, index, quote, says_when);
                self.tokens = self.tokens.saturating_add(tokens);
                if costs.is_exact(message, says_when) {
                    self.exact_tokens = self.exact_tokens.saturating_add(tokens);
                }
                self.written.push(Written { says_when, quote: quote.map(Quote::kind) });
                let sources = vec![SourceId::Message(message.id)];
                self.messages.push(Item { message: Writer(format).as_sent(message, quote, says_when), sources });
            } else if index >= classes.loaded_from {
                let reason = match classes.of_message[index] {
                    Class::Out(reason) => reason,
                    Class::Candidate if index < budget_start => OmittedReason::Budget,
                    Class::Candidate => OmittedReason::MessageLimit,
                };
                leave_out(&mut self.omitted, reason, message);
            }
        }
    }
}

impl Cutting<'_> {
    /// The size of all sent messages, in tokens.
    fn total(&mut self, sent: &[usize], format: &WindowFormat) -> u32 {
        let mut clock = Clock::default();
        let sizes = sent.iter().map(|&index| {
            let says_when = says_when(self.classes, index, format, &mut clock);
            self.costs.of(self.classes, index, self.classes.quote(index, sent), says_when)
        });
        sizes.fold(0, u32::saturating_add)
    }

    /// The start after `start` that sends at least `over` tokens less.
    fn without(&mut self, start: usize, over: u32) -> usize {
        let end = self.classes.all.len();
        let mut dropped = 0_u32;
        let is_enough = |index: &usize| {
            dropped = dropped.saturating_add(self.costs.of_candidate(self.classes, *index));
            dropped >= over
        };
        (start..end).find(is_enough).map_or(end, |last| last + 1)
    }
}

/// Whether a sent message is stamped; the messages before it must have gone through the same clock.
fn says_when(classes: &Classes<'_>, index: usize, format: &WindowFormat, clock: &mut Clock) -> bool {
    let message = classes.all[index];
    format.clock && message.role == Role::User && clock.is_due(Writer(format).moment(message))
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

/// How much the window is cut at a time, in stored estimates, because positions in the history are sums of those.
fn step(room: Room, limits: &Limits, snapshot: &Snapshot) -> u32 {
    let estimates = u64::from(room.usual) * 1_000 / per_mille(snapshot);
    let step = estimates * u64::from(limits.trim_step_percent) / 100;
    u32::try_from(step.max(1)).unwrap_or(u32::MAX)
}

/// The model's counts of the loaded messages relative to the stored estimates, in thousandths. Rounded up coarsely, so
/// that a few messages more or less do not move the steps.
fn per_mille(snapshot: &Snapshot) -> u64 {
    const ROUNDED: u64 = 250;
    if snapshot.counter.scale.is_plain() {
        return snapshot.counter.per_mille.max(1).into();
    }
    let stored: u64 = snapshot.messages.iter().map(|message| u64::from(message.tokens)).sum();
    let counted: u64 = snapshot.messages.iter().map(|message| u64::from(snapshot.counter.stored(message))).sum();
    (counted * 1_000).div_ceil(stored.max(1)).div_ceil(ROUNDED).max(1) * ROUNDED
}
