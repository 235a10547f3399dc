//! Web pages: their text by blocks, as a reader of the page sees it.
//!
//! What is hidden is left out, so that no instruction comes in that the user cannot see. If a page says which part is
//! its text (`<main>`, `<article>`), what is around it is left out, too.

mod elements;
mod markup;
mod page;
mod table;
#[cfg(test)]
mod tests;

use crate::source::Source;
use markup::{Tag, Visit, is_xhtml, visit};
use page::Page;

/// The text of a page, and its title.
pub(crate) fn read(text: &str) -> (Source, Option<String>) {
    let is_xhtml = is_xhtml(text);
    let mut main = MainFinder(false);
    visit(text, is_xhtml, &mut main);
    let mut page = Page::new(Source::default(), is_xhtml, main.0);
    visit(text, is_xhtml, &mut page);
    page.finish();
    (page.source, page.title)
}

/// Appends a chapter of a book, of which nothing is around the text.
pub(crate) fn append(text: &str, source: Source) -> Source {
    let is_xhtml = is_xhtml(text);
    let mut page = Page::new(source, is_xhtml, false);
    visit(text, is_xhtml, &mut page);
    page.finish();
    page.source
}

/// Looks for the element that holds the text.
struct MainFinder(bool);

impl Visit for MainFinder {
    fn open(&mut self, tag: &Tag) {
        self.0 |= elements::is_main(tag) && !elements::is_left_out(tag);
    }

    fn close(&mut self, _: &str) {}

    fn text(&mut self, _: &str) {}
}
