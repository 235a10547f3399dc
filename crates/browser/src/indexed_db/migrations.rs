//! Upgrades a database of an older version to the newest, one step at a time, in the upgrade's own transaction: either
//! all steps apply or none.
//!
//! A new database is created by [`schema::create`] and runs no step. The kinds, stores and fields of a step never change once
//! it is released, so its lists are its own and not those of the newest schema. Two things follow the current code:
//!
//! * Rows that are read as records. A field that a later version added has a default, so rows of any version can be read
//!   (`tests/scenarios/stored`, and the tests of this module in `tests/browser`).
//! * The links of version 4. No later step writes those of all rows again, so they have to be the ones that this build looks
//!   up: with older ones, erasing would miss records.

use super::{
    keys::Key,
    rows::{Row, Stored},
    schema::{self, store_name},
    token_sums::TokenSums,
};
use indexed_db_futures::{
    Build, BuildPrimitive, KeyRange, Result, internals::SystemRepr, object_store::ObjectStore,
    query_source::QuerySource, transaction::Transaction,
};
use js_sys::Array;
use ricordo_core::{
    branch::Branch,
    forget::Forget,
    id::ConversationId,
    index_part::IndexPart,
    mark::Mark,
    record::{Kind, Record, RecordKey},
    summary::{Summary, elsewhere::noted},
    upgrade::upgrade_in_place,
};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// Upgrades a database from version `from`; 0 means that the database does not exist yet.
pub(super) async fn upgrade(from: u32, transaction: &Transaction<'_>) -> Result<()> {
    if from == 0 {
        return Ok(schema::create(transaction.db().as_sys())?);
    }
    if from < 2 {
        from_1_to_2(transaction).await?;
    }
    if from < 3 {
        from_2_to_3(transaction).await?;
    }
    if from < 4 {
        from_3_to_4(transaction).await?;
    }
    if from < 7 {
        store_facts(transaction, from).await?;
    }
    if from < 8 {
        from_7_to_8(transaction).await?;
    }
    if from < 9 {
        from_8_to_9(transaction)?;
    }
    if from < 10 {
        from_9_to_10(transaction)?;
    }
    if from < 11 {
        from_10_to_11(transaction)?;
    }
    if from < 12 {
        from_11_to_12(transaction)?;
    }
    Ok(())
}

/// Version 2 looks up a message by its id, lets the user mute and pin, and stores the token sum before each message.
///
/// Undo entries of version 1 hold no messages (only forget and remember could be undone), so only messages and reply
/// drafts have to be filled in.
async fn from_1_to_2(transaction: &Transaction<'_>) -> Result<()> {
    let messages = transaction.object_store(store_name(Kind::Message))?;
    let drafts = transaction.object_store(store_name(Kind::ReplyDraft))?;
    let mut sums = TokenSums::new(branches(transaction).await?);
    each(&messages, &mut |row| {
        sums.add(&row.text("branch"), whole(row.number("sequence")), whole(row.number("tokens")));
        Ok(Visit::Read)
    })
    .await?;
    each(&messages, &mut |row| {
        row.set("muted", false)?;
        row.set("pinned", false)?;
        fill_tokens_before(row, &sums)
    })
    .await?;
    each(&drafts, &mut |row| fill_tokens_before(row, &sums)).await?;
    Ok(schema::index_messages_by_id(messages.as_sys())?)
}

fn fill_tokens_before(row: &Row, sums: &TokenSums) -> Result<Visit> {
    let before = sums.before(&row.text("branch"), whole(row.number("sequence")));
    #[allow(clippy::cast_precision_loss, reason = "a sum of tokens is far below 2^53")]
    row.set("tokens_before", before as f64)?;
    row.set("schema", 2)?;
    Ok(Visit::Write)
}

/// Kinds that version 3 added.
const NEW_IN_3: [Kind; 12] = [
    Kind::Mark,
    Kind::Summary,
    Kind::ReplacedSummary,
    Kind::Memory,
    Kind::UserData,
    Kind::Task,
    Kind::Template,
    Kind::Manifest,
    Kind::Fragment,
    Kind::Calibration,
    Kind::DayUsage,
    Kind::Maintenance,
];

/// Version 3 has records for all derived data, and moves the user's mute or pin from a field of the message to a mark.
/// The settings keep the user's choices; new ones take their defaults when they are read.
///
/// The other rows are read unchanged, with defaults for new fields. So are the rows inside undo entries: a message
/// there may still say `muted`, which no build of version 2 let a user set.
async fn from_2_to_3(transaction: &Transaction<'_>) -> Result<()> {
    for kind in NEW_IN_3 {
        transaction.db().create_object_store(store_name(kind)).build()?;
    }
    let messages = transaction.object_store(store_name(Kind::Message))?;
    let marks = transaction.object_store(store_name(Kind::Mark))?;
    let settings = transaction.object_store(store_name(Kind::Settings))?;
    each(&messages, &mut |row| {
        mark(row, &marks)?;
        row.remove("muted")?;
        row.remove("pinned")?;
        row.set("schema", 3)?;
        Ok(Visit::Write)
    })
    .await?;
    each(&settings, &mut |row| {
        row.set("version", 2)?;
        row.set("schema", 3)?;
        Ok(Visit::Write)
    })
    .await
}

