//! The numbers that Word writes before headings and items of lists.

mod format;

use crate::{error::ReadError, xml};
use format::Format;
use quick_xml::events::{BytesStart, Event};
use std::collections::{HashMap, HashSet};

/// Levels of a list.
const LEVELS: usize = 9;
/// Longest pattern of a number, in characters.
const LONGEST_PATTERN: usize = 64;
/// Most lists of a document.
const MOST_LISTS: usize = 10_000;

/// The lists of `numbering.xml`.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// How lists look, by id.
    kinds: HashMap<String, Kind>,
    /// The lists, by id.
    lists: HashMap<String, List>,
}

#[derive(Debug, Default)]
struct Kind {
    levels: [Option<Level>; LEVELS],
    /// Name of the style of lists that it is.
    style: Option<String>,
    /// Name of the style of lists that it takes its levels from; once all are read, the id of its kind.
    link: Option<String>,
}

#[derive(Debug, Default)]
struct List {
    kind: String,
    /// Numbers that levels begin with.
    starts: [Option<u32>; LEVELS],
    levels: [Option<Level>; LEVELS],
}

#[derive(Clone, Debug)]
struct Level {
    start: u32,
    format: Format,
    pattern: String,
    /// Whether all numbers in it are decimal.
    is_legal: bool,
    /// Whether it begins again after a number of a higher level.
    restarts: bool,
    /// Style of the paragraphs that have it.
    style: Option<String>,
}

impl Default for Level {
    fn default() -> Self {
        let (pattern, style) = (String::new(), None);
        Self { start: 0, format: Format::Decimal, pattern, is_legal: false, restarts: true, style }
    }
}

impl Level {
    fn set(&mut self, name: &str, tag: &BytesStart<'_>) {
        let value = || xml::attribute(tag, "val").unwrap_or_default();
        match name {
            "start" => self.start = value().parse().unwrap_or(0),
            "numFmt" => self.format = Format::of(&value()),
            "lvlText" => self.pattern = value().chars().take(LONGEST_PATTERN).collect(),
            "lvlRestart" => self.restarts = value() != "0",
            "isLgl" => self.is_legal = super::run::is_on(xml::attribute(tag, "val").as_deref()),
            "pStyle" => self.style = Some(value()),
            _ => {}
        }
    }
}

/// What is open while the lists are read.
#[derive(Default)]
struct Reading {
    kind: Option<(String, Kind)>,
    list: Option<(String, List)>,
    /// Level of an override.
    over: Option<usize>,
    level: Option<(usize, Level)>,
}

impl Numbering {
    /// Reads `numbering.xml`.
    pub(super) fn read(part: &str, text: &str) -> Result<Self, ReadError> {
        let mut reader = xml::reader(text);
        reader.config_mut().expand_empty_elements = true;
        let (mut found, mut reading) = (Self::default(), Reading::default());
        loop {
            match reader.read_event().map_err(|_| ReadError::Damaged { part: Some(part.to_owned()) })? {
                Event::Start(tag) => reading.start(&tag),
                Event::End(tag) => reading.end(tag.local_name().as_ref(), &mut found),
                Event::Eof => {
                    found.resolve();
                    return Ok(found);
                }
                _ => {}
            }
        }
    }

    fn resolve(&mut self) {
        let styles = self.kinds.iter().filter_map(|(id, kind)| Some((kind.style.clone()?, id.clone())));
        let styles: HashMap<String, String> = styles.collect();
        for kind in self.kinds.values_mut() {
            kind.link = kind.link.take().and_then(|style| styles.get(&style).cloned());
        }
    }

    fn level<'a>(&'a self, list: &'a List, at: usize) -> Option<&'a Level> {
        let kind = self.kinds.get(&list.kind);
        let linked = || self.kinds.get(kind?.link.as_ref()?)?.levels.get(at)?.as_ref();
        let own = list.levels.get(at)?.as_ref();
        own.or_else(|| kind?.levels.get(at)?.as_ref()).or_else(linked)
    }

    /// The level of a list that paragraphs of a style have.
    pub(super) fn level_of(&self, list: &str, style: &str) -> Option<u8> {
        let list = self.lists.get(list)?;
        let is_of = |at: &usize| self.level(list, *at).is_some_and(|level| level.style.as_deref() == Some(style));
        (0..LEVELS).find(is_of).and_then(|at| u8::try_from(at).ok())
    }
}

