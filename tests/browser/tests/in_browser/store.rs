//! Behaviour specific to IndexedDB: sizes, blobs, two connections, refusals of the browser.

use crate::support::{damage, fresh, open, raw_dump, run};
use futures_util::future::{Either, FutureExt, join, select};
use ricordo_core::{
    branch::Sequence,
    change::Change,
    error::StoreError,
    id::BlobId,
    record::{Blob, Kind, RECORD_VERSION, Record, RecordKey},
    store::Store,
    testing::{conformance::dump, sample},
    time::Timestamp,
};
use std::pin::pin;
use wasm_bindgen_test::wasm_bindgen_test;

fn blob(bytes: &[u8]) -> Record {
    Record::Blob(Blob {
        id: BlobId::new(Timestamp(5_000), [9; 10]),
        conversation: sample::conversation_id(1),
        media_type: "image/png".to_owned(),
        bytes: bytes.to_vec(),
    })
}

#[wasm_bindgen_test]
async fn the_last_messages_of_a_long_conversation_are_read_alone() {
    let store = open("long").await;
    for conversation in 1..=2 {
        store.apply(sample::stored(conversation, 5_000)).await.unwrap();
    }
    let count = "globalThis.rowsRead = 0;
        const getAll = IDBObjectStore.prototype.getAll;
        globalThis.restore = () => { IDBObjectStore.prototype.getAll = getAll; };
        IDBObjectStore.prototype.getAll = function (...asked) {
            const request = getAll.apply(this, asked);
            if (this.name === 'messages') {
                request.addEventListener('success', () => { globalThis.rowsRead += request.result.length; });
            }
            return request;
        };";
    run(count, "").await;
    let snapshot = store.snapshot(sample::conversation_id(1), 50).await.unwrap().unwrap();
    let older = store.messages(sample::conversation_id(1), 4_950, 50).await.unwrap();
    let read = run("globalThis.restore(); return globalThis.rowsRead;", "").await.as_f64();

    let places = |messages: &[ricordo_core::message::Message]| -> Vec<Sequence> {
        messages.iter().map(|message| message.sequence).collect()
    };
    assert_eq!(places(&snapshot.messages), (4_950..5_000).collect::<Vec<_>>());
    assert_eq!(places(&older), (4_900..4_950).collect::<Vec<_>>());
    assert_eq!(read, Some(100.0));
}

#[wasm_bindgen_test]
async fn a_snapshot_asks_for_everything_at_once() {
    let store = open("at-once").await;
    store.apply(sample::stored(1, 3)).await.unwrap();
    let count = "let sent = 0;
        const { get, getAll } = IDBObjectStore.prototype;
        globalThis.sentBeforeAnyAnswer = undefined;
        globalThis.restore = () => { Object.assign(IDBObjectStore.prototype, { get, getAll }); };
        const counted = (own) => function (...asked) {
            const request = own.apply(this, asked);
            sent += 1;
            request.addEventListener('success', () => { globalThis.sentBeforeAnyAnswer ??= sent; });
            return request;
        };
        Object.assign(IDBObjectStore.prototype, { get: counted(get), getAll: counted(getAll) });";
    run(count, "").await;
    store.snapshot(sample::conversation_id(1), 50).await.unwrap().unwrap();
    let sent = run("globalThis.restore(); return globalThis.sentBeforeAnyAnswer;", "").await.as_f64();
    // One per kind of record except the messages (their keys come from the answers), and two for the summaries.
    assert_eq!(sent, Some(10.0));
}

#[wasm_bindgen_test]
async fn a_wide_gap_costs_one_more_look() {
    let store = open("gap").await;
    store.apply(sample::stored(1, 1_000)).await.unwrap();
    let gap = (10..995).map(|place| Change::Remove(RecordKey::Message(sample::branch_id(1), place)));
    store.apply(gap.collect()).await.unwrap();
    let found = store.messages(sample::conversation_id(1), Sequence::MAX, 10).await.unwrap();
    let found: Vec<_> = found.iter().map(|message| message.sequence).collect();
    assert_eq!(found, [5, 6, 7, 8, 9, 995, 996, 997, 998, 999]);
}

