//! The record layer: a record as the row that is stored, and a key as IndexedDB sorts it. Nowhere else in the store does
//! a JavaScript value appear.
//!
//! A row is the record's fields as a plain object, `schema` (the version of the row's shape) and, where the record holds
//! images or files, `blobs`: the browser keeps those outside of the row, and the record's own bytes are empty.

use super::errors;
use indexed_db_futures::{
    KeyRange, Result as IdbResult,
    error::SimpleValueError,
    primitive::{TryFromJs, TryToJs},
};
use js_sys::{Array, Reflect, Uint8Array};
use ricordo_core::{
    branch::Segment,
    change::Change,
    error::StoreError,
    id::{BranchId, ConversationId},
    record::{Kind, RECORD_VERSION, Record, RecordKey},
};
use serde::{Serialize, de::DeserializeOwned};
use std::ops::Range;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

const SCHEMA: &str = "schema";
const BLOBS: &str = "blobs";

/// What is stored under a key.
#[derive(Clone, Debug)]
pub(super) struct Row(JsValue);

/// Where a row lies: a string, or an array of strings and numbers that sorts as the [`RecordKey`] does.
#[derive(Clone, Debug)]
pub(super) struct Key(JsValue);

/// A record whose bytes are still in the browser's hands. It can be handled while a transaction is open: reading the
/// bytes would have to wait for something else than a request, and the transaction would end by itself.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// The record; the bytes of its blobs are empty.
    pub(super) record: Record,
    /// The bytes, in the order of [`bytes_of`].
    pub(super) blobs: Vec<Blob>,
}

impl Stored {
    /// Takes the bytes out of a record.
    pub(super) fn detach(mut record: Record) -> Result<Self, StoreError> {
        let blobs = bytes_of(&mut record).into_iter().map(|bytes| to_blob(&std::mem::take(bytes)));
        let blobs = blobs.collect::<Result<_, _>>()?;
        Ok(Self { record, blobs })
    }

    /// The row to store.
    pub(super) fn to_row(&self) -> Result<Row, StoreError> {
        let row = match &self.record {
            Record::Conversation(record) => serialise(record),
            Record::Branch(record) => serialise(record),
            Record::Message(record) => serialise(record),
            Record::Forget(record) => serialise(record),
            Record::ReplyDraft(record) => serialise(record),
            Record::ComposerDraft(record) => serialise(record),
            Record::Undo(record) => serialise(record),
            Record::Settings(record) => serialise(record),
            Record::Provider(record) => serialise(record),
            Record::Blob(record) => serialise(record),
        }?;
        row.set(SCHEMA, RECORD_VERSION).map_err(errors::from_error)?;
        if !self.blobs.is_empty() {
            row.set(BLOBS, self.blobs.iter().collect::<Array>()).map_err(errors::from_error)?;
        }
        Ok(row)
    }

    /// The record of a row.
    pub(super) fn from_row(kind: Kind, row: &Row) -> Result<Self, StoreError> {
        let record = match kind {
            Kind::Conversation => Record::Conversation(row.read(kind)?),
            Kind::Branch => Record::Branch(row.read(kind)?),
            Kind::Message => Record::Message(row.read(kind)?),
            Kind::Forget => Record::Forget(row.read(kind)?),
            Kind::ReplyDraft => Record::ReplyDraft(row.read(kind)?),
            Kind::ComposerDraft => Record::ComposerDraft(row.read(kind)?),
            Kind::Undo => Record::Undo(row.read(kind)?),
            Kind::Settings => Record::Settings(row.read(kind)?),
            Kind::Provider => Record::Provider(row.read(kind)?),
            Kind::Blob => Record::Blob(row.read(kind)?),
        };
        let blobs = match kind {
            Kind::Undo | Kind::Blob => row.blobs(),
            _ => Vec::new(),
        };
        Ok(Self { record, blobs })
    }

    /// The whole record. Never awaited while a transaction is open.
    pub(super) async fn complete(mut self) -> Result<Record, StoreError> {
        attach(bytes_of(&mut self.record), self.blobs).await?;
        Ok(self.record)
    }
}

/// Puts the bytes back in their places. Never awaited while a transaction is open.
pub(super) async fn attach(places: Vec<&mut Vec<u8>>, blobs: Vec<Blob>) -> Result<(), StoreError> {
    if places.len() != blobs.len() {
        return Err(StoreError::Damaged { detail: "an image or a file is not with its record".to_owned() });
    }
    for (place, blob) in places.into_iter().zip(blobs) {
        let bytes = JsFuture::from(blob.array_buffer()).await.map_err(|error| errors::from_thrown(&error))?;
        *place = Uint8Array::new(&bytes).to_vec();
    }
    Ok(())
}

/// The places of all bytes in a record, in one order.
fn bytes_of(record: &mut Record) -> Vec<&mut Vec<u8>> {
    match record {
        Record::Blob(blob) => vec![&mut blob.bytes],
        Record::Undo(undo) => bytes_of_changes(&mut undo.changes),
        _ => Vec::new(),
    }
}

