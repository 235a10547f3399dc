//! Small browser helpers: performance marks, saving files, the clipboard, the address, focus, storage and `Intl`.

mod beside;
mod held;
mod later_style;
mod look;
mod marks;
mod scripts;
mod shortcuts;
mod steps;
mod tab;

pub use held::hold_in_place;
pub use later_style::later_style;
pub use look::{choose_look, look};
pub use marks::{BrowserMark, is_marked, is_of_another_database, last_presence, note_presence, set_mark};
pub use scripts::run_script;
pub use shortcuts::key_of;
pub use tab::{forget_all, keep, keep_for_reload, kept, kept_for_reload};

use crate::{address, floats::decimals, mount};
use js_sys::{Array, Function, Reflect};
use leptos::prelude::{document, window};
use ricordo_core::id::{ConversationId, MessageId};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, Element, Event, EventTarget, File, FocusOptions, HtmlAnchorElement, HtmlElement, Range, Url,
    UrlSearchParams,
};

/// Form fields, and widgets that move their own selection with the keyboard.
const TAKES_KEYS: &str =
    "input, textarea, select, video, audio, [contenteditable], [role=menu], [role=listbox], [role=tablist]";

const SENT: &str = "ricordo.has-talked";

/// Sets a performance mark.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(name);
    }
}

/// Milliseconds since the page began to load; 0 if the browser does not provide it.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Signals that the page accepts input.
pub fn mark_ready() {
    if let Some(mount_root) = mount::mount_root() {
        let _ = mount_root.set_attribute("data-ready", "true");
    }
    mark("ricordo:ready");
    mount::tell("ready", &[]);
}

/// Name of the database, from the address or the element. Empty if data is only kept in memory.
pub fn database() -> String {
    if let Some(name) = mount::given(|given| given.name.clone()) {
        return name.unwrap_or_default();
    }
    let search = window().location().search().unwrap_or_default();
    let given = UrlSearchParams::new_with_str(&search).ok().and_then(|query| query.get("db"));
    address::database_of(given)
}

/// Conversation named in the address.
pub fn conversation() -> Option<ConversationId> {
    if !mount::is_page() {
        return None;
    }
    address::conversation_of(&window().location().hash().unwrap_or_default())
}

/// Writes a conversation into the address, as a new history entry or in place of the current one.
pub fn show_conversation(id: ConversationId, as_new_entry: bool) {
    if conversation() == Some(id) || !mount::is_page() {
        return;
    }
    let hash = address::hash_of(id);
    let Ok(history) = window().history() else { return };
    let _ = if as_new_entry {
        history.push_state_with_url(&JsValue::NULL, "", Some(&hash))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&hash))
    };
}

/// A file with a text, as if the user had chosen it.
pub fn text_file(name: &str, text: &str) -> Option<File> {
    File::new_with_str_sequence(&Array::of1(&text.into()), name).ok()
}

/// Saves a text as a file. Returns `false` if the browser refused.
pub fn save_file(name: &str, text: &str) -> bool {
    let parts = Array::of1(&JsValue::from_str(text));
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    Blob::new_with_str_sequence_and_options(&parts, &options).is_ok_and(|blob| save_blob(name, &blob))
}

/// Saves bytes as a file. Returns `false` if the browser refused.
pub fn save_blob(name: &str, blob: &Blob) -> bool {
    offer(name, blob).is_ok()
}

fn offer(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // Not immediately: the browser still has to read it.
    leptos::prelude::set_timeout(move || drop(Url::revoke_object_url(&url)), std::time::Duration::from_secs(60));
    Ok(())
}

/// Reads a file that the user chose. Returns `None` if the browser could not.
pub async fn read_text(file: &Blob) -> Option<String> {
    wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?.as_string()
}

/// Reloads the page. An element asks to be created again.
pub fn reload() {
    if !mount::is_page() {
        return mount::tell("again", &[]);
    }
    let _ = window().location().reload();
}

