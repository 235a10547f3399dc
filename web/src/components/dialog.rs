//! A dialog over the page. The browser keeps the focus in it and closes it on Escape.

use super::icon::{Icon, Picture};
use crate::{mount, texts};
use leptos::{ev::MouseEvent, html::Dialog as DialogElement, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

/// What gets the focus first, where there is such a thing: the field that is meant to, the search, the way out of a question.
const FIRST: &str = "[autofocus], input[type=search], footer .cancel";

/// Puts the focus where one begins. A phone would bring up its keyboard, and a dialog that begins with words is read from
/// its title on: the browser would take the button that closes it.
fn focus(dialog: &HtmlDialogElement) {
    let find = |which: &str| dialog.query_selector(which).ok().flatten();
    let first = find(FIRST).filter(|first| !(mount::is_narrow() && first.tag_name() == "INPUT"));
    if let Some(first) = first.or_else(|| find("h2")).and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        let _ = first.focus();
    }
}

/// A dialog that is shown while `open` is true. Its content is made afresh each time.
#[component]
pub fn Dialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
    /// What it is called.
    title: &'static str,
    /// Its id for tests.
    id: &'static str,
    /// Its classes: a dialog, or a page over the whole app.
    #[prop(default = "dialog")]
    class: &'static str,
    /// What is in it.
    children: ChildrenFn,
) -> impl IntoView {
    let element = NodeRef::<DialogElement>::new();
    Effect::new(move |_| {
        let (Some(dialog), is_open) = (element.get(), open.get()) else { return };
        if is_open && !dialog.open() {
            let _ = dialog.show_modal();
            focus(&dialog);
        } else if !is_open && dialog.open() {
            dialog.close();
        }
    });
    // A click beside the dialog is a click on its backdrop, which belongs to the element itself.
    let leave = move |event: MouseEvent| {
        let on_backdrop = event.target().zip(element.get_untracked()).is_some_and(|(target, dialog)| {
            target.dyn_ref::<web_sys::Element>().is_some_and(|target| target.is_same_node(Some(&dialog)))
        });
        if on_backdrop {
            open.set(false);
        }
    };
    let children = StoredValue::new(children);
    view! {
        <dialog
            class=class
            part="dialog"
            data-testid=id
            aria-labelledby=format!("{id}-title")
            node_ref=element
            on:close=move |_| open.set(false)
            on:mousedown=leave
        >
            <Show when=move || open.get()>
                <div class="sheet">
                    <header>
                        <h2 id=format!("{id}-title") tabindex="-1">{title}</h2>
                        <button class="icon-button" type="button" aria-label=texts::common::common().close on:click=move |_| open.set(false)>
                            <Icon picture=Picture::Cross/>
                        </button>
                    </header>
                    {children.with_value(|children| children())}
                </div>
            </Show>
        </dialog>
    }
}
