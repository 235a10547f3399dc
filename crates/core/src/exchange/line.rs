//! Serializes a record as one line of JSON, and back. Bytes are base64: as lists of numbers they would be four times as
//! long.

use crate::record::Record;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;

/// One line, without a line end. `None` if the record cannot be serialized, which does not happen to records read from
/// a store.
pub fn to_line(mut record: Record) -> Option<String> {
    let mut bytes: Vec<Vec<u8>> = record.bytes_mut().into_iter().map(std::mem::take).collect();
    if bytes.is_empty() {
        return serde_json::to_string(&record).ok();
    }
    let mut value = value_of(&record)?;
    bytes.reverse();
    for_each_bytes(&mut value, &mut |place| {
        let bytes = bytes.pop()?;
        *place = Value::String(BASE64_STANDARD.encode(bytes));
        Some(())
    })?;
    Some(value.to_string())
}

/// The record as a value. Through its text, which is short without the bytes: code that converts every kind of record to a
/// value and back at once would be 360 KB of the page's WebAssembly, for the few records with bytes.
fn value_of(record: &Record) -> Option<Value> {
    serde_json::from_str(&serde_json::to_string(record).ok()?).ok()
}

/// Parses the record of a line, with any white space. Bytes may also be a list of numbers.
///
/// # Errors
/// What is wrong with the line, for the author of the file.
pub fn from_line(line: &str) -> Result<Record, String> {
    // Nearly all records have no bytes, or have them as numbers.
    let error = match serde_json::from_str::<Record>(line) {
        Ok(record) => return Ok(record),
        Err(error) => error.to_string(),
    };
    let mut value: Value = serde_json::from_str(line).map_err(|_| error.clone())?;
    let mut found = Vec::new();
    let taken = for_each_bytes(&mut value, &mut |place| {
        found.push(match place.take() {
            Value::String(text) => BASE64_STANDARD.decode(text).ok()?,
            numbers => serde_json::from_value(numbers).ok()?,
        });
        *place = Value::Array(Vec::new());
        Some(())
    });
    taken.ok_or_else(|| "its bytes are not base64".to_owned())?;
    // Through a text again: see `value_of`.
    let mut record: Record = serde_json::from_str(&value.to_string()).map_err(|_| error)?;
    for (place, bytes) in record.bytes_mut().into_iter().zip(found) {
        *place = bytes;
    }
    Ok(record)
}

/// Visits the bytes of each blob in the order of [`Record::bytes_mut`]. Only lists have an order, and each of their
/// items holds one record.
fn for_each_bytes(value: &mut Value, act: &mut impl FnMut(&mut Value) -> Option<()>) -> Option<()> {
    match value {
        Value::Array(values) => values.iter_mut().try_for_each(|value| for_each_bytes(value, act)),
        Value::Object(fields) => fields.iter_mut().try_for_each(|(name, value)| {
            match value.get_mut("bytes") {
                Some(bytes) if name == "blob" => act(bytes),
                // A blob reference in a message has an id and no bytes.
                _ => for_each_bytes(value, act),
            }
        }),
        _ => Some(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{change::Change, testing::sample, undo::Undo};

    fn blob(bytes: Vec<u8>) -> Record {
        let Some(Record::Blob(blob)) = sample::of_every_kind().into_iter().find(|one| matches!(one, Record::Blob(_)))
        else {
            panic!("there is a sample of each kind")
        };
        Record::Blob(crate::record::Blob { bytes, ..blob })
    }

    #[test]
    fn a_record_of_every_kind_comes_back_the_same() {
        for record in sample::of_every_kind() {
            let line = to_line(record.clone()).unwrap();
            assert!(!line.contains('\n'));
            assert_eq!(from_line(&line), Ok(record));
        }
    }

    #[test]
    fn bytes_are_base64_wherever_they_stand() {
        let line = to_line(blob(vec![0, 255, 10])).unwrap();
        assert!(line.contains(r#""bytes":"AP8K""#), "{line}");
        let changes = vec![Change::Put(blob(vec![1])), Change::Add(blob(Vec::new())), Change::Put(blob(vec![2, 3]))];
        let undo = Record::Undo(Undo { changes, ..sample::undo(1, 1) });
        assert_eq!(from_line(&to_line(undo.clone()).unwrap()), Ok(undo));
    }

    #[test]
    fn numbers_are_read_as_older_exports_have_them() {
        let old = serde_json::to_string_pretty(&blob(vec![7, 8])).unwrap();
        assert_eq!(from_line(&old), Ok(blob(vec![7, 8])));
    }

    #[test]
    fn what_is_no_record_is_an_error() {
        for line in ["", "{", "{}", "[]", r#"{"blob":{"bytes":"%"}}"#, r#"{"unheard_of":{}}"#] {
            assert!(from_line(line).is_err(), "{line}");
        }
    }
}
