//! Zip archives: finds the files with conversations, and the images beside them.

use crate::{
    file::{Bytes, File},
    unpack::{self, Expected, Limits, Packed, Packing},
};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive};
use ricordo_core::exchange::{Refusal, position_of};
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
    /// File name with its folders, separated by `/`.
    pub(crate) path: String,
    range: Range<u64>,
    packing: Packing,
    expected: Expected,
}

/// An archive whose list of files has been read.
pub(crate) struct Archive {
    file: File,
    limits: Limits,
    unpacked: Rc<Cell<u64>>,
    /// By path.
    files: BTreeMap<String, Asset>,
    /// The paths by name.
    names: BTreeMap<String, String>,
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
            let path = String::from_utf8_lossy(entry.file_path().as_ref()).replace('\\', "/");
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            let expected = Expected { size: entry.uncompressed_size_hint(), crc: entry.crc32() };
            if !entry.is_dir() && !name.is_empty() {
                found.push((name, path, packing, expected, entry.wayfinder()));
            }
        }
        let (mut files, mut names) = (BTreeMap::new(), BTreeMap::new());
        let mut is_packed_otherwise = false;
        for (name, path, packing, expected, wayfinder) in found {
            let Some(packing) = packing else {
                is_packed_otherwise |= is_text(&name);
                continue;
            };
            let entry = archive.get_entry(wayfinder).map_err(|_| Refusal::DamagedArchive)?;
            let (from, to) = entry.compressed_data_range();
            names.insert(name.clone(), path.clone());
            files.insert(path.clone(), Asset { name, path, range: from..to.min(size), packing, expected });
        }
        if is_packed_otherwise {
            return Err(Refusal::Packing);
        }
        Ok(Self { file, limits, unpacked, files, names })
    }

    /// The files that may hold conversations, in order. Projects and memories come before the conversations in them.
    pub(crate) fn texts(&self) -> Vec<Asset> {
        // Outside of SillyTavern's folder, files with characters count only if the archive has no conversations.
        let is_known = |path: &String| is_in_characters(path) || is_export(path);
        let has_loose_cards = !self.files.keys().any(is_known);
        let is_card = |path: &str| is_picture(path) && (has_loose_cards || is_in_characters(path));
        let is_wanted = |asset: &&Asset| (is_text(&asset.name) && !is_backup(&asset.path)) || is_card(&asset.path);
        let mut texts: Vec<Asset> = self.files.values().filter(is_wanted).cloned().collect();
        texts.sort_by_key(|asset| position_of(&asset.path));
        texts
    }

    /// The file with this name in the folder of another.
    pub(crate) fn beside(&self, path: &str, name: &str) -> Option<&Asset> {
        let folder = path.rfind('/').map_or("", |end| &path[..=end]);
        self.files.get(&format!("{folder}{name}"))
    }

    /// The image whose name begins with an id, with its media type.
    pub(crate) fn image(&self, id: &str) -> Option<(Asset, &'static str)> {
        if id.is_empty() {
            return None;
        }
        let from = self.names.range(id.to_owned()..).take_while(|(name, _)| name.starts_with(id));
        let mut named = from.filter_map(|(_, path)| self.files.get(path));
        named.find_map(|asset| {
            let is_fit = asset.expected.size <= LARGEST_ASSET && asset.expected.size > 0;
            let media_type = media_type(&asset.name).or_else(|| self.sniffed(asset)).filter(|_| is_fit)?;
            Some((asset.clone(), media_type))
        })
    }

    /// The media type of an image by its first bytes: `ChatGPT` names them all `.dat`.
    fn sniffed(&self, asset: &Asset) -> Option<&'static str> {
        if !asset.name.to_ascii_lowercase().ends_with(".dat") {
            return None;
        }
        let mut first = Vec::new();
        self.read(asset, Rc::default()).take(12).read_to_end(&mut first).ok()?;
        match first.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
            [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
            [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P'] => Some("image/webp"),
            _ => None,
        }
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

/// Whether a file may hold conversations. Its content decides.
fn is_text(name: &str) -> bool {
    [".json", ".jsonl"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
}

/// Whether a file is an older copy of a chat, which SillyTavern keeps beside the chats.
fn is_backup(path: &str) -> bool {
    let mut names = path.rsplit('/');
    names.next().is_some_and(|name| name.starts_with("chat_")) && names.next() == Some("backups")
}

/// Whether a file is a picture that may contain a character of SillyTavern.
pub(crate) fn is_picture(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".png")
}

/// Whether a file is in the folder in which SillyTavern keeps characters.
fn is_in_characters(path: &str) -> bool {
    path.rsplit('/').nth(1) == Some("characters")
}

/// Whether a file is named like those with conversations, beside which pictures are images of messages.
fn is_export(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    name.ends_with(".jsonl") || (is_text(&name) && name.contains("conversations"))
}

/// The media type of an image that pages can show, by the ending of its name.
pub(crate) fn media_type(name: &str) -> Option<&'static str> {
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
    fn json_files_may_hold_conversations() {
        for name in ["conversations.json", "conversations-000.json", "messages.jsonl", "EXPORT.JSON"] {
            assert!(is_text(name), "{name}");
        }
        for name in ["chat.html", "conversations.json.txt", "json"] {
            assert!(!is_text(name), "{name}");
        }
    }
}
