//! What starts a turn.

use ricordo_core::{
    branch::Sequence,
    compile::Outgoing,
    id::{ConversationId, MessageId},
    message::text_of,
    provider::Provider,
};

/// How long an action waits for the lock of a conversation that is in use, in milliseconds.
pub const LOCK_PATIENCE_MS: u32 = 1_000;

/// What starts a turn, and the conversation in which the user asked for it. If another one is open once the code of turns is
/// loaded, nothing is sent: a message stays in the composer of its conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The conversation.
    pub conversation: ConversationId,
    /// What starts it.
    pub kind: AskKind,
}

/// What starts a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum AskKind {
    /// Sends a new message.
    New(Box<Outgoing>),
    /// Asks the model to continue its reply.
    GoOn(Box<Outgoing>),
    /// Sends a message that waited in the queue.
    Queued(MessageId),
    /// Answers the last user message again.
    Retry,
    /// Like [`AskKind::Retry`], started automatically after a pause; with a connection, by that one instead of the one that
    /// answers in the conversation.
    RetryUnasked(Option<Box<Provider>>),
    /// Asks this connection again for one of the answers that are compared, which begin at this sequence.
    Compared(Sequence, MessageId, Box<Provider>),
    /// Answers a user message again. For a reply, answers the message it replied to.
    Again(MessageId),
    /// Replaces the text of a user message and answers it.
    Edit(MessageId, String),
}

impl AskKind {
    /// The connection that is asked; `None` for the one that answers in the conversation.
    pub fn by(&self) -> Option<&Provider> {
        match self {
            Self::Compared(.., provider) | Self::RetryUnasked(Some(provider)) => Some(provider),
            _ => None,
        }
    }

    /// The text of a new message.
    pub fn new_text(&self) -> Option<String> {
        let Self::New(outgoing) = self else { return None };
        Some(text_of(&outgoing.parts).trim().to_owned())
    }

    /// Whether it adds to the shown branch. The other kinds leave it, because they answer a message again.
    pub fn adds(&self) -> bool {
        matches!(self, Self::New(_) | Self::GoOn(_) | Self::Queued(_))
    }

    /// Whether it comes from the queue, so that the user may be doing something else.
    pub fn is_queued(&self) -> bool {
        matches!(self, Self::Queued(_))
    }

    /// Whether it waits while another turn is being started. Any other kind is a button that was pressed again.
    pub fn can_wait(&self) -> bool {
        matches!(self, Self::New(_) | Self::Queued(_) | Self::RetryUnasked(_))
    }

    /// How long it waits for the lock of a conversation that is in use, in milliseconds. A turn that the user did not start
    /// just now waits longer, because nothing would start it again.
    pub fn patience(&self) -> u32 {
        match self {
            Self::Queued(_) | Self::RetryUnasked(_) => 5_000,
            _ => LOCK_PATIENCE_MS,
        }
    }

    /// Whether the view goes to the end with it.
    pub fn scrolls(&self, at_end: bool) -> bool {
        at_end || !self.is_queued()
    }

    /// Whether it has to wait: for a reply that is coming, or, if it is a new message, for the retry of a failed one.
    /// Otherwise that retry would be cancelled, and the earlier message never answered. Other actions on the failed reply,
    /// and messages of the queue, replace the retry.
    pub fn has_to_wait(&self, is_coming: bool, is_retried: bool) -> bool {
        is_coming || is_retried && matches!(self, Self::New(_))
    }

    /// What becomes of it while a reply is coming in its conversation. The queue sends a message to one model: one for several
    /// models cannot wait there.
    pub fn while_busy(self, is_several: bool) -> WhileBusy {
        match self {
            Self::New(_) if is_several => WhileBusy::Refuse,
            Self::New(outgoing) => WhileBusy::Queue(outgoing),
            Self::Queued(_) => WhileBusy::Wait,
            _ => WhileBusy::Refuse,
        }
    }
}

