//! A text on screen that may grow: what arrives is gathered and written once a frame, at the end, and never written again.
//!
//! How it is cut is in [`crate::blocks`]. Nobody reads the page's layout here.

use crate::blocks::pieces;
use leptos::prelude::{document, request_animation_frame, set_timeout};
use send_wrapper::SendWrapper;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};
use web_sys::{Element, Text};

/// One block longer than this is laid out less often than once a frame: the layout of a block costs its length.
const LONG_BLOCK: usize = 8_192;

/// A text and where it stands in the page. Clones share both.
#[derive(Clone)]
pub struct Flow(SendWrapper<Rc<Inner>>);

struct Inner {
    text: RefCell<String>,
    /// How many bytes of the text are on screen.
    written: Cell<usize>,
    place: RefCell<Option<Element>>,
    block: RefCell<Option<Block>>,
    is_scheduled: Cell<bool>,
}

/// The open block at the end.
struct Block {
    text: Text,
    bytes: usize,
}

impl Flow {
    /// A text that is not on screen yet.
    pub fn new(text: String) -> Self {
        Self(SendWrapper::new(Rc::new(Inner {
            text: RefCell::new(text),
            written: Cell::new(0),
            place: RefCell::new(None),
            block: RefCell::new(None),
            is_scheduled: Cell::new(false),
        })))
    }

    /// Adds to its end. It is on screen with the next frame.
    pub fn push(&self, more: &str) {
        self.0.text.borrow_mut().push_str(more);
        if self.0.place.borrow().is_some() && !self.0.is_scheduled.replace(true) {
            self.schedule();
        }
    }

    /// Makes it another text. Nothing happens when it is the same.
    pub fn replace(&self, text: String) {
        if *self.0.text.borrow() == text {
            return self.write();
        }
        let place = self.0.place.take();
        self.0.text.replace(text);
        if let Some(place) = place {
            self.mount(place);
        }
    }

    /// Stands in this element from now on.
    pub fn mount(&self, place: Element) {
        place.set_text_content(None);
        self.0.written.set(0);
        self.0.block.take();
        self.0.place.replace(Some(place));
        self.write();
    }

    fn schedule(&self) {
        let flow = self.clone();
        let write = move || {
            request_animation_frame(move || {
                flow.0.is_scheduled.set(false);
                flow.write();
            });
        };
        match self.0.block.borrow().as_ref().map_or(0, |block| block.bytes / LONG_BLOCK) {
            0 => write(),
            frames => set_timeout(write, Duration::from_millis(16 * 2 * frames as u64)),
        }
    }

    /// Brings what has arrived onto the screen, without the blank lines that models like to begin and end with.
    fn write(&self) {
        let inner = &*self.0;
        let (text, place) = (inner.text.borrow(), inner.place.borrow());
        let Some(place) = place.as_ref() else { return };
        let filled = inner.block.borrow().as_ref().map_or(0, |block| block.bytes);
        let end = text.trim_end().len();
        let start = match inner.written.get() {
            0 => end - text[..end].trim_start_matches(['\n', '\r']).len(),
            written => written,
        };
        for piece in pieces(filled, text.get(start..end).unwrap_or_default()) {
            inner.append(place, piece.text);
            if piece.closes {
                inner.block.take();
                // Not seen, but copied with the text.
                let _ = place.append_child(&document().create_text_node("\n"));
            }
        }
        inner.written.set(start.max(end));
    }
}

impl Inner {
    fn append(&self, place: &Element, text: &str) {
        let mut block = self.block.borrow_mut();
        if let Some(block) = block.as_mut() {
            let _ = block.text.append_data(text);
            block.bytes += text.len();
            return;
        }
        let Ok(element) = document().create_element("div") else { return };
        let node = document().create_text_node(text);
        let _ = element.append_child(&node);
        let _ = place.append_child(&element);
        *block = Some(Block { text: node, bytes: text.len() });
    }
}
