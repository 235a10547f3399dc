//! The text of a DOCX: paragraphs, headings, lists and tables, without what is hidden or deleted.

use super::{
    super::grid::REPEATED,
    numbering::{Numbering, Numbers},
    paragraph::Paragraph,
    run::{Run, Shade, shade},
    styles::{NO_LIST, Styles, outline},
    table::Table,
};
use crate::{
    color::Color,
    error::ReadError,
    source::{BlockKind, Source, title},
    xml,
};
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;

/// Deepest indentation of a list.
const DEEPEST_LIST: u8 = 8;
/// Deepest nesting of elements. Word nests some dozens.
const DEEPEST: usize = 4096;

/// A footnote or an endnote, by its kind and id.
pub(super) type NoteId = (bool, String);

/// Collects the text of one part.
pub(super) struct Body<'a> {
    styles: &'a Styles,
    notes: &'a HashMap<NoteId, String>,
    pub(super) source: Source,
    /// Title by the style of that name.
    pub(super) title: Option<String>,
    /// Footnotes and endnotes of the part, with their ranges.
    found: Vec<(NoteId, usize)>,
    pub(super) own_notes: HashMap<NoteId, String>,
    open: Vec<Paragraph>,
    tables: Vec<Table>,
    /// Number of open elements whose text was deleted or stands twice.
    left_out: usize,
    used_notes: u32,
    is_after_item: bool,
    /// Number of open shapes. What is behind their text is not known.
    shapes: usize,
    /// What is behind the text of the whole document.
    paper: Shade,
    numbers: Numbers<'a>,
    /// Number of open elements.
    depth: usize,
    /// Bytes that may still be written for cells of several columns or rows.
    left: usize,
}

impl<'a> Body<'a> {
    pub(super) fn new(styles: &'a Styles, numbering: &'a Numbering, notes: &'a HashMap<NoteId, String>) -> Self {
        Self {
            styles,
            notes,
            source: Source::default(),
            title: None,
            found: Vec::new(),
            own_notes: HashMap::new(),
            open: Vec::new(),
            tables: Vec::new(),
            left_out: 0,
            used_notes: 0,
            is_after_item: false,
            shapes: 0,
            paper: Shade::Color(Color::WHITE),
            numbers: Numbers::new(numbering),
            depth: 0,
            left: 0,
        }
    }

