//! How a database of an older version becomes one of the newest, one step at a time, in the upgrade's own transaction:
//! either all steps are taken or none.
//!
//! A new database is made by [`schema::create`] and takes no step. A step never changes once it was released.

use super::{
    keys::Key,
    rows::{Row, Stored},
    schema::{self, LINKED, store_name},
    token_sums::TokenSums,
};
use indexed_db_futures::{
    Build, BuildPrimitive, KeyRange, Result, object_store::ObjectStore, query_source::QuerySource,
    transaction::Transaction,
};
use js_sys::Array;
use ricordo_core::{
    branch::Branch,
    forget::Forget,
    id::ConversationId,
    mark::Mark,
    record::{Kind, RecordKey},
    summary::{Summary, elsewhere::noted},
    upgrade::upgrade_in_place,
};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// Brings a database of the version `from` up; 0 is a database that is not there yet.
pub(super) async fn upgrade(from: u32, transaction: &Transaction<'_>) -> Result<()> {
    if from == 0 {
        return schema::create(transaction);
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
    Ok(())
}

/// Version 2 finds a message by its id, lets the user mute and pin, and knows the tokens before each message.
///
/// Undo entries of version 1 hold no messages (nothing but forget and remember could be undone), so messages and reply
/// drafts are all there is to fill.
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
    schema::index_messages_by_id(&messages)
}

fn fill_tokens_before(row: &Row, sums: &TokenSums) -> Result<Visit> {
    let before = sums.before(&row.text("branch"), whole(row.number("sequence")));
    #[allow(clippy::cast_precision_loss, reason = "a sum of tokens is far below 2^53")]
    row.set("tokens_before", before as f64)?;
    row.set("schema", 2)?;
    Ok(Visit::Write)
}

/// What version 3 added.
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

/// Version 3 has records for all that is derived, and what the user thinks of a message is a mark, no longer a field of
/// it. The settings keep what the user chose; what is new in them has its defaults when they are read.
///
/// The other rows are read as they are, with defaults for what is new. So are those inside undo entries: a message there
/// may still say `muted`, which no build of version 2 let a user set.
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

/// Stores the mark of a message of version 2, if it has one. A message has one mark at most: muted counts, because it
/// keeps words from being sent.
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
    // When it was marked is not known. As old as the message itself, it brings back nothing that was forgotten since.
    mark.set("at", message.number("created_at"))?;
    mark.set("schema", 3)?;
    let key = Key::two(message.text("conversation"), message.text("id"));
    drop(marks.put(&mark).with_key(key).without_key_type().primitive()?);
    Ok(())
}

/// Version 4 finds by their links what erasing has to follow, and notes in the summaries of all conversations what each of
/// these forgot or muted since: until then every reader saw the forgets and marks of all.
async fn from_3_to_4(transaction: &Transaction<'_>) -> Result<()> {
    for kind in LINKED {
        let store = transaction.object_store(store_name(kind))?;
        // An image is found by a field that it has. Its row is not written again: it may be large.
        if kind != Kind::Blob {
            each(&store, &mut |row| {
                // A row that cannot be read names nothing.
                let Ok(stored) = Stored::from_row(kind, row) else { return Ok(Visit::Read) };
                row.link(&stored.record)?;
                row.set("schema", 4)?;
                Ok(Visit::Write)
            })
            .await?;
        }
        schema::index_links(&store, kind)?;
    }
    note_what_is_elsewhere(transaction).await
}

/// Versions 5 to 7 store what was guessed before ([`upgrade_in_place`]).
async fn store_facts(transaction: &Transaction<'_>, from: u32) -> Result<()> {
    // Version 7 changes only settings, so a long history of version 6 is not read.
    let kinds: &[Kind] = match from {
        6 => &[Kind::Settings, Kind::Undo],
        _ => &[Kind::Settings, Kind::Undo, Kind::Conversation, Kind::Message, Kind::Maintenance],
    };
    for &kind in kinds {
        let store = transaction.object_store(store_name(kind))?;
        each(&store, &mut |row| {
            // A row that cannot be read stays as it is.
            let Ok(mut stored) = Stored::from_row(kind, row) else { return Ok(Visit::Read) };
            // Nearly all rows say the same as before: they are not written again.
            if !upgrade_in_place(&mut stored.record, from) {
                return Ok(Visit::Read);
            }
            Ok(stored.to_row().map_or(Visit::Read, Visit::Replace))
        })
        .await?;
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

/// A branch that cannot be read costs its messages their sums and nothing else.
async fn branches(transaction: &Transaction<'_>) -> Result<Vec<Branch>> {
    all(transaction, Kind::Branch).await
}

/// All records of a kind that can be read.
async fn all<T: DeserializeOwned>(transaction: &Transaction<'_>, kind: Kind) -> Result<Vec<T>> {
    let rows = transaction.object_store(store_name(kind))?.get_all::<Row>().primitive()?.await?;
    Ok(rows.filter_map(|row| row.ok()?.read(kind).ok()).collect())
}

/// What becomes of a row that was walked over.
enum Visit {
    Read,
    /// The row was changed in place.
    Write,
    /// This row takes its place.
    Replace(Row),
}

/// How many rows are in hand at a time. A cursor would hold one, and takes a turn of the event loop for each: twice as
/// long for a long history.
const BATCH: u32 = 500;

/// Walks over the rows of a store in the order of their keys.
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

/// The next keys after one, and their rows.
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
