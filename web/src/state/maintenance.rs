//! Idle work: compression, daily summaries, fact extraction and vectors for recall, in one tab at a time. A turn
//! interrupts it at once.

use super::{
    Chat, deferred,
    maintenance_commands::lock_of,
    maintenance_state::{MaintenanceState, after},
};
use crate::{
    loaded::NotLoaded,
    texts::{answers::maintenance as texts, background::consent, errors::Localized, fill, summaries::summaries},
};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use ricordo_browser::{ExactCounter, locks};
use ricordo_core::{
    cancel::Cancel,
    consent::{Answer, Asking, Question},
    error::Error,
    id::ConversationId,
    maintenance::{Job, sent::SentRequest},
    provider::ProviderKind,
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotCounted, maintain::BackgroundRequest},
    time::Timestamp,
};
use std::{cell::Cell, time::Duration};

/// Pause between the last turn and the start of idle work.
const AFTER: Duration = Duration::from_secs(5);
/// Interval of the checks for due work while nothing else happens.
const EVERY: Duration = Duration::from_secs(300);

/// Number of requests whose full text is kept in memory.
const LOGGED: usize = 100;

/// Idle work of this tab.
#[derive(Clone, Copy)]
pub struct Maintenance {
    /// Current state; `None` if nothing runs and nothing failed.
    pub state: RwSignal<Option<MaintenanceState>>,
    /// Consent question that must be answered before anything is sent; shown in the conversation it is about.
    pub question: RwSignal<Option<Question>>,
    /// Requests that were sent, newest first; loaded when the inspector shows them.
    pub sent: RwSignal<Vec<(Job, SentRequest)>>,
    /// Requests sent since the page was loaded, with their full text, newest last.
    sent_requests: StoredValue<Vec<BackgroundRequest>>,
    /// Conversations in which something was sent since the page was loaded. A conversation that is only read starts no
    /// work.
    active: StoredValue<Vec<ConversationId>>,
    running: StoredValue<Option<Cancel>, LocalStorage>,
    timer: StoredValue<Option<TimeoutHandle>>,
    has_swept: StoredValue<bool>,
    /// Whether another run starts when the present one ends.
    is_due: StoredValue<bool>,
}

impl Maintenance {
    /// Creates the state with nothing running.
    pub fn new() -> Self {
        Self {
            state: RwSignal::new(None),
            question: RwSignal::new(None),
            sent: RwSignal::new(Vec::new()),
            sent_requests: StoredValue::new(Vec::new()),
            active: StoredValue::new(Vec::new()),
            running: StoredValue::new_local(None),
            timer: StoredValue::new(None),
            has_swept: StoredValue::new(false),
            is_due: StoredValue::new(false),
        }
    }

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

