//! Notifications: whether the user lets the page show them, and showing one.

use crate::global::{global, object, property};
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Asks the user, once; who has answered before is not asked again. Call it only when reminders are switched on.
///
/// `false`: the user or the browser does not want any, or there is no such thing here.
pub async fn ask() -> bool {
    let Some(notification) = global::<JsValue>("Notification") else { return false };
    if permission(&notification) == "default"
        && let Some(request) = property::<Function>(&notification, "requestPermission")
        && let Ok(answer) = request.call0(&notification)
    {
        let _ = JsFuture::from(Promise::resolve(&answer)).await;
    }
    permission(&notification) == "granted"
}

/// Shows a notification. One with the same `tag` takes the place of the one before. A click on it brings the page to the
/// front. `false`: it may not be shown.
pub fn show(title: &str, body: &str, tag: &str) -> bool {
    let Some(notification) = global::<JsValue>("Notification") else { return false };
    if permission(&notification) != "granted" {
        return false;
    }
    let options = object(&[("body", body.into()), ("tag", tag.into())]);
    let arguments = Array::of2(&title.into(), &options);
    // Some phones let only a service worker show one, and throw here.
    let Ok(shown) = Reflect::construct(notification.unchecked_ref::<Function>(), &arguments) else { return false };
    if let Some(focus) = global::<Function>("focus") {
        let _ = Reflect::set(&shown, &"onclick".into(), &focus);
    }
    true
}

fn permission(notification: &JsValue) -> String {
    property::<JsValue>(notification, "permission").and_then(|given| given.as_string()).unwrap_or_default()
}
