//! Permanently deletes everything that the page stores in this browser: databases, keys, downloaded weights, preferences.

use crate::global::{global, property};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, Promise};
use ricordo_core::{cancel::Cancel, host::Host};
use std::{cell::Cell, pin::pin, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

/// Name prefix of our caches and of our local storage entries.
const OURS: &str = "ricordo";
/// Name prefix of the caches of the service worker, which hold the page itself and no data.
const BUILDS: &str = "ricordo-build-";
/// Time that other tabs have to close their connection, in milliseconds.
const PATIENCE: u32 = 5_000;

/// What became of a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Deletion {
    /// All is deleted.
    Done,
    /// Another tab keeps a database open. The browser deletes it once that tab is closed; the rest is deleted.
    Waits,
    /// The browser could not delete a database, and what comes after it was left.
    Failed,
}

/// Deletes a database with its keys and what belongs to its backups, the downloaded models, and the local storage of the page
/// except what `stays`. Close the database first.
pub async fn everything(database: &str, stays: impl Fn(&str) -> bool) -> Deletion {
    let mut whole = Deletion::Done;
    for name in ["", "-keys", "-backups"] {
        match delete_database(&format!("{database}{name}")).await {
            Deletion::Done => {}
            // It will be deleted, so the rest must not stay behind.
            Deletion::Waits => whole = Deletion::Waits,
            Deletion::Failed => return Deletion::Failed,
        }
    }
    delete_caches().await;
    delete_choices(stays);
    whole
}

/// Requests the deletion and waits until it is done or known to be blocked by another connection.
async fn delete_database(name: &str) -> Deletion {
    let Some(factory) = global::<JsValue>("indexedDB") else { return Deletion::Done };
    let Some(delete) = property::<Function>(&factory, "deleteDatabase") else { return Deletion::Done };
    // A browser that lets the page open no database has none.
    let Ok(request) = delete.call1(&factory, &name.into()) else { return Deletion::Done };
    let ended = Cancel::default();
    let has_failed = Rc::new(Cell::new(false));
    let handler = |fails: bool| {
        let (ended, has_failed) = (ended.clone(), Rc::clone(&has_failed));
        Closure::<dyn FnMut()>::new(move || {
            has_failed.set(fails);
            ended.cancel();
        })
    };
    let handlers = [("onsuccess", handler(false)), ("onerror", handler(true))];
    for (event, handler) in &handlers {
        let _ = js_sys::Reflect::set(&request, &(*event).into(), handler.as_ref());
    }
    let host = crate::BrowserHost;
    let is_ended = {
        let (ended, patience) = (pin!(ended.cancelled()), pin!(host.sleep(PATIENCE)));
        matches!(select(ended, patience).await, Either::Left(_))
    };
    if !is_ended {
        // The browser may still call them.
        for (_, handler) in handlers {
            handler.forget();
        }
        return Deletion::Waits;
    }
    if has_failed.get() { Deletion::Failed } else { Deletion::Done }
}

async fn delete_caches() {
    let Some(caches) = global::<JsValue>("caches") else { return };
    let Some(names) = call(&caches, "keys", None).await else { return };
    for name in Array::from(&names).iter() {
        // Without its build the page would not open offline.
        if name.as_string().is_some_and(|name| name.starts_with(OURS) && !name.starts_with(BUILDS)) {
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

fn delete_choices(stays: impl Fn(&str) -> bool) {
    let Some(storage) = web_sys::window().and_then(|window| window.local_storage().ok().flatten()) else { return };
    let count = storage.length().unwrap_or(0);
    let names: Vec<String> = (0..count).filter_map(|at| storage.key(at).ok().flatten()).collect();
    for name in names.iter().filter(|name| name.starts_with(OURS) && !stays(name)) {
        let _ = storage.remove_item(name);
    }
}
