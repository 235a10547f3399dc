//! Automatic retry of a rate-limited request at the time that the server named: once, visibly, and cancellable by the
//! user.

use super::{Agreement, Ask, AskKind, Chat, deferred};
use crate::browser;
use leptos::prelude::*;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    id::{ConversationId, MessageId},
    message::{Finish, Message},
    provider::Provider,
};
use std::time::Duration;

/// Longest automatic wait, in milliseconds. For a longer one the user decides when to retry.
const LONGEST: u64 = 120_000;
const SECOND: Duration = Duration::from_secs(1);

/// A pending retry.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    conversation: ConversationId,
    /// Failed reply.
    reply: MessageId,
    /// Time of the retry, in milliseconds since the page began to load.
    at: f64,
    /// Remaining seconds.
    seconds: u64,
}

/// What is sent again.
pub(super) struct Retry {
    /// The connection that is asked, if it is not the one that answers in the conversation.
    pub(super) by: Option<Box<Provider>>,
    /// Where the user sent it, and for how much. Nothing else is sent unasked.
    pub(super) agreed: Box<Agreement>,
}

/// State of the automatic retry.
#[derive(Clone, Copy)]
pub struct Again(RwSignal<Option<Waiting>>);

impl Again {
    /// Creates the state with no retry pending.
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// Seconds until this reply is retried; `None` if it is not.
    pub fn seconds(self, reply: MessageId) -> Option<u64> {
        self.0.get().filter(|waiting| waiting.reply == reply).map(|waiting| waiting.seconds)
    }

    /// Cancels the retry.
    pub fn give_up(self) {
        self.0.set(None);
    }

    /// Starts the countdown if the reply was rate-limited and the server named a time.
    #[allow(clippy::cast_precision_loss, reason = "at most two minutes in milliseconds")]
    pub(super) fn begin(self, chat: Chat, reply: &Message, retry: Retry) {
        let Some(Finish::Failed { failure }) = &reply.finish else { return };
        let Some(wait) = wait_after(&failure.error) else { return };
        let at = browser::now() + wait as f64;
        self.0.set(Some(Waiting {
            conversation: reply.conversation,
            reply: reply.id,
            at,
            seconds: wait.div_ceil(1000),
        }));
        self.count(chat, reply.id, retry);
    }

    fn count(self, chat: Chat, reply: MessageId, retry: Retry) {
        let Some(waiting) = self.0.get_untracked().filter(|waiting| waiting.reply == reply) else { return };
        let Retry { by, agreed } = &retry;
        let (kind, is_open) = (AskKind::RetryUnasked(by.clone()), chat.id() == Some(waiting.conversation));
        // Another connection was chosen: the user decides whether it is asked.
        if is_open && !chat.is_agreed(&kind, agreed) {
            return self.give_up();
        }
        let left = waiting.at - browser::now();
        let Some((seconds, pause)) = countdown(left) else {
            self.give_up();
            // A user who opened another conversation retries when they come back.
            if is_open && chat.transcript.is_last(reply) {
                deferred::turn(chat, Ask { conversation: waiting.conversation, kind }, Some(retry.agreed));
            }
            return;
        };
        self.0.set(Some(Waiting { seconds, ..waiting }));
        set_timeout(move || self.count(chat, reply, retry), pause);
    }
}

/// How long to wait before a request is sent again, in milliseconds; `None` if it is not.
pub(super) fn wait_after(error: &ModelError) -> Option<u64> {
    let is_limited = error.kind == ModelErrorKind::RateLimited;
    error.retry_after_ms.filter(|wait| is_limited && *wait <= LONGEST)
}

/// Seconds to show while `left` milliseconds are left, and the pause until the next count; `None` if none is left.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds, and above none")]
pub(super) fn countdown(left: f64) -> Option<(u64, Duration)> {
    (left > 0.0).then(|| ((left / 1000.0).ceil() as u64, SECOND.min(Duration::from_millis(left.ceil() as u64))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rate_limit_with_a_short_wait_is_retried_by_itself() {
        use ModelErrorKind::{RateLimited, ServerError, Unreachable};
        for (kind, named, wait) in [
            (RateLimited, Some(3_000), Some(3_000)),
            (RateLimited, Some(0), Some(0)),
            (RateLimited, Some(LONGEST), Some(LONGEST)),
            (RateLimited, Some(LONGEST + 1), None),
            (RateLimited, Some(u64::MAX), None),
            (RateLimited, None, None),
            (ServerError, Some(3_000), None),
            (Unreachable, Some(3_000), None),
        ] {
            let error = ModelError { retry_after_ms: named, ..ModelError::new(kind, "") };
            assert_eq!(wait_after(&error), wait, "{error:?}");
        }
    }

    #[test]
    fn the_countdown_never_says_zero_and_counts_once_a_second() {
        let ms = Duration::from_millis;
        for (left, seconds, pause) in [
            (3_000.0, 3, ms(1_000)),
            (2_000.4, 3, ms(1_000)),
            (1_000.0, 1, ms(1_000)),
            (999.2, 1, ms(1_000)),
            (0.4, 1, ms(1)),
            (120_000.0, 120, ms(1_000)),
        ] {
            assert_eq!(countdown(left), Some((seconds, pause)), "{left}");
        }
        for over in [0.0, -0.5, -1e9, f64::NAN] {
            assert_eq!(countdown(over), None, "{over}");
        }
    }
}
