//! One run of idle work. Loaded when the page is idle.

use super::Chat;
use crate::state::maintenance_state::after;
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::ExactCounter;
use ricordo_core::{
    error::Error,
    id::ConversationId,
    provider::ProviderKind,
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotCounted},
};
use std::cell::Cell;

/// One run of idle work.
pub(super) struct Work {
    pub(super) chat: Chat,
    /// Id of the open conversation.
    pub(super) id: ConversationId,
    pub(super) control: MaintainControl,
    /// Whether to remove unreferenced records first.
    pub(super) sweeps: bool,
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
    // These do not change the state; whatever shows them reads the store again.
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
