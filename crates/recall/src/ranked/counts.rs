//! How often a word of a question occurs in each row.

use super::{
    question::Wanted,
    rows::Rows,
    similar::{SimilarTerm, similar_terms},
    terms::AUTHOR,
};
use std::ops::Range;

/// How much the name of a participant counts in a text, as opposed to its being the author: `Maria, …` is written by
/// somebody else.
const NAME_IN_TEXT: f32 = 0.3;
/// How much a term counts that shares most of its letters with a word.
const SIMILAR: f32 = 0.4;

/// The postings of a term in a part.
struct Span {
    part: usize,
    postings: Range<u32>,
}

/// The places of the terms of a word.
pub(super) struct Spans {
    in_names: Vec<Span>,
    in_texts: Vec<Span>,
    similar: Vec<SimilarTerm>,
}

impl Spans {
    /// The places of the terms of each word. All words are looked up in one part before the next, so the part stays in the
    /// processor's cache.
    pub(super) fn of(rows: &Rows<'_>, wanted: &[Wanted]) -> Vec<Self> {
        let names: Vec<Vec<String>> =
            wanted.iter().map(|wanted| wanted.terms.iter().map(|term| format!("{AUTHOR}{term}")).collect()).collect();
        let similar = similar_terms(rows, wanted).into_iter();
        let mut all: Vec<Self> =
            similar.map(|similar| Self { in_names: Vec::new(), in_texts: Vec::new(), similar }).collect();
        for (number, part) in rows.with_rows() {
            let span = |term: &String| {
                let postings = part.range(term);
                (!postings.is_empty()).then_some(Span { part: number, postings })
            };
            for ((spans, wanted), names) in all.iter_mut().zip(wanted).zip(&names) {
                spans.in_names.extend(names.iter().filter_map(span));
                spans.in_texts.extend(wanted.terms.iter().filter_map(span));
            }
        }
        all
    }
}

/// Counts by row, used for one word after the other.
pub(super) struct Counts {
    /// Before the count of the first row and after that of the last one is a zero.
    of: Vec<f32>,
    /// Whether a part has rows with a count.
    parts: Vec<bool>,
    /// Whether the word is the name of a participant.
    pub(super) is_name: bool,
}

impl Counts {
    pub(super) fn new(rows: &Rows<'_>) -> Self {
        Self { of: vec![0.0; rows.len() + 2], parts: vec![false; rows.parts().len()], is_name: false }
    }

    /// Counts a word. [`Counts::clear`] comes before the next one.
    pub(super) fn count(&mut self, rows: &Rows<'_>, spans: &Spans) {
        self.is_name = false;
        for span in &spans.in_names {
            self.is_name |= self.add(rows, span, 1.0);
        }
        let weight = if self.is_name { NAME_IN_TEXT } else { 1.0 };
        for span in &spans.in_texts {
            self.add(rows, span, weight);
        }
        for SimilarTerm { part, term, similarity } in &spans.similar {
            let postings = rows.parts()[*part].1.range_of(*term);
            self.add(rows, &Span { part: *part, postings }, SIMILAR * similarity);
        }
    }

    pub(super) fn clear(&mut self, rows: &Rows<'_>) {
        for part in 0..self.parts.len() {
            if std::mem::take(&mut self.parts[part]) {
                let Range { start, end } = rows.of_part(part);
                self.of[start + 1..end + 1].fill(0.0);
            }
        }
    }

    /// The ranges of rows outside of which no row has a count.
    pub(super) fn ranges(&self, rows: &Rows<'_>) -> impl Iterator<Item = Range<usize>> {
        let parts = self.parts.iter().enumerate().filter(|(_, has_counts)| **has_counts);
        parts.map(|(part, _)| rows.of_part(part))
    }

    /// The counts of some rows.
    pub(super) fn of(&self, rows: Range<usize>) -> &[f32] {
        &self.of[rows.start + 1..rows.end + 1]
    }

    /// The counts of the rows before some rows, of these, and of those after them.
    pub(super) fn around(&self, rows: Range<usize>) -> [&[f32]; 3] {
        [0, 1, 2].map(|more| &self.of[rows.start + more..rows.end + more])
    }

    /// Counts a term in a part; returns whether there is any.
    fn add(&mut self, rows: &Rows<'_>, span: &Span, weight: f32) -> bool {
        let mut any = false;
        for posting in rows.parts()[span.part].1.postings(span.postings.clone()) {
            if let Some(row) = rows.row(span.part, posting.document) {
                self.of[row + 1] += weight * f32::from(posting.count);
                any = true;
            }
        }
        self.parts[span.part] |= any;
        any
    }
}
