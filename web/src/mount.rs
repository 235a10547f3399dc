//! Where the app is: it is the page, or it is `<ricordo-chat>`, an element in the page of somebody else.
//!
//! An element is drawn into a shadow root. It keeps to that: it looks for its own parts there alone, hears what is typed
//! into it alone, and leaves the page's address, title and focus as they are. Every element has an instance of the
//! WebAssembly to itself, so there is one place for all that runs here.

use js_sys::{Array, Function};
use leptos::{ev::EventDescriptor, prelude::*};
use ricordo_core::{provider::ProviderKind, settings::Language};
use std::cell::{OnceCell, RefCell};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Element, Event, EventTarget, HtmlElement, ResizeObserver, ShadowRoot};

/// Below this width, in pixels, the side panels lie over the chat. `48rem` in the style sheets; they also do on a phone
/// that is held sideways.
const NARROW: i32 = 768;
const NARROW_WINDOW: &str = "(max-width: 48rem), (max-width: 64rem) and (max-height: 30rem)";

thread_local! {
    static EMBEDDED: OnceCell<Embedded> = const { OnceCell::new() };
    static AT_THE_END: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// The element that the app is.
struct Embedded {
    /// `<ricordo-chat>` itself.
    host: HtmlElement,
    /// What the app is drawn into.
    mount_root: HtmlElement,
    root: ShadowRoot,
    /// Called with the name of an event and what is in it.
    tell: Function,
    given: Given,
}

/// What the page around the element says in its attributes.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The database; `None`: what is written is kept in memory.
    pub name: Option<String>,
    /// The server that answers.
    pub endpoint: Option<String>,
    /// What it speaks; `None`: what most servers do.
    pub protocol: Option<ProviderKind>,
    /// The model's id there; `None`: the first that it lists.
    pub model: Option<String>,
    /// The language; `None`: as in a page of our own.
    pub language: Option<Language>,
}

/// The app is an element from now on. Called once, before anything else.
pub fn set_embedded(host: HtmlElement, mount_root: HtmlElement, tell: Function, given: Given) {
    let Ok(root) = mount_root.get_root_node().dyn_into::<ShadowRoot>() else { return };
    EMBEDDED.with(|cell| drop(cell.set(Embedded { host, mount_root, root, tell, given })));
}

fn ask<T>(ask: impl FnOnce(&Embedded) -> T) -> Option<T> {
    EMBEDDED.with(|cell| cell.get().map(ask))
}

/// Whether the app is the page.
pub fn is_page() -> bool {
    ask(|_| ()).is_none()
}

/// Asks what the page around the element says; `None`: there is none.
pub fn given<T>(read: impl FnOnce(&Given) -> T) -> Option<T> {
    ask(|embedded| read(&embedded.given))
}

/// What the app is drawn into.
pub fn mount_root() -> Option<HtmlElement> {
    ask(|embedded| embedded.mount_root.clone()).or_else(|| document().body())
}

/// The part of the app that has this id.
pub fn by_id(id: &str) -> Option<Element> {
    ask(|embedded| embedded.root.get_element_by_id(id)).unwrap_or_else(|| document().get_element_by_id(id))
}

/// The part of the app that has the focus.
pub fn active() -> Option<Element> {
    let active = ask(|embedded| embedded.root.active_element()).unwrap_or_else(|| document().active_element());
    active.filter(|element| element.tag_name() != "BODY")
}

/// Whether something is in the app.
pub fn holds(target: Option<&EventTarget>) -> bool {
    let Some(target) = target else { return false };
    ask(|embedded| embedded.mount_root.contains(target.dyn_ref())).unwrap_or(true)
}

/// Whether the app is as narrow as a phone.
pub fn is_narrow() -> bool {
    let in_window = || window().match_media(NARROW_WINDOW).ok().flatten().is_some_and(|query| query.matches());
    ask(|embedded| embedded.host.client_width() <= NARROW).unwrap_or_else(in_window)
}

/// Calls back when the app may have got another width.
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

/// Listens to what is done in the app: in a page of our own, wherever it is done.
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

/// Listens to what happens to the window, as long as the app is there.
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

/// Done when the element goes.
pub fn at_the_end(last: impl FnOnce() + 'static) {
    AT_THE_END.with_borrow_mut(|all| all.push(Box::new(last)));
}

/// The element goes: nothing is heard from now on.
pub fn end() {
    for last in AT_THE_END.take() {
        last();
    }
}

/// Tells the page around the element what happened, in an event `ricordo-…`: names and values, one after the other.
pub fn tell(what: &str, details: &[&str]) {
    ask(|embedded| {
        let list: Array = details.iter().map(|one| JsValue::from_str(one)).collect();
        let _ = embedded.tell.call2(&JsValue::UNDEFINED, &JsValue::from_str(what), &list);
    });
}

/// The name under which the tab or the browser keeps something: of each database for itself, where the app is an element.
pub fn own_name(name: &str) -> String {
    let database = given(|given| given.name.clone().unwrap_or_default());
    database.map_or_else(|| name.to_owned(), |database| format!("{name}@{database}"))
}
