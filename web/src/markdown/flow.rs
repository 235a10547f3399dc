//! A text on screen that may grow: what arrives is gathered and drawn once a frame.
//!
//! Nobody reads the page's layout here.

use super::{draw::Pen, patch, press, seen};
use leptos::prelude::{request_animation_frame, set_timeout};
use ricordo_markdown::{Document, LineBreaks, Node};
use send_wrapper::SendWrapper;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};
use web_sys::Element;

/// An open end longer than this, in bytes, is drawn less often than once a frame: its layout costs its length.
const LONG_END: usize = 8_192;
/// How much is drawn in one frame, in bytes. A text of a megabyte takes some frames, and the page answers in between.
const A_FRAME: usize = 64 * 1024;

/// A text and where it stands in the page. Clones share both.
#[derive(Clone)]
pub struct Flow(SendWrapper<Rc<Inner>>);

struct Inner {
    document: RefCell<Document>,
    line_breaks: LineBreaks,
    /// What is on screen of the open end.
    open: RefCell<Vec<Node>>,
    /// How many nodes are settled, on screen.
    settled: Cell<usize>,
    place: RefCell<Option<Element>>,
    pen: Pen,
    is_scheduled: Cell<bool>,
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

    fn with(text: String, line_breaks: LineBreaks) -> Self {
        Self(SendWrapper::new(Rc::new(Inner {
            document: RefCell::new(whole(&text, line_breaks)),
            line_breaks,
            open: RefCell::default(),
            settled: Cell::default(),
            place: RefCell::default(),
            pen: Pen::new(),
            is_scheduled: Cell::default(),
        })))
    }

    /// Adds to its end. It is on screen with the next frame.
    pub fn push(&self, more: &str) {
        self.0.document.borrow_mut().push(more);
        let frames = self.0.document.borrow().open_bytes() / LONG_END;
        self.schedule(frames);
    }

    /// Makes it this text, all of it. What is on screen stays where it begins alike.
    pub fn replace(&self, text: String) {
        let is_more = {
            let mut document = self.0.document.borrow_mut();
            let more = text.strip_prefix(document.text()).map(str::to_owned);
            match more {
                Some(more) if more.is_empty() && document.has_ended() => return,
                Some(more) => {
                    document.push(&more);
                    document.end();
                    true
                }
                None => {
                    *document = whole(&text, self.0.line_breaks);
                    false
                }
            }
        };
        if is_more {
            return self.write();
        }
        let place = self.0.place.take();
        if let Some(place) = place {
            self.mount(place);
        }
    }

    /// Stands in this element from now on.
    pub fn mount(&self, place: Element) {
        let inner = &*self.0;
        let text = inner.document.borrow().text().to_owned();
        place.set_text_content(None);
        press::listen(&place);
        // What was settled elsewhere is read again: here it has to be drawn.
        inner.document.replace(whole(&text, inner.line_breaks));
        inner.open.take();
        inner.settled.set(0);
        inner.place.replace(Some(place));
        self.write();
    }

    /// Draws with the next frame, or some later.
    fn schedule(&self, frames: usize) {
        if self.0.place.borrow().is_none() || self.0.is_scheduled.replace(true) {
            return;
        }
        let flow = self.clone();
        let write = move || {
            request_animation_frame(move || {
                flow.0.is_scheduled.set(false);
                flow.write();
            });
        };
        match frames {
            0 => write(),
            _ => set_timeout(write, Duration::from_millis(16 * 2 * frames.min(8) as u64)),
        }
    }

    /// Brings what has arrived onto the screen, or as much of it as one frame takes.
    fn write(&self) {
        let inner = &*self.0;
        let (place, mut document) = (inner.place.borrow(), inner.document.borrow_mut());
        let Some(place) = place.as_ref() else { return };
        let goal = document.open_bytes().saturating_sub(A_FRAME);
        loop {
            let step = document.advance();
            let (mut new, first) = (step.settled, inner.settled.get());
            let settled = first + new.len();
            new.extend(step.open);
            patch::children(&inner.pen, place, patch::nth(place, first), &inner.open.borrow(), &new);
            inner.open.replace(new.split_off(settled - first));
            inner.settled.set(settled);
            if step.is_all {
                break;
            }
            if document.open_bytes() <= goal {
                return self.schedule(0);
            }
        }
        for (index, node) in document.mend() {
            patch::replace(&inner.pen, place, index, &node);
        }
        seen::watch(&inner.pen, place, document.has_ended());
    }
}

/// A text that is whole, unless it is empty: then it is about to come.
fn whole(text: &str, line_breaks: LineBreaks) -> Document {
    let mut document = Document::new(line_breaks);
    document.push(text);
    if !text.is_empty() {
        document.end();
    }
    document
}
