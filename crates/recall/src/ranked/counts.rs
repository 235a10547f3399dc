//! How often a word of a question occurs in each row.

use super::{part::Part, question::Wanted, rows::Rows, similar::SimilarTerm, terms::AUTHOR};
use crate::parts::PartKey;

/// How much the name of a participant counts in a text, as opposed to its being the author: `Maria, …` is written by
/// somebody else.
const NAME_IN_TEXT: f32 = 0.3;
/// How much a term counts that shares most of its letters with a word.
const SIMILAR: f32 = 0.4;

/// Counts by row, used for one word after the other.
pub(super) struct Counts {
    pub(super) of: Vec<f32>,
    /// The rows with a count, in order.
    pub(super) rows: Vec<usize>,
    /// Whether the word is the name of a participant.
    pub(super) is_name: bool,
}

impl Counts {
    pub(super) fn new(rows: &Rows<'_>) -> Self {
        Self { of: vec![0.0; rows.all.len()], rows: Vec::new(), is_name: false }
    }

    /// Counts a word. [`Counts::clear`] comes before the next one.
    pub(super) fn count(
        &mut self,
        parts: &[(PartKey, Part)],
        rows: &Rows<'_>,
        wanted: &Wanted,
        similar: &[SimilarTerm],
    ) {
        let names: Vec<String> = wanted.terms.iter().map(|term| format!("{AUTHOR}{term}")).collect();
        self.is_name = self.count_terms(parts, rows, &names, 1.0);
        self.count_terms(parts, rows, &wanted.terms, if self.is_name { NAME_IN_TEXT } else { 1.0 });
        for found in similar {
            let postings = parts[found.part].1.postings_of(found.term);
            for posting in postings {
                self.add(rows.row(found.part, posting.document), SIMILAR * found.similarity * f32::from(posting.count));
            }
        }
        // Cheaper than sorting, and without its code.
        self.rows = (0..self.of.len()).filter(|row| self.of[*row] > 0.0).collect();
    }

    pub(super) fn clear(&mut self) {
        self.rows.drain(..).for_each(|row| self.of[row] = 0.0);
    }

    /// Counts terms; returns whether there are any.
    fn count_terms(&mut self, parts: &[(PartKey, Part)], rows: &Rows<'_>, terms: &[String], weight: f32) -> bool {
        let mut any = false;
        for (number, (_, part)) in parts.iter().enumerate().filter(|(number, _)| rows.has_part(*number)) {
            for term in terms {
                for posting in part.postings(term) {
                    any |= self.add(rows.row(number, posting.document), weight * f32::from(posting.count));
                }
            }
        }
        any
    }

    fn add(&mut self, row: Option<usize>, count: f32) -> bool {
        if let Some(row) = row {
            self.of[row] += count;
        }
        row.is_some()
    }
}
