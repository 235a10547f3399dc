//! Formats dates and times in the language of the page.

use crate::{browser::formatted, texts};
use js_sys::{Array, Date, Function, Intl::DateTimeFormat, Object, Reflect};
use ricordo_core::time::{DAY_MS, Timestamp};

/// Options of `Intl.DateTimeFormat`, by name; empty ones are left out.
type Options<'a> = &'a [(&'a str, &'a str)];

const MONTH: (&str, &str) = ("month", "long");
const SHORT_MONTH: (&str, &str) = ("month", "short");
const DAY: (&str, &str) = ("day", "numeric");
const YEAR: (&str, &str) = ("year", "numeric");
const UTC: (&str, &str) = ("timeZone", "UTC");
/// A 24-hour clock in every language.
const TIME: [(&str, &str); 3] = [("hour", "2-digit"), ("minute", "2-digit"), ("hourCycle", "h23")];

thread_local! {
    // Made once, because lists use them: making one takes much longer than formatting.
    static MOMENTS: Function = formatter(&[DAY, SHORT_MONTH, TIME[0], TIME[1], TIME[2], UTC]);
    static MOMENTS_WITH_YEAR: Function = formatter(&[DAY, SHORT_MONTH, YEAR, TIME[0], TIME[1], TIME[2], UTC]);
    static MONTHS: Function = formatter(&[MONTH, UTC]);
    static MONTHS_WITH_YEAR: Function = formatter(&[MONTH, YEAR, UTC]);
}

/// Formats a moment for a list: `22 Nov, 11:05`, or `22 Nov 2026, 11:05`. `wall` is the time of a wall clock as if it
/// were UTC.
pub fn moment(wall: Timestamp, has_year: bool) -> String {
    (if has_year { &MOMENTS_WITH_YEAR } else { &MOMENTS }).with(|format| formatted(format, as_number(wall)))
}

/// Formats a month, 1 to 12: `November`, or `November 2026`. Many languages write it with a small letter.
pub fn month(year: i32, month: u8, has_year: bool) -> String {
    let first = Date::utc(f64::from(year), f64::from(month.clamp(1, 12)) - 1.0);
    (if has_year { &MONTHS_WITH_YEAR } else { &MONTHS }).with(|format| formatted(format, first))
}

/// Formats a date and time in an IANA time zone: `22 Nov 2026, 11:05`. `None` is the browser's zone.
pub fn date_time(at: Timestamp, zone: Option<&str>) -> String {
    written(at, &[("dateStyle", "medium"), ("timeStyle", "short"), ("timeZone", zone.unwrap_or_default())])
}

/// Formats a calendar date given as days since 1970-01-01: `22 Nov 2026`.
pub fn date(day: i32) -> String {
    written(midnight(day), &[("dateStyle", "medium"), UTC])
}

/// Formats a stored calendar date, `2026-11-22`, like [`date`]. Other text is returned unchanged.
pub fn date_of(stored: &str) -> String {
    let milliseconds = Date::parse(stored);
    if milliseconds.is_finite() { with_style(milliseconds, &[("dateStyle", "medium"), UTC]) } else { stored.to_owned() }
}

/// Formats a calendar date without the year, for the axis of a chart: `22 Nov`. Given as days since 1970-01-01.
pub fn short_date(day: i32) -> String {
    written(midnight(day), &[SHORT_MONTH, DAY, UTC])
}

fn midnight(day: i32) -> Timestamp {
    Timestamp(i64::from(day) * DAY_MS)
}

fn written(at: Timestamp, options: Options) -> String {
    with_style(as_number(at), options)
}

#[allow(clippy::cast_precision_loss, reason = "timestamps stay far below 2^53")]
fn as_number(at: Timestamp) -> f64 {
    at.0 as f64
}

fn with_style(milliseconds: f64, options: Options) -> String {
    Date::new(&milliseconds.into()).to_locale_string(texts::language().tag_of_dates(), &style(options)).into()
}

fn style(options: Options) -> Object {
    let style = Object::new();
    for (name, value) in options.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = Reflect::set(&style, &(*name).into(), &(*value).into());
    }
    style
}

fn formatter(options: Options) -> Function {
    DateTimeFormat::new(&Array::of1(&texts::language().tag_of_dates().into()), &style(options)).format()
}
