//! Renders a text: arriving text is collected and rendered once per frame.
//!
//! Nothing here reads the page's layout.

use super::{
    Flow,
    draw::Pen,
    flow::{Paper, Text},
    patch, press, seen,
};
use crate::browser;
use leptos::prelude::{request_animation_frame, set_timeout};
use ricordo_markdown::{Document, LineBreaks, Node};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};
use web_sys::Element;

/// An open end longer than this, in bytes, is rendered less often than once per frame: the cost of its layout grows
/// with its length.
const LONG_END: usize = 8_192;
/// Bytes rendered per frame. A text of a megabyte takes several frames, and the page stays responsive in between.
const A_FRAME: usize = 64 * 1024;
/// Rendering time per frame, in milliseconds. The layout that follows takes longer than the rendering.
const A_FRAME_MS: f64 = 8.0;

/// Renders a text into an element from now on.
pub fn mount(flow: &Flow, place: Element) {
    flow.draw(|Text { written, line_breaks, has_ended }| {
        let sheet = Sheet(Rc::new(Inner {
            document: RefCell::new(document(&written, line_breaks, has_ended)),
            line_breaks,
            open: RefCell::default(),
            settled: Cell::default(),
            place,
            pen: Pen::new(),
            is_scheduled: Cell::default(),
        }));
        press::listen(&sheet.0.place);
        sheet.begin();
        Rc::new(sheet)
    });
}

/// A rendered text in its element. Clones share it.
#[derive(Clone)]
struct Sheet(Rc<Inner>);

struct Inner {
    document: RefCell<Document>,
    line_breaks: LineBreaks,
    /// Nodes of the open end that are on screen.
    open: RefCell<Vec<Node>>,
    /// Number of settled nodes on screen.
    settled: Cell<usize>,
    place: Element,
    pen: Pen,
    is_scheduled: Cell<bool>,
}

impl Paper for Sheet {
    fn push(&self, more: &str) {
        self.0.document.borrow_mut().push(more);
        let pause = pause_before(self.0.document.borrow().open_bytes());
        self.schedule(pause);
    }

    fn replace(&self, text: String, has_ended: bool) {
        let mut document = self.0.document.borrow_mut();
        let more = text.strip_prefix(document.text()).map(str::to_owned);
        match more {
            Some(more) if more.is_empty() && (document.has_ended() || !has_ended) => {}
            Some(more) => {
                document.push(&more);
                if has_ended {
                    document.end();
                }
                drop(document);
                self.write();
            }
            None => {
                *document = self::document(&text, self.0.line_breaks, has_ended);
                drop(document);
                self.begin();
            }
        }
    }

    fn text(&self) -> Text {
        let document = self.0.document.borrow();
        Text { written: document.text().to_owned(), line_breaks: self.0.line_breaks, has_ended: document.has_ended() }
    }
}

impl Sheet {
    /// Renders everything again.
    fn begin(&self) {
        self.0.place.set_text_content(None);
        self.0.open.take();
        self.0.settled.set(0);
        self.write();
    }

    /// Schedules rendering for the next frame after a pause.
    fn schedule(&self, pause: Duration) {
        if self.0.is_scheduled.replace(true) {
            return;
        }
        let sheet = self.clone();
        let write = move || {
            request_animation_frame(move || {
                sheet.0.is_scheduled.set(false);
                sheet.write();
            });
        };
        if pause.is_zero() {
            write();
        } else {
            set_timeout(write, pause);
        }
    }

    /// Renders what has arrived, or as much of it as fits in one frame.
    fn write(&self) {
        let inner = &*self.0;
        let (place, mut document) = (&inner.place, inner.document.borrow_mut());
        let goal = document.open_bytes().saturating_sub(A_FRAME);
        let begun = browser::now();
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
            if document.open_bytes() <= goal || browser::now() - begun > A_FRAME_MS {
                return self.schedule(Duration::ZERO);
            }
        }
        for (index, node) in document.mend() {
            patch::replace(&inner.pen, place, index, &node);
        }
        seen::watch(&inner.pen, place, document.has_ended());
    }
}

/// Pause before an open end of this length, in bytes, is rendered again: about two frames for each [`LONG_END`] of it, at
/// most 16 frames.
fn pause_before(open_bytes: usize) -> Duration {
    Duration::from_millis(16 * 2 * (open_bytes / LONG_END).min(8) as u64)
}

fn document(text: &str, line_breaks: LineBreaks, has_ended: bool) -> Document {
    let mut document = Document::new(line_breaks);
    document.push(text);
    if has_ended {
        document.end();
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_the_open_end_the_rarer_it_is_rendered_up_to_a_quarter_of_a_second() {
        for (open_bytes, milliseconds) in
            [(0, 0), (LONG_END - 1, 0), (LONG_END, 32), (3 * LONG_END - 1, 64), (8 * LONG_END, 256), (1 << 30, 256)]
        {
            assert_eq!(pause_before(open_bytes), Duration::from_millis(milliseconds), "{open_bytes}");
        }
    }
}
