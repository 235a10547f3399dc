//! Keys, locks, the channel between tabs, and the clock.

use crate::support::{fresh, raw_dump, run};
use gloo_timers::future::TimeoutFuture;
use ricordo_browser::{
    BrowserHost,
    channel::{Channel, News},
    keys::{self, Kept},
    locks, storage,
};
use ricordo_core::{host::Host, id::ProviderId, testing::sample, time::Timestamp};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen_test::wasm_bindgen_test;

const KEY: &str = "sk-ricordo-0123456789-ключ";

fn provider(n: u8) -> ProviderId {
    ProviderId::new(Timestamp(0), [n; 10])
}

#[wasm_bindgen_test]
async fn a_key_comes_back_and_lies_nowhere_in_the_clear() {
    let db = fresh("sealed");
    assert_eq!(keys::load(&db, provider(1)).await.unwrap(), None);
    assert_eq!(keys::save(&db, provider(1), KEY).await.unwrap(), Kept::Sealed);
    assert_eq!(keys::load(&db, provider(1)).await.unwrap().as_deref(), Some(KEY));
    assert_eq!(keys::load(&db, provider(2)).await.unwrap(), None);

    crate::support::open("sealed").await;
    let (records, sealed) = (raw_dump("sealed").await, raw_dump_keys().await);
    assert!(!records.contains("sk-ricordo"), "{records}");
    assert!(sealed.contains(&provider(1).to_string()) || sealed.contains("iv"), "{sealed}");
    assert!(!sealed.contains("sk-ricordo"), "{sealed}");

    keys::save(&db, provider(1), "another").await.unwrap();
    assert_eq!(keys::load(&db, provider(1)).await.unwrap().as_deref(), Some("another"));
    keys::remove(&db, provider(1)).await.unwrap();
    assert_eq!(keys::load(&db, provider(1)).await.unwrap(), None);
}

/// Dump of the keys' database of `sealed`, like `raw_dump`.
async fn raw_dump_keys() -> String {
    let body = "const database = await new Promise((resolve) => {
            const request = indexedDB.open(argument);
            request.onsuccess = () => resolve(request.result);
        });
        const texts = [];
        for (const store of database.objectStoreNames) {
            const request = database.transaction(store).objectStore(store).getAll();
            for (const row of await new Promise((resolve) => { request.onsuccess = () => resolve(request.result); })) {
                texts.push(row instanceof CryptoKey ? `extractable ${row.extractable}` : '');
                if (row.bytes) texts.push('iv', new TextDecoder().decode(row.iv), new TextDecoder().decode(row.bytes));
            }
        }
        database.close();
        return texts.join(' ');";
    let dump = run(body, format!("{}-keys", fresh("sealed"))).await.as_string().unwrap();
    assert!(dump.contains("extractable false"), "{dump}");
    dump
}

#[wasm_bindgen_test]
async fn a_sealed_key_does_not_open_for_another_provider() {
    let db = fresh("moved");
    keys::save(&db, provider(1), KEY).await.unwrap();
    keys::save(&db, provider(2), "mine").await.unwrap();
    let swap = "const database = await new Promise((resolve) => {
            const request = indexedDB.open(`${argument}-keys`);
            request.onsuccess = () => resolve(request.result);
        });
        const store = database.transaction('sealed', 'readwrite').objectStore('sealed');
        const all = store.getAllKeys();
        const [one, two] = await new Promise((resolve) => { all.onsuccess = () => resolve(all.result); });
        const row = store.get(one);
        const put = store.put(await new Promise((resolve) => { row.onsuccess = () => resolve(row.result); }), two);
        await new Promise((resolve) => { put.onsuccess = resolve; });
        database.close();";
    run(swap, db.clone()).await;
    assert_eq!(keys::load(&db, provider(2)).await.unwrap(), None);
    assert_eq!(keys::load(&db, provider(1)).await.unwrap().as_deref(), Some(KEY));
}

#[wasm_bindgen_test]
async fn without_storage_a_key_stays_in_memory() {
    let db = fresh("memory-keys");
    let hide = "const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
        globalThis.restore = () => Object.defineProperty(globalThis, 'indexedDB', own);
        Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: () => undefined });";
    run(hide, "").await;
    let kept = keys::save(&db, provider(1), KEY).await;
    let loaded = keys::load(&db, provider(1)).await;
    let removed = keys::remove(&db, provider(1)).await;
    let after = keys::load(&db, provider(1)).await;
    run("globalThis.restore();", "").await;
    assert_eq!((kept, loaded.unwrap().as_deref(), removed), (Ok(Kept::InMemory), Some(KEY), Ok(())));
    assert_eq!(after.unwrap(), None);
}

