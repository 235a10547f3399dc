//! Builds a part from messages.

use super::{
    super::terms::{AUTHOR, terms},
    Document, Part, Posting,
    dictionary::{Dictionary, TermEnd},
};
use ricordo_record::message::{MessageText, Role, text_of};
use ricordo_text::small_sort;

impl Part {
    /// Creates a part from messages of one branch whose sequences divided by [`Part::SEQUENCES`] are the same. Messages
    /// without words, and those that neither the user nor the model wrote, are left out.
    pub fn build(messages: &[MessageText]) -> Self {
        let mut readable: Vec<&MessageText> =
            messages.iter().filter(|message| matches!(message.role, Role::User | Role::Assistant)).collect();
        small_sort::by_key(&mut readable, |message| message.sequence);
        readable.dedup_by_key(|message| message.sequence);
        readable.truncate(Self::SEQUENCES as usize);
        let mut documents = Vec::new();
        let mut occurrences: Vec<(String, u8)> = Vec::new();
        for message in readable {
            let Ok(index) = u8::try_from(documents.len()) else { break };
            let mut length = 0;
            terms(&text_of(&message.parts), |term| {
                length += 1;
                occurrences.extend(term.map(|term| (term.to_owned(), index)));
            });
            if length > 0 {
                let author = message.author.as_ref().map(|author| author.name.as_str()).unwrap_or_default();
                terms(author, |term| occurrences.extend(term.map(|term| (format!("{AUTHOR}{term}"), index))));
                let MessageText { id, sequence, role, created_at, .. } = *message;
                documents.push(Document { message: id, sequence, role, at: created_at, length });
            }
        }
        small_sort::ascending(&mut occurrences);
        let (dictionary, postings) = dictionary(&occurrences);
        Self { documents, dictionary, postings }
    }
}

/// The terms and their postings, from the sorted occurrences.
fn dictionary(occurrences: &[(String, u8)]) -> (Dictionary, Box<[Posting]>) {
    let mut letters = String::new();
    let mut ends: Vec<TermEnd> = Vec::new();
    let mut postings: Vec<Posting> = Vec::new();
    for same_term in occurrences.chunk_by(|one, other| one.0 == other.0) {
        letters.push_str(&same_term[0].0);
        for same in same_term.chunk_by(|one, other| one.1 == other.1) {
            let count = u8::try_from(same.len()).unwrap_or(u8::MAX);
            postings.push(Posting { document: same[0].1, count });
        }
        ends.push(TermEnd { letters: number(letters.len()), postings: number(postings.len()) });
    }
    (Dictionary::new(letters, ends), postings.into_boxed_slice())
}

/// The terms of 64 messages never take four gigabytes.
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
