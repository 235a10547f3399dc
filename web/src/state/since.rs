//! Time filter of the search.

use ricordo_core::time::{DAY_MS, MINUTE_MS, Now, Timestamp};

/// Choices of the time filter, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Since {
    /// Any time.
    #[default]
    Ever,
    /// The last days, as many as given, including today.
    Days(i64),
    /// Between two chosen days.
    Range,
}

impl Since {
    /// All choices.
    pub const ALL: [Self; 6] = [Self::Ever, Self::Days(1), Self::Days(7), Self::Days(30), Self::Days(365), Self::Range];

    /// Start of the first wanted day, and end of the last one; `None` where there is no limit. `days` are the first and
    /// the last chosen day as `YYYY-MM-DD`; what is no day is no limit.
    pub fn period(self, days: &(String, String), now: Now) -> (Option<Timestamp>, Option<Timestamp>) {
        let offset = i64::from(now.offset_minutes) * MINUTE_MS;
        let start_of = |day: i64| Timestamp(day * DAY_MS - offset);
        let today = (now.at.0 + offset).div_euclid(DAY_MS);
        match self {
            Self::Ever => (None, None),
            Self::Days(days) => (Some(start_of(today + 1 - days)), None),
            Self::Range => {
                (day_number(&days.0).map(start_of), day_number(&days.1).map(|last| start_of(last.saturating_add(1))))
            }
        }
    }
}

/// Converts `YYYY-MM-DD` to days since 1970-01-01.
fn day_number(day: &str) -> Option<i64> {
    if !ricordo_core::task::is_day(day) {
        return None;
    }
    let mut parts = day.split('-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    // Count years from March, so that the leap day is the last day of a year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(365 * year + leap_days + (153 * month + 2) / 5 + day - 719_469)
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOUR: i64 = 3_600_000;

    /// Half past midnight of the first day of 1970 on a wall clock two hours ahead of UTC.
    const NIGHT: Now = Now { at: Timestamp(-3 * HOUR / 2), offset_minutes: 120 };

    fn days(from: &str, until: &str) -> (String, String) {
        (from.to_owned(), until.to_owned())
    }

    proptest! {
        #[test]
        fn a_day_has_the_number_that_the_calendar_of_the_core_gives_it(day in -25_000i64..60_000) {
            let wall = Now { at: Timestamp(day * DAY_MS), offset_minutes: 0 }.wall_clock().unwrap();
            prop_assert_eq!(day_number(&wall.date()), Some(day));
        }

        #[test]
        fn any_other_text_is_no_day(text in "[0-9-]{0,12}|\\PC{0,12}") {
            if day_number(&text).is_some() {
                prop_assert!(ricordo_core::task::is_day(&text));
            }
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (day, number) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-03-01", Some(11_017)),
            ("2026-11-22", Some(20_779)),
            ("2026-02-30", None),
            ("", None),
        ] {
            assert_eq!(day_number(day), number, "{day}");
        }
    }

    #[test]
    fn the_last_days_begin_at_midnight_of_the_wall_clock() {
        let none = days("", "");
        assert_eq!(Since::Days(1).period(&none, NIGHT), (Some(Timestamp(-2 * HOUR)), None));
        assert_eq!(Since::Days(7).period(&none, NIGHT), (Some(Timestamp(-2 * HOUR - 6 * DAY_MS)), None));
        let west = Now { at: Timestamp(0), offset_minutes: -300 };
        assert_eq!(Since::Days(1).period(&none, west), (Some(Timestamp(5 * HOUR - DAY_MS)), None));
        assert_eq!(Since::Ever.period(&days("1970-01-01", "1970-01-01"), NIGHT), (None, None));
    }

    #[test]
    fn chosen_days_are_whole_and_each_may_be_missing() {
        let of = |from: &str, until: &str| Since::Range.period(&days(from, until), NIGHT);
        let (first, after) = (Some(Timestamp(-2 * HOUR)), Some(Timestamp(DAY_MS - 2 * HOUR)));
        assert_eq!(of("1970-01-01", "1970-01-01"), (first, after));
        assert_eq!(of("1970-01-01", ""), (first, None));
        assert_eq!(of("", "1970-01-01"), (None, after));
        assert_eq!(of("", ""), (None, None));
        assert_eq!(of("soon", "1970-13-01"), (None, None));
    }
}
