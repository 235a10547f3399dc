//! Finds Cyrillic terms that share most of their letters with a word of the question: forms that the stems do not bring
//! together (`писав`, `дописати`). English stems need it less.

use super::{question::Wanted, rows::Rows};
use ricordo_text::small_sort;

/// Number of letters in a gram. Each letter takes two bytes.
const GRAM: usize = 4;
/// Terms are similar if they share this much of their grams.
const LEAST: f32 = 0.5;

/// A term of a part that is similar to a word.
pub(super) struct SimilarTerm {
    pub(super) part: usize,
    pub(super) term: usize,
    /// Share of the grams of both that are common, [`LEAST`] to 1.
    pub(super) similarity: f32,
}

/// A run of four Cyrillic letters as a number.
type Gram = u64;

/// The similar terms of each word.
pub(super) fn similar_terms(rows: &Rows<'_>, wanted: &[Wanted]) -> Vec<Vec<SimilarTerm>> {
    let mut found: Vec<Vec<SimilarTerm>> = wanted.iter().map(|_| Vec::new()).collect();
    let sets: Vec<Vec<Gram>> = wanted.iter().map(|wanted| grams(&wanted.terms[0]).collect()).collect();
    let mut all: Vec<(Gram, usize)> = Vec::new();
    for (index, set) in sets.iter().enumerate() {
        all.extend(set.iter().map(|gram| (*gram, index)));
    }
    if all.is_empty() {
        return found;
    }
    small_sort::ascending(&mut all);
    let filter = Filter::new(&all);
    let mut shared = vec![0_u32; wanted.len()];
    for (number, part) in rows.with_rows() {
        for term in part.cyrillic_terms() {
            let text = part.term(term);
            let mut is_candidate = false;
            for gram in grams(text).filter(|gram| filter.may_have(*gram)) {
                let from = all.partition_point(|(other, _)| *other < gram);
                for (_, index) in all[from..].iter().take_while(|(other, _)| *other == gram) {
                    shared[*index] += 1;
                    is_candidate = true;
                }
            }
            if !is_candidate {
                continue;
            }
            for (index, shared) in shared.iter_mut().enumerate() {
                let shared = std::mem::take(shared) as f32;
                let similarity = 2.0 * shared / (sets[index].len() + grams(text).count()) as f32;
                if similarity >= LEAST && !wanted[index].terms.iter().any(|term| term == text) {
                    found[index].push(SimilarTerm { part: number, term, similarity });
                }
            }
        }
    }
    found
}

/// Whether a term is similar to a word, as [`similar_terms`] decides.
pub(super) fn is_similar(word: &str, term: &str) -> bool {
    let set: Vec<Gram> = grams(word).collect();
    let shared: usize = grams(term).map(|gram| set.iter().filter(|other| **other == gram).count()).sum();
    shared > 0 && 2.0 * shared as f32 / (set.len() + grams(term).count()) as f32 >= LEAST
}

/// The runs of four letters of a Cyrillic term.
fn grams(term: &str) -> impl Iterator<Item = Gram> + '_ {
    let is_cyrillic = term.bytes().all(|byte| byte >= 0x80);
    let bytes = if is_cyrillic { term.as_bytes() } else { &[] };
    bytes.windows(2 * GRAM).step_by(2).filter_map(|letters| Some(Gram::from_le_bytes(letters.try_into().ok()?)))
}

/// A filter that quickly rules out most other grams.
struct Filter([u64; 16]);

impl Filter {
    fn new(all: &[(Gram, usize)]) -> Self {
        let mut bits = [0; 16];
        for (gram, _) in all {
            let (word, bit) = place(*gram);
            bits[word] |= bit;
        }
        Self(bits)
    }

    fn may_have(&self, gram: Gram) -> bool {
        let (word, bit) = place(gram);
        self.0[word] & bit != 0
    }
}

/// One of 1,024 bits.
fn place(gram: Gram) -> (usize, u64) {
    let mixed = gram.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
    (usize::try_from(mixed >> 6).unwrap_or(0), 1 << (mixed & 63))
}
