//! The terms that stand for the words of a text.

use ricordo_text::{fold::fold_into, normal::words};

/// Longest term, in bytes. Longer ones, which are no words, are cut off.
pub(super) const LONGEST: usize = 64;

/// Calls `take` with each term of a text, in order.
pub(super) fn terms(text: &str, mut take: impl FnMut(&str)) {
    let mut folded = String::new();
    for word in words(text) {
        fold_into(word, &mut folded);
        let mut end = folded.len().min(LONGEST);
        while !folded.is_char_boundary(end) {
            end -= 1;
        }
        if end > 0 {
            take(&folded[..end]);
        }
    }
}
