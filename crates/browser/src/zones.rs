//! Time zone offsets from the browser's own time zone database, so that we neither download one nor keep it up to date.

use crate::global::{global, object, property};
use js_sys::{Array, Date, Function, Intl::DateTimeFormat, Reflect};
use ricordo_core::time::Timestamp;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// The first and the last moment that the browser's calendar knows, in milliseconds from 1970, with a day to spare for the
/// zones ahead of UTC.
const CALENDAR: i64 = 8_640_000_000_000_000 - 86_400_000;

thread_local! {
    /// Creating a formatter costs a hundred times as much as using it. There are few zones, so a list is enough.
    static FORMATTERS: RefCell<Vec<(String, DateTimeFormat)>> = const { RefCell::new(Vec::new()) };
}

/// Offset of a zone from UTC at a moment, in minutes; `None` if the browser does not know the zone.
pub(crate) fn offset_minutes(zone: &str, at: Timestamp) -> Option<i32> {
    let formatter = formatter(zone)?;
    #[allow(clippy::cast_precision_loss, reason = "the browser's calendar ends below 2^53")]
    let date = Date::new(&JsValue::from_f64(at.0.clamp(-CALENDAR, CALENDAR) as f64));
    let parts = formatter.format_to_parts(&date);
    let text = |part: &JsValue, field: &str| property::<JsValue>(part, field)?.as_string();
    let name = parts.iter().find(|part| text(part, "type").as_deref() == Some("timeZoneName"))?;
    parse(&text(&name, "value")?)
}

fn formatter(zone: &str) -> Option<DateTimeFormat> {
    let found =
        |made: &Vec<(String, DateTimeFormat)>| made.iter().find(|(name, _)| name == zone).map(|(_, made)| made.clone());
    if let Some(found) = FORMATTERS.with_borrow(found) {
        return Some(found);
    }
    let made = make(zone)?;
    FORMATTERS.with_borrow_mut(|all| all.push((zone.to_owned(), made.clone())));
    Some(made)
}

/// The constructor throws for an unknown zone; the binding in `js_sys` does not catch that.
fn make(zone: &str) -> Option<DateTimeFormat> {
    let constructor: Function = property(&global::<JsValue>("Intl")?, "DateTimeFormat")?;
    let options = object(&[("timeZone", zone.into()), ("timeZoneName", "longOffset".into())]);
    let made = Reflect::construct(&constructor, &Array::of2(&"en-US".into(), &options)).ok()?;
    Some(made.unchecked_into())
}

/// The minutes of `GMT`, `GMT+05:45` or `GMT-03:30:52`; seconds, as local mean times had them, are cut off.
fn parse(name: &str) -> Option<i32> {
    let offset = name.strip_prefix("GMT")?;
    let Some(sign) = offset.chars().next() else {
        return Some(0);
    };
    let mut numbers = offset[sign.len_utf8()..].split(':').map(str::parse::<i32>);
    let minutes = numbers.next()?.ok()? * 60 + numbers.next().unwrap_or(Ok(0)).ok()?;
    match sign {
        '+' => Some(minutes),
        // Some browsers write U+2212, the typographic minus sign.
        '-' | '\u{2212}' => Some(-minutes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn offsets_are_read_as_browsers_write_them() {
        let written = ["GMT", "GMT+02:00", "GMT+05:45", "GMT-03:30", "GMT\u{2212}03:30", "GMT-03:30:52", "GMT+2"];
        assert_eq!(written.map(parse), [0, 120, 345, -210, -210, -210, 120].map(Some));
        assert_eq!(["EET", "GMT*02:00", "GMT+x", ""].map(parse), [None; 4]);
    }
}
