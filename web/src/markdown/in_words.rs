//! Markdown as plain text, for one-line quotes, screen readers and reading aloud.

use crate::texts::markdown::markdown;
use ricordo_markdown::{Wordless, plain, plain_all};

/// Plain text of the beginning of a Markdown text.
pub fn in_words(text: &str) -> String {
    plain(text, named)
}

/// Plain text of a whole Markdown text.
pub fn all_in_words(text: &str) -> String {
    plain_all(text, named)
}

fn named(what: Wordless) -> &'static str {
    let [code, table, formula] = markdown().in_words;
    match what {
        Wordless::Code => code,
        Wordless::Table => table,
        Wordless::Formula => formula,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn what_cannot_be_read_out_is_called_what_it_is_in_the_language_of_the_page() {
        for (language, words) in [
            (UiLanguage::En, ["(code)", "(table)", "(formula)"]),
            (UiLanguage::Uk, ["(код)", "(таблиця)", "(формула)"]),
            (UiLanguage::Ru, ["(код)", "(таблица)", "(формула)"]),
        ] {
            speak(language);
            let texts = ["```rust\nfn light() {}\n```", "| a | b |\n|---|---|\n| 1 | 2 |", "$$\\sqrt{\\pi}/2$$"];
            assert_eq!(texts.map(in_words), words);
        }
    }

    #[test]
    fn a_quote_reads_the_beginning_and_reading_aloud_all_of_a_text() {
        let long = format!("{}**end**", "Words.\n\n".repeat(5_000));
        assert!(all_in_words(&long).ends_with("Words.\nend"));
        let quoted = in_words(&long);
        assert!(quoted.starts_with("Words.\nWords.") && !quoted.contains("end") && quoted.len() < long.len() / 2);
    }
}
