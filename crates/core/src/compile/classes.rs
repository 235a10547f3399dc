//! Classifies stored messages: whether each may be sent, and if not, why.

use super::{
    LayerKind, Omitted, OmittedReason, WindowFormat, has_content,
    quote::Quote,
    summaries::Covered,
    turns::{calls_tools, is_counted, is_paired, is_tools_line, unit_end, without_calls},
};
use crate::{
    id::MessageId,
    mark::MarkKind,
    message::{Message, Role},
    snapshot::Snapshot,
};
use ricordo_text::small_sort;
use std::borrow::Cow;

/// Whether a message may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// As part of the window, if there is room.
    Candidate,
    /// Not as part of the window.
    Out(OmittedReason),
}

/// The available messages with their classes.
#[derive(Debug)]
pub(super) struct Classes<'a> {
    /// Messages from before the loaded ones, then the loaded ones, oldest first.
    pub(super) all: Vec<&'a Message>,
    /// The class of each message.
    pub(super) of_message: Vec<Class>,
    /// The index of the first loaded message.
    pub(super) loaded_from: usize,
    /// The index of the first message that is neither forgotten nor covered by a summary.
    pub(super) first_active: usize,
    snapshot: &'a Snapshot,
    /// The index of each message in `all`, sorted by id.
    places: Vec<(MessageId, usize)>,
}

impl<'a> Classes<'a> {
    pub(super) fn of(snapshot: &'a Snapshot, format: &WindowFormat, covered: &[Covered]) -> Self {
        let first = snapshot.messages.first().map(|message| message.sequence);
        let earlier = snapshot.earlier.iter().filter(|message| first.is_some_and(|first| message.sequence < first));
        let mut all: Vec<&Message> = earlier.collect();
        ricordo_text::small_sort::by_key(&mut all, |message| message.sequence);
        let loaded_from = all.len();
        all.extend(&snapshot.messages);
        let mut places: Vec<_> = all.iter().enumerate().map(|(index, message)| (message.id, index)).collect();
        ricordo_text::small_sort::by_key(&mut places, |(id, _)| *id);
        let first_counted = loaded_from + first_counted(snapshot);
        let muted =
            small_sort::set(snapshot.marks.iter().filter(|mark| mark.kind == MarkKind::Muted).map(|mark| mark.message));
        let boundary = snapshot.boundary();
        let reason = |index: usize, message: &Message| {
            if boundary.is_some_and(|boundary| message.sequence < boundary) {
                Some(OmittedReason::Forgotten)
            } else if index < first_counted && index >= loaded_from {
                Some(OmittedReason::Unanswered)
            } else if muted.binary_search(&message.id).is_ok() {
                Some(OmittedReason::Muted)
            } else if !has_content(&message.parts) {
                Some(OmittedReason::Empty)
            } else if covered.iter().any(|span| (span.from..span.to).contains(&message.sequence)) {
                Some(OmittedReason::Compressed)
            } else if index < loaded_from {
                Some(OmittedReason::MessageLimit)
            } else {
                None
            }
        };
        let class = |(index, message): (usize, &&Message)| reason(index, message).map_or(Class::Candidate, Class::Out);
        let mut of_message: Vec<Class> = all.iter().enumerate().map(class).collect();
        put_out_tool_messages(&all, &mut of_message, loaded_from, format);
        let is_behind = |class: &&Class| {
            matches!(
                class,
                Class::Out(OmittedReason::Forgotten | OmittedReason::Unanswered | OmittedReason::Compressed)
            )
        };
        let first_active = loaded_from + of_message[loaded_from..].iter().take_while(is_behind).count();
        Self { all, of_message, loaded_from, first_active, snapshot, places }
    }

