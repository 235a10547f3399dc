//! Moments and days as the language of the page writes them.

use crate::{state::Chat, texts};
use js_sys::{Date, Object, Reflect};
use leptos::prelude::WithUntracked;
use ricordo_core::time::Timestamp;

/// A day and the time, in the zone of the settings: `22 Nov 2026, 11:05`.
pub fn moment(chat: Chat, at: Timestamp) -> String {
    let zone = chat.connection.settings.with_untracked(|settings| settings.time_zone.clone());
    written(at, &[("dateStyle", "medium"), ("timeStyle", "short"), ("timeZone", zone.as_deref().unwrap_or_default())])
}

/// A date of the calendar, given as days since 1970-01-01: `22 Nov 2026`.
pub fn date(day: i32) -> String {
    written(Timestamp(i64::from(day) * 86_400_000), &[("dateStyle", "medium"), ("timeZone", "UTC")])
}

/// The same, of a date as it is stored: `2026-11-22`.
pub fn date_of(stored: &str) -> String {
    let milliseconds = Date::parse(stored);
    if milliseconds.is_finite() {
        with_style(milliseconds, &[("dateStyle", "medium"), ("timeZone", "UTC")])
    } else {
        stored.to_owned()
    }
}

/// The same for the axis of a chart: `22 Nov`.
pub fn day(day: i32) -> String {
    written(Timestamp(i64::from(day) * 86_400_000), &[("month", "short"), ("day", "numeric"), ("timeZone", "UTC")])
}

#[allow(clippy::cast_precision_loss, reason = "no moment is that far away")]
fn written(at: Timestamp, options: &[(&str, &str)]) -> String {
    with_style(at.0 as f64, options)
}

fn with_style(milliseconds: f64, options: &[(&str, &str)]) -> String {
    let style = Object::new();
    for (name, value) in options.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = Reflect::set(&style, &(*name).into(), &(*value).into());
    }
    // The day before the month and 24 hours, as the transcript has them.
    let tag = if texts::tag() == "en" { "en-GB" } else { texts::tag() };
    Date::new(&milliseconds.into()).to_locale_string(tag, &style).into()
}
