//! Highlights code and typesets formulas when they come into view, with scripts that are loaded only then.

use super::draw::Pen;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Element, Node};

#[wasm_bindgen(module = "/js/when-seen.mjs")]
extern "C" {
    /// Processes an element when it comes into view, with the script at this address.
    #[wasm_bindgen(js_name = whenSeen)]
    fn when_seen(element: &Element, script: &str);
    #[wasm_bindgen(js_name = loadImage)]
    fn load_image_with(image: &Element, address: &str, script: &str);
}

/// Loads an image from another host into an `img`. The `img` gets an `error` event if that fails.
pub(super) fn load_image(image: &Element, address: &str) {
    load_image_with(image, address, &ricordo_browser::address("lazy/image.mjs"));
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
        }
        !is_done
    });
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
