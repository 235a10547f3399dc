//! The cost of each message of the window as it is sent, counted once per request.

use super::Writer;
use super::{Counter, WindowFormat, classes::Classes, clock::Clock, quote::Quote};
use crate::message::{Message, Role};

/// The costs of the available messages, in tokens of the counter in use.
pub(super) struct Costs<'a> {
    format: &'a WindowFormat,
    counter: Counter,
    /// By index, for messages that are not sent as they are stored; counted on first use.
    known: Vec<Option<u32>>,
}

impl<'a> Costs<'a> {
    pub(super) fn new(classes: &Classes<'_>, format: &'a WindowFormat, counter: Counter) -> Self {
        Self { format, counter, known: vec![None; classes.all.len()] }
    }

    /// Whether the size of a message as it is sent is an exact count and not an estimate.
    pub(super) fn is_exact(&self, message: &Message, says_when: bool) -> bool {
        Writer(self.format).sends_whole(message) && !says_when && self.counter.exactly(message).is_some()
    }

    /// The size of a message as it is sent, in tokens.
    pub(super) fn of(&mut self, classes: &Classes<'_>, index: usize, quote: Option<Quote<'_>>, says_when: bool) -> u32 {
        let message = &classes.written(index);
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

    /// Like [`Costs::of`] for a message of the window before the other sent messages are known: without a time stamp,
    /// and as if its parent were sent. 0 for a message that is not sent as part of the window.
    pub(super) fn of_candidate(&mut self, classes: &Classes<'_>, index: usize) -> u32 {
        self.likely(classes, index, false)
    }

    /// Like [`Costs::of_candidate`], with a time stamp where the pause before the message is long enough for one.
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

/// Whether a stamp is due judging by the previous message of the user alone. In the window a stamp may be due more
/// often, depending on where the window begins.
fn is_after_a_pause(classes: &Classes<'_>, index: usize, format: &WindowFormat) -> bool {
    let is_users = |message: &&&Message| message.role == Role::User;
    let message = classes.all[index];
    if message.role != Role::User {
        return false;
    }
    let mut clock = Clock::default();
    if let Some(before) = classes.all[..index].iter().rev().find(is_users) {
        clock.is_due(Writer(format).moment(before));
    }
    clock.is_due(Writer(format).moment(message))
}
