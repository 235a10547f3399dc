//! Amounts of money as people write them, in millionths of the currency unit: a price is then a whole number.

/// A million and a bit more than anybody asks for a million tokens: a slip of the finger is refused.
const MOST: u64 = 1_000_000;
/// How many millionths the unit has.
const UNIT: u64 = 1_000_000;

/// An amount that was typed, such as `0.25`, `,25` or `3`, in millionths. An empty text is nothing. `None`: it is no
/// amount, has more than six places, or is more than a million.
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

/// An amount as it is typed: `0.25`.
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
        fn nothing_that_is_typed_is_a_surprise(text in any::<String>()) {
            let _ = millionths(&text);
        }
    }
}