    /// A message as it is sent: a reply that ended within its tool calls has no results, and only its text is sent.
    pub(super) fn written(&self, index: usize) -> Cow<'a, Message> {
        let message = self.all[index];
        let is_alone = calls_tools(message) && unit_end(&self.all, index) == index + 1;
        if is_alone { Cow::Owned(without_calls(message)) } else { Cow::Borrowed(message) }
    }

    pub(super) fn is_candidate(&self, index: usize) -> bool {
        self.of_message[index] == Class::Candidate
    }

    /// The start of the first whole unit at or after `index`; tool results without their call do not start a unit.
    pub(super) fn whole_unit(&self, index: usize) -> usize {
        let rest = self.all[index.min(self.all.len())..].iter();
        index + rest.take_while(|message| message.role == Role::Tool).count()
    }

    /// The indices of the messages pinned by the user, oldest first. A message that was pinned after the forget that
    /// covers it is sent anyway; one that was pinned before it is forgotten.
    pub(super) fn pinned(&self) -> Vec<usize> {
        let marks = self.snapshot.marks.iter().filter(|mark| mark.kind == MarkKind::Pinned);
        let mut pinned: Vec<usize> = marks
            .filter_map(|mark| {
                let index = self.place_of(mark.message)?;
                let message = self.all[index];
                let forgets = self.snapshot.forgets.iter().filter(|forget| forget.conversation == message.conversation);
                let is_later =
                    forgets.filter(|forget| forget.before > message.sequence).all(|forget| mark.at > forget.at);
                match self.of_message[index] {
                    Class::Candidate => Some(index),
                    Class::Out(OmittedReason::Forgotten) if is_later => Some(index),
                    Class::Out(OmittedReason::Compressed | OmittedReason::MessageLimit) => Some(index),
                    Class::Out(_) => None,
                }
            })
            .filter(|&index| self.all[index].role != Role::Tool && !calls_tools(self.all[index]))
            .collect();
        ricordo_text::small_sort::ascending(&mut pinned);
        pinned
    }

    /// The indices of everything sent with a window that begins at `start`, in order: its candidates, the pinned
    /// messages and, `with_parents`, the messages that these reply to.
    pub(super) fn closed(&self, start: usize, pins: &[usize], with_parents: bool) -> Vec<usize> {
        let mut is_sent: Vec<bool> =
            (0..self.all.len()).map(|index| index >= start && self.is_candidate(index)).collect();
        pins.iter().for_each(|&pin| is_sent[pin] = true);
        let sent = |is_sent: &[bool]| (0..is_sent.len()).filter(|&index| is_sent[index]).collect::<Vec<_>>();
        if with_parents {
            // Not the parents of these: a thread may be as long as the conversation, and they are quoted.
            for index in sent(&is_sent) {
                self.parent_place(index).into_iter().for_each(|parent| is_sent[parent] = true);
            }
        }
        sent(&is_sent)
    }

    /// The quote of the message that `index` replies to; `sent` holds the indices of the sent messages, in order.
    pub(super) fn quote(&self, index: usize, sent: &[usize]) -> Option<Quote<'a>> {
        let parent = self.parent_place(index)?;
        Some(Quote::of(self.all[parent], sent.binary_search(&parent).is_ok()))
    }

    /// Like [`Classes::quote`] before the sent messages are known: assumes that the parent is sent.
    pub(super) fn likely_quote(&self, index: usize) -> Option<Quote<'a>> {
        Some(Quote::of(self.all[self.parent_place(index)?], true))
    }

    fn place_of(&self, message: MessageId) -> Option<usize> {
        let place = self.places.binary_search_by_key(&message, |(id, _)| *id).ok()?;
        Some(self.places[place].1)
    }

    fn parent_place(&self, index: usize) -> Option<usize> {
        let parent = self.place_of(self.all[index].reply_to?)?;
        let may_be_sent = matches!(
            self.of_message[parent],
            Class::Candidate | Class::Out(OmittedReason::Compressed | OmittedReason::MessageLimit)
        );
        // Nobody replies to a tool; tool messages are sent in pairs.
        let is_tool = self.all[parent].role == Role::Tool || calls_tools(self.all[parent]);
        (may_be_sent && !is_tool).then_some(parent)
    }

    /// What is omitted before the loaded messages; `reason` applies where nothing else is known. Sequences and token
    /// sums give the amounts without loading the messages.
    pub(super) fn before_what_was_loaded(
        &self,
        sent: &[usize],
        covered: &[Covered],
        reason: OmittedReason,
    ) -> Vec<Omitted> {
        let Some(first) = self.snapshot.messages.first().filter(|first| first.sequence > 0) else {
            return Vec::new();
        };
        let forgotten = self.snapshot.boundary().unwrap_or(0).min(first.sequence);
        let inside = |span: &Covered| span.to.min(first.sequence).saturating_sub(span.from.max(forgotten));
        let compressed: u32 = covered.iter().map(inside).sum();
        let compressed_tokens: u64 = covered.iter().filter(|span| inside(span) > 0).map(|span| span.tokens).sum();
        let sent_earlier: Vec<&Message> =
            sent.iter().filter(|&&index| index < self.loaded_from).map(|&index| self.all[index]).collect();
        let sent_tokens: u64 = sent_earlier.iter().map(|message| u64::from(message.tokens)).sum();
        let sent_count = u32::try_from(sent_earlier.len()).unwrap_or(u32::MAX);
        let rest = (first.sequence - forgotten).saturating_sub(compressed);
        let tokens = first.tokens_before.saturating_sub(compressed_tokens).saturating_sub(sent_tokens);
        // The exact split of the tokens is unknown without loading the messages: they are split by the number of
        // messages.
        let forgotten_tokens = tokens * u64::from(forgotten) / u64::from((forgotten + rest).max(1));
        let run = |reason, messages: u32, tokens| Omitted {
            layer: LayerKind::Window,
            reason,
            messages,
            tokens,
            sources: Vec::new(),
        };
        let runs = [
            run(OmittedReason::Forgotten, forgotten, forgotten_tokens),
            run(OmittedReason::Compressed, compressed, compressed_tokens),
            run(reason, rest, tokens - forgotten_tokens),
        ];
        let mut left = sent_count;
        let mut runs: Vec<Omitted> = runs.into_iter().collect();
        for run in runs.iter_mut().rev() {
            let taken = left.min(run.messages);
            run.messages -= taken;
            left -= taken;
        }
        runs.retain(|run| run.messages > 0);
        runs
    }
}

