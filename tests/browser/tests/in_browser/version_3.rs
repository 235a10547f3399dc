//! Data of version 3, as its builds wrote it: erasing finds every reference, and no other conversation is sent what one
//! conversation forgot.

use crate::support::{open, raw_dump, raw_open, run};
use ricordo_browser::IndexedDbStore;
use ricordo_core::{
    change::Change,
    id::ConversationId,
    mark::MarkKind,
    record::{Kind, Link, Record},
    session::Session,
    store::Store,
    summary::{Stale, standing::stale},
    testing::{ManualHost, sample},
    undo::UndoneCommand,
};
use wasm_bindgen_test::wasm_bindgen_test;

/// The object stores of version 3, and three conversations. The second has a forget and the third a muted message; two
/// summaries cover all three conversations, and one covers the first alone. The prompt of the only reply in the first
/// conversation contains its title; another fragment came from a memory of the second.
pub(crate) const VERSION_3: &str = r#"
    for (const store of ["conversations", "branches", "messages", "forgets", "marks", "summaries", "replaced_summaries",
                         "memories", "user_data", "tasks", "templates", "manifests", "fragments", "reply_drafts",
                         "composer_drafts", "undo", "settings", "providers", "calibrations", "day_usage", "upkeep", "blobs"]) {
        const made = database.createObjectStore(store);
        if (store === "messages") {
            made.createIndex("by_conversation", "conversation");
            made.createIndex("by_id", "id", { unique: true });
        }
    }
    const id = (kind, n) => `01900000-0000-7000-8${kind}00-00000000000${n}`;
    const put = (store, key, row) => transaction.objectStore(store).put({ schema: 3, ...row }, key);
    for (const n of [1, 2, 3]) {
        const conversation = id("1", n), branch = id("2", n);
        put("conversations", conversation, { id: conversation, title: `Drei ${n}`, active_branch: branch,
            provider: undefined, created_at: 1000, updated_at: 2000 + n, template: undefined, own: {}, reminders: false,
            temporary: false, pinned: false, archived: false, tags: [], titled_from: [], deleted_at: undefined });
        put("branches", [conversation, branch], { id: branch, conversation, parent: undefined, first: 0, left_at: undefined });
        ["user", "assistant"].forEach((role, sequence) => put("messages", [branch, sequence], {
            id: id("3", 2 * n + sequence), conversation, branch, sequence, role, author: undefined,
            parts: [{ text: { text: `Words ${sequence} of ${n}` } }], reply_to: undefined, created_at: 1000 + sequence,
            offset_minutes: undefined, model: sequence ? "m" : undefined, finish: sequence ? "complete" : undefined,
            usage: undefined, tokens: 5, tokens_before: 5 * sequence, exact: undefined }));
    }
    const forget = { id: id("4", 1), conversation: id("1", 2), branch: id("2", 2), before: 2, at: 1500 };
    put("forgets", [forget.conversation, forget.id], forget);
    put("marks", [id("1", 3), id("3", 6)], { conversation: id("1", 3), message: id("3", 6), kind: "muted", at: 1500 });
    const coverage = n => ({ conversation: id("1", n), branch: id("2", n), from: 0, to: 2 });
    const summary = (of, n, covered) => put("summaries", [of ?? "", id("5", n)], { id: id("5", n),
        kind: of ? "compressed" : "recent", conversation: of, text: `Summary ${n}`, coverage: covered.map(coverage),
        sources: covered.map(n => ({ message: id("3", 2 * n), digest: "00000000000000ff" })), branched_away: [],
        maker: { model: "m" }, prompt_version: 1, tokens_before: 20, tokens: 4, target: "memory", priority: 50,
        created_at: 1600, edited_at: undefined });
    summary(undefined, 1, [1, 2, 3]);
    summary(undefined, 2, [1]);
    summary(id("1", 1), 3, [1]);
    const memory = { id: id("6", 1), text: "A fact", state: "kept", pinned: false, created_at: 1100, updated_at: 1100,
        last_used_at: undefined, uses: 0, source: { conversation: id("1", 2), message: id("3", 4) } };
    put("memories", memory.id, memory);
    const fragment = (digest, text, sources) => put("fragments", digest, { digest, sources,
        content: { message: { role: "system", parts: [{ text: { text } }] } } });
    fragment("00000000000000a1", "You are in Drei 1", []);
    fragment("00000000000000a2", "Known: A fact", [{ memory: memory.id }]);
    fragment("00000000000000a3", "You are helpful", []);
    const manifest = (n, digests) => put("manifests", [id("1", n), id("3", 2 * n + 1)], { conversation: id("1", n),
        reply: id("3", 2 * n + 1), model: "m", omitted: [], tokens: 9, budget: 8000, shares: [], provider: undefined,
        layers: [{ kind: "system_prompt", tokens: 5, items: digests.map(fragment => ({ fragment })) },
                 { kind: "message", tokens: 4, items: [{ message: { id: id("3", 2 * n), digest: "00000000000000ff" } }] }],
        format: { group: false, stamp: false, clock: true, language: "en", bot_name: "Ricordo", images: false,
            tool_messages: true, offset_minutes: 0, user: { name: "You", username: undefined, id: undefined } },
        max_response_tokens: 500, sampling: { temperature: undefined, top_p: undefined, top_k: undefined,
        repeat_penalty: undefined }, tools: undefined, stable_messages: 1, context_tokens: undefined,
        digest: "00000000000000fe" });
    manifest(1, ["00000000000000a1", "00000000000000a2", "00000000000000a3"]);
    manifest(2, ["00000000000000a3"]);
    const renamed = { id: id("1", 1), title: "Before", active_branch: id("2", 1), provider: undefined, created_at: 1000,
        updated_at: 1200 };
    put("undo", [id("1", 3), id("7", 1)], { id: id("7", 1), conversation: id("1", 3), command: "rename", at: 1700,
        changes: [{ put: { conversation: renamed } }] });
    put("undo", [id("1", 3), id("7", 2)], { id: id("7", 2), conversation: id("1", 3), command: "memory", at: 1800,
        changes: [{ put: { memory } }] });
    put("blobs", id("8", 1), { id: id("8", 1), conversation: id("1", 1), media_type: "image/png", bytes: [],
        blobs: [new Blob([new Uint8Array([1, 2, 3])])] });
