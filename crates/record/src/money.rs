//! Amounts of money as the user types them, stored in millionths of the currency unit, so that a price is a whole
//! number.

/// Largest amount, far above any real price of a million tokens, to catch typing errors.
const MOST: u64 = 1_000_000;
/// Millionths per currency unit.
const UNIT: u64 = 1_000_000;

/// Parses a typed amount such as `0.25`, `,25` or `3` into millionths. An empty text is zero. `None` if it is not an
/// amount, has more than six decimal places, or exceeds a million.
pub fn millionths(typed: &str) -> Option<u64> {
    let typed = typed.trim();
    let (whole, part) = typed.split_once(['.', ',']).unwrap_or((typed, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() > 6 || (typed.len() == 1 && whole.len() + part.len() == 0) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|whole| *whole <= MOST)? };
    let part: u64 = format!("{part:0<6}").parse().ok()?;
    Some(whole * UNIT + part)
}

/// Formats an amount as it is typed: `0.25`.
pub fn typed(millionths: u64) -> String {
    let (whole, part) = (millionths / UNIT, millionths % UNIT);
    if part == 0 {
        return whole.to_string();
    }
    format!("{whole}.{part:06}").trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_amount_is_read_as_people_write_it() {
        let read = ["3", "0.25", ",25", " 15,0 ", "0.000001", "", "1."].map(millionths);
        assert_eq!(
            read,
            [Some(3_000_000), Some(250_000), Some(250_000), Some(15_000_000), Some(1), Some(0), Some(1_000_000)]
        );
        for wrong in ["-1", "1.2.3", "two", "0.0000001", "1000001", "$3", ".", "1e3", "99999999999999999999"] {
            assert_eq!(millionths(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_shown_is_read_back(amount in 0u64..=1_000_000_000_000) {
            prop_assert_eq!(millionths(&typed(amount)), Some(amount));
        }

        #[test]
        fn what_is_understood_is_the_amount_that_is_shown_afterwards(text in "[ ]?[0-9]{0,8}[.,]?[0-9]{0,8}[ ]?") {
            let Some(amount) = millionths(&text) else { return Ok(()) };
            prop_assert!(amount < (MOST + 1) * UNIT, "{amount}");
            prop_assert_eq!(millionths(&typed(amount)), Some(amount));
        }

        #[test]
        fn no_text_makes_an_amount_without_a_digit(text in any::<String>()) {
            let is_amount = millionths(&text).is_some();
            prop_assert!(!is_amount || text.trim().is_empty() || text.contains(|char: char| char.is_ascii_digit()));
        }
    }
}
