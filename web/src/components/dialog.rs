//! Modal dialog. The browser traps the focus in it and closes it on Escape.

use super::{
    icon::{Icon, Picture},
    notice::NoticeView,
};
use crate::{chat::use_chat, mount, texts};
use leptos::{ev::MouseEvent, html::Dialog as DialogElement, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

/// What gets the focus first, if present: a field with `autofocus`, a search field, or the Cancel button of a question.
const FIRST: &str = "[autofocus], input[type=search], footer .cancel";

/// Sets the initial focus. Skips text fields on narrow screens, where the on-screen keyboard would open. Falls back to
/// the title, so that screen readers read the dialog from its start; the browser would focus the Close button.
fn focus(dialog: &HtmlDialogElement) {
    let find = |which: &str| dialog.query_selector(which).ok().flatten();
    let first = find(FIRST).filter(|first| !(mount::is_narrow() && first.tag_name() == "INPUT"));
    if let Some(first) = first.or_else(|| find("h2")).and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        let _ = first.focus();
    }
}

/// Whether the pointer is outside the dialog: there it hits the backdrop, whose events target the dialog element itself.
fn is_on_backdrop(event: &MouseEvent, dialog: &HtmlDialogElement) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.is_same_node(Some(dialog)))
}

/// Opens or closes the dialog. Nothing is typed in it when it opens.
fn show(dialog: &HtmlDialogElement, is_open: bool, is_typed_in: StoredValue<bool>) {
    if is_open && !dialog.open() {
        is_typed_in.set_value(false);
        let _ = dialog.show_modal();
        focus(dialog);
    } else if !is_open && dialog.open() {
        dialog.close();
    }
}

/// Notice, and text that is announced to screen readers, while a dialog is open. The page under a modal dialog is inert: there
/// nothing can be pressed, and nothing is announced.
#[component]
fn Notices(dialog: &'static str) -> impl IntoView {
    let notices = use_chat().notices;
    // The pointer does not leave a notice that disappears under it, and the one above the composer would stay.
    on_cleanup(move || notices.held.update_value(|held| held.by_pointer = false));
    // What was announced before the dialog opened is not repeated.
    let mut is_old = true;
    let text = move || {
        let text = notices.announced.get();
        if std::mem::take(&mut is_old) { String::new() } else { text }
    };
    view! {
        <NoticeView dialog/>
        <p class="visually-hidden" role="status" aria-live="polite">{text}</p>
    }
}

/// Dialog that is shown while `open` is true. Its content is created anew each time.
#[component]
pub fn Dialog(
    /// Whether the dialog is shown.
    open: RwSignal<bool>,
    /// Title.
    #[prop(into)]
    title: Signal<&'static str>,
    /// Value of `data-testid`, and the prefix of the title's id.
    id: &'static str,
    /// Whether it is a page over the whole app. A page has no backdrop: beside its content there is more of the page.
    #[prop(optional)]
    is_page: bool,
    /// Whether it holds a form whose input is gone when it closes. Once something is typed, a press beside it does not close it.
    #[prop(optional)]
    has_form: bool,
    /// Content.
    children: ChildrenFn,
) -> impl IntoView {
    let element = NodeRef::<DialogElement>::new();
    let is_typed_in = StoredValue::new(false);
    Effect::new(move |_| element.get().into_iter().for_each(|dialog| show(&dialog, open.get(), is_typed_in)));
    let leave = move |event: MouseEvent| {
        let stays = is_page || (has_form && is_typed_in.get_value());
        if !stays && element.get_untracked().is_some_and(|dialog| is_on_backdrop(&event, &dialog)) {
            open.set(false);
        }
    };
    // The browser reports it later than it closes. If the dialog is open again by then, it stays open.
    let closed = move |_| {
        if element.get_untracked().is_none_or(|dialog| !dialog.open()) {
            open.set(false);
        }
    };
    let children = StoredValue::new(children);
    let class = if is_page { "dialog page" } else { "dialog" };
    view! {
        <dialog
            class=class
            part="dialog"
            data-testid=id
            aria-labelledby=format!("{id}-title")
            node_ref=element
            on:close=closed
            on:mousedown=leave
            on:input=move |_| is_typed_in.set_value(true)
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
                    <Notices dialog=id/>
                </div>
            </Show>
        </dialog>
    }
}
