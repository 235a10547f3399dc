//! Highlights code and typesets formulas when they come into view, with scripts that are loaded only then. Offers to show
//! what a block of code contains, if it is a page, a picture or a diagram.

use super::draw::{Pen, filled, with};
use crate::{browser, mount, texts::shown::shown};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Element, Event, Node};

#[wasm_bindgen(module = "/js/when-seen.mjs")]
extern "C" {
    /// Processes an element when it comes into view, with the script at this address.
    #[wasm_bindgen(js_name = whenSeen)]
    fn when_seen(element: &Element, script: &str);
}

/// Loads an image from another host into an `img`. The `img` gets an `error` event if that fails.
pub(super) async fn load_image(image: Element, address: String) {
    if !browser::run_script("lazy/image.mjs", &image, &address).await
        && let Ok(event) = Event::new("error")
    {
        let _ = image.dispatch_event(&event);
    }
}

/// Hands over the rendered elements that will not grow any more.
pub(super) fn watch(pen: &Pen, place: &Element, has_ended: bool) {
    pen.fresh.borrow_mut().retain(|element| {
        if !place.contains(Some(element)) {
            return false;
        }
        let is_done = has_ended || is_behind(element, place);
        if is_done {
            let is_maths = element.class_list().contains("math");
            let script = if is_maths { "lazy/maths.mjs" } else { "lazy/code.mjs" };
            when_seen(element, &ricordo_browser::address(script));
            let _ = offer(element);
        }
        !is_done
    });
}

/// Adds the button that shows what a block of code contains. Its code is complete. Only the page itself has the frame in
/// which it is safe: an element in another page does not offer it.
fn offer(code: &Element) -> Option<()> {
    let bar = code.closest(".code").ok()??.first_element_child()?;
    let language = code.get_attribute("data-language")?;
    let is_offered = bar.query_selector("[data-press=show]").ok()?.is_some();
    if is_offered || !mount::is_page() || !can_be_shown(&language, &code.text_content()?) {
        return None;
    }
    let button = with(filled("button", "", shown().show)?, &[("data-press", "show"), ("type", "button")]);
    bar.first_element_child()?.after_with_node_1(&button).ok()
}

/// Whether code in this language is a page, a picture or a diagram.
fn can_be_shown(language: &str, code: &str) -> bool {
    match language.to_ascii_lowercase().as_str() {
        "html" | "htm" | "svg" | "mermaid" => true,
        "xml" => {
            let code = code.trim_start();
            let root = code.strip_prefix("<?xml").and_then(|rest| Some(rest.split_once("?>")?.1)).unwrap_or(code);
            root.trim_start().starts_with("<svg")
        }
        _ => false,
    }
}

/// Shows what the block of a button contains, or its code again.
pub(super) async fn show(button: Element) {
    let texts = shown();
    let words = [
        texts.show,
        texts.stop,
        texts.show_code,
        texts.full_screen,
        texts.runs,
        texts.page,
        texts.picture,
        texts.diagram,
        texts.drawing,
        texts.not_drawn,
        texts.not_loaded,
        texts.height,
    ];
    let has_style = browser::later_style().await;
    if !has_style || !browser::run_script("lazy/shown.mjs", &button, &words.join("\n")).await {
        button.set_text_content(Some(texts.not_loaded));
    }
}

/// Whether something follows the element, so that arriving text no longer belongs to it.
fn is_behind(element: &Element, place: &Element) -> bool {
    let mut node: Option<Node> = Some(element.clone().into());
    while let Some(here) = node {
        if here.is_same_node(Some(place)) {
            return false;
        }
        if here.next_sibling().is_some() {
            return true;
        }
        node = here.parent_node();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::can_be_shown;

    #[test]
    fn pages_pictures_and_diagrams_can_be_shown_and_other_code_cannot() {
        for (language, code) in [
            ("html", "<p>A page</p>"),
            ("HTML", ""),
            ("svg", "<svg/>"),
            ("mermaid", "graph TD"),
            ("xml", "\n<svg width=\"1\"/>"),
            ("xml", "<?xml version=\"1.0\"?>\n<svg/>"),
        ] {
            assert!(can_be_shown(language, code), "{language} {code}");
        }
        for (language, code) in
            [("xml", "<?xml version=\"1.0\"?><rss/>"), ("xml", "<?xml <svg/>"), ("js", "<svg/>"), ("", "")]
        {
            assert!(!can_be_shown(language, code), "{language} {code}");
        }
    }
}
