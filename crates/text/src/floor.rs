//! Where a text may be cut.

/// The last boundary of a character at or before byte `at`; the end for one behind it.
///
/// ```
/// assert_eq!(["", "ab", "ї", "aї"].map(|text| ricordo_text::floor(text, 2)), [0, 2, 2, 1]);
/// ```
pub fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::floor;

    #[test]
    fn no_character_is_cut_and_less_than_one_is_lost() {
        let text = "aї東🦔";
        let starts = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10];
        for (at, start) in starts.into_iter().enumerate() {
            assert_eq!(floor(text, at), start, "{at}");
        }
    }
}
