//! Zip archives: finds the files with conversations, and the images beside them.

use crate::{
    file::{Bytes, File},
    unpack::{self, Expected, Limits, Packed, Packing},
};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive};
use ricordo_core::exchange::Refusal;
use std::{
    cell::Cell,
    collections::BTreeMap,
    io::{self, Read},
    ops::Range,
    rc::Rc,
};

/// Largest image that is extracted, in bytes.
const LARGEST_ASSET: u64 = 32 << 20;

/// A file as the zip library reads it.
struct Whole(File);

impl ReaderAt for Whole {
    fn read_at(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        Bytes::read_at(&*self.0, offset, into)
    }
}

/// A file in the archive.
#[derive(Clone, Debug)]
pub(crate) struct Asset {
    /// File name without folders.
    pub(crate) name: String,
    range: Range<u64>,
    packing: Packing,
    expected: Expected,
}

/// An archive whose list of files has been read.
pub(crate) struct Archive {
    file: File,
    limits: Limits,
    unpacked: Rc<Cell<u64>>,
    /// By name.
    files: BTreeMap<String, Asset>,
}

impl Archive {
    /// Reads the list of files.
    pub(crate) fn open(file: File, limits: Limits, unpacked: Rc<Cell<u64>>) -> Result<Self, Refusal> {
        let size = file.size();
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipArchive::with_max_search_space(1 << 16)
            .locate_in_reader(Whole(Rc::clone(&file)), &mut buffer, size)
            .map_err(|_| Refusal::DamagedArchive)?;
        if archive.entries_hint() > limits.entries {
            return Err(Refusal::Bomb);
        }
        let mut found = Vec::new();
        let mut entries = archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(|_| Refusal::DamagedArchive)? {
            if found.len() as u64 > limits.entries {
                return Err(Refusal::Bomb);
            }
            let packing = match entry.compression_method() {
                CompressionMethod::STORE => Some(Packing::None),
                CompressionMethod::DEFLATE => Some(Packing::Deflate),
                _ => None,
            };
            let packing = packing.filter(|_| !entry.flags().is_encrypted());
            let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            let expected = Expected { size: entry.uncompressed_size_hint(), crc: entry.crc32() };
            if !entry.is_dir() && !name.is_empty() {
                found.push((name, packing, expected, entry.wayfinder()));
            }
        }
        let mut files = BTreeMap::new();
        let mut is_packed_otherwise = false;
        for (name, packing, expected, wayfinder) in found {
            let Some(packing) = packing else {
                is_packed_otherwise |= is_conversations(&name);
                continue;
            };
            let entry = archive.get_entry(wayfinder).map_err(|_| Refusal::DamagedArchive)?;
            let (from, to) = entry.compressed_data_range();
            files.insert(name.clone(), Asset { name, range: from..to.min(size), packing, expected });
        }
        if is_packed_otherwise {
            return Err(Refusal::Packing);
        }
        Ok(Self { file, limits, unpacked, files })
    }

    /// The files with conversations, in order: those of ChatGPT's exports, otherwise every JSON file or backup.
    pub(crate) fn texts(&self) -> Vec<Asset> {
        let of = |is_wanted: fn(&str) -> bool| {
            self.files.values().filter(|asset| is_wanted(&asset.name)).cloned().collect::<Vec<_>>()
        };
        let found = of(is_conversations);
        if found.is_empty() { of(|name| name.ends_with(".json")) } else { found }
    }

    /// The image whose name begins with an id, with its media type.
    pub(crate) fn image(&self, id: &str) -> Option<(Asset, &'static str)> {
        if id.is_empty() {
            return None;
        }
        let from = self.files.range(id.to_owned()..).map(|(_, asset)| asset);
        let mut named = from.take_while(|asset| asset.name.starts_with(id));
        named.find_map(|asset| {
            let is_fit = asset.expected.size <= LARGEST_ASSET && asset.expected.size > 0;
            media_type(&asset.name).filter(|_| is_fit).map(|media_type| (asset.clone(), media_type))
        })
    }

    /// Opens a file as a stream.
    pub(crate) fn read(&self, asset: &Asset, read: Rc<Cell<u64>>) -> Box<dyn Read> {
        let Asset { range, packing, expected, .. } = asset.clone();
        let packed = Packed { file: Rc::clone(&self.file), range, packing, expected: Some(expected) };
        unpack::open(packed, self.limits, read, Rc::clone(&self.unpacked))
    }

    /// The packed size of a file.
    pub(crate) fn packed_size(asset: &Asset) -> u64 {
        asset.range.end.saturating_sub(asset.range.start)
    }

    /// A file's bytes; `None` if it is damaged or larger than declared.
    pub(crate) fn unpack(&self, asset: &Asset) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let stream = self.read(asset, Rc::default());
        stream.take(LARGEST_ASSET + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= LARGEST_ASSET).then_some(bytes)
    }
}

/// Whether a name is `conversations.json` or a part of it, such as `conversations-000.json`.
fn is_conversations(name: &str) -> bool {
    let part = name.strip_prefix("conversations").and_then(|rest| rest.strip_suffix(".json"));
    part.is_some_and(|part| part.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '-' | '_')))
}

fn media_type(name: &str) -> Option<&'static str> {
    let ending = name.rsplit('.').next()?.to_ascii_lowercase();
    match ending.as_str() {
        "png" => Some("image/png"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        "webp" => Some("image/webp"),
        "gif" => Some("image/gif"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_export_are_known_by_their_names() {
        for name in ["conversations.json", "conversations-000.json", "conversations_12.json"] {
            assert!(is_conversations(name), "{name}");
        }
        for name in ["shared_conversations.json", "conversations.html", "conversations-x.json", "user.json"] {
            assert!(!is_conversations(name), "{name}");
        }
    }
}
