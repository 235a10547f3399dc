//! DOCX: the text that Word shows. Text that is hidden, deleted, tiny or in the colour of its background is left out, notes
//! follow their paragraph.

mod body;
mod numbering;
mod paragraph;
mod run;
mod styles;
mod table;

use crate::{archive::Archive, error::ReadError, source::Source, xml};
use body::Body;
use numbering::Numbering;
use quick_xml::events::Event;
use std::collections::HashMap;
use styles::Styles;

/// The usual path of the text.
const DOCUMENT: &str = "word/document.xml";

/// The text of a DOCX, and its title.
pub(crate) fn read(archive: &Archive<'_>) -> Result<(Source, Option<String>), ReadError> {
    let document = document_path(archive).unwrap_or_else(|| DOCUMENT.to_owned());
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let beside = |name: &str| Some(format!("{folder}/{name}")).filter(|path| archive.holds(path));
    let styles = match beside("styles.xml") {
        Some(part) => Styles::read(&part, &archive.text(&part)?)?,
        None => Styles::default(),
    };
    let numbering = match beside("numbering.xml") {
        Some(part) => Numbering::read(&part, &archive.text(&part)?)?,
        None => Numbering::default(),
    };
    let none = HashMap::new();
    let mut notes = HashMap::new();
    for part in ["footnotes.xml", "endnotes.xml"].into_iter().filter_map(beside) {
        let mut body = Body::new(&styles, &numbering, &none);
        body.read(&part, &archive.text(&part)?)?;
        notes.extend(body.own_notes);
    }
    let mut body = Body::new(&styles, &numbering, &notes);
    body.read(&document, &archive.text(&document)?)?;
    Ok((body.source, title_in_properties(archive).or(body.title)))
}

/// Path of the text, if the archive names it.
pub(crate) fn document_path(archive: &Archive<'_>) -> Option<String> {
    let relations = archive.text("_rels/.rels").unwrap_or_default();
    let mut reader = xml::reader(&relations);
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == "Relationship" => {
                let is_document = xml::attribute(&tag, "Type").is_some_and(|kind| kind.ends_with("/officeDocument"));
                let target = xml::attribute(&tag, "Target").unwrap_or_default();
                let target = target.trim_start_matches('/').to_owned();
                if is_document && archive.holds(&target) {
                    return Some(target);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    None
}

/// Title in the properties of the file.
fn title_in_properties(archive: &Archive<'_>) -> Option<String> {
    let text = archive.text("docProps/core.xml").ok()?;
    let title = xml::text_of(&text, "title")?;
    Some(crate::source::title(&title)).filter(|title| !title.is_empty())
}
