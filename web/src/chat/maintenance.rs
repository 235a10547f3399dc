//! Schedules idle work: compression, daily summaries, fact extraction and vectors for recall, in one tab at a time. A turn
//! interrupts it at once.

use super::{Chat, deferred, maintenance_commands::lock_of, maintenance_run::Work};
use crate::{
    loaded::NotLoaded,
    mount,
    state::{Maintenance, maintenance_state::MaintenanceState},
    texts::{answers::maintenance as texts, background::consent, errors::Localized, fill, summaries::summaries},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks;
use ricordo_core::{
    consent::{Answer, Asking, Question},
    error::Error,
    maintenance::Job,
    provider::ProviderKind,
    session::MaintainControl,
};
use std::time::Duration;

/// Pause between the last turn and the start of idle work.
const AFTER: Duration = Duration::from_secs(5);

/// Interval of the checks for due work while nothing else happens.
const EVERY: Duration = Duration::from_secs(300);

impl Maintenance {
    /// Schedules a run for when the page has been quiet for a moment.
    pub fn schedule(self, chat: Chat) {
        self.after(chat, AFTER);
    }

    /// Starts a run at once, after the present one is cancelled.
    pub fn restart(self, chat: Chat) {
        if self.running.with_value(Option::is_some) {
            self.is_due.set_value(true);
            self.preempt();
        } else {
            self.after(chat, Duration::ZERO);
        }
    }

    /// Like [`Maintenance::schedule`], after a turn. If the model in the page answers, no request is made, so there is
    /// no need to wait.
    pub fn after_turn(self, chat: Chat) {
        let is_in_page = chat.connection.background_now().kind == ProviderKind::InPage;
        self.after(chat, if is_in_page { Duration::ZERO } else { AFTER });
    }

    /// Stores the answer to the consent question and continues with what was allowed.
    pub fn answer(self, chat: Chat, answer: Answer) {
        let Some(Question { conversation, address, .. }) = self.question.try_update(Option::take).flatten() else {
            return;
        };
        spawn_local(async move {
            if let Err(error) = chat.storage.session().answer_consent(conversation, &address, answer).await {
                return chat.storage.report(&error);
            }
            chat.refresh(conversation).await;
            let texts = consent();
            chat.notices.say(match answer {
                Answer::Allowed => texts.is_allowed,
                Answer::NotNow => texts.is_put_off,
                Answer::Never => texts.is_never,
            });
            if answer == Answer::Allowed {
                self.used(conversation);
                self.after(chat, Duration::ZERO);
            }
        });
    }

    /// Revokes an answer of the open conversation, stops what is made, and asks again if there is something to ask.
    pub fn ask_again(self, chat: Chat, address: String) {
        let Some(id) = chat.id() else { return };
        spawn_local(async move {
            if let Err(error) = chat.storage.session().forget_consent(id, &address).await {
                return chat.storage.report(&error);
            }
            chat.refresh(id).await;
            self.restart(chat);
        });
    }

    /// Loads the requests that were sent.
    pub fn read_sent(self, chat: Chat) {
        spawn_local(async move {
            match chat.storage.session().background_requests().await {
                Ok(sent) => self.sent.set(sent),
                Err(error) => chat.storage.report(&error),
            }
        });
    }

    /// Ends idle work because the element was removed: another one with the same database may be in its place.
    pub(super) fn end(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
        self.preempt();
    }

    fn after(self, chat: Chat, pause: Duration) {
        if mount::has_ended() {
            return;
        }
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
        let begin = move || {
            self.timer.try_update_value(|timer| *timer = None);
            if self.running.try_with_value(Option::is_some) == Some(true) {
                // The run that lasts so long began before what this one is for, so another follows it.
                self.is_due.set_value(true);
                return;
            }
            spawn_local(async move {
                if let Err(error) = self.run(chat).await {
                    chat.storage.report(&error);
                }
                let pause = self.pause(chat);
                // What was scheduled meanwhile, as when a conversation is opened, comes sooner.
                if pause.is_zero() || self.timer.try_with_value(Option::is_none) == Some(true) {
                    self.after(chat, pause);
                }
            });
        };
        self.timer.set_value(set_timeout_with_handle(begin, pause).ok());
    }

    /// Time until the next run, counted from the end of one.
    fn pause(self, chat: Chat) -> Duration {
        let is_due = self.is_due.try_update_value(std::mem::take) == Some(true);
        pause_before(is_due, chat.storage.embedding.pause(chat.storage.now().at))
    }

    async fn run(self, chat: Chat) -> Result<(), Error> {
        let is_busy = untrack(|| chat.turns.is_any());
        let Some(id) = chat.id().filter(|_| !is_busy) else { return Ok(()) };
        let Some(_lock) = locks::try_hold(&lock_of(chat)).await else { return Ok(()) };
        // The element may have been removed while the timer ran or the lock was requested.
        if mount::has_ended() {
            return Ok(());
        }
        // Set before the first read, so that a turn that starts meanwhile can cancel the run.
        let asking = Asking { active: Some(self.active.get_value()), open: Some(id) };
        let control = MaintainControl { asking: Some(asking), ..MaintainControl::default() };
        self.running.set_value(Some(control.cancel.clone()));
        let work = Work { chat, id, control, sweeps: self.next_sweep.get_value() <= chat.storage.now().at };
        let ended = match deferred::maintain(work).await {
            Ok(work) => work.await,
            // The next run retries.
            Err(NotLoaded) => Ok(()),
        };
        self.running.set_value(None);
        ended
    }
}

/// Time until the next run: none if something became due meanwhile, and less than usual if a model is tried again before
/// that. A model that fails at once must not keep the page busy.
fn pause_before(is_due: bool, until_tried_again: Option<Duration>) -> Duration {
    if is_due {
        return Duration::ZERO;
    }
    until_tried_again.map_or(EVERY, |pause| pause.clamp(AFTER, EVERY))
}

impl MaintenanceState {
    /// Describes the state in a sentence.
    pub fn sentence(&self, chat: Chat) -> String {
        match self {
            Self::Running { job, done, of } => {
                fill(texts().doing, &[("what", doing(*job)), ("done", &done.to_string()), ("of", &of.to_string())])
            }
            Self::Refused { job, why, again_at } => {
                let when = again_at.map(|at| chat.date_time(at));
                refused(&why.localized(), when.as_deref(), chat.title_elsewhere(*job).as_deref())
            }
        }
    }
}

/// Why a job failed, and when it is tried again. `title`: of its conversation, if that is not the open one.
fn refused(why: &str, when: Option<&str>, title: Option<&str>) -> String {
    let sentence = match when {
        Some(when) => fill(summaries().refused, &[("why", why), ("when", when)]),
        None => fill(summaries().given_up, &[("why", why)]),
    };
    title.map_or_else(|| sentence.clone(), |title| format!("{title}: {sentence}"))
}

/// Label of a running job.
pub fn doing(job: Job) -> &'static str {
    match job {
        Job::Compression(_) => texts().compression,
        Job::Extraction(_) => texts().extraction,
        Job::Recent(_) | Job::ProjectRecent(_) => texts().recent,
        Job::Long(_) | Job::ProjectLong(_) => texts().long,
        Job::Title(_) => texts().title,
    }
}

#[cfg(test)]
mod tests;
