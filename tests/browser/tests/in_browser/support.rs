//! Helpers of the adapter tests: unique names, and JavaScript that acts as another tab or an older build.

use js_sys::{Function, Promise};
use ricordo_browser::IndexedDbStore;
use ricordo_core::{
    error::StoreError,
    id::{BlobId, BranchId},
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

thread_local! {
    static RUN: f64 = js_sys::Date::now();
}

/// A name that is unique to this run: the browser profile may be older.
pub(crate) fn fresh(name: &str) -> String {
    format!("{name}-{}", RUN.with(|run| *run))
}

/// Opens a store by name, unique to this run.
pub(crate) async fn open(name: &str) -> IndexedDbStore {
    try_open(name).await.expect("the store opens")
}

pub(crate) async fn try_open(name: &str) -> Result<IndexedDbStore, StoreError> {
    IndexedDbStore::open(&fresh(name)).await
}

/// Runs the body of an `async` function with one argument.
pub(crate) async fn run(body: &str, argument: impl Into<JsValue>) -> JsValue {
    let source = format!("return (async () => {{ {body} }})()");
    let promise = Function::new_with_args("argument", &source).call1(&JsValue::UNDEFINED, &argument.into());
    JsFuture::from(promise.expect("it runs").unchecked_into::<Promise>()).await.expect("it succeeds")
}

/// Opens a database with plain JavaScript at a version, runs `upgrade` in its upgrade, and returns the connection.
pub(crate) async fn raw_open(name: &str, version: u32, upgrade: &str) -> JsValue {
    let body = format!(
        "return await new Promise((resolve, reject) => {{
            const request = indexedDB.open(argument, {version});
            request.onupgradeneeded = () => {{
                const database = request.result, transaction = request.transaction;
                {upgrade}
            }};
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        }});"
    );
    run(&body, fresh(name)).await
}

/// Makes the second message of a branch and an image unreadable, as a disk fault does.
pub(crate) async fn damage(name: &str, branch: BranchId, image: BlobId) {
    let body = "const [name, branch, image] = argument;
        const answer = (request) => new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
        const database = await answer(indexedDB.open(name));
        const transaction = database.transaction(['messages', 'blobs'], 'readwrite');
        const done = new Promise((resolve) => { transaction.oncomplete = resolve; });
        const [messages, blobs] = [transaction.objectStore('messages'), transaction.objectStore('blobs')];
        messages.put({}, [branch, 1]);
        const { blobs: lost, ...row } = await answer(blobs.get(image));
        blobs.put(row, image);
        await done;
        database.close();";
    let names = [fresh(name), branch.to_string(), image.to_string()];
    run(body, names.iter().map(|name| JsValue::from_str(name)).collect::<js_sys::Array>()).await;
}

/// A whole database as text: JavaScript's JSON with byte arrays decoded as text.
pub(crate) async fn raw_dump(name: &str) -> String {
    let body = "const database = await new Promise((resolve, reject) => {
            const request = indexedDB.open(argument);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
        const rows = [];
        for (const store of database.objectStoreNames) {
            const transaction = database.transaction(store);
            const request = transaction.objectStore(store).getAll();
            // A connection is closed when its transactions are complete; until then it would block an upgrade.
            await new Promise((resolve) => { transaction.oncomplete = resolve; });
            rows.push(store, ...request.result);
        }
        database.close();
        return JSON.stringify(rows, (_, value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : value);";
    run(body, fresh(name)).await.as_string().expect("a text")
}
