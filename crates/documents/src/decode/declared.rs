//! The encoding that a web page or XML names at its start.

/// Bytes in which it is named, as in the HTML standard.
const START: usize = 1024;
const META: &str = "<meta";
const CHARSET: &str = "charset";
const XML: &str = "<?xml";
const ENCODING: &str = "encoding";

/// The label of the encoding; `None`: the text is no markup, or names none.
pub(super) fn label(bytes: &[u8]) -> Option<String> {
    let start: String = bytes.iter().take(START).map(|byte| char::from(*byte).to_ascii_lowercase()).collect();
    of_xml(&start).or_else(|| of_page(&start))
}

fn of_xml(start: &str) -> Option<String> {
    let (declaration, _) = start.trim_start().strip_prefix(XML)?.split_once("?>")?;
    value(declaration.split_once(ENCODING)?.1)
}

/// `<meta charset="…">`, or the same in the content of another attribute.
fn of_page(start: &str) -> Option<String> {
    // A text may speak about the tag.
    if !start.trim_start().starts_with('<') {
        return None;
    }
    let mut tags = start.split(META).skip(1).filter_map(|rest| rest.split_once('>'));
    tags.find_map(|(tag, _)| value(tag.split_once(CHARSET)?.1))
}

/// The value behind `=`, with or without quotes.
fn value(rest: &str) -> Option<String> {
    let value = rest.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let end = |char: char| !(char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.' | ':'));
    let label = value.split(end).next().unwrap_or_default();
    (!label.is_empty()).then(|| label.to_owned())
}
