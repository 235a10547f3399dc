//! Collects the text of a page block by block.

use super::{
    elements::{ends, heading, is_around, is_block, is_left_out, is_main, is_void},
    formula,
    look::{Look, is_hidden, style_of},
    markup::{Tag, Visit},
    sheet::Sheet,
    table::Table,
};
use crate::{
    formats::formula::Formulas,
    source::{BlockKind, Source, title},
};

/// Open elements that are looked through for a name. Deeper nesting is no text of a person.
const DEEPEST: usize = 256;
/// Deepest indentation of a list.
const DEEPEST_LIST: usize = 8;

/// The text of one or several pages.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) source: Source,
    /// Text of `<title>`.
    pub(super) title: Option<String>,
    /// Whether what is around the text is left out, because the page says which part is its text.
    has_main: bool,
    is_xhtml: bool,
    sheet: Sheet,
    /// The look of text outside of all elements.
    look: Look,
    open: Vec<Element>,
    /// Number of open elements that are left out.
    hidden: usize,
    /// Number of open elements that are left out because nobody sees them.
    unseen: usize,
    /// Number of open elements that hold the text.
    main: usize,
    pre: usize,
    in_title: bool,
    heading: Option<u8>,
    text: String,
    lists: Vec<Option<u32>>,
    /// Sign of the list item whose first text is awaited.
    marker: Option<String>,
    is_after_item: bool,
    tables: Vec<Table>,
    formulas: Formulas,
    /// Bytes that may still be written for cells of several columns or rows.
    pub(super) left: usize,
}

#[derive(Debug)]
struct Element {
    name: String,
    is_hidden: bool,
    is_unseen: bool,
    is_main: bool,
    look: Look,
}

impl Visit for Page {
    fn open(&mut self, tag: &Tag) {
        if !self.is_xhtml {
            self.end_implied(&tag.name);
        }
        let is_void = tag.is_empty || is_void(&tag.name);
        let is_unseen = is_hidden(tag, &self.sheet);
        let is_hidden =
            is_unseen || is_left_out(tag) || self.has_main && self.main == 0 && is_around(tag) || self.is_beside(tag);
        let is_main = is_main(tag);
        if self.hidden == 0 && !is_hidden {
            self.start(tag);
        } else if tag.name == "title" && !self.is_in("svg") && self.title.is_none() && !is_void {
            self.in_title = true;
            self.title = Some(String::new());
        }
        if is_void {
            if self.hidden == 0 && tag.is_empty {
                self.end(&tag.name);
            }
            return;
        }
        self.hidden += usize::from(is_hidden);
        self.unseen += usize::from(is_unseen);
        self.main += usize::from(is_main);
        let look = self.look_of(tag);
        self.open.push(Element { name: tag.name.clone(), is_hidden, is_unseen, is_main, look });
    }

    fn close(&mut self, name: &str) {
        if let Some(at) = self.position(&[name], &[]) {
            while self.open.len() > at {
                self.pop();
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            self.title.get_or_insert_default().push_str(text);
        }
        let is_drowned = self.look().is_unseen();
        if self.unseen > 0 && self.unseen == self.hidden || self.hidden == 0 && is_drowned {
            self.source.leave_out(text);
        }
        if self.hidden > 0 || is_drowned {
            return;
        }
        let is_pre = self.pre > 0;
        let (into, formulas) = self.into();
        if formulas.needs_gap(into, text) {
            into.push(' ');
        }
        if is_pre {
            into.push_str(text);
            return;
        }
        for char in text.chars() {
            let is_space = char.is_whitespace();
            if !is_space {
                into.push(char);
            } else if !into.is_empty() && !into.ends_with([' ', '\n']) {
                into.push(' ');
            }
        }
    }
}

impl Page {
    /// A page whose text follows that of `source`.
    pub(super) fn new(source: Source, is_xhtml: bool, has_main: bool, sheet: Sheet) -> Self {
        Self {
            source,
            title: None,
            has_main,
            is_xhtml,
            look: Look::of_page(&sheet),
            sheet,
            open: Vec::new(),
            hidden: 0,
            unseen: 0,
            main: 0,
            pre: 0,
            in_title: false,
            heading: None,
            text: String::new(),
            lists: Vec::new(),
            marker: None,
            is_after_item: false,
            tables: Vec::new(),
            formulas: Formulas::default(),
            left: 0,
        }
    }

