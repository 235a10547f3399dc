//! Whose file a text is, by what is in it; and what a format has to do.

use crate::{
    archive::{Archive, Asset},
    chatgpt::ChatGpt,
    elements::Shape,
    ricordo::Ricordo,
};
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

/// How a text begins.
pub(crate) struct Beginning<'a> {
    /// Its first letter.
    pub(crate) first: char,
    /// The name of its first field, where it is an object.
    pub(crate) field: Option<&'a str>,
}

type Recognise = fn(&Beginning<'_>) -> Option<(Shape, Box<dyn Format>)>;

/// The formats, each with what it recognises. The first that does reads the file.
const KNOWN: [Recognise; 2] = [
    |beginning| {
        let is_ours = beginning.field == Some("ricordo");
        is_ours.then(|| -> (Shape, Box<dyn Format>) { (Shape::ItemsOf("records"), Box::new(Ricordo::default())) })
    },
    |beginning| {
        // A list of conversations, or one of them. Whether it is one shows in its elements.
        let shape = if beginning.first == '[' { Shape::Items } else { Shape::Single };
        Some((shape, Box::new(ChatGpt)))
    },
];

/// The format of a text, by its first bytes.
pub(crate) fn recognise(bytes: &[u8]) -> Result<(Shape, Box<dyn Format>), Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.chars().next().ok_or(Refusal::Empty)?;
    if !matches!(first, '[' | '{') {
        return Err(Refusal::Unknown);
    }
    let field = text[1..].trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
    let beginning = Beginning { first, field: field.filter(|_| first == '{') };
    KNOWN.iter().find_map(|recognise| recognise(&beginning)).ok_or(Refusal::Unknown)
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
