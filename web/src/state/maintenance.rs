//! State of idle work in this tab: what runs, what it asks, and what it sent.

use super::maintenance_state::MaintenanceState;
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use ricordo_core::{
    cancel::Cancel,
    consent::Question,
    id::ConversationId,
    maintenance::{Job, sent::SentRequest},
    session::maintain::BackgroundRequest,
    time::Timestamp,
};

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
    pub active: StoredValue<Vec<ConversationId>>,
    pub running: StoredValue<Option<Cancel>, LocalStorage>,
    pub timer: StoredValue<Option<TimeoutHandle>>,
    /// From when on expired conversations are erased again.
    pub next_sweep: StoredValue<Timestamp>,
    /// Whether another run starts when the present one ends.
    pub is_due: StoredValue<bool>,
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
            next_sweep: StoredValue::new(Timestamp::default()),
            is_due: StoredValue::new(false),
        }
    }

    /// Records that something is sent in a conversation, so that idle work may start in it.
    pub fn used(self, id: ConversationId) {
        self.active.update_value(|active| {
            if !active.contains(&id) {
                active.push(id);
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

    pub fn note_sent(self, background_request: BackgroundRequest) {
        self.sent_requests.update_value(|sent_requests| {
            sent_requests.push(background_request);
            sent_requests.drain(..sent_requests.len().saturating_sub(LOGGED));
        });
    }

    /// Cancels the current run because a turn starts.
    pub fn preempt(self) {
        self.running.with_value(|running| running.iter().for_each(Cancel::cancel));
    }
}

#[cfg(test)]
mod tests;
