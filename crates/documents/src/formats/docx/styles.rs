//! The styles of a DOCX: which are headings, list items or cannot be seen.

use super::run::{Run, is_on};
use crate::{error::ReadError, xml};
use quick_xml::events::Event;
use std::collections::HashMap;

/// Longest chain of styles that are based on each other.
const LONGEST_CHAIN: usize = 16;
/// Id of a list that takes a paragraph out of the one of its style.
pub(super) const NO_LIST: &str = "0";

/// The styles by their id. The one of paragraphs without a style has an empty id, too.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

#[derive(Clone, Debug, Default)]
struct Style {
    level: Option<u8>,
    is_item: bool,
    /// Id of the list of its paragraphs, and their level there.
    list: Option<String>,
    depth: Option<u8>,
    run: Run,
    based_on: Option<String>,
}

impl Styles {
    /// Reads `styles.xml`.
    pub(super) fn read(part: &str, text: &str) -> Result<Self, ReadError> {
        let mut reader = xml::reader(text);
        reader.config_mut().expand_empty_elements = true;
        let mut styles = HashMap::new();
        let mut open: Option<(String, Style)> = None;
        let mut is_usual = false;
        loop {
            let event = reader.read_event().map_err(|_| ReadError::Damaged { part: Some(part.to_owned()) })?;
            match event {
                Event::Start(tag) if tag.local_name().as_ref() == "style" => {
                    let is_default = is_on(Some(&xml::attribute(&tag, "default").unwrap_or("0".to_owned())));
                    is_usual = is_default && xml::attribute(&tag, "type").as_deref() == Some("paragraph");
                    open = Some((xml::attribute(&tag, "styleId").unwrap_or_default(), Style::default()));
                }
                Event::Start(tag) => {
                    let Some((_, style)) = &mut open else { continue };
                    let value = || xml::attribute(&tag, "val");
                    match tag.local_name().as_ref() {
                        "name" => style.level = style.level.or(value().and_then(|name| level_by_name(&name))),
                        "outlineLvl" => style.level = value().and_then(|value| outline(&value)),
                        "numPr" => style.is_item = true,
                        "numId" => style.list = value(),
                        "ilvl" => style.depth = value().and_then(|value| value.parse().ok()),
                        "basedOn" => style.based_on = value(),
                        name => style.run.set(name, &tag),
                    }
                }
                Event::End(tag) if tag.local_name().as_ref() == "style" => {
                    let usual = open.as_ref().filter(|_| is_usual).map(|(_, style)| (String::new(), style.clone()));
                    styles.extend(open.take().into_iter().chain(usual));
                }
                Event::Eof => return Ok(Self(styles)),
                _ => {}
            }
        }
    }

    /// Level of the heading that paragraphs of a style are.
    pub(super) fn level(&self, id: &str) -> Option<u8> {
        self.chain(id).find_map(|style| style.level)
    }

    /// Whether paragraphs of a style are items of a list.
    pub(super) fn is_item(&self, id: &str) -> bool {
        self.chain(id).any(|style| style.is_item) && self.list(id).is_none_or(|(list, _)| list != NO_LIST)
    }

    /// The list of paragraphs of a style, and the style that names it.
    pub(super) fn list<'a>(&'a self, id: &'a str) -> Option<(&'a str, &'a str)> {
        let ids = std::iter::successors(Some(id), |id| self.0.get(*id)?.based_on.as_deref()).take(LONGEST_CHAIN);
        ids.zip(self.chain(id)).find_map(|(own, style)| Some((style.list.as_deref()?, own)))
    }

    /// The level of paragraphs of a style in their list.
    pub(super) fn depth(&self, id: &str) -> Option<u8> {
        self.chain(id).find_map(|style| style.depth)
    }

    /// What text of a style looks like.
    pub(super) fn run(&self, id: &str) -> Run {
        self.chain(id).fold(Run::default(), |run, style| run.or(style.run))
    }

    fn chain(&self, id: &str) -> impl Iterator<Item = &Style> {
        let next = |style: &&Style| style.based_on.as_ref().and_then(|id| self.0.get(id));
        std::iter::successors(self.0.get(id), next).take(LONGEST_CHAIN)
    }
}

/// Level of a style by its name, which is English in all languages of Word.
fn level_by_name(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase();
    match name.strip_prefix("heading ") {
        Some(level) => level.parse().ok().filter(|level| (1..=9).contains(level)),
        None => (name == "title").then_some(1),
    }
}

/// Level of a heading by an outline level, of which 9 is none.
pub(super) fn outline(value: &str) -> Option<u8> {
    value.parse::<u8>().ok().filter(|level| *level < 9).map(|level| level + 1)
}