    /// Records that something is sent in a conversation, so that idle work may start in it.
    pub fn used(self, id: ConversationId) {
        self.active.update_value(|active| {
            if !active.contains(&id) {
                active.push(id);
            }
        });
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

    /// Revokes an answer of the open conversation, and asks again if there is something to ask.
    pub fn ask_again(self, chat: Chat, address: String) {
        let Some(id) = chat.id() else { return };
        spawn_local(async move {
            if let Err(error) = chat.storage.session().forget_consent(id, &address).await {
                return chat.storage.report(&error);
            }
            chat.refresh(id).await;
            self.after(chat, Duration::ZERO);
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

    /// Full text of a request, if it was sent since the page was loaded.
    pub fn prompt_of(self, job: Job, at: Timestamp) -> Option<String> {
        self.sent_requests.with_value(|sent_requests| {
            let background_request = sent_requests
                .iter()
                .find(|background_request| background_request.job == job && background_request.sent.at == at);
            background_request.map(|background_request| background_request.prompt.clone())
        })
    }

    fn note_sent(self, background_request: BackgroundRequest) {
        self.sent_requests.update_value(|sent_requests| {
            sent_requests.push(background_request);
            sent_requests.drain(..sent_requests.len().saturating_sub(LOGGED));
        });
    }

    /// Cancels the current run because a turn starts.
    pub fn preempt(self) {
        self.running.with_value(|running| running.iter().for_each(Cancel::cancel));
    }

    fn after(self, chat: Chat, pause: Duration) {
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
        // Set before the first read, so that a turn that starts meanwhile can cancel the run.
        let asking = Asking { active: Some(self.active.get_value()), open: Some(id) };
        let control = MaintainControl { asking: Some(asking), ..MaintainControl::default() };
        self.running.set_value(Some(control.cancel.clone()));
        let work = Work { chat, id, control, sweeps: !self.has_swept.get_value() };
        let ended = match deferred::maintain(work).await {
            Ok(work) => {
                self.has_swept.set_value(true);
                work.await
            }
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

/// One run of idle work.
pub(super) struct Work {
    chat: Chat,
    /// Id of the open conversation.
    id: ConversationId,
    control: MaintainControl,
    /// Whether to remove unreferenced records first.
    sweeps: bool,
}

impl Work {
    pub(super) async fn run(self) -> Result<(), Error> {
        let Self { chat, id, control, sweeps } = self;
        let session = chat.storage.session();
        if sweeps {
            // Temporary conversations may be open in other tabs. Those that are not are swept at the start.
            let mut open = chat.temporary_ones().await;
            open.push(id);
            session.sweep(&open).await?;
        }
        // Without an exact counter the estimates remain.
        if let Err(NotCounted::Error(error)) = session.count_exactly(&ExactCounter, id).await {
            return Err(error);
        }
        let asks = Cell::new(false);
        let observer = |event: MaintainEvent| observe(chat, id, &asks, event);
        let mut ended = session.maintain_without_model(&control, &observer).await?;
        let provider = chat.connection.background_now();
        // The model in the page is too slow to summarize beside a conversation.
        let has_model = provider.kind != ProviderKind::InPage;
        if has_model && ended != MaintainEnd::Preempted {
            let model = chat.connection.model(&provider).await?;
            ended = session.maintain(&model, &provider, &control, &observer).await?;
        }
        // An earlier question is no longer due.
        if has_model && ended == MaintainEnd::Done && !asks.get() {
            chat.maintenance.question.update(|question| {
                question.take_if(|question| question.conversation == id);
            });
        }
        if ended == MaintainEnd::Preempted {
            return Ok(());
        }
        chat.make_vectors(&control.cancel).await
    }
}

/// Shows an event of a run. Sets `asks` once there is a consent question about the conversation `id`.
fn observe(chat: Chat, id: ConversationId, asks: &Cell<bool>, event: MaintainEvent) {
    // These change no state, and who shows it reads the store again.
    if !matches!(event, MaintainEvent::Asks(_) | MaintainEvent::Sent(_) | MaintainEvent::MadeRoom { .. }) {
        chat.maintenance.state.update(|state| *state = after(state.take(), &event));
    }
    let shows_sent = untrack(|| chat.panels.inspector.get());
    if shows_sent && !matches!(event, MaintainEvent::Running { .. } | MaintainEvent::Asks(_)) {
        chat.maintenance.read_sent(chat);
    }
    // Extracted facts appear as proposals in the transcript.
    if let MaintainEvent::Finished { .. } = &event {
        spawn_local(chat.refresh(id));
        chat.storage.changed(id);
    }
    match event {
        // Questions about other conversations are asked when those are opened.
        MaintainEvent::Asks(question) if question.conversation == id => {
            asks.set(true);
            chat.maintenance.question.set(Some(*question));
        }
        MaintainEvent::Asks(_) => {}
        MaintainEvent::Sent(background_request) => chat.maintenance.note_sent(*background_request),
        MaintainEvent::MadeRoom { conversation, kept, archived } => {
            chat.say_found(conversation, &kept, &archived);
        }
        MaintainEvent::Idle
        | MaintainEvent::Running { .. }
        | MaintainEvent::Refused { .. }
        | MaintainEvent::Finished { .. } => {}
    }
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
