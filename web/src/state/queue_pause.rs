//! Why the messages of a queue wait, and what ends that.

use super::AskKind;
use crate::texts::queue::queue as texts;
use ricordo_core::message::Finish;

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
    /// A tool call waits for the user's decision.
    Held,
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
            Self::Held => texts.held,
            Self::Editing => texts.editing,
            Self::Away => texts.away,
            Self::Loaded => texts.loaded,
        }
    }
}

/// Why nothing is sent after a reply that ended like this.
pub fn why_paused(finish: Option<&Finish>, is_open: bool, holds_call: bool) -> Option<Pause> {
    match finish {
        Some(Finish::Complete) if !is_open => Some(Pause::Away),
        Some(Finish::Complete) if holds_call => Some(Pause::Held),
        Some(Finish::Complete) => None,
        Some(Finish::Stopped) => Some(Pause::Stopped),
        Some(Finish::Failed { .. }) => Some(Pause::Failed),
        _ => Some(Pause::Incomplete),
    }
}

/// Whether the reply that paused the queue was made again and ended well, or the message that could not be sent was sent.
pub fn is_mended(pause: Pause, ask: &AskKind, finish: Option<&Finish>) -> bool {
    let is_again = matches!(ask, AskKind::Retry | AskKind::RetryUnasked(_) | AskKind::RetryBy(_) | AskKind::Again(_));
    let was_bad = matches!(pause, Pause::Failed | Pause::Incomplete);
    let was_sent = pause == Pause::NotSent && matches!(ask, AskKind::Queued(_));
    (is_again && was_bad || was_sent) && finish == Some(&Finish::Complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{failed, message_id},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::error::ModelErrorKind;

    #[test]
    fn the_next_message_is_sent_only_after_a_reply_that_ended_well() {
        let failure = failed(ModelErrorKind::ServerError, None);
        for (finish, is_open, holds_call, pause) in [
            (Finish::Complete, true, false, None),
            (Finish::Complete, true, true, Some(Pause::Held)),
            (Finish::Complete, false, false, Some(Pause::Away)),
            (Finish::Stopped, true, false, Some(Pause::Stopped)),
            (failure, true, false, Some(Pause::Failed)),
            (Finish::Interrupted, true, false, Some(Pause::Incomplete)),
            (Finish::Length, true, false, Some(Pause::Incomplete)),
            (Finish::ContentFilter, true, false, Some(Pause::Incomplete)),
        ] {
            assert_eq!(why_paused(Some(&finish), is_open, holds_call), pause, "{finish:?}");
        }
        assert_eq!(why_paused(None, true, false), Some(Pause::Incomplete));
    }

    #[test]
    fn a_failed_reply_that_ends_well_after_all_pauses_nothing_any_more() {
        let (complete, again) = (Some(&Finish::Complete), AskKind::Again(message_id(1)));
        for ask in [&AskKind::Retry, &AskKind::RetryUnasked(None), &again] {
            assert!(is_mended(Pause::Failed, ask, complete) && is_mended(Pause::Incomplete, ask, complete));
            assert!(
                !is_mended(Pause::Stopped, ask, complete) && !is_mended(Pause::Failed, ask, Some(&Finish::Stopped))
            );
        }
        assert!(!is_mended(Pause::Failed, &AskKind::New(Box::default()), complete));
        let queued = AskKind::Queued(message_id(1));
        assert!(is_mended(Pause::NotSent, &queued, complete) && !is_mended(Pause::Stopped, &queued, complete));
    }

    #[test]
    fn each_pause_says_why_in_a_sentence_of_its_own() {
        use Pause::{Away, Editing, Failed, Held, Incomplete, Loaded, NotSent, Stopped};
        for language in UiLanguage::all() {
            speak(language);
            let pauses = [Stopped, Failed, Incomplete, NotSent, Held, Editing, Away, Loaded];
            let mut sentences: Vec<&str> = pauses.map(Pause::sentence).to_vec();
            sentences.sort_unstable();
            assert!(sentences.windows(2).all(|pair| pair[0] != pair[1]), "{sentences:?}");
            assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
        }
    }
}
