//! Single line breaks, and lines that would be taken for another block than they are meant to be: these are changed before
//! parsing. The length stays the same.

use crate::hidden;
use std::borrow::Cow;

/// Rendering of a single line break within a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineBreaks {
    /// A space, as in CommonMark.
    #[default]
    Flow,
    /// A line break, as users expect of a message they type.
    Stay,
}

/// Changes two kinds of lines.
///
/// * A line that is only `<br>`, behind a blank one, begins a block of raw HTML, which would take the lines after it with it.
///   It becomes a blank line.
/// * `[Anna]: Hello` defines a link and shows nothing. Its colon is hidden: in a text that a person typed always, otherwise if
///   `Hello` does not look like an address.
pub(crate) fn mend(text: &str, line_breaks: LineBreaks, may_hide: bool) -> Cow<'_, str> {
    let has_break = text.contains("<br") || text.contains("<BR");
    let has_label = may_hide && text.contains("]:");
    if !has_break && !has_label {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    if has_break {
        blank_breaks(text, &mut bytes);
    }
    if has_label {
        hide_colons(text, &mut bytes, line_breaks);
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn hide_colons(text: &str, bytes: &mut [u8], line_breaks: LineBreaks) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // A label has no bracket, so only the first one of a line can end it.
        let end = line.find("]:").map(|end| start + end);
        if let Some(end) = end.filter(|end| !is_definition(text, *end, line_breaks)) {
            bytes[end + 1] = hidden::placeholder(b':');
        }
        start += line.len();
    }
}

fn blank_breaks(text: &str, bytes: &mut [u8]) {
    let (mut at, mut is_behind_blank) = (0, false);
    for line in text.split_inclusive('\n') {
        let own = line.trim_start_matches(' ');
        let (indent, inside) = (line.len() - own.len(), own.trim_end());
        let is_break = is_behind_blank && indent < 4 && is_line_break(inside);
        if is_break {
            bytes[at + indent..at + indent + inside.len()].fill(b' ');
        }
        is_behind_blank = is_break || inside.is_empty();
        at += line.len();
    }
}

/// Whether this is the tag of a line break, in one of its spellings.
pub(crate) fn is_line_break(html: &str) -> bool {
    let name = html.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or_default();
    name.trim_end_matches('/').trim().eq_ignore_ascii_case("br")
}

/// Whether a label that ends here defines a link, or a footnote.
fn is_definition(text: &str, end: usize, line_breaks: LineBreaks) -> bool {
    let line = text[..end].rsplit('\n').next().unwrap_or_default();
    if line.contains("[^") {
        return true;
    }
    let address = text[end + 2..].trim_start();
    let address = address.split(char::is_whitespace).next().unwrap_or_default();
    let looks_like_one = address.starts_with(['/', '#', '<', '.', '?'])
        || address.trim_end_matches(['.', ',', ';', ':', '!', '?']).contains(['/', '.', ':', '#', '@']);
    line_breaks == LineBreaks::Flow && looks_like_one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_break_by_itself_is_a_blank_line() {
        let mended = |text| mend(text, LineBreaks::Flow, true).into_owned();
        assert_eq!(mended("a\n\n<br>\n<br />\n**b**"), "a\n\n    \n      \n**b**");
        for text in ["a\n<br>\nb", "a\n\n<br>b", "a\n\n    <br>", "a\n\n\t<br>", "a\n\n\u{3000}<br>", "<br"] {
            assert_eq!(mended(text), text);
        }
    }

    #[test]
    fn what_a_person_says_is_no_definition() {
        let hides = |text, line_breaks| mend(text, line_breaks, true) != text;
        for text in ["[ERROR]: timeout", "[Anna]: Hello", "[Anna]: Hello.", "[Note]:"] {
            assert!(hides(text, LineBreaks::Flow) && hides(text, LineBreaks::Stay), "{text}");
        }
        for text in ["[a]: /b", "[a]: <b>", "[a]: https://b.c", "[a]: b.html \"t\"", "[a]:\n  #b"] {
            assert!(!hides(text, LineBreaks::Flow) && hides(text, LineBreaks::Stay), "{text}");
        }
        assert!(!hides("[^1]: A note", LineBreaks::Stay));
    }
}