    /// The look of the text in the innermost element.
    fn look(&self) -> Look {
        self.open.last().map_or(self.look, |element| element.look)
    }

    fn look_of(&self, tag: &Tag) -> Look {
        let style = style_of(tag);
        self.look().inside(tag, &self.sheet.declared(tag, &style))
    }

    /// Ends the page; another one may follow.
    pub(super) fn finish(&mut self) {
        while !self.open.is_empty() {
            self.pop();
        }
        self.flush();
        self.title = self.title.take().map(|text| title(&text)).filter(|title| !title.is_empty());
    }

    /// Whether an element is beside the text even inside of it.
    fn is_beside(&self, tag: &Tag) -> bool {
        self.has_main && is_around(tag) && matches!(tag.name.as_str(), "nav" | "aside")
    }

    fn is_in(&self, name: &str) -> bool {
        self.position(&[name], &[]).is_some()
    }

    /// The innermost open element with one of the names, inside of the innermost with one of the limits.
    fn position(&self, names: &[&str], limits: &[&str]) -> Option<usize> {
        let from = self.open.len().saturating_sub(DEEPEST);
        for (at, element) in self.open.iter().enumerate().skip(from).rev() {
            if names.contains(&element.name.as_str()) {
                return Some(at);
            }
            if limits.contains(&element.name.as_str()) {
                return None;
            }
        }
        None
    }

    /// Ends the elements that HTML lets a start tag end.
    fn end_implied(&mut self, name: &str) {
        let (names, limits) = ends(name);
        let mut at = if names.is_empty() { None } else { self.position(names, limits) };
        if at.is_none() && is_block(name) {
            let is_ended = |element: &&Element| !is_block(&element.name) || element.name == "p";
            let inline = self.open.iter().rev().take(DEEPEST).take_while(is_ended).count();
            let from = self.open.len() - inline;
            at = self.open[from..].iter().rposition(|element| element.name == "p").map(|at| from + at);
        }
        while at.is_some_and(|at| self.open.len() > at) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let Some(element) = self.open.pop() else { return };
        self.hidden -= usize::from(element.is_hidden);
        self.unseen -= usize::from(element.is_unseen);
        self.main -= usize::from(element.is_main);
        self.in_title &= element.name != "title";
        if self.hidden == 0 && !element.is_hidden {
            self.end(&element.name);
        }
    }

    fn start(&mut self, tag: &Tag) {
        let name = tag.name.as_str();
        if name == "br" {
            return self.break_line();
        }
        if heading(name).is_some() || name == "table" {
            self.make_layout();
        }
        if is_block(name) {
            self.formulas.clear();
            self.boundary();
        }
        let depth = self.open.len();
        let (into, formulas) = self.into();
        formula::start(formulas, tag, depth, into);
        match name {
            "pre" => self.pre += 1,
            "ul" | "menu" | "dir" => self.lists.push(None),
            "ol" => self.lists.push(Some(tag.attribute("start").and_then(|start| start.parse().ok()).unwrap_or(1))),
            "li" => self.marker = Some(self.sign()),
            "table" => self.tables.push(Table::default()),
            "td" | "th" => {
                if let Some(table) = self.tables.last_mut().filter(|table| !table.is_layout) {
                    table.close_cell();
                    table.open_cell(tag);
                }
            }
            _ => self.heading = heading(name).or(self.heading),
        }
    }

