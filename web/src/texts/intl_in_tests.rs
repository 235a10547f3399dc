//! Stands in for `intl.rs` in the native tests, where there is no browser: everything is written as in English. The
//! other languages are tested in a browser (`tests/e2e/languages.test.mjs`).

use super::Category;

pub(super) fn number(value: u64) -> String {
    let digits = value.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

pub(super) fn fraction(value: u64, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    format!("{}.{:0width$}", number(value / unit), value % unit, width = digits as usize)
}

pub(super) fn category(count: u64) -> Category {
    if count == 1 { Category::One } else { Category::Other }
}