#[wasm_bindgen_test]
async fn blobs_are_stored_as_blobs_and_come_back_exactly() {
    let store = open("blobs").await;
    let bytes: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    store.apply(vec![Change::Add(blob(&bytes))]).await.unwrap();
    let kind = "const database = await new Promise((resolve) => {
            const request = indexedDB.open(argument);
            request.onsuccess = () => resolve(request.result);
        });
        const request = database.transaction('blobs').objectStore('blobs').getAll();
        const [row] = await new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
        database.close();
        return `${row.blobs[0] instanceof Blob} ${row.blobs[0].size} ${row.bytes.length}`;";
    assert_eq!(run(kind, fresh("blobs")).await.as_string().unwrap(), "true 300000 0");
    assert_eq!(store.record(blob(&[]).key()).await.unwrap(), Some(blob(&bytes)));
    assert_eq!(store.records(Kind::Blob).await.unwrap(), [blob(&bytes)]);
}

#[wasm_bindgen_test]
async fn what_cannot_be_read_is_removed_and_replaced_like_anything_else() {
    let store = open("unreadable").await;
    store.apply([sample::stored(1, 3), vec![Change::Add(blob(b"one"))]].concat()).await.unwrap();
    let image = blob(&[]).key();
    let RecordKey::Blob(id) = image else { panic!("it is an image") };
    damage("unreadable", sample::branch_id(1), id).await;
    let message = |place| RecordKey::Message(sample::branch_id(1), place);
    for lost in [message(1), image] {
        assert!(matches!(store.record(lost).await, Err(StoreError::Damaged { .. })), "{lost:?}");
    }
    let undo = vec![Change::Remove(image), Change::AddUndo(sample::undo(1, 1))];
    store.apply(undo).await.unwrap();
    let undo = store.last_undo(sample::conversation_id(1)).await.unwrap().unwrap();
    assert!(undo.changes.is_empty(), "the entry can be read, and brings back nothing that is lost");
    let inverse = store.apply([1, 2].map(|place| Change::Remove(message(place))).to_vec()).await.unwrap();
    let back = sample::message(1, 2, "Message 2");
    assert_eq!(inverse, [Change::Put(Record::Message(Box::new(back)))]);
    assert_eq!(store.record(message(1)).await, Ok(None));
    assert_eq!(store.record(image).await, Ok(None));
}

#[wasm_bindgen_test]
async fn a_blob_that_was_removed_or_replaced_comes_back_by_the_inverse() {
    let store = open("blob-inverse").await;
    store.apply(vec![Change::Add(blob(b"one"))]).await.unwrap();
    let before = dump(&store).await;
    let changes = vec![
        Change::Put(blob(b"two")),
        Change::Put(blob(b"three")),
        Change::Remove(blob(&[]).key()),
        Change::AddUndo(sample::undo(1, 1)),
    ];
    let inverse = store.apply(changes).await.unwrap();
    let undo = store.last_undo(sample::conversation_id(1)).await.unwrap().unwrap();
    assert_eq!(undo.changes, inverse[1..]);
    assert_eq!(undo.changes, [Change::Put(blob(b"three")), Change::Put(blob(b"two")), Change::Put(blob(b"one"))]);
    store.apply(inverse).await.unwrap();
    assert_eq!(dump(&store).await, before);
}

#[wasm_bindgen_test]
async fn rows_say_the_version_of_their_shape() {
    let store = open("row-version").await;
    store.apply(sample::stored(1, 1)).await.unwrap();
    assert_eq!(raw_dump("row-version").await.matches(&format!("\"schema\":{RECORD_VERSION}")).count(), 3);
}

#[wasm_bindgen_test]
async fn two_handles_that_take_one_place_conflict_and_one_wins() {
    let (one, other) = (open("two").await, open("two").await);
    one.apply(sample::stored(1, 1)).await.unwrap();
    let take = |text: &str, id: u32| {
        let place = sample::message(1, 1, text);
        let other_id = ricordo_core::message::Message { id: sample::message(id, 1, "").id, ..place };
        vec![Change::Add(Record::Message(Box::new(other_id)))]
    };
    let (first, second) = join(one.apply(take("one", 20)), other.apply(take("other", 21))).await;
    assert_eq!([first.is_ok(), second.is_ok()].iter().filter(|ok| **ok).count(), 1);
    assert!([first.err(), second.err()].contains(&Some(StoreError::Conflict)));
    assert_eq!(one.messages(sample::conversation_id(1), Sequence::MAX, 10).await.unwrap().len(), 2);
}

