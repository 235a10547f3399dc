//! Automatic retry of a rate-limited request at the time that the server named: once, visibly, and cancellable by the
//! user.

use super::{Chat, deferred};
use crate::{
    browser,
    state::{
        Ask, AskKind,
        again::{Again, Retry, Waiting},
        rate_limit::{countdown, wait_after},
    },
};
use leptos::prelude::*;
use ricordo_core::{
    id::MessageId,
    message::{Finish, Message},
};

impl Again {
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
