//! Numbers and plural categories in the language of the page, by the browser's `Intl`. A formatter is made once: that
//! takes much longer than formatting, and lists show many numbers.

use super::{Category, tag};
use crate::browser::formatted;
use js_sys::{
    Array, Function,
    Intl::{NumberFormat, PluralRules},
    Object, Reflect,
};
use std::cell::OnceCell;

thread_local! {
    static WHOLE: Function = formatter(0);
    static FRACTIONS: [OnceCell<Function>; 7] = const { [const { OnceCell::new() }; 7] };
    static PLURALS: PluralRules = PluralRules::new(&Array::of1(&tag().into()), &Object::new());
}

/// Formats a whole number: `1,043`, `1 043`.
#[allow(clippy::cast_precision_loss, reason = "what is counted here is far below 2^53")]
pub(super) fn number(value: u64) -> String {
    WHOLE.with(|formatter| formatted(formatter, value as f64))
}

/// Formats a number with its last digits as decimals, at most six: 12345 with 3 as `12.345`, `12,345`.
#[allow(clippy::cast_precision_loss, reason = "sizes and prices are far below 2^53 of the smallest unit")]
pub(super) fn fraction(value: u64, digits: u32) -> String {
    let value = value as f64 / 10_f64.powi(digits.cast_signed());
    FRACTIONS.with(|all| formatted(all[digits.min(6) as usize].get_or_init(|| formatter(digits.min(6))), value))
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

/// A formatter with this many decimals.
fn formatter(decimals: u32) -> Function {
    let style = Object::new();
    for name in ["minimumFractionDigits", "maximumFractionDigits"] {
        let _ = Reflect::set(&style, &name.into(), &decimals.into());
    }
    NumberFormat::new(&Array::of1(&tag().into()), &style).format()
}