/// Stores the mark of a message of version 2, if it has one. A message has at most one mark: muted wins, because it
/// prevents the text from being sent.
fn mark(message: &Row, marks: &ObjectStore<'_>) -> Result<()> {
    let kind = match (message.is_set("muted"), message.is_set("pinned")) {
        (true, _) => "muted",
        (false, true) => "pinned",
        (false, false) => return Ok(()),
    };
    let mark = Row::empty();
    mark.set("conversation", message.text("conversation"))?;
    mark.set("message", message.text("id"))?;
    mark.set("kind", kind)?;
    // The time of the mark is unknown. With the message's own time it brings back nothing that was forgotten since.
    mark.set("at", message.number("created_at"))?;
    mark.set("schema", 3)?;
    let key = Key::two(message.text("conversation"), message.text("id"));
    drop(marks.put(&mark).with_key(key).without_key_type().primitive()?);
    Ok(())
}

/// Kinds that version 4 indexed by their links.
const LINKED_IN_4: [Kind; 4] = [Kind::Manifest, Kind::Fragment, Kind::Undo, Kind::Blob];

/// Version 4 has a link index for everything that erasing has to follow. It also notes, in the summaries of all
/// conversations, the conversations that forgot or muted something since; before, each reader read the forgets and
/// marks of all conversations.
async fn from_3_to_4(transaction: &Transaction<'_>) -> Result<()> {
    for kind in LINKED_IN_4 {
        let store = transaction.object_store(store_name(kind))?;
        // An image is found by an existing field. Its row may be large, so it is not rewritten.
        if kind != Kind::Blob {
            each(&store, &mut |row| {
                // An unreadable row has no links.
                let Ok(stored) = Stored::from_row(kind, row) else { return Ok(Visit::Read) };
                row.link(&stored.record)?;
                row.set("schema", 4)?;
                Ok(Visit::Write)
            })
            .await?;
        }
        schema::index_links(store.as_sys(), kind)?;
    }
    note_what_is_elsewhere(transaction).await
}

/// Versions 5 to 7 store facts that were guessed before ([`upgrade_in_place`]).
async fn store_facts(transaction: &Transaction<'_>, from: u32) -> Result<()> {
    // Version 7 changes only settings, so a long history of version 6 is not read.
    let kinds: &[Kind] = match from {
        6 => &[Kind::Settings, Kind::Undo],
        _ => &[Kind::Settings, Kind::Undo, Kind::Conversation, Kind::Message, Kind::Maintenance],
    };
    for &kind in kinds {
        let store = transaction.object_store(store_name(kind))?;
        each(&store, &mut |row| {
            // An unreadable row stays unchanged.
            let Ok(mut stored) = Stored::from_row(kind, row) else { return Ok(Visit::Read) };
            // Nearly all rows are unchanged, so they are not rewritten.
            if !upgrade_in_place(&mut stored.record, from) {
                return Ok(Visit::Read);
            }
            Ok(stored.to_row().map_or(Visit::Read, Visit::Replace))
        })
        .await?;
    }
    Ok(())
}

/// Kinds that version 8 added.
const NEW_IN_8: [Kind; 1] = [Kind::IndexPart];

/// Version 8 has an index for recall. An empty part for each part of the history says that its messages are still to be
/// read, which is done while the page is idle.
async fn from_7_to_8(transaction: &Transaction<'_>) -> Result<()> {
    for kind in NEW_IN_8 {
        transaction.db().create_object_store(store_name(kind)).build()?;
    }
    let messages = transaction.object_store(store_name(Kind::Message))?;
    let parts = transaction.object_store(store_name(Kind::IndexPart))?;
    let (mut last, mut after) = (None, Key::first());
    loop {
        let range = KeyRange::LowerBound(after, true);
        let keys = messages.get_all_keys::<Key>().with_query::<Key, _>(range).with_limit(KEYS).primitive()?;
        let keys = keys.await?.collect::<Result<Vec<Key>>>()?;
        for key in &keys {
            let Some(RecordKey::Message(branch, sequence)) = key.linked(Kind::Message) else { continue };
            let part = Record::IndexPart(IndexPart::empty(branch, IndexPart::number_of(sequence)));
            let key = part.key();
            // The keys of a part follow each other.
            if last.replace(key) == Some(key) {
                continue;
            }
            let Ok(row) = Stored::detach(part).and_then(|part| part.to_row()) else { continue };
            drop(parts.put(row).with_key(Key::of(key)).without_key_type().primitive()?);
        }
        match keys.into_iter().last() {
            Some(key) => after = key,
            None => return Ok(()),
        }
    }
}

/// Kinds that version 9 added.
const NEW_IN_9: [Kind; 1] = [Kind::Project];

/// Version 9 has projects. Nothing is in one yet, which is what the new fields of older rows say when they are read.
fn from_8_to_9(transaction: &Transaction<'_>) -> Result<()> {
    for kind in NEW_IN_9 {
        transaction.db().create_object_store(store_name(kind)).build()?;
    }
    Ok(())
}

