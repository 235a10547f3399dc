//! Points in time, as values that are passed in. The core reads no clock.

use jiff::{
    fmt::strtime,
    tz::{Offset, TimeZone},
};
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// The present moment as the user's clock shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now {
    /// The moment.
    pub at: Timestamp,
    /// Minutes to add to UTC for the user's wall clock, as in `+120` for Kyiv in winter. Range: ±1,560.
    pub offset_minutes: i32,
}

impl Now {
    /// Formats the wall clock time by a `strftime` pattern such as `%Y-%m-%d %H:%M`.
    ///
    /// A moment or an offset that no calendar holds gives an empty text: it is left out rather than wrong.
    pub fn format(&self, pattern: &str) -> String {
        let offset = self.offset_minutes.saturating_mul(60);
        let (Ok(at), Ok(offset)) = (jiff::Timestamp::from_millisecond(self.at.0), Offset::from_seconds(offset)) else {
            return String::new();
        };
        strtime::format(pattern, &at.to_zoned(TimeZone::fixed(offset))).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_the_wall_clock_not_utc() {
        let now = Now { at: Timestamp(1_763_769_600_000), offset_minutes: 120 };
        assert_eq!(now.format("%Y-%m-%d %H:%M"), "2025-11-22 02:00");
    }

    #[test]
    fn an_impossible_moment_is_left_out() {
        let now = Now { at: Timestamp(i64::MAX), offset_minutes: 0 };
        assert_eq!(now.format("%Y"), "");
        let now = Now { at: Timestamp(0), offset_minutes: i32::MAX };
        assert_eq!(now.format("%Y"), "");
    }
}
