//! Notifications: asks for permission, and shows them.

use crate::global::{global, object, property};
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Asks the user for permission unless they have already answered. Call it only when reminders are switched on.
///
/// Returns `false` if the user or the browser denies it, or the browser has no notifications.
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

/// Shows a notification, which replaces an earlier one with the same `tag`. A click on it focuses the page. Returns `false`
/// if it may not be shown.
pub fn show(title: &str, body: &str, tag: &str) -> bool {
    let Some(notification) = global::<JsValue>("Notification") else { return false };
    if permission(&notification) != "granted" {
        return false;
    }
    let options = object(&[("body", body.into()), ("tag", tag.into())]);
    let arguments = Array::of2(&title.into(), &options);
    // Some mobile browsers allow notifications from a service worker only, and throw here.
    let Ok(shown) = Reflect::construct(notification.unchecked_ref::<Function>(), &arguments) else { return false };
    if let Some(focus) = global::<Function>("focus") {
        let _ = Reflect::set(&shown, &"onclick".into(), &focus);
    }
    true
}

fn permission(notification: &JsValue) -> String {
    property::<JsValue>(notification, "permission").and_then(|given| given.as_string()).unwrap_or_default()
}