#[wasm_bindgen_test]
async fn a_lock_is_held_by_one_and_free_again_when_dropped() {
    let name = locks::turn(&fresh("locks"), sample::conversation_id(1));
    let guard = locks::try_hold(&name).await.expect("nobody holds it");
    assert!(locks::try_hold(&name).await.is_none());
    drop(guard);
    // Comes back only when it is free.
    drop(locks::hold(&name).await);
}

/// Comes back when a request for the lock stands in the queue behind the one that holds it.
async fn queued(name: &str) {
    let body =
        "const isQueued = async () => (await navigator.locks.query()).pending.some(({ name }) => name === argument);
        while (!(await isQueued())) {}";
    run(body, name).await;
}

#[wasm_bindgen_test]
async fn a_lock_is_waited_for_and_a_waiter_that_gives_up_holds_nothing() {
    let name = fresh("waited");
    let guard = locks::try_hold(&name).await.expect("nobody holds it");
    {
        let gives_up = std::pin::pin!(locks::hold(&name));
        let is_queued = std::pin::pin!(queued(&name));
        let waited = futures_util::future::select(gives_up, is_queued).await;
        assert!(matches!(waited, futures_util::future::Either::Right(_)));
    }
    drop(guard);
    let held = std::pin::pin!(locks::hold(&name));
    let held = futures_util::future::select(held, TimeoutFuture::new(1_000)).await;
    assert!(matches!(held, futures_util::future::Either::Left(_)));
}

#[wasm_bindgen_test]
async fn waiting_for_a_lock_for_a_time_ends_with_the_lock_or_without_it() {
    let name = fresh("within");
    let guard = locks::try_hold(&name).await.expect("nobody holds it");
    assert!(locks::hold_within(&name, 20).await.is_none());
    let (later, ()) = futures_util::future::join(locks::hold_within(&name, 5_000), async {
        queued(&name).await;
        drop(guard);
    })
    .await;
    assert!(later.is_some());
    assert!(locks::hold_within(&name, 20).await.is_none());
}

/// Sends news to the other tabs, and comes back when the tab that opened the channel last has received all of it: the
/// others have been served before.
async fn deliver(here: &Channel, db: &str, news: &[News]) {
    let body = format!(
        "const channel = new BroadcastChannel(`ricordo:${{argument}}`);
        let left = {};
        await new Promise((resolve) => {{ channel.onmessage = () => {{ left -= 1; if (left === 0) resolve(); }}; }});
        channel.close();",
        news.len()
    );
    futures_util::future::join(run(&body, db), async { news.iter().for_each(|one| here.send(*one)) }).await;
}

#[wasm_bindgen_test]
async fn another_tab_hears_of_a_change_until_it_stops_listening() {
    let db = fresh("channel");
    let (here, there) = (Channel::open(&db), Channel::open(&db));
    let received = Rc::new(RefCell::new(Vec::new()));
    let listener = there.on_message({
        let received = received.clone();
        move |news| received.borrow_mut().push(news)
    });
    let news = [News::Conversation(sample::conversation_id(1)), News::Several, News::Everything, News::Vectors];
    deliver(&here, &db, &news).await;
    assert_eq!(*received.borrow(), news);
    drop(listener);
    deliver(&here, &db, &[News::Vectors]).await;
    assert_eq!(received.borrow().len(), 4);
}

#[wasm_bindgen_test]
async fn the_host_tells_time_and_random_bytes_and_sleeps() {
    let host = BrowserHost;
    let before = host.now();
    assert!(before.at.0 > 1_700_000_000_000 && before.offset_minutes.abs() <= 1_560);
    assert_ne!(host.random(), host.random());
    host.sleep(30).await;
    assert!(host.now().at.0 - before.at.0 >= 25);
}

#[wasm_bindgen_test]
async fn the_browser_says_how_much_room_there_is() {
    let estimate = storage::estimate().await.expect("Chromium says it");
    assert!(estimate.quota > 0 && estimate.used <= estimate.quota);
    // Whether the browser grants it is not tested.
    storage::persist().await;
}
