//! Rows: records as they are stored. Apart from `keys`, only this module of the store handles JavaScript values.
//!
//! A row is the record's fields as a plain object, plus `schema` (the version of the row's format) and, if the record
//! holds images or files, `blobs`: the browser stores those outside of the row, and the record's own bytes are empty. A
//! record that is looked up by links has them in `links`, for the index.

use super::{errors, schema::LINKS};
use crate::from_js;
use indexed_db_futures::{
    Result as IdbResult,
    error::SimpleValueError,
    primitive::{TryFromJs, TryToJs},
};
use js_sys::{Array, Object, Reflect, Uint8Array};
use ricordo_core::{
    error::StoreError,
    record::{Kind, RECORD_VERSION, Record},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

const SCHEMA: &str = "schema";
const BLOBS: &str = "blobs";

/// A stored value.
#[derive(Clone, Debug)]
pub(super) struct Row(JsValue);

/// A record whose bytes are still blobs of the browser. It can be handled while a transaction is open: reading the
/// bytes would await something other than a request, and the transaction would end.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// The record; the bytes of its blobs are empty.
    pub(super) record: Record,
    /// The bytes, in the order of [`Record::bytes_mut`].
    pub(super) blobs: Vec<Blob>,
}

impl Stored {
    /// Moves the bytes of a record into blobs.
    pub(super) fn detach(mut record: Record) -> Result<Self, StoreError> {
        let blobs = record.bytes_mut().into_iter().map(|bytes| to_blob(&std::mem::take(bytes)));
        let blobs = blobs.collect::<Result<_, _>>()?;
        Ok(Self { record, blobs })
    }

    /// The row to store.
    pub(super) fn to_row(&self) -> Result<Row, StoreError> {
        // `serialise` gives `{ message: { … } }`; the row is the inner object.
        let named = serialise(&self.record)?;
        let row =
            Row(Reflect::get(&named, &name_of(self.record.kind())?).map_err(|error| errors::from_thrown(&error))?);
        row.set(SCHEMA, RECORD_VERSION).map_err(errors::from_error)?;
        row.link(&self.record).map_err(errors::from_error)?;
        if !self.blobs.is_empty() {
            row.set(BLOBS, self.blobs.iter().collect::<Array>()).map_err(errors::from_error)?;
        }
        Ok(row)
    }

    /// Reads the record of a row.
    pub(super) fn from_row(kind: Kind, row: &Row) -> Result<Self, StoreError> {
        let named = Row::empty();
        Reflect::set(&named.0, &name_of(kind)?, &row.0).map_err(|error| errors::from_thrown(&error))?;
        let record = named.read(kind)?;
        let blobs = match kind {
            Kind::Undo | Kind::Blob => row.blobs(),
            _ => Vec::new(),
        };
        Ok(Self { record, blobs })
    }

    /// The record; `None` if the browser has lost bytes of it.
    pub(super) fn whole(mut self) -> Option<Self> {
        (self.record.bytes_mut().len() == self.blobs.len()).then_some(self)
    }

    /// The complete record. Never awaited while a transaction is open.
    pub(super) async fn complete(mut self) -> Result<Record, StoreError> {
        attach(self.record.bytes_mut(), self.blobs).await?;
        Ok(self.record)
    }
}

/// Reads the blobs into the record's byte fields. Never awaited while a transaction is open.
pub(super) async fn attach(places: Vec<&mut Vec<u8>>, blobs: Vec<Blob>) -> Result<(), StoreError> {
    if places.len() != blobs.len() {
        return Err(StoreError::Damaged { detail: "an image or a file is not with its record".to_owned() });
    }
    for (place, blob) in places.into_iter().zip(blobs) {
        let bytes = JsFuture::from(blob.array_buffer()).await.map_err(|error| errors::damaged(&error))?;
        *place = Uint8Array::new(&bytes).to_vec();
    }
    Ok(())
}

fn to_blob(bytes: &[u8]) -> Result<Blob, StoreError> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    Blob::new_with_u8_array_sequence_and_options(&parts, &BlobPropertyBag::new())
        .map_err(|error| errors::from_thrown(&error))
}

/// The name of a kind, which is also that of its variant of [`Record`].
fn name_of(kind: Kind) -> Result<JsValue, StoreError> {
    serialise(&kind)
}

fn serialise(value: &impl Serialize) -> Result<JsValue, StoreError> {
    // A tool's schema is a map. Written as a JavaScript `Map` it could not be read back, because its type is unknown
    // then.
    let serialiser = Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serialiser).map_err(|error| StoreError::Failed { detail: error.to_string() })
}

impl Row {
    /// A row without fields.
    pub(super) fn empty() -> Self {
        Self(Object::new().into())
    }

    /// Deserializes the record's fields.
    pub(super) fn read<T: DeserializeOwned>(&self, kind: Kind) -> Result<T, StoreError> {
        from_js(self.0.clone()).map_err(|error| StoreError::Damaged { detail: format!("{kind:?}: {error}") })
    }

    /// A numeric field, 0 if missing. For rows of older versions.
    pub(super) fn number(&self, field: &str) -> f64 {
        Reflect::get(&self.0, &field.into()).ok().and_then(|value| value.as_f64()).unwrap_or_default()
    }

    /// A text field, empty if missing. For rows of older versions.
    pub(super) fn text(&self, field: &str) -> String {
        Reflect::get(&self.0, &field.into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
    }

    /// Whether a field is `true`. For rows of older versions.
    pub(super) fn is_set(&self, field: &str) -> bool {
        Reflect::get(&self.0, &field.into()).is_ok_and(|value| value == JsValue::TRUE)
    }

    /// Removes a field. For rows of older versions.
    pub(super) fn remove(&self, field: &str) -> IdbResult<()> {
        Reflect::delete_property(self.0.unchecked_ref::<Object>(), &field.into())?;
        Ok(())
    }

    /// Sets a field.
    pub(super) fn set(&self, field: &str, value: impl Into<JsValue>) -> IdbResult<()> {
        Reflect::set(&self.0, &field.into(), &value.into())?;
        Ok(())
    }

    /// Writes the record's links into the row. Messages and images already have theirs in a field.
    pub(super) fn link(&self, record: &Record) -> IdbResult<()> {
        let links = record.links();
        if links.is_empty() || matches!(record.kind(), Kind::Message | Kind::Blob) {
            return Ok(());
        }
        self.set(LINKS, links.iter().map(|link| JsValue::from_str(&link.to_string())).collect::<Array>())
    }

    fn blobs(&self) -> Vec<Blob> {
        let blobs = Reflect::get(&self.0, &BLOBS.into()).ok().and_then(|value| value.dyn_into::<Array>().ok());
        blobs.into_iter().flat_map(|blobs| blobs.to_vec()).filter_map(|blob| blob.dyn_into().ok()).collect()
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