/// Kinds that version 10 added.
const NEW_IN_10: [Kind; 1] = [Kind::VectorPart];

/// Version 10 has vectors for recall. They are made once the user has chosen a model for that.
fn from_9_to_10(transaction: &Transaction<'_>) -> Result<()> {
    for kind in NEW_IN_10 {
        transaction.db().create_object_store(store_name(kind)).build()?;
    }
    Ok(())
}

/// Kinds that version 11 added.
const NEW_IN_11: [Kind; 2] = [Kind::Chunk, Kind::Document];

/// Version 11 has documents. No row of an older version has to be changed.
fn from_10_to_11(transaction: &Transaction<'_>) -> Result<()> {
    for kind in NEW_IN_11 {
        transaction.db().create_object_store(store_name(kind)).build()?;
    }
    Ok(())
}

/// Kinds that version 12 added.
const NEW_IN_12: [Kind; 1] = [Kind::QueuedMessage];

/// Version 12 has queues of messages. No row of an older version has to be changed.
fn from_11_to_12(transaction: &Transaction<'_>) -> Result<()> {
    for kind in NEW_IN_12 {
        transaction.db().create_object_store(store_name(kind)).build()?;
    }
    Ok(())
}

async fn note_what_is_elsewhere(transaction: &Transaction<'_>) -> Result<()> {
    let store = transaction.object_store(store_name(Kind::Summary))?;
    let shared = store.get_all::<Row>().with_query::<Key, _>(Key::all_of(None)).primitive()?.await?;
    let shared: Vec<Row> = shared.collect::<Result<_>>()?;
    if shared.is_empty() {
        return Ok(());
    }
    let branches = branches(transaction).await?;
    let forgets: Vec<Forget> = all(transaction, Kind::Forget).await?;
    let marks: Vec<Mark> = all(transaction, Kind::Mark).await?;
    for row in shared {
        let Ok(before) = row.read::<Summary>(Kind::Summary) else { continue };
        let noted = before.coverage.iter().fold(before.clone(), |summary, coverage| {
            noted(&summary, coverage.conversation, &branches, &forgets, &marks)
        });
        let names = |of: &[ConversationId]| of.iter().map(|id| JsValue::from_str(&id.to_string())).collect::<Array>();
        row.set("forgotten_in", names(&noted.forgotten_in))?;
        row.set("muted_in", names(&noted.muted_in))?;
        row.set("schema", 4)?;
        let key = Key::of(RecordKey::Summary(None, noted.id));
        drop(store.put(row).with_key(key).without_key_type().primitive()?);
    }
    Ok(())
}

/// All readable branches. The messages of an unreadable branch lose their parents' sums, nothing else.
async fn branches(transaction: &Transaction<'_>) -> Result<Vec<Branch>> {
    all(transaction, Kind::Branch).await
}

/// All readable records of a kind.
async fn all<T: DeserializeOwned>(transaction: &Transaction<'_>, kind: Kind) -> Result<Vec<T>> {
    let rows = transaction.object_store(store_name(kind))?.get_all::<Row>().primitive()?.await?;
    Ok(rows.filter_map(|row| row.ok()?.read(kind).ok()).collect())
}

/// What to do with a visited row.
enum Visit {
    Read,
    /// Write the row, which was changed in place.
    Write,
    /// Replace the row by this one.
    Replace(Row),
}

/// Rows per batch. A cursor would hold one row and take a turn of the event loop for each: twice as slow on a long
/// history.
const BATCH: u32 = 500;
/// Keys per batch where no rows are read.
const KEYS: u32 = 5_000;

/// Visits the rows of a store in key order.
async fn each(store: &ObjectStore<'_>, step: &mut dyn FnMut(&Row) -> Result<Visit>) -> Result<()> {
    let mut after: Option<Key> = None;
    loop {
        let (keys, rows) = batch(store, after.take()).await?;
        for (key, row) in keys.iter().zip(rows) {
            let row = match step(&row)? {
                Visit::Read => continue,
                Visit::Write => row,
                Visit::Replace(row) => row,
            };
            drop(store.put(row).with_key(key.clone()).without_key_type().primitive()?);
        }
        match keys.into_iter().last() {
            Some(last) => after = Some(last),
            None => return Ok(()),
        }
    }
}

/// The next batch of keys after a key, with their rows.
async fn batch(store: &ObjectStore<'_>, after: Option<Key>) -> Result<(Vec<Key>, Vec<Row>)> {
    let range = KeyRange::LowerBound(after.unwrap_or_else(Key::first), true);
    let keys = store.get_all_keys::<Key>().with_query::<Key, _>(range.clone()).with_limit(BATCH).primitive()?;
    let rows = store.get_all::<Row>().with_query::<Key, _>(range).with_limit(BATCH).primitive()?;
    Ok((keys.await?.collect::<Result<_>>()?, rows.await?.collect::<Result<_>>()?))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "written from a u32")]
fn whole(number: f64) -> u32 {
    number as u32
}
