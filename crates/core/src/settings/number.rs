//! Whole numbers as people type them.

/// Parses a whole number, with or without separators of thousands: `8000`, `8,000`, `8 000`. `None` if it is not one, also
/// where a comma or a space does not separate thousands: `2,5` is two and a half in many languages, not 25.
pub fn whole_number(typed: &str) -> Option<i64> {
    let typed = typed.trim();
    let groups: Vec<&str> = typed.split([',', ' ', '\u{a0}', '\u{202f}']).collect();
    let (first, more) = groups.split_first()?;
    if let Some((last, between)) = more.split_last() {
        // In India, groups before the last one have two digits.
        let is_grouped = last.len() == 3 && between.iter().all(|group| matches!(group.len(), 2 | 3));
        if !is_grouped || !matches!(first.trim_start_matches('-').len(), 1..=3) {
            return None;
        }
    }
    groups.concat().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn thousands_may_be_set_apart_as_they_are_written() {
        for typed in ["8000", "8,000", "8 000", "8\u{a0}000", "8\u{202f}000", " 8000\n"] {
            assert_eq!(whole_number(typed), Some(8_000), "{typed:?}");
        }
        for typed in ["1000000", "1,000,000", "1 000 000", "10,00,000"] {
            assert_eq!(whole_number(typed), Some(1_000_000), "{typed:?}");
        }
        assert_eq!(["0", "25", "-5", "-1,000"].map(whole_number), [0, 25, -5, -1_000].map(Some));
    }

    #[test]
    fn a_comma_that_separates_no_thousands_makes_no_other_number() {
        for typed in ["2,5", "1,50", "1,0000", "8000,000", "1,,000", ",500", "500,", "1,5,000", "2 5", "1 000,50"] {
            assert_eq!(whole_number(typed), None, "{typed:?}");
        }
        for typed in ["", " ", "many", "8000.5", "8.000", "0x20", "٨٠٠٠", "8000 tokens", "99999999999999999999", "--5"]
        {
            assert_eq!(whole_number(typed), None, "{typed:?}");
        }
    }
}
