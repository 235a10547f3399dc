//! Locks between tabs, by the Web Locks API: the browser releases them when the holding tab closes or crashes.
//!
//! Without Web Locks, each tab behaves as if it were the only one.

use crate::{
    BrowserHost,
    global::{navigator, object, property},
};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, JsString, Promise};
use ricordo_core::{host::Host as _, id::ConversationId};
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortController;

/// A held lock; dropping it releases the lock.
#[derive(Debug)]
#[must_use = "the lock is released when it is dropped"]
pub struct Guard {
    release: Function,
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Resolving a promise does not throw.
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// The lock that a tab holds while it streams a reply in a conversation.
pub fn turn(db: &str, conversation: ConversationId) -> String {
    format!("ricordo:{db}:turn:{conversation}")
}

/// The lock of a tab while it imports files.
pub fn import(db: &str) -> String {
    format!("ricordo:{db}:import")
}

/// The lock of a tab while it makes a backup.
pub fn backup(db: &str) -> String {
    format!("ricordo:{db}:backup")
}

/// The lock of whatever reads the stored draft of a conversation that is not open, and stores it changed.
pub fn draft(db: &str, conversation: ConversationId) -> String {
    format!("ricordo:{db}:draft:{conversation}")
}

/// Whether a lock is one that a tab holds while it receives a reply, imports files or makes a backup.
fn is_busy(lock: &str, db: &str) -> bool {
    lock == import(db) || lock == backup(db) || lock.starts_with(&format!("ricordo:{db}:turn:"))
}

/// Whether a tab, which may be this one, receives a reply, imports files or makes a backup. `false` if the browser does not say.
pub async fn is_any_busy(db: &str) -> bool {
    let Some(query) = navigator::<LockManager>("locks").and_then(|locks| locks.query().ok()) else { return false };
    let Ok(state) = JsFuture::from(query).await else { return false };
    let held = property::<Array>(&state, "held").unwrap_or_default();
    held.iter().filter_map(|lock| property::<JsString>(&lock, "name")).any(|name| is_busy(&String::from(name), db))
}

/// Takes the lock if it is free; `None` if another tab or this one holds it.
pub async fn try_hold(name: &str) -> Option<Guard> {
    request(name, Asks::IfFree).await
}

/// Waits for the lock and takes it. Dropping the future leaves the queue.
pub async fn hold(name: &str) -> Guard {
    granted(name, Asks::Alone).await
}

/// Waits for the lock and takes it together with everybody else who shares it. Nobody else can hold it alone meanwhile.
pub async fn share(name: &str) -> Guard {
    granted(name, Asks::Shared).await
}

/// Waits for the lock for at most this time, in milliseconds; `None` if another tab or this one still holds it then.
pub async fn hold_within(name: &str, milliseconds: u32) -> Option<Guard> {
    match select(pin!(hold(name)), pin!(BrowserHost.sleep(milliseconds))).await {
        Either::Left((guard, _)) => Some(guard),
        Either::Right(((), _)) => None,
    }
}

/// How a lock is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// For this tab alone, and only if it is free at once.
    IfFree,
    /// For this tab alone, after waiting.
    Alone,
    /// Together with others who share it, after waiting.
    Shared,
}

async fn granted(name: &str, asks: Asks) -> Guard {
    loop {
        // Without `ifAvailable` the browser always grants the lock eventually.
        if let Some(guard) = request(name, asks).await {
            return guard;
        }
    }
}

async fn request(name: &str, asks: Asks) -> Option<Guard> {
    let (released, release) = deferred();
    // Created before the lock is requested: if we stop waiting just when the lock is granted, it is released at once.
    let guard = Guard { release };
    let Some(locks) = navigator::<LockManager>("locks") else {
        return Some(guard);
    };
    let (answered, answer) = deferred();
    let on_answer = Closure::once_into_js(move |lock: JsValue| {
        let granted = !lock.is_null();
        let _ = answer.call1(&JsValue::UNDEFINED, &granted.into());
        if granted { released.into() } else { JsValue::UNDEFINED }
    });
    let queued = (asks != Asks::IfFree).then(Queued::new).flatten();
    let mode = ("mode", if asks == Asks::Shared { "shared" } else { "exclusive" }.into());
    let options = match &queued {
        Some(Queued(controller)) => object(&[mode, ("signal", controller.signal().into())]),
        None => object(&[mode, ("ifAvailable", (asks == Asks::IfFree).into())]),
    };
    let Ok(done) = locks.request(name, &options, on_answer.unchecked_ref()) else {
        return Some(guard);
    };
    match select(JsFuture::from(answered), JsFuture::from(done)).await {
        Either::Left((answer, _)) => answer.ok()?.is_truthy().then_some(guard),
        // The browser refuses locks in an opaque origin, so no other tab can hold one.
        Either::Right((Err(_), _)) => Some(guard),
        Either::Right((Ok(_), answered)) => answered.await.ok()?.is_truthy().then_some(guard),
    }
}

/// A request in the queue; dropping it leaves the queue. A lock that was granted is not affected.
struct Queued(AbortController);

impl Queued {
    fn new() -> Option<Self> {
        AbortController::new().ok().map(Self)
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A promise and the function that resolves it.
fn deferred() -> (Promise, Function) {
    let mut fulfil = None;
    let promise = Promise::new(&mut |resolve, _| fulfil = Some(resolve));
    (promise, fulfil.unwrap_or_else(|| Function::new_no_args("")))
}

#[wasm_bindgen]
extern "C" {
    /// `web_sys` has it only behind a build flag.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, options: &JsValue, callback: &Function) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn query(this: &LockManager) -> Result<Promise, JsValue>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::time::Timestamp;

    #[test]
    fn a_tab_is_busy_with_replies_imports_and_backups_of_its_own_database() {
        let conversation = ConversationId::new(Timestamp(1), [1; 10]);
        for name in [turn("a", conversation), import("a"), backup("a")] {
            assert!(is_busy(&name, "a") && !is_busy(&name, "b"), "{name}");
        }
        for name in ["ricordo:a:maintain", "ricordo:a:temporary:1", "ricordo-weights a"] {
            assert!(!is_busy(name, "a"), "{name}");
        }
    }
}