/// Reloads the page as if opened for the first time, with no conversation in the address.
pub fn begin_afresh() {
    if !mount::is_page() {
        return reload();
    }
    if let Ok(history) = window().history() {
        let address = window().location().search().unwrap_or_default();
        let path = window().location().pathname().unwrap_or_default();
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("{path}{address}")));
    }
    reload();
}

/// Scrolls the content of the element with this id to its top.
pub fn scroll_to_top(id: &str) {
    if let Some(element) = mount::by_id(id) {
        element.set_scroll_top(0);
    }
}

/// Copies a text. Returns `false` if the browser refused.
pub async fn copy(text: &str) -> bool {
    // Pages without HTTPS have no clipboard.
    let clipboard = js_sys::Reflect::get(&window().navigator(), &JsValue::from_str("clipboard"));
    if !clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        return false;
    }
    let copied = window().navigator().clipboard().write_text(text);
    wasm_bindgen_futures::JsFuture::from(copied).await.is_ok()
}

/// User agent string of the browser.
pub fn user_agent() -> String {
    window().navigator().user_agent().unwrap_or_default()
}

/// Origin of this page, such as `https://example.org`.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Focuses the element with this id in the next frame.
pub fn focus_next_frame(id: impl Into<String>) {
    let id = id.into();
    leptos::prelude::request_animation_frame(move || focus_now(&id));
}

