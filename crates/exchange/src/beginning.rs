//! Recognizes our own files by their beginning. All others are lists of elements that show what they are.

use crate::{elements::Shape, foreign::Foreign, format::Format, ricordo::Ricordo};
use ricordo_core::exchange::Refusal;

/// The format of a text, by its first bytes.
pub(crate) fn recognise(bytes: &[u8]) -> Result<(Shape, Box<dyn Format>), Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.chars().next().ok_or(Refusal::Empty)?;
    let field = text[first.len_utf8()..].trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
    match first {
        '{' if field == Some("ricordo") => Ok((Shape::ItemsOf("records"), Box::new(Ricordo::default()))),
        '{' => Ok((Shape::Values, Box::new(Foreign::default()))),
        '[' => Ok((Shape::Items, Box::new(Foreign::default()))),
        _ => Err(Refusal::Unknown),
    }
}
