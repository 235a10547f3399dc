//! Permanently deletes everything that the page stores in this browser: databases, keys, downloaded weights, preferences.

use crate::global::{global, property};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, Promise};
use ricordo_core::{cancel::Cancel, host::Host};
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

/// Name prefix of our caches and of our local storage entries.
const OURS: &str = "ricordo";
/// Time that other tabs have to close their connection, in milliseconds.
const PATIENCE: u32 = 5_000;

/// Deletes a database with its keys and what belongs to its backups, all caches and the local storage of the page. Close the database first.
///
/// Returns `false` if another tab keeps a database open. The browser deletes that one once the tab closes; what would come
/// after it is not deleted.
pub async fn everything(database: &str) -> bool {
    for name in ["", "-keys", "-backups"] {
        if !delete_database(&format!("{database}{name}")).await {
            return false;
        }
    }
    delete_caches().await;
    delete_choices();
    true
}

/// Requests the deletion and waits until it is done or known to be blocked by another connection.
async fn delete_database(name: &str) -> bool {
    let Some(factory) = global::<JsValue>("indexedDB") else { return true };
    let Some(delete) = property::<Function>(&factory, "deleteDatabase") else { return true };
    let Ok(request) = delete.call1(&factory, &name.into()) else { return true };
    let done = Cancel::default();
    let raised = done.clone();
    let on_end = Closure::<dyn FnMut()>::new(move || raised.cancel());
    for event in ["onsuccess", "onerror"] {
        let _ = js_sys::Reflect::set(&request, &event.into(), on_end.as_ref());
    }
    let host = crate::BrowserHost;
    let (ended, patience) = (pin!(done.cancelled()), pin!(host.sleep(PATIENCE)));
    let is_done = matches!(select(ended, patience).await, Either::Left(_));
    if !is_done {
        // The browser may still call the handler.
        on_end.forget();
    }
    is_done
}

async fn delete_caches() {
    let Some(caches) = global::<JsValue>("caches") else { return };
    let Some(names) = call(&caches, "keys", None).await else { return };
    for name in Array::from(&names).iter() {
        if name.as_string().is_some_and(|name| name.starts_with(OURS)) {
            call(&caches, "delete", Some(&name)).await;
        }
    }
}

/// Calls a method that returns a promise, and awaits it.
async fn call(of: &JsValue, method: &str, argument: Option<&JsValue>) -> Option<JsValue> {
    let function = property::<Function>(of, method)?;
    let promise = match argument {
        Some(argument) => function.call1(of, argument),
        None => function.call0(of),
    };
    JsFuture::from(promise.ok()?.dyn_into::<Promise>().ok()?).await.ok()
}

fn delete_choices() {
    let Some(storage) = web_sys::window().and_then(|window| window.local_storage().ok().flatten()) else { return };
    let count = storage.length().unwrap_or(0);
    let names: Vec<String> = (0..count).filter_map(|at| storage.key(at).ok().flatten()).collect();
    for name in names.iter().filter(|name| name.starts_with(OURS)) {
        let _ = storage.remove_item(name);
    }
}
