//! What a screen reader says when a reply has ended.

use crate::texts::{answers::answers, fill};

/// Number of characters that are spoken; the user can read the rest.
const SPOKEN: usize = 600;

/// The beginning of a reply, and whether it goes on.
pub fn beginning(text: &str) -> String {
    let mut letters = text.chars();
    let beginning: String = letters.by_ref().take(SPOKEN).collect();
    let notice = fill(answers().reply, &[("text", &beginning)]);
    if letters.next().is_some() { format!("{notice} … {}", answers().reply_goes_on) } else { notice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_short_reply_is_spoken_as_a_whole_and_a_long_one_says_that_it_goes_on() {
        for language in UiLanguage::all() {
            speak(language);
            for text in ["", "Paris.", "باريس", &"я".repeat(SPOKEN), &"🦔".repeat(SPOKEN)] {
                let spoken = beginning(text);
                assert!(spoken.contains(text) && !spoken.contains('…'), "{spoken}");
            }
            let spoken = beginning(&format!("{}NOT SPOKEN", "🦔".repeat(SPOKEN)));
            assert!(spoken.contains(&"🦔".repeat(SPOKEN)) && !spoken.contains("NOT"), "{spoken}");
            assert!(spoken.ends_with(answers().reply_goes_on));
        }
    }

    #[test]
    fn braces_in_a_reply_are_spoken_as_they_are() {
        assert!(beginning("use {text} here").contains("use {text} here"));
    }
}
