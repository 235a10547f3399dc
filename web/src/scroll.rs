//! Keeps the end of the transcript in view while it grows, unless the reader has scrolled up; keeps the place when older
//! messages come in above.
//!
//! All of it happens when the browser reports a new size, once a frame and after layout: nothing is measured twice.

use leptos::{html::Div, prelude::*};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{HtmlElement, ResizeObserver};

/// From this distance to the end on, the reader is at the end, in pixels.
const NEAR: i32 = 32;

/// The transcript's scroll position.
#[derive(Clone, Copy)]
pub struct Scroll {
    /// Whether the end is in view.
    pub at_end: RwSignal<bool>,
    /// The element that scrolls.
    pub frame: NodeRef<Div>,
    last_top: StoredValue<i32>,
    /// The distance from the top of what is in view to the end, when it was last scrolled.
    from_end: StoredValue<i32>,
    /// The distance to the end to go back to when the size changes.
    held: StoredValue<Option<i32>>,
}

impl Scroll {
    /// At the end.
    pub fn new() -> Self {
        let scroll = Self {
            at_end: RwSignal::new(true),
            frame: NodeRef::new(),
            last_top: StoredValue::new(0),
            from_end: StoredValue::new(0),
            held: StoredValue::new(None),
        };
        scroll.frame.on_load(move |frame| scroll.observe(&frame));
        scroll
    }

    /// Goes to the end and stays there.
    pub fn to_end(self) {
        self.set_at_end(true);
        self.resized();
    }

    /// The reader's place stays where it is: what comes in now comes in above.
    pub fn hold(self) {
        self.held.set_value(Some(self.from_end.get_value()));
    }

    /// The reader scrolled, or we did.
    pub fn scrolled(self) {
        let Some(frame) = self.frame.get_untracked() else { return };
        let top = frame.scroll_top();
        let from_end = frame.scroll_height() - top;
        let distance = from_end - frame.client_height();
        let went_up = top < self.last_top.get_value();
        self.last_top.set_value(top);
        self.from_end.set_value(from_end);
        if distance <= 2 || (!went_up && distance < NEAR) {
            self.set_at_end(true);
        } else if went_up {
            self.set_at_end(false);
        }
    }

    /// Whether the start of what is loaded is near.
    pub fn is_near_start(self) -> bool {
        self.frame.get_untracked().is_some_and(|frame| frame.scroll_top() < frame.client_height())
    }

    fn set_at_end(self, at_end: bool) {
        if self.at_end.get_untracked() != at_end {
            self.at_end.set(at_end);
        }
    }

    fn resized(self) {
        let Some(frame) = self.frame.get_untracked() else { return };
        let held = self.held.try_update_value(Option::take).flatten();
        match held {
            Some(from_end) => frame.set_scroll_top(frame.scroll_height() - from_end),
            None if self.at_end.get_untracked() => frame.set_scroll_top(frame.scroll_height()),
            None => return,
        }
        self.last_top.set_value(frame.scroll_top());
    }

    fn observe(self, frame: &HtmlElement) {
        let on_resize = Closure::<dyn FnMut()>::new(move || self.resized());
        let Ok(observer) = ResizeObserver::new(on_resize.as_ref().unchecked_ref()) else { return };
        observer.observe(frame);
        if let Some(column) = frame.first_element_child() {
            observer.observe(&column);
        }
        // Lives as long as the page, as the transcript does.
        on_resize.forget();
    }
}
