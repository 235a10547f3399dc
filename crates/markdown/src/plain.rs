//! Plain text of a message, for one-line quotes, for screen readers and for reading it aloud.

use crate::{Document, Kind, LineBreaks, Node, limits::floor};

/// Number of bytes read by [`plain`]: only the beginning is quoted or announced.
const READ: usize = 16 * 1024;
/// A formula of at most this many characters, without commands, is read out as written.
const SHORT: usize = 16;

/// Content that has no plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wordless {
    /// A block of code.
    Code,
    /// A table.
    Table,
    /// A formula.
    Formula,
}

/// Plain text of the beginning of a Markdown text, one line per block. `named` supplies the text for content that has none.
///
/// ```
/// use ricordo_markdown::plain;
///
/// assert_eq!(plain("# Rome\n\nThe **old** [road](https://example.org).", |_| ""), "Rome\nThe old road.");
/// ```
pub fn plain(text: &str, named: impl Fn(Wordless) -> &'static str) -> String {
    plain_all(&text[..floor(text, READ)], named)
}

/// Plain text of a whole Markdown text, one line per block. See [`plain`].
pub fn plain_all(text: &str, named: impl Fn(Wordless) -> &'static str) -> String {
    let mut document = Document::new(LineBreaks::Flow);
    document.push(text);
    let mut words = String::new();
    write_all(&document.tree(), &named, &mut words);
    words.truncate(words.trim_end().len());
    words
}

fn write_all(nodes: &[Node], named: &impl Fn(Wordless) -> &'static str, words: &mut String) {
    for node in nodes {
        write(node, named, words);
    }
}

fn write(node: &Node, named: &impl Fn(Wordless) -> &'static str, words: &mut String) {
    match &node.kind {
        Kind::Code { .. } => line(words, named(Wordless::Code)),
        Kind::Table => line(words, named(Wordless::Table)),
        Kind::Math { tex, .. } if tex.len() <= SHORT && !tex.contains('\\') => words.push_str(tex),
        Kind::Math { .. } => words.push_str(named(Wordless::Formula)),
        Kind::Plain(text) => line(words, text),
        Kind::Text(text) => words.push_str(&text.replace('\n', " ")),
        Kind::CodeSpan(text) => words.push_str(text),
        Kind::Image { alt, .. } => words.push_str(alt),
        Kind::Break => words.push(' '),
        Kind::Rule | Kind::Task(_) | Kind::FootnoteMark { .. } => {}
        Kind::Paragraph | Kind::Heading(_) | Kind::Item | Kind::Footnote { .. } => {
            begin_line(words);
            write_all(&node.children, named, words);
            begin_line(words);
        }
        _ => write_all(&node.children, named, words),
    }
}

fn line(words: &mut String, text: &str) {
    begin_line(words);
    words.push_str(text.trim_end());
    begin_line(words);
}

fn begin_line(words: &mut String) {
    if !words.is_empty() && !words.ends_with('\n') {
        words.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken(text: &str) -> String {
        plain(text, |what| match what {
            Wordless::Code => "(code)",
            Wordless::Table => "(table)",
            Wordless::Formula => "(formula)",
        })
    }

    #[test]
    fn marks_are_not_said() {
        let text = "# A plan for the move\n\nHere is **a plan** with `code`, ~~no~~ *doubt* and [a link](https://example.org \"title\").\n\n- [x] one\n- two\n\n> quoted\n\n---\nlast  \nline[^1]\n\n[^1]: A note.";
        assert_eq!(
            spoken(text),
            "A plan for the move\nHere is a plan with code, no doubt and a link.\none\ntwo\nquoted\nlast line\nA note."
        );
    }

    #[test]
    fn what_has_no_words_is_named() {
        assert_eq!(
            spoken("Look:\n\n```rust\nfn light() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nDone."),
            "Look:\n(code)\n(table)\nDone."
        );
        assert_eq!(spoken("So $x = 2$, and $$\\sqrt{\\pi}/2$$"), "So x = 2, and (formula)");
        assert_eq!(spoken(""), "");
    }

    #[test]
    fn of_a_long_text_the_beginning_is_read() {
        let long = "é ".repeat(READ);
        assert!(spoken(&long).len() <= READ);
    }
}
