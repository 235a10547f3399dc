//! What is done when something comes into view: code is coloured, mathematics is set. Both by scripts that are loaded
//! then, and never before.

use super::draw::Pen;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Element, Node};

#[wasm_bindgen(module = "/js/when-seen.mjs")]
extern "C" {
    /// Sees to an element when it comes into view, with the script at this address.
    #[wasm_bindgen(js_name = whenSeen)]
    fn when_seen(element: &Element, script: &str);
    #[wasm_bindgen(js_name = loadImage)]
    fn load_image_with(image: &Element, address: &str, script: &str);
}

/// Fetches an image from another host, and puts it into an `img`. It gets the event `error` where that fails.
pub(super) fn load_image(image: &Element, address: &str) {
    load_image_with(image, address, &ricordo_browser::address("lazy/image.mjs"));
}

/// Hands over what was drawn and does not grow any more.
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

/// Whether something follows it, so that what arrives is not part of it.
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
