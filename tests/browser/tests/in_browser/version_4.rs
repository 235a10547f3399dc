//! Data of version 4, as its builds exported and stored it: facts that they left implicit are stored.

use crate::support::{open, raw_open, run};
use ricordo_browser::IndexedDbStore;
use ricordo_core::{
    maintenance::{Job, Maintenance, Progress},
    record::{Kind, Record},
    store::Store,
    undo::UndoneCommand,
};
use wasm_bindgen_test::wasm_bindgen_test;

/// Conversations with partly completed background jobs, and one job that was refused.
pub(crate) const JOBS: &str = include_str!("../../../scenarios/stored/version_4_jobs.json");

/// The object stores and indexes of versions 4 and 5, with the records of an export. A field that is `null` in the
/// export is `undefined` in a row.
const VERSION_4: &str = r#"
    const names = { conversation: "conversations", branch: "branches", message: "messages", forget: "forgets", mark: "marks",
        summary: "summaries", replaced_summary: "replaced_summaries", memory: "memories", user_data: "user_data",
        task: "tasks", template: "templates", manifest: "manifests", fragment: "fragments", reply_draft: "reply_drafts",
        composer_draft: "composer_drafts", undo: "undo", settings: "settings", provider: "providers",
        calibration: "calibrations", day_usage: "day_usage", upkeep: "upkeep", blob: "blobs" };
    for (const store of Object.values(names)) {
        const made = database.createObjectStore(store);
        if (store === "messages") {
            made.createIndex("by_conversation", "conversation");
            made.createIndex("by_id", "id", { unique: true });
        }
        if (["manifests", "fragments", "undo"].includes(store)) made.createIndex("by_link", "links", { multiEntry: true });
        if (store === "blobs") made.createIndex("by_link", "conversation", { multiEntry: true });
    }
    if (VERSION > 7) database.createObjectStore("index_parts");
    if (VERSION > 8) database.createObjectStore("projects");
    if (VERSION > 9) database.createObjectStore("vector_parts");
    if (VERSION > 10) for (const store of ["documents", "chunks"]) database.createObjectStore(store);
    const keys = { branch: row => [row.conversation, row.id], message: row => [row.branch, row.sequence],
        summary: row => [row.conversation ?? "", row.id], manifest: row => [row.conversation, row.reply],
        fragment: row => row.digest, undo: row => [row.conversation, row.id], settings: () => "settings",
        day_usage: row => [row.conversation ?? "", row.day, row.model],
        upkeep: ({ job }) => { const [[name, of]] = Object.entries(job); return [name, of ?? ""]; } };
    const row = value => value === null ? undefined : Array.isArray(value) ? value.map(row)
        : typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([name, value]) => [name, row(value)])) : value;
    for (const record of EXPORT.records) {
        const [[kind, fields]] = Object.entries(record);
        transaction.objectStore(names[kind]).put({ schema: VERSION, ...row(fields) }, (keys[kind] ?? (row => row.id))(fields));
    }
"#;

/// A database of version 4 or 5 with the records of an export, opened by this build.
pub(crate) async fn stored_by(version: u32, name: &str, export: &str) -> IndexedDbStore {
    let raw = raw_open(name, version, &format!("const VERSION = {version}, EXPORT = {export};\n{VERSION_4}")).await;
    run("argument.close()", raw).await;
    open(name).await
}

#[wasm_bindgen_test]
async fn version_4_had_one_number_for_all_jobs() {
    let store = stored_by(4, "version-4-jobs", JOBS).await;
    let conversation = store.conversations().await.unwrap().remove(0).id;
    let jobs = store.records(Kind::Maintenance).await.unwrap().into_iter();
    let jobs: Vec<Maintenance> = jobs
        .map(|record| if let Record::Maintenance(maintenance) = record { maintenance } else { panic!("{record:?}") })
        .collect();
    let progress = |job| jobs.iter().find(|maintenance| maintenance.job == job).unwrap().progress;
    assert_eq!(progress(Job::Compression(conversation)), Progress::NotBefore(50));
    assert_eq!(progress(Job::Extraction(conversation)), Progress::ReadTo(100));
    assert_eq!(progress(Job::Recent(None)), Progress::PutOffTo(20_781));
    assert_eq!(progress(Job::Long(None)), Progress::PutOffTo(20_792));
    let refused = jobs.iter().find(|maintenance| maintenance.is_refused()).unwrap();
    assert!(refused.refused.as_deref().is_some_and(|message| message.contains("Nobody answers")), "{refused:?}");
    assert!(
        jobs.iter().all(|maintenance| !maintenance.sent.is_empty() || maintenance.job.conversation().is_none()),
        "{jobs:?}"
    );
    assert_eq!(store.records(Kind::Message).await.unwrap().len(), 100, "and the rest is as it was");
    assert_eq!(store.records(Kind::Undo).await.unwrap().len(), 4);
    let undo = store.last_undo(conversation).await.unwrap().unwrap();
    assert_eq!(undo.command, UndoneCommand::Summary);
    store.apply(undo.changes).await.unwrap();
}
