//! What each message of the window costs as it is sent, counted once for a request.

use super::Writer;
use super::{Counter, WindowFormat, classes::Classes, clock::Clock, quote::Quote};
use crate::message::{Message, Role};

/// The costs of the messages at hand, in tokens of the counter in use.
pub(super) struct Costs<'a> {
    format: &'a WindowFormat,
    counter: Counter,
    /// By index, for those that are not sent as they are stored; counted when first asked for.
    known: Vec<Option<u32>>,
}

impl<'a> Costs<'a> {
    pub(super) fn new(classes: &Classes<'_>, format: &'a WindowFormat, counter: Counter) -> Self {
        Self { format, counter, known: vec![None; classes.all.len()] }
    }

    /// Whether the size of a message as it is sent was counted, and not estimated.
    pub(super) fn is_exact(&self, message: &Message, says_when: bool) -> bool {
        Writer(self.format).sends_whole(message) && !says_when && self.counter.exactly(message).is_some()
    }

    /// The size of a message as it is sent, in tokens.
    pub(super) fn of(&mut self, classes: &Classes<'_>, index: usize, quote: Option<Quote<'_>>, says_when: bool) -> u32 {
        let message = classes.all[index];
        if Writer(self.format).sends_whole(message) && !says_when {
            return self.counter.stored(message);
        }
        let count = || self.counter.parts(&Writer(self.format).as_sent(message, quote, says_when).parts);
        if quote.is_some() || says_when {
            return count();
        }
        let tokens = self.known[index].unwrap_or_else(count);
        self.known[index] = Some(tokens);
        tokens
    }

    /// As [`Costs::of`] for a message of the window before it is known which others are sent: without the moment, and as if
    /// what it replies to were sent. Nothing for one that is not sent as a part of the window.
    pub(super) fn of_candidate(&mut self, classes: &Classes<'_>, index: usize) -> u32 {
        self.likely(classes, index, false)
    }

    /// As [`Costs::of_candidate`], with the moment where the pause before the message is long enough for one.
    pub(super) fn with_stamp(&mut self, classes: &Classes<'_>, index: usize) -> u32 {
        let says_when =
            classes.is_candidate(index) && self.format.clock && is_after_a_pause(classes, index, self.format);
        self.likely(classes, index, says_when)
    }

    fn likely(&mut self, classes: &Classes<'_>, index: usize, says_when: bool) -> u32 {
        if !classes.is_candidate(index) {
            return 0;
        }
        let quote = classes.likely_quote(index);
        self.of(classes, index, quote, says_when)
    }
}

/// Whether the clock is due by the user's message before this one alone. The clock of the window may be due more often, by
/// what it began with.
fn is_after_a_pause(classes: &Classes<'_>, index: usize, format: &WindowFormat) -> bool {
    let is_users = |message: &&&Message| message.role == Role::User;
    let message = classes.all[index];
    if message.role != Role::User {
        return false;
    }
    let mut clock = Clock::default();
    if let Some(before) = classes.all[..index].iter().rev().find(is_users) {
        let (at, offset) = Writer(format).moment(before);
        clock.is_due(at, offset);
    }
    let (at, offset) = Writer(format).moment(message);
    clock.is_due(at, offset)
}
