//! Notifications: asks for permission, and shows them.

use crate::global::{address, global, navigator, object, property};
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Asks the user for permission unless they have already answered. Call it only when reminders are switched on.
///
/// Returns `false` if the user or the browser denies it, or the browser has no notifications.
pub async fn ask() -> bool {
    let Some(notification) = global::<JsValue>("Notification") else { return false };
    if permission(&notification) == "default" {
        // Nothing is shown before the user permits it: this only tells whether the page may make one.
        let makes_own = construct(&notification, "", &JsValue::UNDEFINED).is_some();
        if !makes_own && worker().await.is_none() {
            return false;
        }
        if let Some(request) = property::<Function>(&notification, "requestPermission")
            && let Ok(answer) = request.call0(&notification)
        {
            let _ = JsFuture::from(Promise::resolve(&answer)).await;
        }
    }
    permission(&notification) == "granted"
}

/// Shows a notification, which replaces an earlier one with the same `tag`. A click on it focuses the page. Returns `false`
/// if it may not be shown.
pub async fn show(title: &str, body: &str, tag: &str) -> bool {
    let Some(notification) = global::<JsValue>("Notification") else { return false };
    if permission(&notification) != "granted" {
        return false;
    }
    let options = object(&[("body", body.into()), ("tag", tag.into())]);
    let Some(shown) = construct(&notification, title, &options) else {
        return show_by_worker(title, &options).await;
    };
    if let Some(focus) = global::<Function>("focus") {
        let _ = Reflect::set(&shown, &"onclick".into(), &focus);
    }
    true
}

/// `new Notification(title, options)`. Some mobile browsers allow notifications from a service worker only, and throw here.
fn construct(notification: &JsValue, title: &str, options: &JsValue) -> Option<JsValue> {
    Reflect::construct(notification.unchecked_ref::<Function>(), &Array::of2(&title.into(), options)).ok()
}

/// Shows a notification whose clicks the service worker receives.
async fn show_by_worker(title: &str, options: &JsValue) -> bool {
    let Some(registration) = worker().await else { return false };
    let Some(show) = property::<Function>(&registration, "showNotification") else { return false };
    match show.call2(&registration, &title.into(), options) {
        Ok(shown) => JsFuture::from(Promise::resolve(&shown)).await.is_ok(),
        Err(_) => false,
    }
}

/// The registration of the app's own service worker, if it is active. A page around the app may have another one.
async fn worker() -> Option<JsValue> {
    let workers = navigator::<JsValue>("serviceWorker")?;
    let found = property::<Function>(&workers, "getRegistration")?.call0(&workers).ok()?;
    let registration = JsFuture::from(Promise::resolve(&found)).await.ok()?;
    let active = property::<JsValue>(&registration, "active")?;
    let script = property::<JsValue>(&active, "scriptURL")?.as_string()?;
    (script == address("sw.js")).then_some(registration)
}

fn permission(notification: &JsValue) -> String {
    property::<JsValue>(notification, "permission").and_then(|given| given.as_string()).unwrap_or_default()
}