impl Reading {
    fn start(&mut self, tag: &BytesStart<'_>) {
        let name = tag.local_name();
        let name = name.as_ref();
        let attribute = |name| xml::attribute(tag, name).unwrap_or_default();
        let level = || attribute("ilvl").parse::<usize>().ok().filter(|level| *level < LEVELS);
        match name {
            "abstractNum" => self.kind = Some((attribute("abstractNumId"), Kind::default())),
            "num" => self.list = Some((attribute("numId"), List::default())),
            "lvl" => self.level = level().map(|at| (at, Level::default())),
            "lvlOverride" => self.over = level(),
            _ => match (&mut self.level, &mut self.list, &mut self.kind) {
                (Some((_, level)), ..) => level.set(name, tag),
                (_, Some((_, list)), _) if name == "abstractNumId" => list.kind = attribute("val"),
                (_, Some((_, list)), _) if name == "startOverride" => {
                    if let Some(at) = self.over {
                        list.starts[at] = attribute("val").parse().ok();
                    }
                }
                (.., Some((_, kind))) if name == "styleLink" => kind.style = Some(attribute("val")),
                (.., Some((_, kind))) if name == "numStyleLink" => kind.link = Some(attribute("val")),
                _ => {}
            },
        }
    }

    fn end(&mut self, name: &str, found: &mut Numbering) {
        match name {
            "lvl" => {
                let Some((at, level)) = self.level.take() else { return };
                match (&mut self.list, &mut self.kind) {
                    (Some((_, list)), _) => list.levels[at] = Some(level),
                    (_, Some((_, kind))) => kind.levels[at] = Some(level),
                    _ => {}
                }
            }
            "lvlOverride" => self.over = None,
            "abstractNum" if found.kinds.len() < MOST_LISTS => found.kinds.extend(self.kind.take()),
            "num" if found.lists.len() < MOST_LISTS => found.lists.extend(self.list.take()),
            _ => {}
        }
    }
}

/// Counts the paragraphs of lists.
pub(super) struct Numbers<'a> {
    numbering: &'a Numbering,
    /// The last numbers by kind of list: lists of one kind go on counting.
    counts: HashMap<&'a str, [Option<u32>; LEVELS]>,
    /// Levels of lists that have begun with a number of their own.
    begun: HashSet<(&'a str, usize)>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(numbering: &'a Numbering) -> Self {
        Self { numbering, counts: HashMap::new(), begun: HashSet::new() }
    }

    /// The level of a list that paragraphs of a style have.
    pub(super) fn level_of(&self, list: &str, style: &str) -> Option<u8> {
        self.numbering.level_of(list, style)
    }

    /// Counts a paragraph. Returns its number; `None`: it has a sign, or nothing.
    pub(super) fn next(&mut self, list: &str, level: u8) -> Option<String> {
        let at = usize::from(level);
        let (id, list) = self.numbering.lists.get_key_value(list)?;
        let own = self.numbering.level(list, at)?;
        let counts = self.counts.entry(&list.kind).or_default();
        let begins = list.starts[at].filter(|_| self.begun.insert((id, at)));
        counts[at] = Some(match (begins, counts[at]) {
            (Some(start), _) => start,
            (None, Some(last)) => last.saturating_add(1),
            (None, None) => list.starts[at].unwrap_or(own.start),
        });
        for (deeper, count) in counts.iter_mut().enumerate().skip(at + 1) {
            if self.numbering.level(list, deeper).is_none_or(|level| level.restarts) {
                *count = None;
            }
        }
        if !own.format.is_number() {
            return None;
        }
        let mut number = String::new();
        let mut chars = own.pattern.chars();
        while let Some(char) = chars.next() {
            let place = if char == '%' { chars.clone().next().and_then(|char| char.to_digit(10)) } else { None };
            let Some(place) = place.and_then(|place| usize::try_from(place).ok()?.checked_sub(1)) else {
                number.push(char);
                continue;
            };
            chars.next();
            let Some(level) = self.numbering.level(list, place) else { continue };
            let count = *counts[place].get_or_insert(level.start);
            let is_legal = own.is_legal && level.format.is_number();
            number.push_str(&if is_legal { Format::Decimal } else { level.format }.write(count));
        }
        Some(number.trim().to_owned()).filter(|number| !number.is_empty())
    }
}