#[wasm_bindgen_test]
async fn one_id_on_two_places_is_a_conflict() {
    let store = open("one-id").await;
    store.apply(sample::stored(1, 2)).await.unwrap();
    let twice = ricordo_core::message::Message { sequence: 9, ..sample::message(1, 0, "again") };
    let error = store.apply(vec![Change::Add(Record::Message(Box::new(twice)))]).await.unwrap_err();
    assert_eq!(error, StoreError::Conflict);
}

#[wasm_bindgen_test]
async fn a_full_browser_is_told_as_full_and_nothing_is_stored() {
    let store = open("full").await;
    store.apply(sample::stored(1, 1)).await.unwrap();
    let before = dump(&store).await;
    // A test cannot fill the quota of a real browser, so the browser's error is mocked.
    let refuse = "const put = IDBObjectStore.prototype.put;
        globalThis.restore = () => { IDBObjectStore.prototype.put = put; };
        IDBObjectStore.prototype.put = function () { throw new DOMException('no room', 'QuotaExceededError'); };";
    run(refuse, "").await;
    let renamed = ricordo_core::conversation::Conversation { title: "new".to_owned(), ..sample::conversation(1) };
    let changes = vec![Change::Add(Record::Branch(sample::branch(2))), Change::Put(Record::Conversation(renamed))];
    let error = store.apply(changes).await.unwrap_err();
    run("globalThis.restore();", "").await;
    assert_eq!(error, StoreError::Full);
    assert_eq!(dump(&store).await, before);
}

#[wasm_bindgen_test]
async fn a_browser_without_storage_is_told_as_unavailable() {
    let hide = "const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
        globalThis.restore = () => Object.defineProperty(globalThis, 'indexedDB', own);
        Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: () => argument || undefined });";
    run(hide, "").await;
    let missing = crate::support::try_open("unavailable").await;
    run("globalThis.restore();", "").await;
    assert!(matches!(missing, Err(StoreError::Unavailable { .. })), "{missing:?}");

    let refuse = "const open = IDBFactory.prototype.open;
        globalThis.restore = () => { IDBFactory.prototype.open = open; };
        IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };";
    run(refuse, "").await;
    let refused = crate::support::try_open("unavailable").await;
    run("globalThis.restore();", "").await;
    assert!(refused.is_err(), "{refused:?}");
}

#[wasm_bindgen_test]
async fn what_was_read_in_one_handle_is_what_another_wrote() {
    let (one, other) = (open("handles").await, open("handles").await);
    one.apply(sample::stored(3, 4)).await.unwrap();
    assert_eq!(dump(&one).await, dump(&other).await);
    one.close().await;
    assert_eq!(one.conversations().await.unwrap_err(), StoreError::Closed);
    assert_eq!(other.conversations().await.unwrap().len(), 1);
}

/// A turn that does not wait for recall gives up reads that are on their way.
#[wasm_bindgen_test]
async fn reads_that_are_given_up_disturb_no_others() {
    let store = open("given-up").await;
    store.apply(sample::stored(1, 300)).await.unwrap();
    let (first, last) = RecordKey::messages_of(sample::branch_id(1));
    for _ in 0..20 {
        let read = pin!(store.records_between(first, last, 100));
        let both = pin!(join(store.conversations(), store.count(Kind::Message)));
        // The other two are answered while the first is still on its way, or before it was sent at all.
        match select(read, both).await {
            Either::Left((read, _)) => assert_eq!(read.unwrap().len(), 100),
            Either::Right(((conversations, count), _)) => {
                assert_eq!((conversations.unwrap().len(), count), (1, Ok(300)))
            }
        }
        drop(store.records_between(first, last, 100).now_or_never());
    }
    assert_eq!(store.records_between(first, last, u32::MAX).await.unwrap().len(), 300);
    let message = sample::message(1, 300, "And one more");
    store.apply(vec![Change::Add(Record::Message(Box::new(message)))]).await.unwrap();
    assert_eq!(store.count(Kind::Message).await, Ok(301));
}