/// The places of all bytes in a list of changes, in one order.
pub(super) fn bytes_of_changes(changes: &mut [Change]) -> Vec<&mut Vec<u8>> {
    let records = changes.iter_mut().filter_map(|change| match change {
        Change::Add(record) | Change::Put(record) => Some(record),
        Change::Remove(_) | Change::AddUndo(_) => None,
    });
    records.flat_map(bytes_of).collect()
}

fn to_blob(bytes: &[u8]) -> Result<Blob, StoreError> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    Blob::new_with_u8_array_sequence_and_options(&parts, &BlobPropertyBag::new())
        .map_err(|error| errors::from_thrown(&error))
}

fn serialise(record: &impl Serialize) -> Result<Row, StoreError> {
    let value = serde_wasm_bindgen::to_value(record);
    value.map(Row).map_err(|error| StoreError::Failed { detail: error.to_string() })
}

impl Row {
    /// The record's fields as a type.
    pub(super) fn read<T: DeserializeOwned>(&self, kind: Kind) -> Result<T, StoreError> {
        serde_wasm_bindgen::from_value(self.0.clone())
            .map_err(|error| StoreError::Damaged { detail: format!("{kind:?}: {error}") })
    }

    /// A number of the row, 0 when it is not there. For rows of older versions.
    pub(super) fn number(&self, field: &str) -> f64 {
        Reflect::get(&self.0, &field.into()).ok().and_then(|value| value.as_f64()).unwrap_or_default()
    }

    /// A text of the row, empty when it is not there. For rows of older versions.
    pub(super) fn text(&self, field: &str) -> String {
        Reflect::get(&self.0, &field.into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
    }

    /// Sets a field of the row.
    pub(super) fn set(&self, field: &str, value: impl Into<JsValue>) -> IdbResult<()> {
        Reflect::set(&self.0, &field.into(), &value.into())?;
        Ok(())
    }

    fn blobs(&self) -> Vec<Blob> {
        let blobs = Reflect::get(&self.0, &BLOBS.into()).ok().and_then(|value| value.dyn_into::<Array>().ok());
        blobs.into_iter().flat_map(|blobs| blobs.to_vec()).filter_map(|blob| blob.dyn_into().ok()).collect()
    }
}

impl Key {
    /// The key of a record.
    pub(super) fn of(key: RecordKey) -> Self {
        match key {
            RecordKey::Conversation(id) => Self::one(id),
            RecordKey::Branch(conversation, id) => Self::two(conversation, id),
            RecordKey::Message(branch, sequence) => Self::message(branch, sequence),
            RecordKey::Forget(conversation, id) => Self::two(conversation, id),
            RecordKey::ReplyDraft(conversation) | RecordKey::ComposerDraft(conversation) => Self::one(conversation),
            RecordKey::Undo(conversation, id) => Self::two(conversation, id),
            RecordKey::Settings => Self::one("settings"),
            RecordKey::Provider(id) => Self::one(id),
            RecordKey::Blob(id) => Self::one(id),
        }
    }

    /// A text as a key.
    pub(super) fn one(id: impl ToString) -> Self {
        Self(JsValue::from_str(&id.to_string()))
    }

    /// A key that sorts before those of all records.
    pub(super) fn first() -> Self {
        Self(JsValue::from_f64(0.0))
    }

    /// All records of a conversation, in the stores that are sorted by conversation first.
    pub(super) fn all_of(conversation: ConversationId) -> KeyRange<Self> {
        let Self(conversation) = Self::one(conversation);
        let from = Array::of1(&conversation);
        // An array sorts after every string, so this is past every id.
        let to = Array::of2(&conversation, &Array::new());
        KeyRange::Bound(Self(from.into()), false, Self(to.into()), true)
    }

    /// The messages of a branch at places in a range, which is not empty.
    pub(super) fn messages(branch: BranchId, places: Range<u32>) -> KeyRange<Self> {
        KeyRange::Bound(Self::message(branch, places.start), false, Self::message(branch, places.end), true)
    }

    /// The messages of a segment of a path.
    pub(super) fn segment(segment: Segment) -> KeyRange<Self> {
        Self::messages(segment.branch, segment.from..segment.to)
    }

    /// The place of a message.
    pub(super) fn sequence(&self) -> Option<u32> {
        let sequence = self.0.dyn_ref::<Array>()?.get(1).as_f64()?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "written from a u32")]
        Some(sequence as u32)
    }

    fn two(first: impl ToString, second: impl ToString) -> Self {
        Self(Array::of2(&Self::one(first).0, &Self::one(second).0).into())
    }

    fn message(branch: BranchId, sequence: u32) -> Self {
        Self(Array::of2(&Self::one(branch).0, &sequence.into()).into())
    }
}

impl TryToJs for Row {
    fn try_to_js(&self) -> IdbResult<JsValue> {
        Ok(self.0.clone())
    }
}

impl TryFromJs for Row {
    fn from_js(row: JsValue) -> Result<Self, SimpleValueError> {
        Ok(Self(row))
    }
}

impl TryToJs for Key {
    fn try_to_js(&self) -> IdbResult<JsValue> {
        Ok(self.0.clone())
    }
}

impl TryFromJs for Key {
    fn from_js(key: JsValue) -> Result<Self, SimpleValueError> {
        Ok(Self(key))
    }
}
