//! What idle work does now, or how its last job failed.

use ricordo_core::{
    maintenance::Job,
    session::{MaintainEvent, NotMade},
    time::Timestamp,
};

/// What idle work does now, or how the last job failed.
#[derive(Clone, Debug, PartialEq)]
pub enum MaintenanceState {
    /// A job runs.
    Running {
        job: Job,
        /// Number of answered requests.
        done: u32,
        /// Estimated total number of requests.
        of: u32,
    },
    /// The last job failed or its result was rejected.
    Refused {
        job: Job,
        why: NotMade,
        /// Time of the earliest automatic retry; `None` if there is none.
        again_at: Option<Timestamp>,
    },
}

/// The state after an event.
pub fn after(state: Option<MaintenanceState>, event: &MaintainEvent) -> Option<MaintenanceState> {
    match event {
        // A failure stays visible.
        MaintainEvent::Idle => state.filter(|state| matches!(state, MaintenanceState::Refused { .. })),
        MaintainEvent::Running { job, done, of } => Some(MaintenanceState::Running { job: *job, done: *done, of: *of }),
        MaintainEvent::Refused { job, why, again_at } => {
            Some(MaintenanceState::Refused { job: *job, why: why.clone(), again_at: *again_at })
        }
        MaintainEvent::Finished { .. } => None,
        MaintainEvent::Asks(_) | MaintainEvent::Sent(_) | MaintainEvent::MadeRoom { .. } => state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;

    fn job() -> Job {
        Job::Compression(conversation_id(1))
    }

    fn running(done: u32) -> MaintenanceState {
        MaintenanceState::Running { job: job(), done, of: 3 }
    }

    fn refused() -> MaintenanceState {
        MaintenanceState::Refused { job: job(), why: NotMade::TooShort, again_at: Some(Timestamp(9)) }
    }

    /// State after these events, from nothing.
    fn played(events: &[MaintainEvent]) -> Option<MaintenanceState> {
        events.iter().fold(None, after)
    }

    #[test]
    fn a_failure_stays_until_the_next_job_and_a_finished_job_leaves_nothing() {
        let runs = |done| MaintainEvent::Running { job: job(), done, of: 3 };
        let refuses = || MaintainEvent::Refused { job: job(), why: NotMade::TooShort, again_at: Some(Timestamp(9)) };
        let finished = || MaintainEvent::Finished { job: job(), summary: None };
        let made_room =
            || MaintainEvent::MadeRoom { conversation: conversation_id(1), kept: Vec::new(), archived: Vec::new() };
        for (events, state) in [
            (vec![], None),
            (vec![MaintainEvent::Idle], None),
            (vec![runs(0), runs(2)], Some(running(2))),
            (vec![runs(0), MaintainEvent::Idle], None),
            (vec![runs(0), refuses(), MaintainEvent::Idle, MaintainEvent::Idle], Some(refused())),
            (vec![refuses(), runs(1)], Some(running(1))),
            (vec![refuses(), runs(1), finished()], None),
            (vec![refuses(), finished(), MaintainEvent::Idle], None),
            (vec![runs(1), made_room()], Some(running(1))),
        ] {
            assert_eq!(played(&events), state, "{events:?}");
        }
    }
}
