//! The names of the files in an archive.

use crate::decode;
use flate2::Crc;
use rawzip::{ZipFileHeaderRecord, extra_fields::ExtraFieldId};
use std::collections::HashMap;

/// Bytes before the name in the field that repeats it in UTF-8: a version, and the checksum of the name that it stands for.
const BEFORE_NAME: usize = 5;

/// The path of a file, as the archive writes it.
pub(super) fn of(entry: &ZipFileHeaderRecord<'_>) -> String {
    let path = entry.file_path();
    let bytes: &[u8] = path.as_ref();
    in_unicode(entry, bytes).unwrap_or_else(|| decode::file_name(bytes, entry.flags().is_utf8()))
}

/// The name that some programs add in UTF-8.
fn in_unicode(entry: &ZipFileHeaderRecord<'_>, bytes: &[u8]) -> Option<String> {
    let mut fields = entry.extra_fields();
    let (_, field) = fields.find(|(id, _)| *id == ExtraFieldId::INFO_ZIP_UNICODE_PATH)?;
    let (head, name) = field.split_at_checked(BEFORE_NAME)?;
    let mut crc = Crc::new();
    crc.update(bytes);
    let is_current = head.get(1..)? == crc.sum().to_le_bytes();
    std::str::from_utf8(name).ok().filter(|_| is_current).map(str::to_owned)
}

/// Makes names unique.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The last number that a name was given.
    last: HashMap<String, u32>,
}

impl Names {
    /// A name that is not taken: `a (2).txt` if `a.txt` is.
    pub(super) fn unique(&mut self, name: String, is_taken: impl Fn(&str) -> bool) -> String {
        if !is_taken(&name) {
            return name;
        }
        let file = name.rfind('/').map_or(0, |at| at + 1);
        let end = name[file..].rfind('.').filter(|at| *at > 0).map_or(name.len(), |at| file + at);
        let last = self.last.entry(name.clone()).or_insert(1);
        loop {
            *last = last.saturating_add(1);
            let unique = format!("{} ({last}){}", &name[..end], &name[end..]);
            if !is_taken(&unique) || *last == u32::MAX {
                return unique;
            }
        }
    }
}
