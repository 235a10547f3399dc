//! The message that is about to be sent: quotes the message it replies to, and attaches the images of that message
//! again.

use super::Writer;
use super::{Outgoing, WindowFormat, is_image, item::Item, quote::Quote};
use crate::{id::MessageId, manifest::SourceId, mark::MarkKind, message::Message, snapshot::Snapshot, time::Now};

/// The current message, and how it is formatted.
#[derive(Clone, Copy)]
pub(super) struct Current<'a> {
    outgoing: &'a Outgoing,
    format: &'a WindowFormat,
    now: &'a Now,
    /// The message it replies to, if that may be quoted.
    parent: Option<&'a Message>,
    /// The longest quote there is room for, in characters; `None`: there is room for none.
    most: Option<usize>,
}

impl<'a> Current<'a> {
    /// The message with the longest quote that fits into `room` tokens, and its maximum size in tokens: as if it had a
    /// time stamp, and its parent were not in the window. Both are known only once the window is.
    pub(super) fn fitting(
        snapshot: &'a Snapshot,
        outgoing: &'a Outgoing,
        format: &'a WindowFormat,
        now: &'a Now,
        room: u32,
    ) -> (Self, u32) {
        let parent = outgoing.reply_to.and_then(|id| quotable(snapshot, id));
        let sized = |most| {
            let current = Self { outgoing, format, now, parent, most };
            let written = current.written(format.clock, &[]);
            let sizes = written.iter().map(|item| snapshot.counter.parts(&item.message.parts));
            (current, sizes.fold(0, u32::saturating_add))
        };
        let mut quoting = [Quote::IN_FULL, Quote::NAMED].into_iter().map(|most| sized(Some(most)));
        quoting.find(|(_, tokens)| *tokens <= room).unwrap_or_else(|| sized(None))
    }

    /// The message and what followed it in this turn, each with its sources other than itself. `window` is what is sent
    /// before it.
    pub(super) fn written(&self, says_when: bool, window: &[Item]) -> Vec<Item> {
        let Self { outgoing, format, now, parent, most } = *self;
        let is_sent = |parent: &Message| window.iter().any(|item| item.sources.contains(&SourceId::Message(parent.id)));
        let quote = parent.zip(most).map(|(parent, most)| {
            let quote = Quote::of(parent, is_sent(parent));
            Quote { length: quote.length.min(most), ..quote }
        });
        let written = outgoing.written.as_ref().unwrap_or(now);
        let mut message = Writer(format).current(&outgoing.parts, outgoing.author.as_ref(), quote, written, says_when);
        let mut sources = Vec::new();
        if let Some(parent) = parent {
            let shown_again = parent.parts.iter().filter(|part| is_image(part) && format.images).cloned();
            let before = message.parts.len();
            message.parts.extend(shown_again);
            if message.parts.len() > before || quote.is_some() {
                sources.push(SourceId::Message(parent.id));
            }
        }
        let rounds = outgoing.rounds.iter().map(|round| Item { message: round.message.clone(), sources: Vec::new() });
        std::iter::once(Item { message, sources }).chain(rounds).collect()
    }
}

/// A message that may be quoted: it is loaded, and neither forgotten nor muted.
fn quotable(snapshot: &Snapshot, id: MessageId) -> Option<&Message> {
    let message = snapshot.messages.iter().chain(&snapshot.earlier).find(|message| message.id == id)?;
    let is_forgotten = snapshot.boundary().is_some_and(|boundary| message.sequence < boundary);
    (!is_forgotten && snapshot.mark(id) != Some(MarkKind::Muted)).then_some(message)
}