    /// Reads a part.
    pub(super) fn read(&mut self, part: &str, text: &str) -> Result<(), ReadError> {
        let damaged = || ReadError::Damaged { part: Some(part.to_owned()) };
        let mut reader = xml::reader(text);
        reader.config_mut().expand_empty_elements = true;
        let mut elements = 0_usize;
        (self.depth, self.left) = (0, text.len() * REPEATED);
        loop {
            match reader.read_event().map_err(|_| damaged())? {
                Event::Start(tag) => {
                    self.depth += 1;
                    elements += 1;
                    if self.depth > DEEPEST {
                        return Err(damaged());
                    }
                    self.start(&tag);
                }
                Event::End(tag) => {
                    self.end(tag.local_name().as_ref());
                    self.depth = self.depth.saturating_sub(1);
                }
                Event::Text(text) => self.text(&text),
                Event::CData(text) => self.text(&text),
                Event::GeneralRef(reference) => self.text(&xml::reference(&reference)),
                Event::Eof if self.depth == 0 && elements > 0 => return Ok(()),
                Event::Eof => return Err(damaged()),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Empty(_) => {}
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) {
        let name = tag.local_name();
        let name = name.as_ref();
        if self.left_out > 0 || is_left_out(name) {
            self.left_out += 1;
            return;
        }
        match name {
            "p" => self.open.push(Paragraph::default()),
            "tbl" => {
                self.is_after_item &= !self.tables.is_empty();
                self.tables.push(Table::default());
            }
            "tc" => self.tables.last_mut().map_or((), Table::open_cell),
            "gridSpan" | "vMerge" | "gridBefore" => self.tables.last_mut().map_or((), |table| table.set(name, tag)),
            "background" => self.paper = Shade::Unknown,
            "txbxContent" | "textbox" => self.shapes += 1,
            "shd" if self.open.last().is_none_or(|open| !open.in_run && !open.in_properties) => self.shade_cell(tag),
            "tblStyle" => self.tables.last_mut().map_or((), |table| table.shade = Some(Shade::Unknown)),
            "footnote" | "endnote" => {
                let id = xml::attribute(tag, "id").unwrap_or_default();
                self.found.push(((name == "endnote", id), self.source.text.len()));
            }
            _ => self.start_in_paragraph(name, tag),
        }
    }

    fn start_in_paragraph(&mut self, name: &str, tag: &BytesStart<'_>) {
        let is_sign = matches!(name, "tab" | "br" | "cr" | "noBreakHyphen" | "footnoteReference" | "endnoteReference");
        let is_unseen = is_sign && self.is_unseen();
        let script = self.run().script();
        let depth = self.depth;
        let Some(open) = self.open.last_mut() else { return };
        let value = || xml::attribute(tag, "val");
        match name {
            "pStyle" => open.style = value(),
            "outlineLvl" => open.outline = value().and_then(|value| outline(&value)),
            "ilvl" => open.item = value().and_then(|value| value.parse().ok()),
            "numId" => {
                open.list = value();
                open.item = open.item.or(Some(0)).filter(|_| open.list.as_deref() != Some(NO_LIST));
            }
            "pPr" => open.in_properties = true,
            // Those of the sign at the end of the paragraph.
            "rPr" if !open.in_run => open.in_properties = false,
            "shd" if open.in_properties => open.shade = shade(tag),
            "r" => {
                open.in_run = true;
                open.run = Run::default();
            }
            "rStyle" if open.in_run => {
                let style = value().map(|style| self.styles.run(&style)).unwrap_or_default();
                open.run = open.run.or(style);
            }
            "vanish" | "color" | "sz" | "highlight" | "shd" | "vertAlign" if open.in_run => open.run.set(name, tag),
            "t" => open.in_text = true,
            _ if !open.in_run => open.start_formula(name, tag, depth),
            _ if is_unseen => {}
            "tab" => open.push("\t", script),
            "br" | "cr" => open.push("\n", script),
            "noBreakHyphen" => open.push("-", script),
            "footnoteReference" | "endnoteReference" => {
                let id = (name == "endnoteReference", xml::attribute(tag, "id").unwrap_or_default());
                if let Some(note) = self.notes.get(&id) {
                    self.used_notes = self.used_notes.saturating_add(1);
                    let sign = format!("[{}]", self.used_notes);
                    open.notes.push(format!("{sign} {note}"));
                    open.end_script();
                    open.text.push_str(&sign);
                }
            }
            _ => {}
        }
    }

    /// What the open run looks like.
    fn run(&self) -> Run {
        let open = self.open.last().filter(|open| open.in_run);
        open.map(|open| open.run.or(self.styles.run(open.style.as_deref().unwrap_or_default()))).unwrap_or_default()
    }

    /// Whether the text of the open run cannot be seen.
    fn is_unseen(&self) -> bool {
        let Some(open) = self.open.last().filter(|open| open.in_run) else { return false };
        let cell = self.tables.last().filter(|table| table.cell.is_some()).and_then(|table| table.cell_shade);
        let behind = if self.shapes > 0 { Shade::Unknown } else { open.shade.or(cell).unwrap_or(self.paper) };
        self.run().is_unseen(behind)
    }

    /// Shades a table, or the open cell of it.
    fn shade_cell(&mut self, tag: &BytesStart<'_>) {
        let Some(table) = self.tables.last_mut() else { return };
        let found = shade(tag);
        if table.cell.is_some() {
            table.cell_shade = found.or(table.cell_shade);
        } else {
            table.shade = found.or(table.shade);
        }
    }

    fn text(&mut self, text: &str) {
        let is_text = self.left_out == 0 && self.open.last().is_some_and(|open| open.in_text);
        if is_text && self.is_unseen() {
            return self.source.leave_out(text);
        }
        let script = self.run().script();
        if let Some(open) = self.open.last_mut().filter(|_| is_text) {
            open.push(text, script);
        }
    }

    fn end(&mut self, name: &str) {
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        match name {
            "txbxContent" | "textbox" => self.shapes = self.shapes.saturating_sub(1),
            "p" => self.end_paragraph(),
            "tc" => self.tables.last_mut().map_or((), Table::close_cell),
            "tr" => self.end_row(),
            "tbl" => {
                self.tables.pop();
                self.is_after_item &= !self.tables.is_empty();
            }
            "footnote" | "endnote" => {
                if let Some((id, from)) = self.found.pop() {
                    let text = self.source.text.get(from..).unwrap_or_default().trim().to_owned();
                    self.own_notes.insert(id, text);
                }
            }
            _ => {
                let depth = self.depth;
                let Some(open) = self.open.last_mut() else { return };
                match name {
                    "r" => open.in_run = false,
                    "pPr" => open.in_properties = false,
                    "t" => open.in_text = false,
                    _ => open.end_formula(name, depth),
                }
            }
        }
    }

    fn end_paragraph(&mut self) {
        let Some(mut open) = self.open.pop() else { return };
        open.end_script();
        let style = open.style.as_deref().unwrap_or_default();
        let (number, depth) = self.number(&open, style);
        if let Some(cell) = self.tables.last_mut().and_then(|table| table.cell.as_mut()) {
            for text in number.iter().chain([&open.text]).chain(&open.notes) {
                cell.push(' ');
                cell.push_str(text);
            }
            return;
        }
        let level = open.outline.or_else(|| self.styles.level(style));
        let is_item = open.list.as_deref() != Some(NO_LIST) && self.styles.is_item(style);
        let item = open.item.or(is_item.then_some(depth)).filter(|_| level.is_none());
        let separator = if item.is_some() && self.is_after_item { "\n" } else { "\n\n" };
        let text = open.text.trim();
        if let Some(level) = level {
            let own = title(text);
            self.title = self.title.take().or_else(|| Some(own.clone()).filter(|own| level == 1 && !own.is_empty()));
            let number = number.filter(|_| !own.is_empty());
            let title = number.map_or(own.clone(), |number| title(&format!("{number} {own}")));
            self.source.append(separator, &title.clone(), BlockKind::Heading { level, title });
        } else if let Some(depth) = item.filter(|_| !text.is_empty()) {
            let indent = "  ".repeat(usize::from(depth.min(DEEPEST_LIST)));
            let sign = number.as_deref().unwrap_or("-");
            self.source.append(separator, &format!("{indent}{sign} {text}"), BlockKind::Prose);
        } else {
            self.source.append(separator, text, BlockKind::Prose);
        }
        self.is_after_item = item.is_some();
        for note in &open.notes {
            self.source.append("\n\n", note, BlockKind::Prose);
            self.is_after_item = false;
        }
    }

    /// The number of a paragraph, if it has one, and its depth in its list.
    fn number(&mut self, open: &Paragraph, style: &str) -> (Option<String>, u8) {
        let of_style = self.styles.list(style);
        let own = open.list.as_deref().map(|list| (list, style));
        let Some((list, named)) = own.or(of_style) else { return (None, self.styles.depth(style).unwrap_or(0)) };
        let by_style = || self.styles.depth(style).or_else(|| self.numbers.level_of(list, named)).unwrap_or(0);
        let depth = open.item.filter(|_| own.is_some()).unwrap_or_else(by_style);
        (self.numbers.next(list, depth), depth)
    }

    fn end_row(&mut self) {
        let Some(row) = self.tables.last_mut().and_then(|table| table.close_row(&mut self.left)) else { return };
        let header = self.tables.last().and_then(|table| table.header.clone());
        let around = self.tables.len().checked_sub(2).and_then(|at| self.tables.get_mut(at));
        if let Some(cell) = around.and_then(|table| table.cell.as_mut()) {
            cell.push(' ');
            cell.push_str(&row);
            return;
        }
        let separator = if self.is_after_item { "\n" } else { "\n\n" };
        let is_first = header.is_none();
        let range = self.source.append(separator, &row, BlockKind::Row { header });
        self.is_after_item = true;
        if let Some(table) = self.tables.last_mut().filter(|_| is_first) {
            table.header = range;
        }
    }
}

/// Elements whose text was deleted, was moved elsewhere, or stands twice for older programs.
fn is_left_out(name: &str) -> bool {
    matches!(name, "del" | "moveFrom" | "Fallback" | "tblPrEx" | "sectPr" | "tabs")
        || matches!(name, "pPrChange" | "rPrChange" | "tcPrChange" | "trPrChange" | "tblPrChange")
}
