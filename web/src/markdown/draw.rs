//! Renders Markdown nodes: each becomes one DOM node, created by name. Text is only ever inserted as text.

use crate::texts;
use leptos::prelude::document;
use ricordo_markdown::{Address, Align, Kind, Node};
use std::cell::RefCell;
use web_sys::{Element, Node as Place};

/// Renders nodes and collects those that need work when they come into view.
pub(super) struct Pen {
    /// Code and formulas that were rendered and not handed over yet.
    pub(super) fresh: RefCell<Vec<Element>>,
}

impl Pen {
    pub(super) fn new() -> Self {
        Self { fresh: RefCell::default() }
    }

    /// Renders a child of `parent` with its own children. Returns `None` if the browser refused.
    pub(super) fn draw(&self, node: &Node, parent: &Place) -> Option<Place> {
        if let Kind::Text(text) = &node.kind {
            return Some(document().create_text_node(text).into());
        }
        let element = self.element(&node.kind)?;
        let has_own_direction = |place: &str| node.kind.has_own_direction(place == "LI", place == "BLOCKQUOTE");
        // Most nodes have none anywhere: they need not ask the browser where they are.
        if has_own_direction("") && has_own_direction(&parent.node_name()) {
            let _ = element.set_attribute("dir", "auto");
        }
        let inside = match &node.kind {
            Kind::Table => child(&element, "table", "")?,
            Kind::Footnote { label, number } => footnote(&element, label, *number)?,
            _ => element.clone(),
        };
        for one in &node.children {
            if let Some(drawn) = self.draw(one, &inside) {
                let _ = inside.append_child(&drawn);
            }
        }
        if let Kind::Link { address, .. } = &node.kind
            && let Some(refused) = address.refused(&node.words())
        {
            // Behind the children, so that each child of the node stays at its index.
            let _ = inside.append_child(&with(filled("span", "", &refused)?, &[("dir", "ltr")]));
        }
        Some(element.into())
    }

    fn element(&self, kind: &Kind) -> Option<Element> {
        Some(match kind {
            Kind::Paragraph => make("p", "")?,
            Kind::Heading(level) => heading(*level)?,
            Kind::Quote => make("blockquote", "")?,
            Kind::List(None) => make("ul", "")?,
            Kind::List(Some(start)) => with(make("ol", "")?, &[("start", &start.to_string())]),
            Kind::Item => make("li", "")?,
            Kind::Table => {
                let name = texts::markdown::markdown().table;
                with(make("div", "table")?, &[("tabindex", "0"), ("role", "group"), ("aria-label", name)])
            }
            Kind::Row => make("tr", "")?,
            Kind::Cell { is_head, align } => cell(*is_head, *align)?,
            Kind::Rule => make("hr", "")?,
            Kind::Code { language, text } => self.code(language, text)?,
            Kind::Footnote { .. } => make("div", "footnote")?,
            Kind::Plain(text) => filled("div", "plain", text)?,
            Kind::Text(text) => filled("span", "", text)?,
            Kind::Emphasis => make("em", "")?,
            Kind::Strong => make("strong", "")?,
            Kind::Strikethrough => make("del", "")?,
            Kind::CodeSpan(text) => filled("code", "", text)?,
            Kind::Link { address, title } => link(address, title)?,
            Kind::Image { address, alt, .. } => image(address, alt)?,
            Kind::Math { tex, is_display } => self.math(tex, *is_display)?,
            Kind::Break => make("br", "")?,
            Kind::Task(is_done) => task(*is_done)?,
            Kind::FootnoteMark { number, .. } => footnote_mark(*number)?,
        })
    }

    fn code(&self, language: &str, text: &str) -> Option<Element> {
        let texts = texts::markdown::markdown();
        let block = make("div", "code")?;
        let bar = child(&block, "div", "code-bar")?;
        let name = if language.is_empty() { texts.code } else { language };
        let _ = bar.append_child(&*filled("span", "language", name)?);
        let wrap = with(filled("button", "", texts.wrap)?, &[("data-press", "wrap"), ("aria-pressed", "false")]);
        let copy = with(filled("button", "", texts::common::common().copy)?, &[("data-press", "copy")]);
        for button in [wrap, copy] {
            let _ = bar.append_child(&with(button, &[("type", "button")]));
        }
        let frame = with(child(&block, "pre", "")?, &[("dir", "ltr"), ("tabindex", "0"), ("role", "group")]);
        let _ = frame.set_attribute("aria-label", name);
        let code = filled("code", "", text)?;
        let _ = frame.append_child(&code);
        if !language.is_empty() {
            let _ = code.set_attribute("data-language", language);
            self.fresh.borrow_mut().push(code);
        }
        Some(block)
    }

    fn math(&self, tex: &str, is_display: bool) -> Option<Element> {
        let math = filled("span", if is_display { "math display" } else { "math" }, tex)?;
        self.fresh.borrow_mut().push(math.clone());
        Some(math)
    }
}

