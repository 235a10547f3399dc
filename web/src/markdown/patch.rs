//! Updates the DOM to match new nodes and touches nothing else, so the user's text selection survives.

use super::draw::Pen;
use ricordo_markdown::{Kind, Node};
use wasm_bindgen::JsCast;
use web_sys::{CharacterData, Element, Node as Place};

/// The child at this index.
pub(super) fn nth(parent: &Place, index: usize) -> Option<Place> {
    let children = parent.child_nodes();
    u32::try_from(index).ok().and_then(|index| children.item(index))
}

/// Renders one child again.
pub(super) fn replace(pen: &Pen, parent: &Place, index: usize, node: &Node) {
    if let (Some(old), Some(new)) = (nth(parent, index), pen.draw(node, parent)) {
        let _ = parent.replace_child(&new, &old);
    }
}

/// Updates the children of `parent` from `at` on, which show `old`, to show `new`.
pub(super) fn children(pen: &Pen, parent: &Place, mut at: Option<Place>, old: &[Node], new: &[Node]) {
    for index in 0..old.len().max(new.len()) {
        let next = at.as_ref().and_then(Place::next_sibling);
        match (old.get(index), new.get(index), &at) {
            (Some(old), Some(new), Some(here)) => {
                if old != new
                    && !one(pen, here, old, new)
                    && let Some(fresh) = pen.draw(new, parent)
                {
                    let _ = parent.replace_child(&fresh, here);
                }
            }
            (_, Some(new), _) => {
                if let Some(fresh) = pen.draw(new, parent) {
                    let _ = parent.insert_before(&fresh, at.as_ref());
                }
                continue;
            }
            (Some(_), None, Some(here)) => drop(parent.remove_child(here)),
            _ => {}
        }
        at = next;
    }
}

/// Updates `here`, which shows `old`, to show `new`. Returns `false` if it must be rendered again.
fn one(pen: &Pen, here: &Place, old: &Node, new: &Node) -> bool {
    match (&old.kind, &new.kind) {
        (Kind::Text(old), Kind::Text(new)) => {
            write(here, old, new);
            true
        }
        (Kind::Code { language: before, text: old }, Kind::Code { language, text: new }) if before == language => {
            let Some(code) = here.last_child().and_then(|frame| frame.first_child()) else { return false };
            let code: Element = code.unchecked_into();
            match code.first_child() {
                Some(words) if !code.has_attribute("data-done") => write(&words, old, new),
                _ => {
                    let _ = code.remove_attribute("data-done");
                    code.set_text_content(Some(new));
                    pen.fresh.borrow_mut().push(code);
                }
            }
            true
        }
        (before, kind) if before == kind => {
            let Some(inside) = inside(here, kind) else { return false };
            children(pen, &inside, inside.first_child(), &old.children, &new.children);
            true
        }
        _ => false,
    }
}

fn write(words: &Place, old: &str, new: &str) {
    let Some(words) = words.dyn_ref::<CharacterData>() else { return };
    match new.strip_prefix(old) {
        Some(more) => drop(words.append_data(more)),
        None => words.set_data(new),
    }
}

/// DOM node that contains the children of a node of this kind.
fn inside(here: &Place, kind: &Kind) -> Option<Place> {
    match kind {
        Kind::Table | Kind::Footnote { .. } => here.last_child(),
        _ => Some(here.clone()),
    }
}
