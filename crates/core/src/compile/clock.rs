//! The clock inside the window: which of the user's messages begin with the moment they were written.
//!
//! A clock that stands before the message changes with every turn, so what follows it is never reused: the message is read
//! twice. A moment that is written into the message stays as it is in every later request.

use crate::labels::labels;
use crate::{
    settings::Language,
    time::{Now, Timestamp},
};

/// After so long the next message says the time again, in milliseconds: an hour.
const PAUSE: i64 = 3_600_000;

/// Goes through the user's messages of a request in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// When and where the last message was written that says so.
    last: Option<(Timestamp, i32)>,
}

impl Clock {
    /// Whether the next message of the user says when it was written: the first one, the first of a day, and the first
    /// after an hour. A clock that was set back says so, too.
    pub(super) fn is_due(&mut self, at: Timestamp, offset_minutes: i32) -> bool {
        let day = |at, offset_minutes| (Now { at, offset_minutes }).wall_clock().map(|wall| wall.date());
        let is_due = self.last.is_none_or(|(last, offset)| {
            offset != offset_minutes
                || !(0..PAUSE).contains(&at.0.saturating_sub(last.0))
                || day(last, offset) != day(at, offset_minutes)
        });
        if is_due {
            self.last = Some((at, offset_minutes));
        }
        is_due
    }
}

/// `[Sunday, 2026-11-22 09:15 UTC+02:00] `; nothing for a moment that no calendar holds.
pub(super) fn written(at: Timestamp, offset_minutes: i32, language: Language) -> String {
    let now = Now { at, offset_minutes };
    let Some(wall) = now.wall_clock() else { return String::new() };
    let weekday = labels(language).weekdays[usize::from(wall.weekday)];
    format!("[{weekday}, {} {} UTC{}] ", wall.date(), wall.time(), now.offset())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;
    /// 2026-11-22 09:15 UTC, a Sunday.
    const NOW: i64 = 1_795_338_900_000;

    #[test]
    fn the_time_is_said_at_first_after_a_pause_and_on_a_new_day() {
        let mut clock = Clock::default();
        let mut due = |minutes: i64, offset| clock.is_due(Timestamp(NOW + minutes * MINUTE), offset);
        assert!(due(0, 120));
        assert!(!due(1, 120) && !due(59, 120), "counted from the message that said it");
        assert!(due(60, 120));
        assert!(due(59, 120), "the clock was set back");
        assert!(due(60, 180), "the user travelled");
        let midnight = (24 * 60 - 9 * 60 - 15) - 180;
        assert!(due(midnight - 1, 180));
        assert!(due(midnight, 180), "another day");
    }

    #[test]
    fn the_moment_is_that_of_the_writers_clock() {
        assert_eq!(written(Timestamp(NOW), 120, Language::En), "[Sunday, 2026-11-22 11:15 UTC+02:00] ");
        assert_eq!(written(Timestamp(i64::MAX), 0, Language::En), "");
    }
}