/// What becomes of an [`AskKind`] while a reply is coming.
#[derive(Clone, Debug, PartialEq)]
pub enum WhileBusy {
    /// The message is put into the queue.
    Queue(Box<Outgoing>),
    /// It is in the queue and stays there.
    Wait,
    /// Nothing is done, and the user is told why.
    Refuse,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{message_id, server};

    /// All kinds, and whether each adds to the branch.
    fn all() -> [(AskKind, bool); 9] {
        [
            (AskKind::New(Box::new(Outgoing::text("Hello"))), true),
            (AskKind::GoOn(Box::new(Outgoing::text("Go on"))), true),
            (AskKind::Queued(message_id(1)), true),
            (AskKind::Retry, false),
            (AskKind::RetryUnasked(None), false),
            (AskKind::RetryUnasked(Some(Box::new(server(1, "m")))), false),
            (AskKind::Compared(1, message_id(1), Box::new(server(1, "m"))), false),
            (AskKind::Again(message_id(1)), false),
            (AskKind::Edit(message_id(1), "other".to_owned()), false),
        ]
    }

    #[test]
    fn only_what_answers_a_message_again_leaves_the_branch() {
        for (ask, adds) in all() {
            assert_eq!(ask.adds(), adds, "{ask:?}");
        }
    }

    #[test]
    fn a_message_of_the_queue_does_not_move_a_view_that_the_user_scrolled() {
        for (ask, _) in all() {
            assert!(ask.scrolls(true), "{ask:?}");
            assert_eq!(ask.scrolls(false), ask != AskKind::Queued(message_id(1)), "{ask:?}");
        }
    }

    #[test]
    fn while_a_reply_is_coming_a_new_message_waits_and_nothing_else_is_sent() {
        for (ask, _) in all() {
            let wanted = match &ask {
                AskKind::New(outgoing) => WhileBusy::Queue(outgoing.clone()),
                AskKind::Queued(_) => WhileBusy::Wait,
                _ => WhileBusy::Refuse,
            };
            let is_pressed = wanted == WhileBusy::Refuse && !matches!(ask, AskKind::RetryUnasked(_));
            assert_eq!(ask.can_wait(), !is_pressed, "{ask:?}");
            assert_eq!(ask.while_busy(false), wanted);
        }
    }

    #[test]
    fn what_nothing_would_send_later_waits_longer_for_the_lock() {
        let waits = |(ask, _): &(AskKind, bool)| ask.patience() > LOCK_PATIENCE_MS;
        let waiting: Vec<AskKind> = all().iter().filter(|ask| waits(ask)).map(|(ask, _)| ask.clone()).collect();
        let is_one = |ask: &AskKind| matches!(ask, AskKind::Queued(_) | AskKind::RetryUnasked(_));
        assert!(waiting.iter().all(is_one));
        assert_eq!(waiting.len(), all().iter().filter(|(ask, _)| is_one(ask)).count());
    }

    #[test]
    fn a_new_message_waits_for_the_retry_of_the_reply_before_it_and_nothing_else_does() {
        for (ask, _) in all() {
            assert!(ask.has_to_wait(true, false) && ask.has_to_wait(true, true) && !ask.has_to_wait(false, false));
            assert_eq!(ask.has_to_wait(false, true), matches!(ask, AskKind::New(_)), "{ask:?}");
        }
    }

    #[test]
    fn a_message_for_several_models_does_not_wait_as_one_for_the_usual_model() {
        assert_eq!(AskKind::New(Box::new(Outgoing::text("Hello"))).while_busy(true), WhileBusy::Refuse);
    }

    #[test]
    fn only_an_answer_that_another_connection_gave_is_asked_for_there_again() {
        for (ask, _) in all() {
            let other = matches!(ask, AskKind::Compared(..) | AskKind::RetryUnasked(Some(_)));
            assert_eq!(ask.by(), other.then_some(&server(1, "m")), "{ask:?}");
        }
    }
}
