//! Numbers and plural categories in the language of the page, by the browser's `Intl`. A formatter is made once: that
//! takes much longer than formatting, and lists show many numbers.

use super::{Category, tag};
use crate::browser::formatted;
use js_sys::{
    Array, Function,
    Intl::{NumberFormat, PluralRules},
    Object, Reflect,
};

thread_local! {
    static WHOLE: Function = formatter(&[]);
    static TENTHS: Function = formatter(&["minimumFractionDigits", "maximumFractionDigits"]);
    static PLURALS: PluralRules = PluralRules::new(&Array::of1(&tag().into()), &Object::new());
}

/// Formats a whole number: `1,043`, `1 043`.
#[allow(clippy::cast_precision_loss, reason = "what is counted here is far below 2^53")]
pub(super) fn number(value: u64) -> String {
    formatted(&WHOLE, value as f64)
}

/// Formats a number of tenths: 123 as `12.3`, `12,3`.
#[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^53 tenths")]
pub(super) fn tenths(value: u64) -> String {
    formatted(&TENTHS, value as f64 / 10.0)
}

/// Plural category of a number.
#[allow(clippy::cast_precision_loss, reason = "what is counted here is far below 2^53")]
pub(super) fn category(count: u64) -> Category {
    match &*String::from(PLURALS.with(|rules| rules.select(count as f64))) {
        "zero" => Category::Zero,
        "one" => Category::One,
        "two" => Category::Two,
        "few" => Category::Few,
        "many" => Category::Many,
        _ => Category::Other,
    }
}

/// A formatter; these options are 1.
fn formatter(options: &[&str]) -> Function {
    let style = Object::new();
    for name in options {
        let _ = Reflect::set(&style, &(*name).into(), &1.into());
    }
    NumberFormat::new(&Array::of1(&tag().into()), &style).format()
}
