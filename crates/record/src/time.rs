//! Points in time as values that callers pass in. The core reads no clock.

use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, UtcOffset};

/// Milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// A minute, in milliseconds.
pub const MINUTE_MS: i64 = 60_000;
/// A day, in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// The current time on the user's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now {
    /// The time.
    pub at: Timestamp,
    /// The user's offset from UTC in minutes, such as `+120` for Kyiv in winter. Range: ±1,560.
    pub offset_minutes: i32,
}

/// A time in calendar and clock fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallClock {
    /// Such as 2026.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 (Monday) to 6 (Sunday).
    pub weekday: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

impl Now {
    /// The local time; `None` if the time or the offset is outside the calendar.
    pub fn wall_clock(&self) -> Option<WallClock> {
        let offset = UtcOffset::from_whole_seconds(self.offset_minutes.checked_mul(60)?).ok()?;
        let at = OffsetDateTime::from_unix_timestamp(self.at.0.div_euclid(1_000)).ok()?.checked_to_offset(offset)?;
        Some(WallClock {
            year: at.year(),
            month: at.month().into(),
            day: at.day(),
            weekday: at.weekday().number_days_from_monday(),
            hour: at.hour(),
            minute: at.minute(),
        })
    }

    /// The offset from UTC, such as `+02:00`.
    pub fn offset(&self) -> String {
        let sign = if self.offset_minutes < 0 { '-' } else { '+' };
        let minutes = self.offset_minutes.unsigned_abs();
        format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl WallClock {
    /// `YYYY-MM-DD`.
    pub fn date(&self) -> String {
        let Self { year, month, day, .. } = self;
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// `HH:MM`.
    pub fn time(&self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shows_the_wall_clock_not_utc() {
        let now = Now { at: Timestamp(1_763_769_600_000), offset_minutes: 120 };
        let wall = now.wall_clock().unwrap();
        assert_eq!((wall.date().as_str(), wall.time().as_str(), wall.weekday), ("2025-11-22", "02:00", 5));
        assert_eq!(now.offset(), "+02:00");
        let west = Now { at: Timestamp(-1), offset_minutes: -210 };
        assert_eq!(west.wall_clock().unwrap().date(), "1969-12-31");
        assert_eq!(west.offset(), "-03:30");
    }

    #[test]
    fn an_impossible_moment_has_no_wall_clock() {
        assert_eq!(Now { at: Timestamp(i64::MAX), offset_minutes: 0 }.wall_clock(), None);
        assert_eq!(Now { at: Timestamp(0), offset_minutes: i32::MAX }.wall_clock(), None);
    }
}
