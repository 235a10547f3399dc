//! The bytes of a part. Numbers are LEB128; a term is its difference from the term before it.
//!
//! ```text
//! version, number of documents, of them: id (16 bytes), sequence, role, time, length
//! number of terms, of them: letters shared with the term before, letters of its own, the letters,
//!     number of postings, of them: distance from the document before and whether the count is 1; the count
//! ```
//!
//! Whatever the bytes are, decoding ends in a part that holds together or in [`Damaged`].

use super::{
    super::terms::LONGEST,
    Damaged, Document, Part, Posting,
    dictionary::{Dictionary, TermEnd},
};
use crate::bytes::{Input, put, put_time};
use ricordo_record::message::Role;

/// Higher if the layout or the terms change: parts of other versions are built again.
const VERSION: u8 = 1;
/// Documents are numbered by a byte, and a part has at most [`Part::SEQUENCES`].
const MOST_DOCUMENTS: u64 = Part::SEQUENCES as u64;

impl Part {
    /// The part as bytes, for [`Part::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        put(&mut bytes, self.documents.len() as u64);
        for document in &self.documents {
            bytes.extend_from_slice(document.message.0.as_bytes());
            put(&mut bytes, document.sequence.into());
            bytes.push(byte_of(document.role));
            put_time(&mut bytes, document.at);
            put(&mut bytes, document.length.into());
        }
        put(&mut bytes, self.dictionary.len() as u64);
        let mut before = "";
        for index in 0..self.dictionary.len() {
            let term = self.term(index);
            let shared = term.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
            put(&mut bytes, shared as u64);
            put(&mut bytes, (term.len() - shared) as u64);
            bytes.extend_from_slice(&term.as_bytes()[shared..]);
            put_postings(&mut bytes, self.postings(self.range_of(index)));
            before = term;
        }
        bytes
    }

    /// Decodes the bytes of a part.
    ///
    /// # Errors
    /// [`Damaged`] if these are not the bytes of a part of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damaged> {
        read(bytes).ok_or(Damaged)
    }
}

fn put_postings(bytes: &mut Vec<u8>, postings: &[Posting]) {
    put(bytes, postings.len() as u64);
    let mut next = 0;
    for posting in postings {
        let distance = u64::from(posting.document.saturating_sub(next));
        put(bytes, distance << 1 | u64::from(posting.count == 1));
        if posting.count != 1 {
            bytes.push(posting.count);
        }
        next = posting.document + 1;
    }
}

fn byte_of(role: Role) -> u8 {
    match role {
        Role::User => 0,
        Role::Assistant => 1,
        Role::Tool => 2,
        Role::System => 3,
    }
}

fn role_of(byte: u8) -> Option<Role> {
    Some(match byte {
        0 => Role::User,
        1 => Role::Assistant,
        2 => Role::Tool,
        3 => Role::System,
        _ => return None,
    })
}

fn read(bytes: &[u8]) -> Option<Part> {
    let mut input = Input::new(bytes);
    if input.byte()? != VERSION {
        return None;
    }
    let documents = read_documents(&mut input)?;
    let count = input.number()?;
    let mut letters: Vec<u8> = Vec::new();
    let mut ends: Vec<TermEnd> = Vec::new();
    let mut postings: Vec<Posting> = Vec::new();
    let mut before = 0..0;
    for _ in 0..count {
        let shared = usize::try_from(input.number()?).ok()?;
        let own = usize::try_from(input.number()?).ok()?;
        // Terms are short, so that damaged bytes cannot ask for more memory than there is.
        if shared > before.len() || own > LONGEST - shared {
            return None;
        }
        let start = letters.len();
        letters.extend_from_within(before.start..before.start + shared);
        letters.extend_from_slice(input.take(own)?);
        if letters[before.clone()] >= letters[start..] {
            return None;
        }
        std::str::from_utf8(&letters[start..]).ok()?;
        before = start..letters.len();
        read_postings(&mut input, documents.len(), &mut postings)?;
        let end = TermEnd { letters: letters.len().try_into().ok()?, postings: postings.len().try_into().ok()? };
        ends.push(end);
    }
    if !input.is_empty() {
        return None;
    }
    let dictionary = Dictionary::new(String::from_utf8(letters).ok()?, ends);
    Some(Part { documents, dictionary, postings: postings.into_boxed_slice() })
}

fn read_documents(input: &mut Input<'_>) -> Option<Vec<Document>> {
    let count = input.number().filter(|count| *count <= MOST_DOCUMENTS)?;
    let mut documents: Vec<Document> = Vec::new();
    for _ in 0..count {
        let message = input.message()?;
        let sequence = input.number()?.try_into().ok()?;
        if documents.last().is_some_and(|before| before.sequence >= sequence) {
            return None;
        }
        let role = role_of(input.byte()?)?;
        let at = input.time()?;
        let length = input.number()?.try_into().ok()?;
        documents.push(Document { message, sequence, role, at, length });
    }
    Some(documents)
}

/// Appends the postings of one term, in ascending order of the documents.
fn read_postings(input: &mut Input<'_>, documents: usize, postings: &mut Vec<Posting>) -> Option<()> {
    let mut next = 0_u64;
    for _ in 0..input.number()? {
        let packed = input.number()?;
        let document = next.checked_add(packed >> 1).filter(|document| *document < documents as u64)?;
        let count = if packed & 1 == 1 { 1 } else { input.byte()? };
        postings.push(Posting { document: document.try_into().ok()?, count });
        next = document + 1;
    }
    Some(())
}
