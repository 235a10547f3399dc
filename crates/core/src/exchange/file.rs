//! What stands around the records in a file of ours. A backup is such a file, packed with gzip.

use crate::{record::RECORD_VERSION, time::Timestamp};
use serde::{Deserialize, Serialize};

/// What stands before the records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHead {
    /// The version of the records: [`RECORD_VERSION`] when it was written.
    pub ricordo: u32,
    /// When it was written.
    pub exported_at: Timestamp,
}

/// The beginning of a file: one line, whatever is exported. Records follow, one a line, with `,` and a line end between.
pub fn head(at: Timestamp) -> String {
    format!("{{\"ricordo\":{RECORD_VERSION},\"exported_at\":{},\"records\":[\n", at.0)
}

/// The end of a file with so many records.
pub fn foot(count: u64) -> String {
    format!("\n],\"count\":{count}}}\n")
}
