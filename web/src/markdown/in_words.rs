//! A text in words alone: quoted in one line, or read out.

use crate::texts::markdown::markdown;
use ricordo_markdown::{Wordless, plain};

/// The words of the beginning of a text.
pub fn in_words(text: &str) -> String {
    let [code, table, formula] = markdown().in_words;
    plain(text, |what| match what {
        Wordless::Code => code,
        Wordless::Table => table,
        Wordless::Formula => formula,
    })
}
