//! Formats dates and times in the language of the page.

use crate::texts;
use js_sys::{Date, Object, Reflect};
use ricordo_core::time::Timestamp;

/// Formats a date and time in an IANA time zone: `22 Nov 2026, 11:05`. `None` is the browser's zone.
pub fn date_time(at: Timestamp, zone: Option<&str>) -> String {
    written(at, &[("dateStyle", "medium"), ("timeStyle", "short"), ("timeZone", zone.unwrap_or_default())])
}

/// Formats a calendar date given as days since 1970-01-01: `22 Nov 2026`.
pub fn date(day: i32) -> String {
    written(midnight(day), &[("dateStyle", "medium"), ("timeZone", "UTC")])
}

/// Formats a stored calendar date, `2026-11-22`, like [`date`]. Other text is returned unchanged.
pub fn date_of(stored: &str) -> String {
    let milliseconds = Date::parse(stored);
    if milliseconds.is_finite() {
        with_style(milliseconds, &[("dateStyle", "medium"), ("timeZone", "UTC")])
    } else {
        stored.to_owned()
    }
}

/// Formats a calendar date without the year, for the axis of a chart: `22 Nov`. Given as days since 1970-01-01.
pub fn short_date(day: i32) -> String {
    written(midnight(day), &[("month", "short"), ("day", "numeric"), ("timeZone", "UTC")])
}

fn midnight(day: i32) -> Timestamp {
    Timestamp(i64::from(day) * 86_400_000)
}

#[allow(clippy::cast_precision_loss, reason = "timestamps stay far below 2^53")]
fn written(at: Timestamp, options: &[(&str, &str)]) -> String {
    with_style(at.0 as f64, options)
}

/// Formats with options of `Intl.DateTimeFormat`; empty ones are left out.
fn with_style(milliseconds: f64, options: &[(&str, &str)]) -> String {
    let style = Object::new();
    for (name, value) in options.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = Reflect::set(&style, &(*name).into(), &(*value).into());
    }
    // Day before month and a 24-hour clock, as in the transcript.
    let tag = if texts::tag() == "en" { "en-GB" } else { texts::tag() };
    Date::new(&milliseconds.into()).to_locale_string(tag, &style).into()
}
