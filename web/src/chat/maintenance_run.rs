//! One run of idle work. Loaded when the page is idle.

use super::Chat;
use crate::state::maintenance_state::after;
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{ExactCounter, locks};
use ricordo_core::{
    error::Error,
    id::ConversationId,
    provider::ProviderKind,
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotCounted},
    time::{DAY_MS, Timestamp},
};
use std::cell::Cell;

/// One run of idle work.
pub(super) struct Work {
    pub(super) chat: Chat,
    /// Id of the open conversation.
    pub(super) id: ConversationId,
    pub(super) control: MaintainControl,
    /// Whether to erase expired conversations first.
    pub(super) sweeps: bool,
}

/// Time from one erasure of expired conversations to the next, in milliseconds.
const BETWEEN_SWEEPS: i64 = DAY_MS;
/// Time after which it is tried again if it failed.
const HOUR: i64 = 3_600_000;

impl Work {
    pub(super) async fn run(self) -> Result<(), Error> {
        let Self { chat, id, control, sweeps } = self;
        let session = chat.storage.session();
        if sweeps {
            let swept = sweep(chat, id).await;
            chat.maintenance.next_sweep.set_value(next_sweep(chat.storage.now().at, swept.is_ok()));
            swept?;
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

/// Erases what is in the trash for too long. Temporary conversations may be open in other tabs; those that are not are swept at
/// the start.
async fn sweep(chat: Chat, open: ConversationId) -> Result<(), Error> {
    // None is created between the reads.
    let _alone = locks::hold(&chat.sweep_lock()).await;
    let session = chat.storage.session();
    let listed = session.readable_list().await?;
    let temporary = listed.iter().filter(|one| one.temporary).map(|one| one.id);
    session.sweep(&temporary.chain([open]).collect::<Vec<_>>()).await.map(drop)
}

/// When expired conversations are erased again. A failure does not keep the other idle work waiting.
fn next_sweep(now: Timestamp, is_done: bool) -> Timestamp {
    Timestamp(now.0 + if is_done { BETWEEN_SWEEPS } else { HOUR })
}

/// Shows an event of a run. Sets `asks` once there is a consent question about the conversation `id`.
fn observe(chat: Chat, id: ConversationId, asks: &Cell<bool>, event: MaintainEvent) {
    if changes_state(&event) {
        chat.maintenance.state.update(|state| *state = after(state.take(), &event));
    }
    if changes_sent(&event) && untrack(|| chat.panels.inspector.get()) {
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
            spawn_local(chat.say_found(conversation, kept, archived));
        }
        MaintainEvent::Idle
        | MaintainEvent::Running { .. }
        | MaintainEvent::Refused { .. }
        | MaintainEvent::Finished { .. } => {}
    }
}

/// Whether an event changes the state that is shown. The others are about records, and who shows those reads the store again.
fn changes_state(event: &MaintainEvent) -> bool {
    !matches!(event, MaintainEvent::Asks(_) | MaintainEvent::Sent(_) | MaintainEvent::MadeRoom { .. })
}

/// Whether what is listed of the sent requests may be another after an event. A run that begins or asks has sent nothing.
fn changes_sent(event: &MaintainEvent) -> bool {
    !matches!(event, MaintainEvent::Running { .. } | MaintainEvent::Asks(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{maintenance_state::MaintenanceState, testing::conversation_id};
    use ricordo_core::{consent::Question, maintenance::Job, session::NotMade};

    fn job() -> Job {
        Job::Compression(conversation_id(1))
    }

    fn asks() -> MaintainEvent {
        MaintainEvent::Asks(Box::new(Question {
            job: job(),
            conversation: conversation_id(1),
            messages: 20,
            tokens: 900,
            cost: None,
            is_new_there: false,
            name: "Far".to_owned(),
            address: "https://far.example/v1".to_owned(),
        }))
    }

    fn made_room() -> MaintainEvent {
        MaintainEvent::MadeRoom { conversation: conversation_id(1), kept: Vec::new(), archived: Vec::new() }
    }

    #[test]
    fn expired_conversations_are_erased_once_a_day_and_sooner_if_that_failed() {
        let now = Timestamp(1_795_251_600_000);
        assert_eq!(next_sweep(now, true).0 - now.0, 24 * 60 * 60 * 1_000);
        assert_eq!(next_sweep(now, false).0 - now.0, 60 * 60 * 1_000);
        assert!(Timestamp::default() <= now, "the first run of a page erases");
    }

    #[test]
    fn a_question_and_what_was_made_room_for_leave_the_shown_state_as_it_is() {
        let refused = MaintainEvent::Refused { job: job(), why: NotMade::TooShort, again_at: None };
        for event in [MaintainEvent::Running { job: job(), done: 1, of: 3 }, refused, MaintainEvent::Idle] {
            assert!(changes_state(&event), "{event:?}");
        }
        // As `after` has it: a run that asks or makes room meanwhile is still shown as running.
        let running = MaintenanceState::Running { job: job(), done: 1, of: 3 };
        assert!(!changes_state(&asks()));
        assert!(!changes_state(&made_room()));
        assert_eq!(after(Some(running.clone()), &made_room()), Some(running));
    }

    #[test]
    fn the_list_of_sent_requests_is_read_again_after_what_may_have_sent_one() {
        let refused = MaintainEvent::Refused { job: job(), why: NotMade::TooShort, again_at: None };
        let finished = MaintainEvent::Finished { job: job(), summary: None };
        for event in [refused, finished, made_room(), MaintainEvent::Idle] {
            assert!(changes_sent(&event), "{event:?}");
        }
        for event in [MaintainEvent::Running { job: job(), done: 0, of: 3 }, asks()] {
            assert!(!changes_sent(&event), "{event:?}");
        }
    }
}