    fn end(&mut self, name: &str) {
        if !is_block(name) {
            let depth = self.open.len();
            let (into, formulas) = self.into();
            return formula::end(formulas, depth, into);
        }
        self.formulas.clear();
        match name {
            "td" | "th" => self.tables.last_mut().filter(|table| !table.is_layout).map_or((), Table::close_cell),
            "tr" => self.end_row(),
            "thead" | "tbody" | "tfoot" => {
                self.end_row();
                if let Some(table) = self.tables.last_mut() {
                    table.end_group();
                }
            }
            "table" => {
                self.end_row();
                self.flush();
                self.tables.pop();
                self.is_after_item = false;
                return;
            }
            _ => {}
        }
        if heading(name).is_some() || self.heading.is_none() {
            self.boundary_after(name);
        }
        match name {
            "pre" => self.pre = self.pre.saturating_sub(1),
            "ul" | "menu" | "dir" | "ol" => {
                self.lists.pop();
                self.is_after_item &= !self.lists.is_empty();
            }
            "li" => self.marker = None,
            _ => {}
        }
    }

    /// The sign of the next item of the innermost list.
    fn sign(&mut self) -> String {
        let indent = "  ".repeat(self.lists.len().saturating_sub(1).min(DEEPEST_LIST));
        match self.lists.last_mut() {
            Some(Some(number)) => {
                let sign = format!("{indent}{number}. ");
                *number = number.saturating_add(1);
                sign
            }
            _ => format!("{indent}- "),
        }
    }

    /// The open text, and the formulas in it.
    fn into(&mut self) -> (&mut String, &mut Formulas) {
        let cell = self.tables.last_mut().filter(|table| !table.is_layout).and_then(|table| table.cell.as_mut());
        (cell.unwrap_or(&mut self.text), &mut self.formulas)
    }

    fn break_line(&mut self) {
        let is_heading = self.heading.is_some();
        let (into, _) = self.into();
        if is_heading {
            into.push(' ');
        } else {
            into.truncate(into.trim_end_matches(' ').len());
            into.push('\n');
        }
    }

    /// Ends a paragraph, or inside a cell or heading a word.
    fn boundary(&mut self) {
        let cell = self.tables.last_mut().filter(|table| !table.is_layout).and_then(|table| table.cell.as_mut());
        match cell {
            Some(cell) => cell.push(' '),
            None if self.heading.is_some() => self.text.push(' '),
            None => self.flush(),
        }
    }

    fn boundary_after(&mut self, name: &str) {
        let is_in_cell = self.tables.last().is_some_and(|table| !table.is_layout && table.cell.is_some());
        if is_in_cell {
            self.boundary();
        } else {
            self.flush();
            if heading(name).is_some() {
                self.heading = None;
            }
        }
    }

    fn end_row(&mut self) {
        let Some(table) = self.tables.last_mut().filter(|table| !table.is_layout) else { return };
        let Some(row) = table.close_row(&mut self.left) else { return };
        let is_first = table.header.is_none();
        let header = table.header.clone().filter(|_| !row.is_header);
        let separator = if self.is_after_item { "\n" } else { "\n\n" };
        let range = self.source.append(separator, &row.text, BlockKind::Row { header });
        self.is_after_item = true;
        if let Some(table) = self.tables.last_mut().filter(|_| row.is_header && is_first) {
            table.header = range;
        }
    }

    /// A heading or a table in a cell shows that the table around it is a layout.
    fn make_layout(&mut self) {
        if let Some(table) = self.tables.last_mut().filter(|table| !table.is_layout && table.cell.is_some()) {
            for cell in table.make_layout() {
                self.source.append("\n\n", &cell, BlockKind::Prose);
            }
        }
    }

    /// Adds the text so far as a block.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let is_item = !self.lists.is_empty();
        let separator = if is_item && self.is_after_item { "\n" } else { "\n\n" };
        let (text, kind) = match self.heading {
            Some(level) => {
                let title = title(&text);
                (title.clone(), BlockKind::Heading { level, title })
            }
            None if self.pre > 0 => (text.trim_matches('\n').trim_end().to_owned(), BlockKind::Code),
            None => (text.trim().to_owned(), BlockKind::Prose),
        };
        let text = match self.marker.take() {
            Some(marker) => marker + &text,
            None => text,
        };
        self.source.append(separator, &text, kind);
        self.is_after_item = is_item;
    }
}
