//! Dates and times, written in the language of the page.

use crate::texts;
use js_sys::{Date, Object, Reflect};
use ricordo_core::time::Timestamp;

/// A date with the time of day, in a time zone by its IANA name: `22 Nov 2026, 11:05`. `None` is the zone of the browser.
pub fn date_time(at: Timestamp, zone: Option<&str>) -> String {
    written(at, &[("dateStyle", "medium"), ("timeStyle", "short"), ("timeZone", zone.unwrap_or_default())])
}

/// A calendar date, given as days since 1970-01-01: `22 Nov 2026`.
pub fn date(day: i32) -> String {
    written(midnight(day), &[("dateStyle", "medium"), ("timeZone", "UTC")])
}

/// A calendar date as it is stored, `2026-11-22`, in the form of [`date`]. What is not a date comes back unchanged.
pub fn date_of(stored: &str) -> String {
    let milliseconds = Date::parse(stored);
    if milliseconds.is_finite() {
        with_style(milliseconds, &[("dateStyle", "medium"), ("timeZone", "UTC")])
    } else {
        stored.to_owned()
    }
}

/// A calendar date without its year, for the axis of a chart: `22 Nov`. Given as days since 1970-01-01.
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

/// Formats with the options of `Intl.DateTimeFormat`; empty ones are left out.
fn with_style(milliseconds: f64, options: &[(&str, &str)]) -> String {
    let style = Object::new();
    for (name, value) in options.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = Reflect::set(&style, &(*name).into(), &(*value).into());
    }
    // Day before month and a 24-hour clock, as in the transcript.
    let tag = if texts::tag() == "en" { "en-GB" } else { texts::tag() };
    Date::new(&milliseconds.into()).to_locale_string(tag, &style).into()
}
