//! Whose file a text is, by what is in it.

use crate::{chatgpt::ChatGpt, elements::Shape, format::Format, ricordo::Ricordo};
use ricordo_core::exchange::Refusal;

/// How a text begins.
pub(crate) struct Beginning<'a> {
    /// Its first letter.
    pub(crate) first: char,
    /// The name of its first field, where it is an object.
    pub(crate) field: Option<&'a str>,
}

type Recognise = fn(&Beginning<'_>) -> Option<(Shape, Box<dyn Format>)>;

/// The formats, each with what it recognises. The first that does reads the file.
const KNOWN: [Recognise; 2] = [
    |beginning| {
        let is_ours = beginning.field == Some("ricordo");
        is_ours.then(|| -> (Shape, Box<dyn Format>) { (Shape::ItemsOf("records"), Box::new(Ricordo::default())) })
    },
    |beginning| {
        // A list of conversations, or one of them. Whether it is one shows in its elements.
        let shape = if beginning.first == '[' { Shape::Items } else { Shape::Single };
        Some((shape, Box::new(ChatGpt)))
    },
];

/// The format of a text, by its first bytes.
pub(crate) fn recognise(bytes: &[u8]) -> Result<(Shape, Box<dyn Format>), Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.chars().next().ok_or(Refusal::Empty)?;
    if !matches!(first, '[' | '{') {
        return Err(Refusal::Unknown);
    }
    let field = text[1..].trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
    let beginning = Beginning { first, field: field.filter(|_| first == '{') };
    KNOWN.iter().find_map(|recognise| recognise(&beginning)).ok_or(Refusal::Unknown)
}
