//! Looks up features of the global scope by name. Works in a page and in a worker; gives `None` where the browser lacks
//! a feature, as private browsing, old browsers and pages without https do.

use js_sys::Reflect;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// A property of an object; `None` if it is missing or inaccessible.
pub(crate) fn property<T: JsCast>(of: &JsValue, name: &str) -> Option<T> {
    let value = Reflect::get(of, &JsValue::from_str(name)).ok()?;
    let is_there = !value.is_undefined() && !value.is_null();
    is_there.then(|| value.unchecked_into())
}

/// A property of the global scope.
pub(crate) fn global<T: JsCast>(name: &str) -> Option<T> {
    property(&js_sys::global(), name)
}

/// A property of `navigator`.
pub(crate) fn navigator<T: JsCast>(name: &str) -> Option<T> {
    property(&global::<JsValue>("navigator")?, name)
}

/// Origin of the page, such as `https://example.org`.
pub(crate) fn origin() -> String {
    global::<JsValue>("origin").and_then(|origin| origin.as_string()).unwrap_or_default()
}

thread_local! {
    static SERVED_FROM: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Sets the folder URL of the app's own files, if they are not beside the page.
pub fn serve_from(folder: &str) {
    SERVED_FROM.set(Some(folder.to_owned()));
}

/// Absolute URL of one of the app's own files, wherever the app is served from.
pub fn address(path: &str) -> String {
    let page = || web_sys::window()?.document()?.base_uri().ok().flatten();
    let base = SERVED_FROM.with_borrow(Clone::clone).or_else(page);
    let url = base.and_then(|base| web_sys::Url::new_with_base(path, &base).ok());
    url.map_or_else(|| path.to_owned(), |url| url.href())
}

/// A plain object with the given properties.
pub(crate) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in fields {
        // Setting a property of a new plain object cannot fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}
