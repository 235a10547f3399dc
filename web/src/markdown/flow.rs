//! A text that may grow. It is only collected until it is mounted in the page; then a sheet renders it
//! ([`super::mount`]).

use ricordo_markdown::LineBreaks;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc};

/// Renderer of a text.
pub(super) trait Paper {
    /// Appends text. It is on screen in the next frame.
    fn push(&self, more: &str);
    /// Replaces the whole text; `has_ended`: no more will arrive. The common beginning stays on screen untouched.
    fn replace(&self, text: String, has_ended: bool);
    /// The text that is rendered.
    fn text(&self) -> Text;
}

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

    /// Replaces the whole text; `has_ended`: no more will arrive. The common beginning stays on screen untouched.
    pub fn replace(&self, whole: String, has_ended: bool) {
        match &mut *self.0.borrow_mut() {
            State::Gathered(text) => {
                text.written = whole;
                text.has_ended = has_ended;
            }
            State::Drawn(paper) => paper.replace(whole, has_ended),
        }
    }

    /// The text so far.
    #[cfg(test)]
    pub fn written(&self) -> String {
        self.text().written
    }

    /// Whether the text is complete.
    #[cfg(test)]
    pub fn has_ended(&self) -> bool {
        self.text().has_ended
    }

    #[cfg(test)]
    fn text(&self) -> Text {
        match &*self.0.borrow() {
            State::Gathered(text) => text.clone(),
            State::Drawn(paper) => paper.text(),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Renderer that notes what it is told.
    #[derive(Default)]
    struct Notes(RefCell<Vec<String>>);

    impl Paper for Notes {
        fn push(&self, more: &str) {
            self.0.borrow_mut().push(format!("+{more}"));
        }

        fn replace(&self, text: String, has_ended: bool) {
            self.0.borrow_mut().push(format!("{}{text}", if has_ended { "=" } else { "~" }));
        }

        fn text(&self) -> Text {
            Text { written: self.0.borrow().concat(), line_breaks: LineBreaks::Stay, has_ended: true }
        }
    }

    /// Text of a flow that is drawn now, and its renderer.
    fn drawn(flow: &Flow) -> (Text, Rc<Notes>) {
        let (notes, mut text) = (Rc::new(Notes::default()), None);
        flow.draw(|given| {
            text = Some(given);
            Rc::clone(&notes) as Rc<dyn Paper>
        });
        (text.unwrap(), notes)
    }

    #[test]
    fn what_arrives_before_a_text_is_on_screen_is_drawn_with_it() {
        let flow = Flow::new(String::new());
        flow.push("Par");
        flow.push("is");
        let (text, notes) = drawn(&flow);
        assert_eq!((text.written.as_str(), text.has_ended), ("Paris", false));
        flow.clone().push("!");
        flow.replace("Ro".to_owned(), false);
        flow.replace("Rome".to_owned(), true);
        assert_eq!(*notes.0.borrow(), ["+!", "~Ro", "=Rome"]);
    }

    #[test]
    fn a_stored_text_has_ended_and_goes_on_when_more_of_it_arrives() {
        let has_ended = |flow: &Flow| drawn(flow).0.has_ended;
        assert!(has_ended(&Flow::new("Paris".to_owned())) && !has_ended(&Flow::new(String::new())));
        let flow = Flow::new("Par".to_owned());
        flow.push("is");
        assert!(!has_ended(&flow));
        let flow = Flow::new(String::new());
        flow.replace("Par".to_owned(), false);
        assert!(!flow.has_ended());
        flow.replace("Paris".to_owned(), true);
        assert!(has_ended(&flow));
    }

    #[test]
    fn only_a_typed_text_keeps_its_line_breaks() {
        assert!(matches!(drawn(&Flow::new("a\nb".to_owned())).0.line_breaks, LineBreaks::Flow));
        assert!(matches!(drawn(&Flow::typed("a\nb".to_owned())).0.line_breaks, LineBreaks::Stay));
    }

    #[test]
    fn a_row_that_comes_back_into_view_is_drawn_from_what_was_on_screen() {
        let flow = Flow::new("Par".to_owned());
        let (_, first) = drawn(&flow);
        flow.push("is");
        let (text, second) = drawn(&flow);
        assert_eq!(text.written, "+is", "the text of the first renderer");
        flow.push("!");
        assert_eq!((first.0.borrow().len(), second.0.borrow().len()), (1, 1), "only the last one draws");
    }
}
