//! Where the app is mounted: as the page itself, or as `<ricordo-chat>`, an element in somebody else's page.
//!
//! An element renders into a shadow root and stays inside it: it looks up only its own parts, receives only its own
//! input events, and leaves the page's address, title and focus alone. Every element has its own instance of the
//! WebAssembly, so the state in this module belongs to one app.

use js_sys::{Array, Function};
use leptos::{ev::EventDescriptor, prelude::*};
use ricordo_core::provider::ProviderKind;
use std::cell::{Cell, OnceCell, RefCell};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Element, Event, EventTarget, HtmlElement, ResizeObserver, ShadowRoot};

/// Width in pixels up to which the side panels lie over the chat. `48rem` in the style sheets.
const NARROW: i32 = 768;
/// The same where there is as little height as on a phone in landscape orientation: `64rem` and `30rem`.
const NARROW_IF_LOW: i32 = 1024;
const LOW: i32 = 480;
const NARROW_WINDOW: &str = "(max-width: 48rem), (max-width: 64rem) and (max-height: 30rem)";

thread_local! {
    static EMBEDDED: OnceCell<Embedded> = const { OnceCell::new() };
    static AT_THE_END: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
    static HAS_ENDED: Cell<bool> = const { Cell::new(false) };
}

/// The element that the app runs in.
struct Embedded {
    /// Element that the app renders into.
    mount_root: HtmlElement,
    root: ShadowRoot,
    /// Called with the name of an event and its detail.
    tell: Function,
    given: Given,
}

/// Attributes of the element, set by the surrounding page.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Name of the database; `None` to keep data in memory only.
    pub name: Option<String>,
    /// Base address of the server.
    pub endpoint: Option<String>,
    /// Kind of the server; `None` for an OpenAI-compatible one.
    pub protocol: Option<ProviderKind>,
    /// Model id; `None` for the first model that the server lists.
    pub model: Option<String>,
    /// BCP 47 tag of the language; `None` or an unknown one to choose as the standalone page does.
    pub language: Option<String>,
}

/// Marks the app as an element. Called once, before anything else.
pub fn set_embedded(mount_root: HtmlElement, tell: Function, given: Given) {
    let Ok(root) = mount_root.get_root_node().dyn_into::<ShadowRoot>() else { return };
    EMBEDDED.with(|cell| drop(cell.set(Embedded { mount_root, root, tell, given })));
}

fn ask<T>(ask: impl FnOnce(&Embedded) -> T) -> Option<T> {
    EMBEDDED.with(|cell| cell.get().map(ask))
}

/// Whether the app is the page itself.
pub fn is_page() -> bool {
    ask(|_| ()).is_none()
}

/// Reads the attributes of the element; `None` if the app is the page itself.
pub fn given<T>(read: impl FnOnce(&Given) -> T) -> Option<T> {
    ask(|embedded| read(&embedded.given))
}

/// Element that the app renders into.
pub fn mount_root() -> Option<HtmlElement> {
    ask(|embedded| embedded.mount_root.clone()).or_else(|| document().body())
}

/// Element of the app with this id.
pub fn by_id(id: &str) -> Option<Element> {
    ask(|embedded| embedded.root.get_element_by_id(id)).unwrap_or_else(|| document().get_element_by_id(id))
}

/// Element of the app that has the focus.
pub fn active() -> Option<Element> {
    let active = ask(|embedded| embedded.root.active_element()).unwrap_or_else(|| document().active_element());
    active.filter(|element| element.tag_name() != "BODY")
}

/// Whether an event target is inside the app.
pub fn holds(target: Option<&EventTarget>) -> bool {
    let Some(target) = target else { return false };
    ask(|embedded| embedded.mount_root.contains(target.dyn_ref())).unwrap_or(true)
}

/// Whether the app is as narrow as on a phone.
pub fn is_narrow() -> bool {
    let in_window = || window().match_media(NARROW_WINDOW).ok().flatten().is_some_and(|query| query.matches());
    ask(|embedded| is_narrow_at(embedded.mount_root.client_width(), embedded.mount_root.client_height()))
        .unwrap_or_else(in_window)
}

fn is_narrow_at(width: i32, height: i32) -> bool {
    width <= NARROW || (width <= NARROW_IF_LOW && height <= LOW)
}

