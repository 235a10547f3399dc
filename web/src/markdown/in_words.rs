//! Markdown as plain text, for one-line quotes and screen readers.

use crate::texts::markdown::markdown;
use ricordo_markdown::{Wordless, plain};

/// Plain text of the beginning of a Markdown text.
pub fn in_words(text: &str) -> String {
    let [code, table, formula] = markdown().in_words;
    plain(text, |what| match what {
        Wordless::Code => code,
        Wordless::Table => table,
        Wordless::Formula => formula,
    })
}
