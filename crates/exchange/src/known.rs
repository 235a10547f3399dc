//! Recognizes the format of a text by its content.

use crate::{chatgpt::ChatGpt, elements::Shape, format::Format, ricordo::Ricordo};
use ricordo_core::exchange::Refusal;

/// Beginning of a text.
pub(crate) struct Beginning<'a> {
    /// First character.
    pub(crate) first: char,
    /// Name of the first field, if it is an object.
    pub(crate) field: Option<&'a str>,
}

type Recognise = fn(&Beginning<'_>) -> Option<(Shape, Box<dyn Format>)>;

/// The formats with their tests. The first that matches reads the file.
const KNOWN: [Recognise; 2] = [
    |beginning| {
        let is_ours = beginning.field == Some("ricordo");
        is_ours.then(|| -> (Shape, Box<dyn Format>) { (Shape::ItemsOf("records"), Box::new(Ricordo::default())) })
    },
    |beginning| {
        // A list of conversations or a single one. Its elements show whether it really is one.
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