/// Calls `then` when the size of the app may have changed.
pub fn on_resize(then: impl Fn() + 'static) {
    match ask(|embedded| embedded.mount_root.clone()) {
        None => attach(&window(), "resize", Box::new(move |_| then())),
        Some(mount_root) => {
            let listener = Closure::<dyn Fn()>::new(then).into_js_value();
            if let Ok(observer) = ResizeObserver::new(listener.unchecked_ref()) {
                observer.observe(&mount_root);
                at_the_end(move || observer.disconnect());
            }
        }
    }
}

/// Listens for an event in the app; if the app is the page itself, anywhere in the window.
pub fn listen<E: EventDescriptor>(event: E, then: impl Fn(E::EventType) + 'static)
where
    E::EventType: JsCast,
{
    let then = move |event: Event| then(event.unchecked_into());
    match ask(|embedded| embedded.mount_root.clone()) {
        None => attach(&window(), &event.name(), Box::new(then)),
        Some(mount_root) => attach(&mount_root, &event.name(), Box::new(then)),
    }
}

/// Like [`listen`], before anything in the app handles the event.
pub fn listen_first<E: EventDescriptor>(event: E, then: impl Fn(E::EventType) + 'static)
where
    E::EventType: JsCast,
{
    let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| then(event.unchecked_into())).into_js_value();
    let target: EventTarget = ask(|embedded| embedded.mount_root.clone().into()).unwrap_or_else(|| window().into());
    let event = event.name();
    let _ = target.add_event_listener_with_callback_and_bool(&event, listener.unchecked_ref(), true);
    if !is_page() {
        at_the_end(move || {
            let _ = target.remove_event_listener_with_callback_and_bool(&event, listener.unchecked_ref(), true);
        });
    }
}

/// Listens for an event of the window, as long as the app exists.
pub fn listen_to_window(event: &str, then: impl Fn() + 'static) {
    attach(&window(), event, Box::new(move |_| then()));
}

fn attach(target: &EventTarget, event: &str, then: Box<dyn Fn(Event)>) {
    let listener = Closure::<dyn Fn(Event)>::new(then).into_js_value();
    let _ = target.add_event_listener_with_callback(event, listener.unchecked_ref());
    if !is_page() {
        let (target, event) = (target.clone(), event.to_owned());
        at_the_end(move || {
            let _ = target.remove_event_listener_with_callback(&event, listener.unchecked_ref());
        });
    }
}

/// Registers a callback for when the element is removed. If that has happened, calls it at once: what begins later would never
/// end.
pub fn at_the_end(last: impl FnOnce() + 'static) {
    run_at_the_end(Box::new(last));
}

fn run_at_the_end(last: Box<dyn FnOnce()>) {
    if has_ended() {
        return last();
    }
    AT_THE_END.with_borrow_mut(|all| all.push(last));
}

/// Runs the callbacks because the element is removed; all listeners are gone afterwards.
pub fn end() {
    HAS_ENDED.with(|cell| cell.set(true));
    for last in AT_THE_END.take() {
        last();
    }
}

/// Whether the element was removed. What it still waits for must change nothing any more: another one may be in its place.
pub fn has_ended() -> bool {
    HAS_ENDED.with(Cell::get)
}

/// Dispatches the event `ricordo-…` to the surrounding page, unless the element was removed. `details` alternates names and
/// values.
pub fn tell(what: &str, details: &[&str]) {
    if has_ended() {
        return;
    }
    ask(|embedded| {
        let list: Array = details.iter().map(|one| JsValue::from_str(one)).collect();
        let _ = embedded.tell.call2(&JsValue::UNDEFINED, &JsValue::from_str(what), &list);
    });
}

/// Storage key for something that the tab or the browser keeps. If the app is an element, each database has its own
/// key.
pub fn own_name(name: &str) -> String {
    let database = given(|given| given.name.clone().unwrap_or_default());
    database.map_or_else(|| name.to_owned(), |database| format!("{name}@{database}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn what_begins_after_the_element_was_removed_ends_at_once() {
        let ended = Rc::new(Cell::new(0));
        let count = || {
            let ended = Rc::clone(&ended);
            move || ended.set(ended.get() + 1)
        };
        at_the_end(count());
        assert_eq!(ended.get(), 0);
        end();
        assert_eq!(ended.get(), 1);
        at_the_end(count());
        assert_eq!(ended.get(), 2);
        // Other tests may run in this thread.
        HAS_ENDED.with(|cell| cell.set(false));
    }

    #[test]
    fn a_low_element_is_narrow_up_to_a_greater_width() {
        assert!(is_narrow_at(768, 900) && !is_narrow_at(769, 900));
        assert!(is_narrow_at(1024, 480) && !is_narrow_at(1025, 480) && !is_narrow_at(1024, 481));
    }
}
