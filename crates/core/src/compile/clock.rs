//! Time stamps inside the window: decides which of the user's messages begin with the time they were written.
//!
//! A clock in front of the message changes with every turn, so what follows it is never reused and the message is read
//! twice. A time stamp inside a message stays the same in every later request.

use crate::labels::labels;
use crate::{
    settings::Language,
    time::{Now, Timestamp},
};

/// The next message after a pause of this length is stamped again, in milliseconds: an hour.
const PAUSE: i64 = 3_600_000;

/// Decides about time stamps, message by message, in the order of the request.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Time and offset of the last message with a stamp.
    last: Option<(Timestamp, i32)>,
}

impl Clock {
    /// Whether the next message of the user is stamped: the first one, the first of a day, the first after an hour, and
    /// the first after the clock was set back or the UTC offset changed.
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

/// `[Sunday, 2026-11-22 09:15 UTC+02:00] `; empty for a moment outside the calendar.
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
