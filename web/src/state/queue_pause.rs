//! Why the messages of a queue wait, and what ends that.

use super::{AskKind, queue_adding::Ended};
use crate::texts::queue::queue as texts;
use ricordo_core::{id::MessageId, message::Finish};

/// Why nothing of a queue is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The user stopped the reply.
    Stopped,
    /// The reply failed.
    Failed,
    /// The reply was interrupted or cut off.
    Incomplete,
    /// The next message could not be sent.
    NotSent,
    /// The next message costs more than a limit of the settings, and the user has not agreed.
    Asked,
    /// A tool call of this message waits for the user's decision; `None` if the message could not be read.
    Held(Option<MessageId>),
    /// Several models answered, and the user has kept none of the answers.
    Compared,
    /// The user edits the next message.
    Editing,
    /// Another conversation was open when the reply ended.
    Away,
    /// The messages waited already when the page was loaded.
    Loaded,
}

impl Pause {
    /// Why the messages wait, as a sentence.
    pub fn sentence(self) -> &'static str {
        let texts = texts();
        match self {
            Self::Stopped => texts.stopped,
            Self::Failed => texts.failed,
            Self::Incomplete => texts.incomplete,
            Self::NotSent => texts.not_sent,
            Self::Asked => texts.asked,
            Self::Held(_) => texts.held,
            Self::Compared => texts.compared,
            Self::Editing => texts.editing,
            Self::Away => texts.away,
            Self::Loaded => texts.loaded,
        }
    }
}

/// Why nothing is sent after this reply. `held`: [`Pause::Held`] if a tool call of the last turn waits for the user.
pub fn why_paused(ended: &Ended, is_open: bool, held: Option<Pause>) -> Option<Pause> {
    match &ended.finish {
        _ if ended.is_several => Some(Pause::Compared),
        Some(Finish::Complete) if !is_open => Some(Pause::Away),
        Some(Finish::Complete) => held,
        Some(Finish::Stopped) => Some(Pause::Stopped),
        Some(Finish::Failed { .. }) => Some(Pause::Failed),
        _ => Some(Pause::Incomplete),
    }
}

/// Whether a turn ends this pause: the reply that paused the queue was regenerated or continued, or its message edited, and
/// the new one ended well; or the message that could not be sent was answered. A message whose price was in question ends the
/// pause as soon as the user agrees to it, however its reply ends.
pub fn is_mended(pause: Pause, Ended { ask, finish, .. }: &Ended) -> bool {
    let is_again = !matches!(ask, AskKind::New(_) | AskKind::Queued(_));
    let was_bad = matches!(pause, Pause::Failed | Pause::Incomplete);
    let was_sent = pause == Pause::NotSent && matches!(ask, AskKind::Queued(_));
    let was_agreed = pause == Pause::Asked && matches!(ask, AskKind::Queued(_));
    // The held call is on the branch that was left.
    let was_left = matches!(pause, Pause::Held(_)) && !ask.adds();
    (is_again && was_bad || was_sent || was_left) && *finish == Some(Finish::Complete) || was_agreed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation_id, failed, message_id, server},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::error::ModelErrorKind;

    fn ended(ask: AskKind, finish: Option<Finish>) -> Ended {
        Ended { conversation: conversation_id(1), ask, finish, is_several: false }
    }

    #[test]
    fn the_next_message_is_sent_only_after_a_reply_that_ended_well() {
        let failure = failed(ModelErrorKind::ServerError, None);
        let held = Some(Pause::Held(Some(message_id(2))));
        for (finish, is_open, held, pause) in [
            (Finish::Complete, true, None, None),
            (Finish::Complete, true, held, held),
            (Finish::Complete, false, held, Some(Pause::Away)),
            (Finish::Stopped, true, None, Some(Pause::Stopped)),
            (failure, true, None, Some(Pause::Failed)),
            (Finish::Interrupted, true, None, Some(Pause::Incomplete)),
            (Finish::Length, true, None, Some(Pause::Incomplete)),
            (Finish::ContentFilter, true, None, Some(Pause::Incomplete)),
        ] {
            let reply = ended(AskKind::New(Box::default()), Some(finish.clone()));
            assert_eq!(why_paused(&reply, is_open, held), pause, "{finish:?}");
            // The user decides which of several answers the next message belongs to.
            assert_eq!(why_paused(&Ended { is_several: true, ..reply }, is_open, held), Some(Pause::Compared));
        }
        assert_eq!(why_paused(&ended(AskKind::Retry, None), true, None), Some(Pause::Incomplete));
    }

    #[test]
    fn a_failed_reply_that_ends_well_after_all_pauses_nothing_any_more() {
        let complete = |ask: &AskKind| ended(ask.clone(), Some(Finish::Complete));
        for ask in [
            AskKind::Retry,
            AskKind::RetryUnasked(None),
            AskKind::Compared(1, message_id(1), Box::new(server(1, "m"))),
            AskKind::Again(message_id(1)),
            AskKind::GoOn(Box::default()),
            AskKind::Edit(message_id(1), "Put better".to_owned()),
        ] {
            let well = complete(&ask);
            assert!(is_mended(Pause::Failed, &well) && is_mended(Pause::Incomplete, &well));
            let stopped = ended(ask, Some(Finish::Stopped));
            assert!(!is_mended(Pause::Stopped, &well) && !is_mended(Pause::Failed, &stopped));
        }
        assert!(!is_mended(Pause::Failed, &complete(&AskKind::New(Box::default()))));
        let queued = complete(&AskKind::Queued(message_id(1)));
        assert!(is_mended(Pause::NotSent, &queued) && !is_mended(Pause::Stopped, &queued));
        let agreed = ended(AskKind::Queued(message_id(1)), Some(Finish::Stopped));
        assert!(is_mended(Pause::Asked, &agreed) && !is_mended(Pause::NotSent, &agreed));
        assert!(!is_mended(Pause::Asked, &complete(&AskKind::New(Box::default()))), "another message was sent");
    }

    #[test]
    fn each_pause_says_why_in_a_sentence_of_its_own() {
        use Pause::{Asked, Away, Compared, Editing, Failed, Held, Incomplete, Loaded, NotSent, Stopped};
        for language in UiLanguage::all() {
            speak(language);
            let pauses = [Stopped, Failed, Incomplete, NotSent, Asked, Held(None), Compared, Editing, Away, Loaded];
            let mut sentences: Vec<&str> = pauses.map(Pause::sentence).to_vec();
            sentences.sort_unstable();
            assert!(sentences.windows(2).all(|pair| pair[0] != pair[1]), "{sentences:?}");
            assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
        }
    }
}