/// Creates an element, with a class unless `class` is empty.
pub(super) fn make(name: &str, class: &str) -> Option<Element> {
    let element = document().create_element(name).ok()?;
    if !class.is_empty() {
        element.set_class_name(class);
    }
    Some(element)
}

/// Creates an element that contains a text.
pub(super) fn filled(name: &str, class: &str, text: &str) -> Option<Element> {
    let element = make(name, class)?;
    let _ = element.append_child(&document().create_text_node(text));
    Some(element)
}

/// Sets attributes of an element and returns it.
pub(super) fn with(element: Element, attributes: &[(&str, &str)]) -> Element {
    for (name, value) in attributes {
        let _ = element.set_attribute(name, value);
    }
    element
}

fn child(parent: &Element, name: &str, class: &str) -> Option<Element> {
    let element = make(name, class)?;
    parent.append_child(&element).ok()?;
    Some(element)
}

fn heading(level: u8) -> Option<Element> {
    make(heading_tag(level), if level == 1 { "first" } else { "" })
}

/// Starts at level 3, because the message itself has a heading of level 2.
fn heading_tag(level: u8) -> &'static str {
    ["h3", "h3", "h4", "h5", "h6", "h6"][usize::from(level.clamp(1, 6)) - 1]
}

fn cell(is_head: bool, align: Align) -> Option<Element> {
    let class = match align {
        Align::Start => "",
        Align::Left => "left",
        Align::Center => "center",
        Align::Right => "right",
    };
    if is_head { Some(with(make("th", class)?, &[("scope", "col")])) } else { make("td", class) }
}

/// Renders a link. A safe one sends no referrer; an unsafe one becomes plain text, with its address behind it.
fn link(address: &Address, title: &str) -> Option<Element> {
    let Some(address) = address.safe() else { return make("span", "") };
    let link = outward(address)?;
    Some(if title.is_empty() { link } else { with(link, &[("title", title)]) })
}

/// Creates a link to a safe address.
pub(super) fn outward(address: &str) -> Option<Element> {
    let attributes = [
        ("href", address),
        ("target", "_blank"),
        ("rel", "noopener noreferrer nofollow"),
        ("referrerpolicy", "no-referrer"),
    ];
    Some(with(make("a", "")?, &attributes))
}

/// Renders an image as a placeholder that shows the address and loads it on click. If the page may not load the
/// address, only the alternative text is shown.
fn image(address: &Address, alt: &str) -> Option<Element> {
    let Some(address) = address.on_the_web() else { return filled("span", "", alt) };
    let texts = texts::markdown::markdown();
    let place = with(make("span", "image")?, &[("data-address", address), ("data-alt", alt)]);
    let parts = [
        filled("span", "alt", if alt.is_empty() { texts.image } else { alt })?,
        with(filled("span", "address", address)?, &[("dir", "ltr")]),
        filled("span", "why", texts.image_waits)?,
        with(filled("button", "button", texts.load_image)?, &[("type", "button"), ("data-press", "load")]),
    ];
    for part in parts {
        let _ = place.append_child(&part);
    }
    Some(place)
}

fn task(is_done: bool) -> Option<Element> {
    let texts = texts::markdown::markdown();
    let name = if is_done { texts.done } else { texts.to_do };
    let place = with(make("input", "task")?, &[("type", "checkbox"), ("disabled", ""), ("aria-label", name)]);
    Some(if is_done { with(place, &[("checked", "")]) } else { place })
}

fn footnote_mark(number: usize) -> Option<Element> {
    let number = number.to_string();
    let name = format!("{} {number}", texts::markdown::markdown().footnote);
    let mark = filled("button", "footnote-mark", &number)?;
    let attributes = [("type", "button"), ("data-press", "footnote"), ("data-number", &number), ("aria-label", &name)];
    Some(with(mark, &attributes))
}

/// Adds the back button and the body of a footnote; returns the body.
fn footnote(element: &Element, label: &str, number: Option<usize>) -> Option<Element> {
    let _ = element.set_attribute("tabindex", "-1");
    let number = number.map(|number| number.to_string());
    if let Some(number) = &number {
        let _ = element.set_attribute("data-number", number);
    }
    let shown = number.unwrap_or_else(|| label.to_owned());
    let back = filled("button", "footnote-mark", &shown)?;
    let name = format!("{shown}: {}", texts::markdown::markdown().back);
    let _ = element.append_child(&with(back, &[("type", "button"), ("data-press", "back"), ("aria-label", &name)]));
    child(element, "div", "body")
}

#[cfg(test)]
mod tests {
    use super::heading_tag;

    #[test]
    fn headings_of_a_text_are_below_that_of_their_message_and_in_their_order() {
        let tags: Vec<&str> = (0..=u8::MAX).map(heading_tag).collect();
        assert!(tags.windows(2).all(|pair| pair[0] <= pair[1]), "a deeper heading is never the higher one");
        assert!(tags.iter().all(|tag| ("h3"..="h6").contains(tag)), "the outline looks for these alone");
        assert!(tags[2] < tags[3] && tags[3] < tags[4] && tags[4] < tags[5]);
    }
}
