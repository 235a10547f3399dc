//! A text that may grow. Until it stands in the page it is only gathered; then it is drawn
//! on a sheet ([`super::mount`]).

use super::Paper;
use ricordo_markdown::LineBreaks;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc};

/// A text as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// What has come of it.
    pub(super) written: String,
    /// What a single line break in it is.
    pub(super) line_breaks: LineBreaks,
    /// Whether it is whole; else more is about to come.
    pub(super) has_ended: bool,
}

/// A text, and how it is drawn once it stands in the page. Clones share both.
#[derive(Clone)]
pub struct Flow(SendWrapper<Rc<RefCell<State>>>);

enum State {
    /// Not in the page yet.
    Gathered(Text),
    /// Drawn. What draws is loaded with the first message, so nothing here names it.
    Drawn(Rc<dyn Paper>),
}

impl Flow {
    /// A text that is not on screen yet, as a model writes it. An empty one is about to grow.
    pub fn new(text: String) -> Self {
        Self::with(text, LineBreaks::Flow)
    }

    /// A text as a person types it: its line breaks stay.
    pub fn typed(text: String) -> Self {
        Self::with(text, LineBreaks::Stay)
    }

    fn with(written: String, line_breaks: LineBreaks) -> Self {
        let text = Text { has_ended: !written.is_empty(), written, line_breaks };
        Self(SendWrapper::new(Rc::new(RefCell::new(State::Gathered(text)))))
    }

    /// Adds to its end.
    pub fn push(&self, more: &str) {
        match &mut *self.0.borrow_mut() {
            State::Gathered(text) => {
                text.written.push_str(more);
                text.has_ended = false;
            }
            State::Drawn(paper) => paper.push(more),
        }
    }

    /// Makes it this text, all of it. What is on screen stays where it begins alike.
    pub fn replace(&self, whole: String) {
        match &mut *self.0.borrow_mut() {
            State::Gathered(text) => {
                text.written = whole;
                text.has_ended = true;
            }
            State::Drawn(paper) => paper.replace(whole),
        }
    }

    /// Is drawn by what `paper` makes of the text from now on.
    pub(super) fn draw(&self, paper: impl FnOnce(Text) -> Rc<dyn Paper>) {
        let text = match &*self.0.borrow() {
            State::Gathered(text) => text.clone(),
            State::Drawn(paper) => paper.text(),
        };
        let paper = paper(text);
        *self.0.borrow_mut() = State::Drawn(paper);
    }
}
