//! This build reads data as earlier versions wrote it.

use crate::{
    support::{fresh, open, raw_dump, raw_open, run, try_open},
    version_3::VERSION_3,
};
use ricordo_browser::IndexedDbStore;
use ricordo_core::{
    error::StoreError,
    mark::{Mark, MarkKind},
    message::Message,
    model::Sampling,
    record::{Kind, RECORD_VERSION, Record, RecordKey},
    settings::Settings,
    store::Store,
    testing::sample,
    undo::UndoneCommand,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

/// The object stores of version 1, and a conversation with two branches: the second forks from the first at sequence 2.
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

/// The object stores of version 2, and a conversation with one muted message, one pinned, one both and one neither.
const VERSION_2: &str = r#"
    for (const store of ["conversations", "branches", "messages", "forgets", "reply_drafts", "composer_drafts",
                         "undo", "settings", "providers", "blobs"]) {
        const made = database.createObjectStore(store);
        if (store === "messages") {
            made.createIndex("by_conversation", "conversation");
            made.createIndex("by_id", "id", { unique: true });
        }
    }
    const id = (kind, n) => `01900000-0000-7000-8${kind}00-00000000000${n}`;
    const conversation = id(1, 1), branch = id(2, 1);
    const put = (store, key, row) => transaction.objectStore(store).put({ schema: 2, ...row }, key);
    put("conversations", conversation, { id: conversation, title: "Zwei", active_branch: branch, provider: id(6, 1),
        created_at: 1000, updated_at: 2000 });
    put("branches", [conversation, branch], { id: branch, conversation, parent: undefined, first: 0 });
    const message = (sequence, text, muted, pinned) => ({
        id: id(3, sequence), conversation, branch, sequence, role: sequence % 2 ? "assistant" : "user", author: undefined,
        parts: [{ text: { text } }, { image: { blob: id(7, 1), media_type: "image/png" } }], reply_to: undefined,
        created_at: 1000 + sequence, model: sequence % 2 ? "m" : undefined,
        finish: sequence % 2 ? { failed: { failure: { at: 5, error: { kind: "cut_off", status: undefined,
            retry_after_ms: undefined, detail: "" } } } } : undefined,
        usage: undefined, tokens: 3, tokens_before: 3 * sequence, muted, pinned });
    [["a", false, false], ["b", true, false], ["c", false, true], ["d", true, true]].forEach(([text, ...marks], n) =>
        put("messages", [branch, n], message(n, text, ...marks)));
    const forget = { id: id(4, 1), conversation, branch, before: 1, at: 1500 };
    put("undo", [conversation, id(5, 1)], { id: id(5, 1), conversation, command: "remember", at: 1600, changes: [
        { put: { forget } },
        { put: { message: message(4, "e", false, false) } },
        { put: { settings: { version: 1, system_prompt: "Vorher." } } },
        { remove: { forget: [conversation, id(4, 2)] } }] });
    put("settings", "settings", { version: 1, system_prompt: "Sei kurz.", send_now: false, context_max_tokens: 4000,
        max_response_tokens: 300, immediate_messages: 12, max_context: 10, trim_step_percent: 0,
        response_timeout_seconds: 30, sampling: { temperature: 0.5, top_p: undefined, top_k: undefined,
        repeat_penalty: undefined }, provider: id(6, 1) });
    put("providers", id(6, 1), { id: id(6, 1), name: "P", kind: "open_ai_compatible", base_url: "http://127.0.0.1:9/v1",
        model: "m", context_tokens: 4096 });
    put("blobs", id(7, 1), { id: id(7, 1), conversation, media_type: "image/png", bytes: [],
        blobs: [new Blob([new Uint8Array([1, 2, 3])])] });
"#;

async fn upgraded_from_2(name: &str) -> IndexedDbStore {
    let raw = raw_open(name, 2, VERSION_2).await;
    run("argument.close()", raw).await;
    open(name).await
}

#[wasm_bindgen_test]
async fn who_opens_only_data_of_this_version_leaves_older_data_unchanged() {
    let name = "version-2-unchanged";
    assert!(IndexedDbStore::open_current(&fresh("version-new")).await.unwrap().is_some(), "it is created");
    let raw = raw_open(name, 2, VERSION_2).await;
    run("argument.close()", raw).await;
    let before = raw_dump(name).await;
    assert!(IndexedDbStore::open_current(&fresh(name)).await.unwrap().is_none());
    assert_eq!(raw_dump(name).await, before);
    let version = run("const raw = argument; raw.close(); return raw.version", raw_open(name, 2, "").await).await;
    assert_eq!(version.as_f64(), Some(2.0));
    let upgraded = IndexedDbStore::upgrade(&fresh(name)).await.unwrap();
    assert_eq!(upgraded.conversations().await.unwrap().len(), 1);
    upgraded.close().await;
    assert!(IndexedDbStore::open_current(&fresh(name)).await.unwrap().is_some());
}

#[wasm_bindgen_test]
async fn version_2_keeps_its_messages_and_what_was_muted_or_pinned_is_marked() {
    let store = upgraded_from_2("version-2").await;
    let conversation = store.conversations().await.unwrap().remove(0);
    assert_eq!((conversation.title.as_str(), conversation.template, conversation.temporary), ("Zwei", None, false));
    let snapshot = store.snapshot(conversation.id, 10).await.unwrap().unwrap();
    let texts: Vec<_> = snapshot.messages.iter().map(|m| (m.text(), m.tokens_before, m.exact)).collect();
    assert_eq!(texts, [("a", 0), ("b", 3), ("c", 6), ("d", 9)].map(|(text, sum)| (text.to_owned(), sum, None)));
    let marks = [(1, MarkKind::Muted), (2, MarkKind::Pinned), (3, MarkKind::Muted)].map(|(place, kind)| {
        let message: &Message = &snapshot.messages[place];
        Mark {
            conversation: conversation.id,
            message: message.id,
            kind,
            at: message.created_at,
            rating: None,
            not_recalled: false,
        }
    });
    assert_eq!(snapshot.marks, marks);
    assert_eq!(store.record(Record::Mark(marks[1]).key()).await.unwrap(), Some(Record::Mark(marks[1])));
    // No row has the fields any more.
    let rows = raw_dump("version-2").await;
    assert_eq!([rows.matches(r#""muted":"#).count(), rows.matches(r#""pinned":"#).count()], [0, 0], "{rows}");
}

#[wasm_bindgen_test]
async fn version_2_keeps_settings_providers_and_images() {
    let store = upgraded_from_2("version-2-settings").await;
    let provider = match store.records(Kind::Provider).await.unwrap().remove(0) {
        Record::Provider(provider) => provider,
        other => panic!("{other:?}"),
    };
    assert_eq!((provider.model.as_str(), provider.supports_images, provider.has_tools), ("m", false, true));
    let expected = Settings {
        version: 2,
        system_prompt: "Sei kurz.".into(),
        send_now: false,
        context_max_tokens: 4_000,
        max_response_tokens: 300,
        immediate_messages: Some(12),
        max_context: Some(10),
        trim_step_percent: 0,
        response_timeout_seconds: 30,
        sampling: Sampling { temperature: Some(0.5), ..Sampling::default() },
        provider: Some(provider.id),
        ..Settings::default()
    };
    assert_eq!(store.record(RecordKey::Settings).await.unwrap(), Some(Record::Settings(Box::new(expected))));
    match store.records(Kind::Blob).await.unwrap().as_slice() {
        [Record::Blob(blob)] => assert_eq!(blob.bytes, [1, 2, 3]),
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn an_undo_entry_of_version_2_can_still_be_applied() {
    let store = upgraded_from_2("version-2-undo").await;
    let id = store.conversations().await.unwrap().remove(0).id;
    let undo = store.last_undo(id).await.unwrap().unwrap();
    assert_eq!((undo.command, undo.changes.len()), (UndoneCommand::Remember, 4));
    store.apply(undo.changes).await.unwrap();
    let snapshot = store.snapshot(id, 10).await.unwrap().unwrap();
    assert_eq!(snapshot.boundary(), Some(1));
    assert_eq!(snapshot.messages.last().unwrap().text(), "e");
}

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
    assert_eq!(snapshot.marks, []);
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
            assert_eq!((settings.system_prompt.own(), settings.context_max_tokens), (Some("Sei kurz."), 4000));
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
    open("new-shape").await.close().await;
    let new = shape("new-shape").await;
    assert!(new.contains("by_id"), "{new}");
    for (version, data) in [(1, VERSION_1), (2, VERSION_2), (3, VERSION_3)] {
        let name = format!("upgraded-shape-{version}");
        let raw = raw_open(&name, version, data).await;
        run("argument.close()", raw).await;
        open(&name).await.close().await;
        assert_eq!(shape(&name).await, new);
    }
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
    // Two messages with one id, so the unique index of version 2 cannot be created.
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
    // The older tab does not listen to `versionchange`, so it stays open.
    let older = raw_open("blocked", 1, VERSION_1).await;
    assert_eq!(try_open("blocked").await.unwrap_err(), StoreError::UpgradeBlocked);
    run("argument.close()", older).await;
    // The blocked upgrade runs now, with its migrations; the next open finds its result.
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