/// The index of the first loaded message that is not forgotten. After a forget the window starts with a completed turn:
/// a turn that failed right after `/forget` does not count, so the next request is as empty as the first.
fn first_counted(snapshot: &Snapshot) -> usize {
    let messages = &snapshot.messages;
    match snapshot.boundary() {
        None => 0,
        Some(boundary) => (0..messages.len())
            .find(|&index| messages[index].sequence >= boundary && is_counted(messages, index))
            .unwrap_or(messages.len()),
    }
}

/// Sends tool calls and results together, or a line that names the used tools instead.
fn put_out_tool_messages(all: &[&Message], classes: &mut [Class], loaded_from: usize, format: &WindowFormat) {
    let mut index = loaded_from;
    let mut turn_has_calls = false;
    while index < all.len() {
        let message = all[index];
        let end = unit_end(all, index);
        match message.role {
            Role::User => turn_has_calls = false,
            Role::Assistant if calls_tools(message) => {
                if !format.tool_messages || end == index + 1 {
                    // Its text is sent without the calls.
                    let reason = if format.tool_messages { OmittedReason::Unpaired } else { OmittedReason::OtherForm };
                    let from = if message.text().trim().is_empty() { index } else { index + 1 };
                    put_out(&mut classes[from..end], reason);
                } else if !is_paired(&all[index..end]) || !is_whole(&classes[index..end]) {
                    put_out(&mut classes[index..end], OmittedReason::Unpaired);
                } else {
                    turn_has_calls = true;
                }
            }
            Role::Tool if classes[index] == Class::Candidate => {
                let reason = if format.tool_messages { OmittedReason::Unpaired } else { OmittedReason::OtherForm };
                put_out(&mut classes[index..end], reason);
            }
            Role::System if is_tools_line(message) && turn_has_calls => {
                put_out(&mut classes[index..end], OmittedReason::OtherForm);
            }
            Role::Assistant | Role::Tool | Role::System => {}
        }
        index = end;
    }
}

fn is_whole(unit: &[Class]) -> bool {
    unit.iter().all(|class| *class == Class::Candidate)
}

fn put_out(unit: &mut [Class], reason: OmittedReason) {
    for class in unit {
        if *class == Class::Candidate {
            *class = Class::Out(reason);
        }
    }
}
