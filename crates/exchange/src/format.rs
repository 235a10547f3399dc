//! Interface of an import format, and the output of a file.

use crate::archive::{Archive, Asset};
use ricordo_core::{
    exchange::{self, Refusal, Skipped, Why, to_line},
    id::{BlobId, ConversationId},
    record::Record,
};
use std::{
    collections::{BTreeSet, VecDeque},
    rc::Rc,
};

/// The file format of one program.
pub(crate) trait Format {
    /// Name of the format, for the page.
    fn name(&self) -> exchange::Format;

    /// Handles a field beside the list of elements. It may refuse the file.
    fn field(&mut self, _name: &str, _json: &str) -> Result<(), Refusal> {
        Ok(())
    }

    /// Converts an element and writes it to `out`; `false` if it is not of this format.
    fn element(&mut self, number: u64, json: &str, out: &mut Out) -> bool;

    /// Called at the end of the text, also if it is cut off.
    fn end(&mut self, _out: &mut Out) {}
}

/// An image that is unpacked when its line is taken.
struct Wanted {
    asset: Asset,
    blob: BlobId,
    conversation: ConversationId,
    media_type: &'static str,
}

enum Waiting {
    Line(String),
    Asset(Wanted),
}

/// The output of a file.
#[derive(Default)]
pub(crate) struct Out {
    waiting: VecDeque<Waiting>,
    /// Items skipped since the last query.
    pub(crate) skipped: Vec<Skipped>,
    /// Elements of no known kind, before the first of a known kind in the same text.
    strangers: Vec<Skipped>,
    /// The archive that contains the file, with its images.
    pub(crate) archive: Option<Rc<Archive>>,
    /// Path of the text in the archive, or name of the file.
    pub(crate) path: String,
    /// Texts that were converted already. A file may repeat them.
    pub(crate) seen: BTreeSet<String>,
    /// Picture that contained the text, as a `data:` address. It becomes the picture of the character.
    pub(crate) picture: Option<String>,
}

impl Out {
    /// Adds a record.
    pub(crate) fn record(&mut self, record: Record) {
        match to_line(record) {
            Some(line) => self.waiting.push_back(Waiting::Line(line)),
            None => self.skip("", Why::Unreadable),
        }
    }

    /// Adds an image of the archive, as a blob of a conversation.
    pub(crate) fn asset(&mut self, asset: Asset, blob: BlobId, conversation: ConversationId, media_type: &'static str) {
        self.waiting.push_back(Waiting::Asset(Wanted { asset, blob, conversation, media_type }));
    }

    /// Reports something that is not imported.
    pub(crate) fn skip(&mut self, what: &str, why: Why) {
        self.skipped.push(Skipped { what: what.to_owned(), why });
    }

    /// Records an element of no known kind. It is reported if its text has others that are known.
    pub(crate) fn stranger(&mut self, what: &str) {
        self.strangers.push(Skipped { what: what.to_owned(), why: Why::Unreadable });
    }

    /// Reports the elements of no known kind, or drops them because the whole text is of another kind.
    pub(crate) fn settle_strangers(&mut self, are_reported: bool) {
        let strangers = std::mem::take(&mut self.strangers);
        if are_reported {
            self.skipped.extend(strangers);
        }
    }

    /// The next line.
    pub(crate) fn take(&mut self) -> Option<String> {
        while let Some(waiting) = self.waiting.pop_front() {
            match waiting {
                Waiting::Line(line) => return Some(line),
                Waiting::Asset(wanted) => {
                    if let Some(line) = self.unpacked(&wanted) {
                        return Some(line);
                    }
                    self.skip(&wanted.asset.name, Why::Unreadable);
                }
            }
        }
        None
    }

    fn unpacked(&self, wanted: &Wanted) -> Option<String> {
        let bytes = self.archive.as_ref()?.unpack(&wanted.asset)?;
        let Wanted { blob, conversation, media_type, .. } = wanted;
        let (id, conversation, media_type) = (*blob, *conversation, (*media_type).to_owned());
        to_line(Record::Blob(ricordo_core::record::Blob { id, conversation, media_type, bytes }))
    }
}
