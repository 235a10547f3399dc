//! What a format has to do, and what comes out of a file.

use crate::archive::{Archive, Asset};
use ricordo_core::{
    exchange::{self, Refusal, Skipped, Why, to_line},
    id::{BlobId, ConversationId},
    record::Record,
};
use std::{collections::VecDeque, rc::Rc};

/// One program's way to write conversations down.
pub(crate) trait Format {
    /// What the page calls it.
    fn name(&self) -> exchange::Format;

    /// A field beside the list of elements. It may refuse the file.
    fn field(&mut self, _name: &str, _json: &str) -> Result<(), Refusal> {
        Ok(())
    }

    /// An element: what it holds goes to `out`. `false`: it is nothing of this format.
    fn element(&mut self, number: u64, json: &str, out: &mut Out) -> bool;
}

/// An image that is unpacked when its turn comes.
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

/// What comes out of a file.
#[derive(Default)]
pub(crate) struct Out {
    waiting: VecDeque<Waiting>,
    /// What was skipped since it was last asked.
    pub(crate) skipped: Vec<Skipped>,
    /// The archive that the file is in, with the images beside it.
    pub(crate) archive: Option<Rc<Archive>>,
}

impl Out {
    /// A record.
    pub(crate) fn record(&mut self, record: Record) {
        match to_line(record) {
            Some(line) => self.waiting.push_back(Waiting::Line(line)),
            None => self.skip("", Why::Unreadable),
        }
    }

    /// An image of the archive, as the blob of a conversation.
    pub(crate) fn asset(&mut self, asset: Asset, blob: BlobId, conversation: ConversationId, media_type: &'static str) {
        self.waiting.push_back(Waiting::Asset(Wanted { asset, blob, conversation, media_type }));
    }

    /// Something does not come in.
    pub(crate) fn skip(&mut self, what: &str, why: Why) {
        self.skipped.push(Skipped { what: what.to_owned(), why });
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