/// Focuses the element with this id immediately.
pub fn focus_now(id: &str) {
    if let Some(element) = mount::by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Scrolls the element with this id into view in the next frame, with as little movement as possible.
pub fn show_element(id: &str) {
    let id = id.to_owned();
    leptos::prelude::request_animation_frame(move || {
        if let Some(element) = mount::by_id(&id) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Like [`focus_next_frame`], and scrolls the element with the second id, which contains the first, to the middle of
/// the viewport.
pub fn focus_in_middle(id: impl Into<String>, around: String) {
    let id = id.into();
    leptos::prelude::request_animation_frame(move || {
        if let Some(element) = mount::by_id(&id).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
            focus_in_place(&element);
        }
        if let Some(around) = mount::by_id(&around) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Center);
            around.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Moves the focus by `step` among the elements that the selector `which` matches inside an element, wrapping at the
/// ends or stopping there. If none of them has the focus, the first gets it.
pub fn focus_next(inside: &str, which: &str, step: isize, around: bool) {
    let found = elements(inside, which);
    let active = mount::active();
    let now = found.iter().position(|element| active.as_ref().is_some_and(|active| element.is_same_node(Some(active))));
    if let Some(element) = found.get(steps::next(now, found.len(), step, around)) {
        let _ = element.focus();
    }
}

/// Focuses the first of them.
pub fn focus_first(inside: &str, which: &str) {
    if let Some(first) = elements(inside, which).first() {
        let _ = first.focus();
    }
}

fn elements(inside: &str, which: &str) -> Vec<HtmlElement> {
    let list = mount::by_id(inside).and_then(|inside| inside.query_selector_all(which).ok());
    let list = list.into_iter();
    let nodes = list.flat_map(|list| (0..list.length()).filter_map(move |at| list.get(at)));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

/// Whether the popover with this id is open.
pub fn is_open_popover(id: &str) -> bool {
    let element = mount::by_id(id);
    element.is_some_and(|element| element.matches(":popover-open").unwrap_or(false))
}

/// Closes the popover with this id. The focus returns to where it was.
pub fn close_popover(id: &str) {
    if let Some(element) = mount::by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = element.hide_popover();
    }
}

/// Closes the popover that contains the target of an event. The focus returns to where it was.
pub fn close_popover_around(event: &web_sys::Event) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let popover = target.and_then(|target| target.closest("[popover]").ok().flatten());
    if let Some(popover) = popover.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = popover.hide_popover();
    }
}

/// Places a popover next to its opener: below if there is room, otherwise above, and always inside the window.
pub fn place_beside(popover: &str, opener: &str) {
    let html = |id: &str| mount::by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok());
    let (Some(popover), Some(opener)) = (html(popover), html(opener)) else { return };
    let size = |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64()).unwrap_or_default();
    let (wide, high) = (size(window().inner_width()), size(window().inner_height()));
    let (anchor, own) = (opener.get_bounding_client_rect(), popover.get_bounding_client_rect());
    let opener = beside::Opener { right: anchor.right(), top: anchor.top(), bottom: anchor.bottom() };
    let (left, top) = beside::place(opener, (own.width(), own.height()), (wide, high));
    let _ = popover.style().set_property("left", &format!("{}px", decimals(left)));
    let _ = popover.style().set_property("top", &format!("{}px", decimals(top)));
}

/// Like [`focus_next_frame`], only if nothing has the focus by then because the focused element is gone. Focuses the
/// first of the ids that exists.
pub fn focus_if_lost(ids: impl IntoIterator<Item = String> + 'static) {
    leptos::prelude::request_animation_frame(move || {
        let there = nothing_has_focus().then(|| ids.into_iter().find(|id| mount::by_id(id).is_some()));
        if let Some(id) = there.flatten() {
            leptos::prelude::request_animation_frame(move || {
                // If the user moved the focus in the meantime, leave it there.
                if nothing_has_focus() {
                    focus_now(&id);
                }
            });
        }
    });
}

/// The nearest element around the target of an event that matches a selector, or the target itself.
pub fn closest(event: &Event, which: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(which).ok().flatten()
}

/// Id of the button that opens a conversation's menu.
pub fn more_actions_of(conversation: ConversationId) -> String {
    format!("conversation-more-{conversation}")
}

/// Element id of a message.
pub fn element_of(message: MessageId) -> String {
    format!("message-{message}")
}

/// Focuses an element without scrolling.
pub fn focus_in_place(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

/// Whether the focus is in an element.
pub fn has_focus(element: &HtmlElement) -> bool {
    mount::active().is_some_and(|active| element.contains(Some(&active)))
}

/// Whether nothing has the focus, as after the focused element was removed.
pub fn nothing_has_focus() -> bool {
    mount::active().is_none()
}

/// Whether the target of a key event handles Home, End and the arrow keys itself.
pub fn takes_keys(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.closest(TAKES_KEYS).is_ok_and(|found| found.is_some()))
}

/// Whether messages were shown in this browser before, so that they will be shown again.
pub fn has_sent() -> bool {
    window().local_storage().ok().flatten().and_then(|storage| storage.get_item(SENT).ok().flatten()).is_some()
}

/// Remembers that messages are shown.
pub fn note_sent() {
    if let Some(storage) = window().local_storage().ok().flatten().filter(|_| may_keep()) {
        let _ = storage.set_item(SENT, "1");
    }
}

/// Whether anything may be stored outside the database. With data in memory only, nothing may remain in the browser.
pub fn may_keep() -> bool {
    !database().is_empty()
}

/// Highlights ranges of the page under this name and removes its earlier highlights. Browsers without this feature show
/// the text unmarked.
pub fn paint(name: &str, ranges: &[Range]) {
    let _ = paint_with_highlights(name, ranges);
}

/// `CSS.highlights.set(name, new Highlight(...ranges))`; `web_sys` has no bindings for it.
fn paint_with_highlights(name: &str, ranges: &[Range]) -> Result<(), JsValue> {
    let highlights = Reflect::get(&Reflect::get(&window(), &"CSS".into())?, &"highlights".into())?;
    let of = |method: &str| Reflect::get(&highlights, &method.into())?.dyn_into::<Function>();
    if ranges.is_empty() {
        return of("delete")?.call1(&highlights, &name.into()).map(drop);
    }
    let highlight = Reflect::get(&window(), &"Highlight".into())?.dyn_into::<Function>()?;
    let made = Reflect::construct(&highlight, &ranges.iter().map(JsValue::from).collect::<Array>())?;
    of("set")?.call2(&highlights, &name.into(), &made).map(drop)
}

/// Formats a number, or milliseconds, with the `format` function of an `Intl` formatter.
pub fn formatted(formatter: &Function, value: f64) -> String {
    let formatted = formatter.call1(&JsValue::UNDEFINED, &value.into());
    formatted.ok().and_then(|text| text.as_string()).unwrap_or_default()
}
