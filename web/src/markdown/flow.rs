//! A text that may grow. It is only collected until it is mounted in the page; then a sheet renders it
//! ([`super::mount`]).

use super::Paper;
use ricordo_markdown::LineBreaks;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc};

/// A text as far as it has arrived.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Source text received so far.
    pub(super) written: String,
    /// How single line breaks are treated.
    pub(super) line_breaks: LineBreaks,
    /// Whether it is complete; otherwise more will arrive.
    pub(super) has_ended: bool,
}

/// A text, and its renderer once it is mounted. Clones share both.
#[derive(Clone)]
pub struct Flow(SendWrapper<Rc<RefCell<State>>>);

enum State {
    /// Not mounted yet.
    Gathered(Text),
    /// Mounted. The renderer is loaded with the first message, so this module must not name it.
    Drawn(Rc<dyn Paper>),
}

impl Flow {
    /// Creates a text as a model writes it. An empty one will grow.
    pub fn new(text: String) -> Self {
        Self::with(text, LineBreaks::Flow)
    }

    /// Creates a text as a person types it: line breaks are kept.
    pub fn typed(text: String) -> Self {
        Self::with(text, LineBreaks::Stay)
    }

    fn with(written: String, line_breaks: LineBreaks) -> Self {
        let text = Text { has_ended: !written.is_empty(), written, line_breaks };
        Self(SendWrapper::new(Rc::new(RefCell::new(State::Gathered(text)))))
    }

    /// Appends text.
    pub fn push(&self, more: &str) {
        match &mut *self.0.borrow_mut() {
            State::Gathered(text) => {
                text.written.push_str(more);
                text.has_ended = false;
            }
            State::Drawn(paper) => paper.push(more),
        }
    }

    /// Replaces the whole text. The common beginning stays on screen untouched.
    pub fn replace(&self, whole: String) {
        match &mut *self.0.borrow_mut() {
            State::Gathered(text) => {
                text.written = whole;
                text.has_ended = true;
            }
            State::Drawn(paper) => paper.replace(whole),
        }
    }

    /// Hands the text to the renderer that `paper` creates.
    pub(super) fn draw(&self, paper: impl FnOnce(Text) -> Rc<dyn Paper>) {
        let text = match &*self.0.borrow() {
            State::Gathered(text) => text.clone(),
            State::Drawn(paper) => paper.text(),
        };
        let paper = paper(text);
        *self.0.borrow_mut() = State::Drawn(paper);
    }
}