"#;

async fn upgraded(name: &str) -> (IndexedDbStore, Vec<ConversationId>) {
    let raw = raw_open(name, 3, VERSION_3).await;
    run("argument.close()", raw).await;
    let store = open(name).await;
    let mut ids: Vec<_> = store.conversations().await.unwrap().into_iter().map(|found| found.id).collect();
    ids.sort();
    (store, ids)
}

#[wasm_bindgen_test]
async fn version_3_notes_what_other_conversations_forgot_and_muted() {
    let (store, ids) = upgraded("version-3").await;
    let snapshot = store.snapshot(ids[0], 10).await.unwrap().unwrap();
    assert_eq!((snapshot.messages.len(), snapshot.forgets.len(), snapshot.marks.len()), (2, 0, 0));
    let noted: Vec<_> = snapshot.summaries.iter().map(|found| (&found.forgotten_in[..], &found.muted_in[..])).collect();
    assert_eq!(noted, [(&ids[1..2], &ids[2..3]), (&[], &[]), (&[], &[])]);
    let standings: Vec<_> = snapshot.summaries.iter().map(|summary| stale(summary, &snapshot)).collect();
    assert_eq!(standings, [Some(Stale::Forgotten), None, None]);
}

#[wasm_bindgen_test]
async fn every_record_of_version_3_is_found_by_its_links_and_comes_back_whole() {
    let (store, ids) = upgraded("version-3-links").await;
    let mut linked = 0;
    for kind in Kind::ALL {
        for record in store.records(kind).await.unwrap() {
            for link in record.links() {
                assert!(store.linked(vec![link], 9).await.unwrap()[0].contains(&record.key()), "{record:?}");
                linked += 1;
            }
        }
    }
    // Six messages, four fragments, one source, two undo entries, one image.
    assert_eq!(linked, 14);
    assert_eq!(store.last_undo(ids[2]).await.unwrap().unwrap().command, UndoneCommand::Memory);
    match store.records(Kind::Blob).await.unwrap().as_slice() {
        [Record::Blob(blob)] => assert_eq!(blob.bytes, [1, 2, 3]),
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn a_conversation_of_version_3_is_erased_with_all_that_came_from_it() {
    let (store, ids) = upgraded("version-3-erased").await;
    let session = Session::new(store.clone(), ManualHost::default());
    session.erase_conversation(ids[0]).await.unwrap();
    session.erase_conversation(ids[1]).await.unwrap();
    let rows = raw_dump("version-3-erased").await;
    for gone in ["Drei 1", "Drei 2", "Words 0 of 1", "A fact", "Before", "Summary", "You are helpful"] {
        assert!(!rows.contains(gone), "{gone}: {rows}");
    }
    assert!(rows.contains("Words 1 of 3"));
    assert_eq!(store.linked(vec![Link::Blob(ids[0])], 9).await.unwrap(), [vec![]]);
}

/// Reads in one conversation only return its own rows, however many others there are; counted at the browser's
/// interface. Only erasing reads more: what undo could bring back of what is erased may be in the undo entries of any.
#[wasm_bindgen_test]
async fn rows_of_other_conversations_do_not_leave_the_database() {
    let mut read = Vec::new();
    for others in [3, 30] {
        let name = format!("rows-{others}");
        let (store, ids) = upgraded(&name).await;
        let changes = (50..50 + others).flat_map(|seed| {
            let own = sample::stored(seed, 6);
            let around = [
                Record::Forget(sample::forget(seed, seed, 1)),
                Record::Mark(sample::mark(seed, 1, MarkKind::Muted)),
                Record::Manifest(sample::manifest(seed, 1)),
                Record::Undo(sample::undo(seed, seed)),
                Record::Summary(sample::summary(Some(seed), seed)),
            ];
            own.into_iter().chain(around.map(Change::Add))
        });
        store.apply(changes.collect()).await.unwrap();
        let session = Session::new(store, ManualHost::default());
        run(COUNT, "").await;
        session.open(ids[0], 10).await.unwrap();
        session.forget(ids[0], 0).await.unwrap();
        session.undo(ids[0]).await.unwrap();
        let own = run("return globalThis.rowsRead;", "").await.as_f64().unwrap();
        session.erase_message(session.older(ids[0], 9, 1).await.unwrap()[0].id).await.unwrap();
        session.erase_conversation(ids[0]).await.unwrap();
        let all = run("globalThis.restore(); return globalThis.rowsRead;", "").await.as_f64().unwrap();
        read.push((own, all - own));
    }
    let [(few, erasing_few), (many, erasing_many)] = read[..] else { panic!("{read:?}") };
    assert!(few > 10.0);
    assert_eq!(few, many);
    // Twice, of each of 27 others, its record and its only undo entry.
    assert_eq!(erasing_many - erasing_few, 27.0 * 4.0);
}

/// Counts every row that a request returns, from a store or an index.
const COUNT: &str = "globalThis.rowsRead = 0;
    const own = [IDBObjectStore, IDBIndex].map(({ prototype }) => [prototype, prototype.get, prototype.getAll]);
    globalThis.restore = () => { for (const [of, get, getAll] of own) Object.assign(of, { get, getAll }); };
    const counted = (read, rows) => function (...asked) {
        const request = read.apply(this, asked);
        request.addEventListener('success', () => { globalThis.rowsRead += rows(request.result); });
        return request;
    };
    for (const [of, get, getAll] of own) {
        of.get = counted(get, row => (row === undefined ? 0 : 1));
        of.getAll = counted(getAll, rows => rows.length);
    }";
