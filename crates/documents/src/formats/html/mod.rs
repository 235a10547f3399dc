//! Web pages: their text by blocks, as a reader of the page sees it.
//!
//! What is hidden is left out, so that no instruction comes in that the user cannot see: what its attributes or styles take
//! out of sight (`look`), and what stands in the colour of its background. If a page says which part is its text
//! (`<main>`, `<article>`), what is around it is left out, too.

mod elements;
mod formula;
mod look;
mod markup;
mod page;
mod sheet;
mod table;
#[cfg(test)]
mod tests;

use super::grid::REPEATED;
use crate::source::Source;
use markup::{Tag, Visit, is_xhtml, visit};
use page::Page;
use sheet::Sheet;

/// The text of a page, and its title.
pub(crate) fn read(text: &str) -> (Source, Option<String>) {
    read_after(text, Source::default())
}

/// Like [`read`], for a page whose text follows that of `source`.
pub(crate) fn read_after(text: &str, source: Source) -> (Source, Option<String>) {
    let is_xhtml = is_xhtml(text);
    let scan = Scan::of(text, is_xhtml);
    let mut sheet = Sheet::default();
    if !scan.links.is_empty() {
        sheet.leave_unknown();
    }
    sheet.add(&scan.css);
    let mut page = Page::new(source, is_xhtml, scan.has_main, sheet);
    page.left = text.len() * REPEATED;
    visit(text, is_xhtml, &mut page);
    page.finish();
    (page.source, page.title)
}

/// Appends a chapter of a book, of which nothing is around the text. `linked` reads a style sheet of the book.
pub(crate) fn append(text: &str, source: Source, linked: impl Fn(&str) -> Option<String>) -> Source {
    let is_xhtml = is_xhtml(text);
    let scan = Scan::of(text, is_xhtml);
    let mut sheet = Sheet::default();
    for link in &scan.links {
        match linked(link) {
            Some(css) => sheet.add(&css),
            None => sheet.leave_unknown(),
        }
    }
    sheet.add(&scan.css);
    let mut page = Page::new(source, is_xhtml, false, sheet);
    page.left = text.len() * REPEATED;
    visit(text, is_xhtml, &mut page);
    page.finish();
    page.source
}

/// What has to be known of a page before its text is read.
#[derive(Default)]
struct Scan {
    /// Whether an element holds the text.
    has_main: bool,
    /// Style sheets in the page.
    css: String,
    /// Addresses of other style sheets.
    links: Vec<String>,
    in_style: bool,
}

impl Scan {
    fn of(text: &str, is_xhtml: bool) -> Self {
        let mut scan = Self::default();
        visit(text, is_xhtml, &mut scan);
        scan
    }
}

impl Visit for Scan {
    fn open(&mut self, tag: &Tag) {
        self.has_main |=
            elements::is_main(tag) && !elements::is_left_out(tag) && !look::is_hidden(tag, &Sheet::default());
        let is_of_screen = tag.attribute("media").is_none_or(|media| matches!(media.trim(), "" | "all" | "screen"));
        self.in_style = tag.name == "style" && is_of_screen && !tag.is_empty;
        let is_sheet = tag.name == "link" && is_of_screen && tag.attribute("rel").is_some_and(is_sheet);
        self.links.extend(tag.attribute("href").filter(|_| is_sheet).map(str::to_owned));
    }

    fn close(&mut self, name: &str) {
        if name == "style" && std::mem::take(&mut self.in_style) {
            self.css.push('\n');
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_style {
            self.css.push_str(text);
        }
    }
}

/// Whether a relation is that of a style sheet that is used from the start.
fn is_sheet(relation: &str) -> bool {
    let has = |name| relation.split_whitespace().any(|own| own.eq_ignore_ascii_case(name));
    has("stylesheet") && !has("alternate")
}
