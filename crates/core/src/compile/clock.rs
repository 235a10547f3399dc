//! Time stamps inside the window: decides which of the user's messages begin with the time they were written.
//!
//! A clock in front of the message changes with every turn, so what follows it is never reused and the message is read
//! twice. A time stamp inside a message stays the same in every later request.

use crate::labels::labels;
use crate::{settings::Language, time::Now};

/// The next message after a pause of this length is stamped again, in milliseconds: an hour.
const PAUSE: i64 = 3_600_000;

/// Decides about time stamps, message by message, in the order of the request.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// When the last message with a stamp was written.
    last: Option<Now>,
}

impl Clock {
    /// Whether the next message of the user is stamped: the first one, the first of a day, the first after an hour, and
    /// the first after the clock was set back or the UTC offset changed.
    pub(super) fn is_due(&mut self, now: Now) -> bool {
        let day = |now: Now| now.wall_clock().map(|wall| wall.date());
        let is_due = self.last.is_none_or(|last| {
            last.offset_minutes != now.offset_minutes
                || !(0..PAUSE).contains(&now.at.0.saturating_sub(last.at.0))
                || day(last) != day(now)
        });
        if is_due {
            self.last = Some(now);
        }
        is_due
    }
}

/// `[Sunday, 2026-11-22 09:15 UTC+02:00] `; empty for a moment outside the calendar.
pub(super) fn written(now: Now, language: Language) -> String {
    let Some(wall) = now.wall_clock() else { return String::new() };
    let weekday = labels(language).weekdays[usize::from(wall.weekday)];
    format!("[{weekday}, {} {} UTC{}] ", wall.date(), wall.time(), now.offset())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    const MINUTE: i64 = 60_000;
    /// 2026-11-22 09:15 UTC, a Sunday.
    const NOW: i64 = 1_795_338_900_000;

    #[test]
    fn the_time_is_said_at_first_after_a_pause_and_on_a_new_day() {
        let mut clock = Clock::default();
        let mut due =
            |minutes: i64, offset_minutes| clock.is_due(Now { at: Timestamp(NOW + minutes * MINUTE), offset_minutes });
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
        let now = |at, offset_minutes| Now { at: Timestamp(at), offset_minutes };
        assert_eq!(written(now(NOW, 120), Language::En), "[Sunday, 2026-11-22 11:15 UTC+02:00] ");
        assert_eq!(written(now(i64::MAX, 0), Language::En), "");
    }
}
