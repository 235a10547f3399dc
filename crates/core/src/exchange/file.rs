//! The envelope of our export files. A backup is such a file, compressed with gzip.

use super::to_line;
use crate::{
    record::{RECORD_VERSION, Record},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// The header before the records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHead {
    /// Version of the records: [`RECORD_VERSION`] at the time of writing.
    pub ricordo: u32,
    /// When it was written.
    pub exported_at: Timestamp,
}

/// Writes a file in pieces; concatenated, they are the file.
///
/// The header is one line, whatever is exported. The records follow, one per line, separated by `,` and a line end, and
/// then their count.
#[derive(Debug, Default)]
pub struct FileWriter {
    count: u64,
}

impl FileWriter {
    /// The start of the file.
    pub fn head(&self, at: Timestamp) -> String {
        format!("{{\"ricordo\":{RECORD_VERSION},\"exported_at\":{},\"records\":[\n", at.0)
    }

    /// The next records.
    pub fn records(&mut self, records: Vec<Record>) -> String {
        let mut text = String::new();
        for line in records.into_iter().filter_map(to_line) {
            if self.count > 0 {
                text.push_str(",\n");
            }
            text.push_str(&line);
            self.count += 1;
        }
        text
    }

    /// The end of the file.
    pub fn foot(&self) -> String {
        format!("\n],\"count\":{}}}\n", self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use serde_json::Value;

    /// A file of all records, written in pieces of these sizes.
    fn written(sizes: &[usize]) -> String {
        let mut records = sample::of_every_kind().into_iter();
        let mut file = FileWriter::default();
        let mut text = file.head(Timestamp(7));
        for size in sizes {
            text += &file.records(records.by_ref().take(*size).collect());
        }
        text += &file.records(records.collect());
        text + &file.foot()
    }

    #[test]
    fn a_file_is_the_same_in_whatever_pieces_it_is_written() {
        let whole = written(&[]);
        assert_eq!(written(&[0, 1, 0, 3]), whole);
        let read: Value = serde_json::from_str(&whole).unwrap();
        assert_eq!(read["ricordo"], RECORD_VERSION);
        assert_eq!(read["count"], sample::of_every_kind().len());
        assert_eq!(read["records"].as_array().map(Vec::len), Some(sample::of_every_kind().len()));
    }

    #[test]
    fn no_field_of_any_record_is_a_key() {
        let read: Value = serde_json::from_str(&written(&[])).unwrap();
        // Key words of a memory open nothing.
        let secret = |name: &&str| {
            *name != "key_words"
                && ["key", "secret", "password", "authorization"].iter().any(|word| name.contains(word))
        };
        let names = fields(&read);
        assert!(names.len() > 100 && names.contains(&"base_url"));
        assert_eq!(names.into_iter().filter(secret).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    /// The names of all fields in a JSON value.
    fn fields(value: &Value) -> Vec<&str> {
        match value {
            Value::Object(object) => {
                object.iter().flat_map(|(name, value)| [vec![name.as_str()], fields(value)].concat()).collect()
            }
            Value::Array(values) => values.iter().flat_map(fields).collect(),
            _ => Vec::new(),
        }
    }
}
