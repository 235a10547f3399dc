//! Cuts a block that is too long: at blank lines, then at sentences, lines and words.

use crate::source::lines;
use ricordo_text::{floor, sentences::sentences};
use std::ops::Range;

/// Length of the smallest pieces, in bytes. No piece of this length has more tokens than half a chunk.
const RUN: usize = 120;
/// A word that is longer, in bytes, is cut.
const LONGEST_WORD: usize = 400;

/// How finely a piece was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    Block,
    BlankLines,
    Sentences,
    Lines,
    Words,
}

/// The parts of a piece, one step finer or as many as it takes to find two; `None` if it cannot be cut.
pub(super) fn finer(
    text: &str,
    range: &Range<usize>,
    is_code: bool,
    grain: Grain,
) -> Option<(Vec<Range<usize>>, Grain)> {
    let mut grain = grain;
    loop {
        grain = match grain {
            Grain::Block => Grain::BlankLines,
            Grain::BlankLines if is_code => Grain::Lines,
            Grain::BlankLines => Grain::Sentences,
            Grain::Sentences => Grain::Lines,
            Grain::Lines => Grain::Words,
            Grain::Words => return None,
        };
        let inner = &text[range.clone()];
        let mut starts = match grain {
            Grain::Block | Grain::BlankLines => after_blank_lines(inner),
            Grain::Sentences => starts_of(inner, &sentences(inner)),
            Grain::Lines => lines(inner).map(|(at, _)| at).collect(),
            Grain::Words => runs(inner),
        };
        if let Some(first) = starts.first_mut() {
            *first = 0;
        }
        if starts.len() > 1 {
            let ends = starts.iter().skip(1).copied().chain([inner.len()]);
            let parts = starts.iter().zip(ends).map(|(from, to)| range.start + from..range.start + to).collect();
            return Some((parts, grain));
        }
    }
}

fn after_blank_lines(text: &str) -> Vec<usize> {
    let (mut starts, mut is_after_blank) = (Vec::new(), true);
    for (at, line) in lines(text) {
        let is_blank = line.trim().is_empty();
        if is_after_blank && !is_blank {
            starts.push(at);
        }
        is_after_blank = is_blank;
    }
    starts
}

/// The offsets of parts that were taken from the text in order.
fn starts_of(text: &str, parts: &[&str]) -> Vec<usize> {
    parts.iter().map(|part| part.as_ptr() as usize - text.as_ptr() as usize).collect()
}

/// Runs of words that end at white space, if there is any.
fn runs(text: &str) -> Vec<usize> {
    let (mut starts, mut at) = (Vec::new(), 0);
    while at < text.len() {
        starts.push(at);
        let rest = &text[at..];
        if rest.len() <= RUN {
            break;
        }
        let near = &rest[..floor(rest, RUN)];
        let far = &rest[..floor(rest, LONGEST_WORD)];
        at += after_space(near.rfind(char::is_whitespace), rest)
            .or_else(|| after_space(far.find(char::is_whitespace), rest))
            .unwrap_or(near.len());
    }
    starts
}

/// The offset behind a character of white space.
fn after_space(gap: Option<usize>, text: &str) -> Option<usize> {
    gap.and_then(|at| Some(at + text[at..].chars().next()?.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, is_code: bool, grain: Grain) -> Vec<&str> {
        let (parts, _) = finer(text, &(0..text.len()), is_code, grain).unwrap();
        parts.into_iter().map(|range| text[range].trim()).collect()
    }

    #[test]
    fn the_coarsest_cut_that_exists_is_taken() {
        assert_eq!(parts("a\nb\n\nc", false, Grain::Block), ["a\nb", "c"]);
        assert_eq!(parts("One. Two.\nThree.", false, Grain::Block), ["One.", "Two.", "Three."]);
        assert_eq!(parts("One. Two.\nThree.", true, Grain::Block), ["One. Two.", "Three."]);
        let words = "word ".repeat(40);
        let runs = parts(words.trim(), false, Grain::Block);
        assert!(runs.len() > 1 && runs.iter().all(|run| run.len() < RUN && run.ends_with("word")), "{runs:?}");
        assert_eq!(finer("short", &(0..5), false, Grain::Block), None);
    }

    #[test]
    fn a_long_word_stays_whole_and_an_endless_one_is_cut() {
        let address = format!("see {} now", "x".repeat(300));
        assert!(parts(&address, false, Grain::Block).contains(&"x".repeat(300).as_str()));
        let letters = "я".repeat(1000);
        let cut = parts(&letters, false, Grain::Block);
        assert!(cut.len() > 10);
        assert_eq!(cut.concat(), letters);
    }
}
