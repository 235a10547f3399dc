//! Automatic retry of a rate-limited request at the time that the server named: once, visibly, and cancellable by the
//! user.

use super::{Chat, turn::Ask};
use crate::browser;
use leptos::prelude::*;
use ricordo_core::{
    error::ModelErrorKind,
    id::{ConversationId, MessageId},
    message::{Finish, Message},
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
    pub(super) fn begin(self, chat: Chat, reply: &Message) {
        let Some(Finish::Failed { failure }) = &reply.finish else { return };
        let wait = failure.error.retry_after_ms.filter(|wait| *wait <= LONGEST);
        let Some(wait) = wait.filter(|_| failure.error.kind == ModelErrorKind::RateLimited) else { return };
        let at = browser::now() + wait as f64;
        self.0.set(Some(Waiting {
            conversation: reply.conversation,
            reply: reply.id,
            at,
            seconds: wait.div_ceil(1000),
        }));
        self.count(chat, reply.id);
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds, and not below none")]
    fn count(self, chat: Chat, reply: MessageId) {
        let Some(waiting) = self.0.get_untracked().filter(|waiting| waiting.reply == reply) else { return };
        let left = waiting.at - browser::now();
        if left <= 0.0 {
            self.give_up();
            // A user who opened another conversation retries when they come back.
            let is_last = chat.rows.with_untracked(|rows| rows.last().is_some_and(|row| row.id() == Some(reply)));
            if chat.id() == Some(waiting.conversation) && is_last {
                chat.ask(Ask::RetryUnasked);
            }
            return;
        }
        self.0.set(Some(Waiting { seconds: (left / 1000.0).ceil() as u64, ..waiting }));
        set_timeout(move || self.count(chat, reply), SECOND.min(Duration::from_millis(left.ceil() as u64)));
    }
}
