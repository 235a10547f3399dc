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
