//! Floating-point numbers, without the code of the standard library that prints and parses them: it has 12 KB, and the page
//! only needs lengths and shares.

/// A number with three decimals, as style sheets read it.
pub fn decimals(value: f64) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "lengths and shares are far below 2^53")]
    let thousandths = (value * 1_000.0).round() as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let digits = thousandths.unsigned_abs();
    format!("{sign}{}.{:03}", digits / 1_000, digits % 1_000)
}

/// The number, or the limit that it exceeds; `low` if the limits contradict each other.
pub fn within(value: f64, low: f64, high: f64) -> f64 {
    #[allow(clippy::manual_clamp, reason = "`clamp` panics with a message that prints its limits")]
    value.min(high).max(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_three_decimals() {
        for (value, written) in [
            (0.0, "0.000"),
            (0.5, "0.500"),
            (1234.5678, "1234.568"),
            (-0.25, "-0.250"),
            (-0.0001, "0.000"),
            (-12.0625, "-12.063"),
            (1e12, "1000000000000.000"),
        ] {
            assert_eq!(decimals(value), written);
        }
    }

    #[test]
    fn a_number_stays_within_its_limits() {
        for (value, kept) in [(-1.0, 0.0), (0.0, 0.0), (0.4, 0.4), (2.0, 1.0)] {
            assert_eq!(within(value, 0.0, 1.0), kept);
        }
        assert_eq!(within(5.0, 3.0, 1.0), 3.0);
    }
}
