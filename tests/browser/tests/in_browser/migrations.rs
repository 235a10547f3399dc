//! Data of older versions, written as the builds of that version wrote it, is read by this one.

use crate::support::{fresh, open, raw_open, run, try_open};
use ricordo_core::{
    error::StoreError,
    record::{Kind, RECORD_VERSION, Record},
    store::Store,
    testing::sample,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

/// The object stores of version 1, and a conversation with two branches: the second leaves the first at place 2.
const VERSION_1: &str = r#"
    for (const store of ["conversations", "branches", "messages", "forgets", "reply_drafts", "composer_drafts",
                         "undo", "settings", "providers", "blobs"]) {
        const made = database.createObjectStore(store);
        if (store === "messages") made.createIndex("by_conversation", "conversation");
    }
    const id = (kind, n) => `01900000-0000-7000-8${kind}00-00000000000${n}`;
    const conversation = id(1, 1), first = id(2, 1), second = id(2, 2);
    const put = (store, key, row) => transaction.objectStore(store).put({ schema: 1, ...row }, key);
    put("conversations", conversation, { id: conversation, title: "Alt", active_branch: second, provider: undefined,
        created_at: 1000, updated_at: 2000 });
    put("branches", [conversation, first], { id: first, conversation, parent: undefined, first: 0 });
    put("branches", [conversation, second], { id: second, conversation, parent: first, first: 2 });
    let n = 0;
    const message = (branch, sequence, role, text, tokens) => put("messages", [branch, sequence], {
        id: id(3, n++), conversation, branch, sequence, role, author: undefined, parts: [{ text: { text } }],
        reply_to: undefined, created_at: 1000 + sequence, model: role === "assistant" ? "m" : undefined,
        finish: role === "assistant" ? "complete" : undefined,
        usage: role === "assistant" ? { prompt_tokens: 5, completion_tokens: 6, cached_tokens: undefined } : undefined,
        tokens });
    message(first, 0, "user", "Привіт 🦔", 3);
    message(first, 1, "assistant", "b", 5);
    message(first, 2, "user", "c", 7);
    message(second, 2, "user", "d", 11);
    message(second, 3, "assistant", "e", 13);
    put("reply_drafts", conversation, { conversation, message: id(3, 9), branch: second, sequence: 4,
        parts: [{ text: { text: "half" } }], model: "m", started_at: 3000, saved_at: 3500 });
    put("settings", "settings", { version: 1, system_prompt: "Sei kurz.", context_max_tokens: 4000 });
"#;

#[wasm_bindgen_test]
async fn version_1_is_read_with_the_missing_fields_filled() {
    let raw = raw_open("version-1", 1, VERSION_1).await;
    run("argument.close()", raw).await;
    let store = open("version-1").await;

    let conversation = store.conversations().await.unwrap().remove(0);
    assert_eq!(conversation.title, "Alt");
    let snapshot = store.snapshot(conversation.id, 10).await.unwrap().unwrap();
    let found: Vec<_> = snapshot.messages.iter().map(|m| (m.text(), m.sequence, m.tokens_before)).collect();
    let expected = [("Привіт 🦔", 0, 0), ("b", 1, 3), ("d", 2, 8), ("e", 3, 19)];
    assert_eq!(found, expected.map(|(text, sequence, before)| (text.to_owned(), sequence, before)));
    assert!(snapshot.messages.iter().all(|message| !message.muted && !message.pinned));
    assert_eq!(snapshot.reply_draft.unwrap().tokens_before, 32);

    let by_id = store.message(snapshot.messages[0].id).await.unwrap().unwrap();
    assert_eq!(by_id, snapshot.messages[0]);
    let left_behind = store.records(Kind::Message).await.unwrap();
    let left_behind = left_behind.iter().find_map(|record| match record {
        Record::Message(message) if message.text() == "c" => Some(message.tokens_before),
        _ => None,
    });
    assert_eq!(left_behind, Some(8));
    match store.records(Kind::Settings).await.unwrap().as_slice() {
        [Record::Settings(settings)] => {
            assert_eq!((settings.system_prompt.as_str(), settings.context_max_tokens), ("Sei kurz.", 4000));
        }
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn a_long_history_is_filled_to_its_end() {
    let long = format!(
        r#"{VERSION_1}
        const third = id(2, 3);
        put("branches", [conversation, third], {{ id: third, conversation, parent: undefined, first: 0 }});
        for (let place = 0; place < 1203; place++) {{
            put("messages", [third, place], {{ id: crypto.randomUUID(), conversation, branch: third, sequence: place,
                role: "user", parts: [{{ text: {{ text: "w" }} }}], created_at: place, tokens: 2 }});
        }}"#
    );
    let raw = raw_open("long-history", 1, &long).await;
    run("argument.close()", raw).await;
    let records = open("long-history").await.records(Kind::Message).await.unwrap();
    let sums = records[records.len() - 1_203..].iter().map(|record| match record {
        Record::Message(message) => message.tokens_before,
        other => panic!("{other:?}"),
    });
    let sums: Vec<_> = sums.collect();
    assert_eq!(sums, (0..1_203).map(|place| place * 2).collect::<Vec<_>>());
}

#[wasm_bindgen_test]
async fn an_upgraded_database_has_the_shape_of_a_new_one() {
    let raw = raw_open("upgraded-shape", 1, VERSION_1).await;
    run("argument.close()", raw).await;
    open("upgraded-shape").await.close().await;
    open("new-shape").await.close().await;
    let upgraded = shape("upgraded-shape").await;
    assert!(upgraded.contains("by_id"), "{upgraded}");
    assert_eq!(upgraded, shape("new-shape").await);
}

#[wasm_bindgen_test]
async fn a_message_can_be_written_after_the_upgrade() {
    let raw = raw_open("write-after", 1, VERSION_1).await;
    run("argument.close()", raw).await;
    let store = open("write-after").await;
    store.apply(sample::stored(7, 4)).await.unwrap();
    assert_eq!(store.snapshot(sample::conversation_id(7), 10).await.unwrap().unwrap().messages.len(), 4);
}

#[wasm_bindgen_test]
async fn a_step_that_fails_leaves_the_old_version_in_force() {
    // Two messages with one id: the unique index of version 2 cannot be made.
    let twice = format!(r#"{VERSION_1} n = 0; message(first, 3, "user", "twice", 1);"#);
    let raw = raw_open("failing-step", 1, &twice).await;
    run("argument.close()", raw).await;
    assert!(try_open("failing-step").await.is_err());
    let raw = raw_open("failing-step", 1, "throw new Error('it was upgraded')").await;
    run("argument.close()", raw).await;
}

#[wasm_bindgen_test]
async fn data_of_a_newer_version_is_refused_with_both_versions() {
    let newer = RECORD_VERSION + 5;
    let raw = raw_open("newer", newer, "").await;
    run("argument.close()", raw).await;
    let error = try_open("newer").await.unwrap_err();
    assert_eq!(error, StoreError::NewerVersion { found: newer, known: RECORD_VERSION });
    let version = raw_open("newer", newer, "throw new Error('it was touched')").await;
    run("argument.close()", version).await;
}

#[wasm_bindgen_test]
async fn an_older_tab_blocks_the_upgrade_and_is_told_from_a_failure() {
    // It does not listen to `versionchange`, so it stays open.
    let older = raw_open("blocked", 1, VERSION_1).await;
    assert_eq!(try_open("blocked").await.unwrap_err(), StoreError::UpgradeBlocked);
    run("argument.close()", older).await;
    // The upgrade that was asked for runs now, with its migrations; then the next one opens what it made.
    let store = open("blocked").await;
    let conversation = store.conversations().await.unwrap().remove(0);
    assert_eq!(store.snapshot(conversation.id, 10).await.unwrap().unwrap().messages.len(), 4);
}

#[wasm_bindgen_test]
async fn a_newer_tab_closes_this_one() {
    let store = open("versionchange").await;
    store.apply(sample::stored(1, 2)).await.unwrap();
    let raw = raw_open("versionchange", RECORD_VERSION + 1, "").await;
    store.closed().await;
    assert_eq!(store.conversations().await.unwrap_err(), StoreError::Closed);
    assert_eq!(store.apply(sample::stored(2, 0)).await.unwrap_err(), StoreError::Closed);
    run("argument.close()", raw).await;
}

#[wasm_bindgen_test]
async fn deleting_the_database_closes_it() {
    let store = open("deleted").await;
    let body = "await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(argument);
        request.onsuccess = resolve;
        request.onerror = reject;
    });";
    run(body, fresh("deleted")).await;
    assert_eq!(store.conversations().await.unwrap_err(), StoreError::Closed);
}

/// The object stores and indexes of a database, as text.
async fn shape(name: &str) -> String {
    let database = raw_open(name, RECORD_VERSION, "").await;
    let body = "const stores = [...argument.objectStoreNames];
        const transaction = argument.transaction(stores);
        const shape = stores.map((name) => {
            const store = transaction.objectStore(name);
            const index = (name) => { const of = store.index(name); return [name, of.keyPath, of.unique]; };
            return [name, store.keyPath, [...store.indexNames].map(index)];
        });
        argument.close();
        return JSON.stringify(shape);";
    run(body, database).await.unchecked_into::<js_sys::JsString>().into()
}
