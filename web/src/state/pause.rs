//! Pause of one of several answers whose server limits the rate: as for a single reply, the request is sent again at the time
//! that the server named. The turn of the other answers goes on meanwhile.

use super::rate_limit::countdown;
use crate::browser;
use futures_util::future::{Either, select};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{
    cancel::{Cancel, Signal},
    error::ModelError,
    host::Host,
};
use std::{cell::Cell, pin::pin, rc::Rc};

/// What the column of a waiting answer shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Paused {
    /// Why it waits.
    pub error: ModelError,
    /// Remaining seconds.
    pub seconds: u64,
}

/// Pause of an answer. Clones share it.
#[derive(Clone, Default)]
pub struct Pause {
    /// `None` while the answer does not wait.
    pub now: ArcRwSignal<Option<Paused>>,
    /// What the user decided when `ended` is raised.
    sends: Rc<Cell<bool>>,
    ended: Signal,
}

/// How a pause ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The time was over.
    Over,
    /// The user did not want to wait.
    Hurried,
    /// The user gave the answer up, or stopped all.
    GivenUp,
}

impl Pause {
    /// Sends the request now.
    pub fn try_now(&self) {
        self.end(true);
    }

    /// Leaves the answer as failed.
    pub fn give_up(&self) {
        self.end(false);
    }

    fn end(&self, sends: bool) {
        if self.now.with_untracked(Option::is_some) {
            self.sends.set(sends);
            self.ended.raise();
        }
    }

    /// Waits for a time in milliseconds.
    #[allow(clippy::cast_precision_loss, reason = "at most two minutes in milliseconds")]
    pub(super) async fn pass(&self, wait: u64, error: &ModelError, cancel: &Cancel) -> End {
        let at = browser::now() + wait as f64;
        let end = loop {
            let Some((seconds, step)) = countdown(at - browser::now()) else { break End::Over };
            self.now.set(Some(Paused { error: error.clone(), seconds }));
            let step = u32::try_from(step.as_millis()).unwrap_or(u32::MAX);
            let (ended, stopped) = (self.ended.taken(), cancel.cancelled());
            let (ended, stopped) = (pin!(ended), pin!(stopped));
            match select(pin!(BrowserHost.sleep(step)), select(ended, stopped)).await {
                Either::Left(_) => {}
                Either::Right((Either::Left(_), _)) if self.sends.get() => break End::Hurried,
                Either::Right(_) => break End::GivenUp,
            }
        };
        self.now.set(None);
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use ricordo_core::error::ModelErrorKind;

    /// A pause in which an answer waits.
    fn waiting() -> Pause {
        let pause = Pause::default();
        let error = ModelError::new(ModelErrorKind::RateLimited, "slow");
        pause.now.set(Some(Paused { error, seconds: 3 }));
        pause
    }

    /// Whether the pause was ended, and whether the request is sent then.
    fn ended(pause: &Pause) -> Option<bool> {
        pause.ended.taken().now_or_never().map(|()| pause.sends.get())
    }

    #[test]
    fn who_does_not_want_to_wait_sends_at_once_or_gives_up_and_the_last_press_counts() {
        let pause = waiting();
        assert_eq!(ended(&pause), None, "it waits");
        pause.try_now();
        assert_eq!((ended(&pause), ended(&pause)), (Some(true), None), "once");
        pause.give_up();
        assert_eq!(ended(&pause), Some(false));
        pause.try_now();
        pause.give_up();
        assert_eq!(ended(&pause), Some(false), "both before the answer noticed");
    }

    #[test]
    fn a_press_after_the_pause_is_not_one_for_the_next_pause() {
        let pause = waiting();
        pause.now.set(None);
        pause.try_now();
        pause.give_up();
        assert_eq!(ended(&pause), None);
        let other = waiting();
        let shared = other.clone();
        shared.try_now();
        assert_eq!(ended(&other), Some(true), "the column and the answer share it");
    }
}
