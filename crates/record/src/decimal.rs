//! Prints fractional numbers without the code of the standard library for it, which has 18 KB and would be part of every
//! program's first load.

use crate::money::typed;

/// A number with at most six decimals, without trailing zeros: `2.1`, `-0.5`, `3`.
pub fn decimal(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if value < 0.0 { "-" } else { "" };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates, and is not negative")]
    let millionths = (value.abs() * 1e6).round() as u64;
    format!("{sign}{}", typed(millionths))
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn a_number_is_printed_as_it_is_typed() {
        for (value, printed) in [
            (0.0, "0"),
            (2.1, "2.1"),
            (f64::from(2.1_f32), "2.1"),
            (f64::from(-0.1_f32), "-0.1"),
            (1_000.0, "1000"),
            (0.000_001, "0.000001"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(decimal(value), printed);
        }
        assert!(decimal(f64::INFINITY).starts_with("184467440737"), "the largest number there is");
    }
}
