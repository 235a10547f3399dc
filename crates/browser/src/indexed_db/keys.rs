//! Keys of rows, as IndexedDB sorts them. A key sorts like its [`RecordKey`]: strings by their letters, numbers by
//! size, arrays item by item. The format is stored with every row, so it never changes.

use indexed_db_futures::{
    KeyRange, Result as IdbResult,
    error::SimpleValueError,
    primitive::{TryFromJs, TryToJs},
};
use js_sys::Array;
use ricordo_core::{
    branch::Segment,
    digest::Digest,
    id::{BranchId, ConversationId},
    record::{Kind, RecordKey, StoredPart},
};
use std::ops::Range;
use wasm_bindgen::{JsCast, JsValue};

/// Key of a row: a string, or an array of strings and numbers.
#[derive(Clone, Debug)]
pub(super) struct Key(JsValue);

impl Key {
    /// The key of a record.
    pub(super) fn of(key: RecordKey) -> Self {
        let parts = Array::new();
        key.store(&mut |part| {
            parts.push(&value_of(part));
        });
        Self(if parts.length() == 1 { parts.get(0) } else { parts.into() })
    }

    /// A key of one string.
    pub(super) fn one(id: impl ToString) -> Self {
        Self(JsValue::from_str(&id.to_string()))
    }

    /// A key of two strings.
    pub(super) fn two(first: impl ToString, second: impl ToString) -> Self {
        Self(Array::of2(&Self::one(first).0, &Self::one(second).0).into())
    }

    /// A key that sorts before all records.
    pub(super) fn first() -> Self {
        Self(JsValue::from_f64(0.0))
    }

    /// All records of a conversation, in the stores that are sorted by conversation first; `None` means the records
    /// that belong to no single conversation.
    pub(super) fn all_of(conversation: Option<ConversationId>) -> KeyRange<Self> {
        let Self(conversation) = Self::one(or_all(conversation));
        let from = Array::of1(&conversation);
        // An array sorts after every string, so this is past every id.
        let to = Array::of2(&conversation, &Array::new());
        KeyRange::Bound(Self(from.into()), false, Self(to.into()), true)
    }

    /// The messages of a branch in a range of sequence numbers, which must not be empty.
    pub(super) fn messages(branch: BranchId, places: Range<u32>) -> KeyRange<Self> {
        KeyRange::Bound(Self::message(branch, places.start), false, Self::message(branch, places.end), true)
    }

    /// The messages of a segment of a path.
    pub(super) fn segment(segment: Segment) -> KeyRange<Self> {
        Self::messages(segment.branch, segment.from..segment.to)
    }

    /// The record key behind a linked row of this kind; `None` if the kind has no links.
    pub(super) fn linked(&self, kind: Kind) -> Option<RecordKey> {
        let one = || self.0.as_string();
        let first = || self.0.dyn_ref::<Array>()?.get(0).as_string();
        let two = || {
            let second = self.0.dyn_ref::<Array>()?.get(1).as_string()?;
            Some((first()?.parse::<ConversationId>().ok()?, second))
        };
        match kind {
            Kind::Message => Some(RecordKey::Message(first()?.parse().ok()?, self.sequence()?)),
            Kind::Blob => Some(RecordKey::Blob(one()?.parse().ok()?)),
            Kind::Fragment => Some(RecordKey::Fragment(Digest(u64::from_str_radix(&one()?, 16).ok()?))),
            Kind::Manifest => two().and_then(|(of, id)| Some(RecordKey::Manifest(of, id.parse().ok()?))),
            Kind::Undo => two().and_then(|(of, id)| Some(RecordKey::Undo(of, id.parse().ok()?))),
            _ => None,
        }
    }

    /// The sequence number of a message.
    pub(super) fn sequence(&self) -> Option<u32> {
        let sequence = self.0.dyn_ref::<Array>()?.get(1).as_f64()?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "written from a u32")]
        Some(sequence as u32)
    }

    fn message(branch: BranchId, sequence: u32) -> Self {
        Self(Array::of2(&Self::one(branch).0, &sequence.into()).into())
    }
}

fn value_of(part: StoredPart) -> JsValue {
    match part {
        StoredPart::Text(text) => text.into(),
        #[allow(clippy::cast_precision_loss, reason = "sequence numbers and days are far below 2^53")]
        StoredPart::Number(number) => JsValue::from_f64(number as f64),
    }
}

/// A conversation's id as text; the empty string stands for all conversations and sorts first.
fn or_all(conversation: Option<ConversationId>) -> String {
    conversation.map_or_else(String::new, |id| id.to_string())
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
