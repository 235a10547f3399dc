//! Cuts messages into chunks that fit a model. Every byte of every source is in exactly one chunk: a message longer
//! than a chunk is split after a sentence, after a word, or anywhere if there is neither, and never skipped.

use super::sources::SourceMessage;
use crate::{maintenance::PartSize, text::floor, tokens::estimate};

/// Smallest chunk size, in tokens: with less there is no room for text next to the speakers' names.
pub const SMALLEST_CHUNK: u32 = 48;
/// Most bytes examined per token of room: prose has fewer than 6 bytes per token in any script.
const BYTES_PER_TOKEN: usize = 8;
/// Overhead of a line in tokens, besides its text: the line end.
const LINE_END: u32 = 1;

/// A byte range of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index of the source.
    pub source: usize,
    /// First byte.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
}

/// As many pieces as fit a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
    /// The pieces as lines: `User: words`.
    pub text: String,
    /// Upper bound of the size, in tokens.
    pub tokens: u32,
    /// The size limit it was cut for, in tokens.
    pub room: u32,
}

/// Cuts the sources into chunks, each as long as its limit allows, so that a chunk does not change when messages are
/// added after it. `sizes` holds the limits in order, the first for chunk 0 on; one below [`SMALLEST_CHUNK`] is raised
/// to it.
pub fn chunks(inputs: &[SourceMessage], sizes: &[PartSize]) -> Vec<Chunk> {
    let mut cutter = Cutter { sizes, most: 0, done: Vec::new(), open: Chunk::default() };
    cutter.begin();
    for (index, input) in inputs.iter().enumerate() {
        cutter.take(index, input, line_tokens(input, input.text_tokens));
    }
    cutter.close();
    cutter.done
}

struct Cutter<'a> {
    sizes: &'a [PartSize],
    /// Size limit of the open chunk.
    most: u32,
    done: Vec<Chunk>,
    open: Chunk,
}

impl Cutter<'_> {
    fn begin(&mut self) {
        let number = self.done.len();
        let size = self.sizes.iter().rfind(|size| size.from as usize <= number);
        self.most = size.map_or(0, |size| size.tokens).max(SMALLEST_CHUNK);
        self.open = Chunk { room: self.most, ..Chunk::default() };
    }

    fn take(&mut self, index: usize, input: &SourceMessage, size: u32) {
        if size > self.room() && size <= self.most {
            self.close();
        }
        if size <= self.room() {
            return self.push(input, Piece { source: index, from: 0, to: input.text.len() }, size);
        }
        let mut from = 0;
        while from < input.text.len() {
            if self.room() < self.most / 4 {
                self.close();
            }
            let (mut to, mut size) = self.cut(input, from);
            if size > self.room() && !self.open.pieces.is_empty() {
                // Not even one character fits after the pieces already there.
                self.close();
                (to, size) = self.cut(input, from);
            }
            self.push(input, Piece { source: index, from, to }, size);
            if to < input.text.len() {
                self.close();
            }
            from = to;
        }
    }

    /// The end of a piece that fits the open chunk, and its cost. It has at least one character, even if that does not
    /// fit.
    fn cut(&self, input: &SourceMessage, from: usize) -> (usize, u32) {
        let to = from + fitting(&input.text[from..], self.room().saturating_sub(line_tokens(input, 0)));
        (to, line_tokens(input, estimate(&input.text[from..to])))
    }

    fn room(&self) -> u32 {
        self.most.saturating_sub(self.open.tokens)
    }

    fn push(&mut self, input: &SourceMessage, piece: Piece, size: u32) {
        if !self.open.text.is_empty() {
            self.open.text.push('\n');
        }
        self.open.text.push_str(&input.speaker);
        self.open.text.push_str(": ");
        self.open.text.push_str(&input.text[piece.from..piece.to]);
        self.open.tokens = self.open.tokens.saturating_add(size);
        self.open.pieces.push(piece);
    }

    fn close(&mut self) {
        if !self.open.pieces.is_empty() {
            self.done.push(std::mem::take(&mut self.open));
            self.begin();
        }
    }
}

/// The cost of a line with its speaker, given the tokens of its text.
fn line_tokens(input: &SourceMessage, text_tokens: u32) -> u32 {
    // The colon and the space after it.
    estimate(&input.speaker).saturating_add(text_tokens).saturating_add(LINE_END + 1)
}

/// How many bytes from the start fit into `room` tokens: up to the end of a sentence or a word if there is one in the
/// second half. At least one character.
fn fitting(text: &str, room: u32) -> usize {
    let reach = floor(text, usize::try_from(room).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_TOKEN));
    let mut fits = reach;
    while fits > 0 {
        let size = estimate(&text[..fits]);
        if size <= room {
            break;
        }
        // Shortens in proportion to the excess and a little more, so that few attempts are needed.
        let proportion = fits as u64 * u64::from(room) / u64::from(size);
        let shorter = usize::try_from(proportion).unwrap_or(fits).min(fits - fits / 32 - 1);
        fits = floor(text, shorter);
    }
    if fits == 0 {
        return text.chars().next().map_or(0, char::len_utf8);
    }
    if fits == text.len() { fits } else { natural_end(&text[..fits]) }
}

/// The best place to cut: after a sentence or a word in the second half.
fn natural_end(text: &str) -> usize {
    let second_half = floor(text, text.len() / 2);
    let after = |found: Option<(usize, &str)>| found.map(|(at, found)| at + found.len()).filter(|at| *at > second_half);
    let is_stop = |char: char| matches!(char, '.' | '!' | '?' | '…');
    let sentence = text
        .rmatch_indices(|char: char| char.is_whitespace())
        .find(|(at, space)| *at >= second_half && (*space == "\n" || text[..*at].ends_with(is_stop)));
    after(sentence).or_else(|| after(text.rmatch_indices(char::is_whitespace).next())).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{branch::Sequence, summary::sources::sources, testing::sample};
    use proptest::prelude::*;

    fn inputs_of(texts: &[String]) -> Vec<SourceMessage> {
        let messages: Vec<_> = (0..).zip(texts).map(|(n, text): (Sequence, _)| sample::message(1, n, text)).collect();
        sources(&messages, None, &[])
    }

    fn of_size(inputs: &[SourceMessage], tokens: u32) -> Vec<Chunk> {
        super::chunks(inputs, &[PartSize { from: 0, tokens }])
    }

    fn is_whole(inputs: &[SourceMessage], chunks: &[Chunk]) -> Result<(), TestCaseError> {
        let mut pieces = chunks.iter().flat_map(|chunk| &chunk.pieces);
        for (index, input) in inputs.iter().enumerate() {
            let mut at = 0;
            while at < input.text.len() {
                let piece = pieces.next().unwrap();
                prop_assert_eq!((piece.source, piece.from), (index, at));
                at = piece.to;
            }
            prop_assert_eq!(at, input.text.len());
        }
        prop_assert_eq!(pieces.next(), None);
        for chunk in chunks {
            let mut rest = chunk.text.as_str();
            for piece in &chunk.pieces {
                let words = &inputs[piece.source].text[piece.from..piece.to];
                let at = rest.find(words);
                prop_assert!(at.is_some(), "{words:?} is not in its chunk");
                rest = &rest[at.unwrap() + words.len()..];
            }
        }
        Ok(())
    }

    #[test]
    fn a_long_message_is_cut_at_its_sentences() {
        let text = "A sentence of some length stands here. ".repeat(40);
        let inputs = inputs_of(&[text]);
        let chunks = of_size(&inputs, 100);
        assert!(chunks.len() > 3, "{}", chunks.len());
        assert!(chunks.iter().all(|chunk| chunk.text.starts_with("User: A sentence")), "{chunks:?}");
        is_whole(&inputs, &chunks).unwrap();
    }

    #[test]
    fn what_is_said_later_changes_the_last_chunk_alone() {
        let texts: Vec<String> = (0..40).map(|n| format!("Line {n} has a few words, and no more than that.")).collect();
        let (before, after) = (of_size(&inputs_of(&texts[..21]), 180), of_size(&inputs_of(&texts), 180));
        assert!(before.len() > 2 && after.len() > before.len(), "{} and {}", before.len(), after.len());
        assert_eq!(before[..before.len() - 1], after[..before.len() - 1]);
    }

    #[test]
    fn another_size_from_a_chunk_on_leaves_those_before_as_they_are() {
        let texts: Vec<String> = (0..40).map(|n| format!("Line {n} has a few words, and no more than that.")).collect();
        let inputs = inputs_of(&texts);
        let whole = of_size(&inputs, 180);
        let mixed = chunks(&inputs, &[PartSize { from: 0, tokens: 180 }, PartSize { from: 2, tokens: 90 }]);
        assert_eq!(whole[..2], mixed[..2]);
        assert!(mixed[2..].iter().all(|chunk| chunk.tokens <= 90 && chunk.room == 90), "{mixed:?}");
        is_whole(&inputs, &mixed).unwrap();
    }

    #[test]
    fn a_message_of_five_megabytes_is_not_skipped() {
        let inputs = inputs_of(&["слово ".repeat(450_000)]);
        let chunks = of_size(&inputs, 6_000);
        assert!(chunks.len() > 50);
        assert_eq!(
            chunks.iter().map(|chunk| chunk.pieces[0].to - chunk.pieces[0].from).sum::<usize>(),
            inputs[0].text.len()
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_byte_of_every_source_is_in_one_chunk(
            texts in proptest::collection::vec("([a-zЀ-ӿ]{1,9}|[.!?] |\n| |🙂|\\PC){1,120}", 0..12),
            most in 0u32..400,
        ) {
            let inputs = inputs_of(&texts);
            let chunks = of_size(&inputs, most);
            is_whole(&inputs, &chunks)?;
            for chunk in &chunks {
                prop_assert!(chunk.tokens <= most.max(SMALLEST_CHUNK) || chunk.pieces.len() == 1);
                prop_assert!(estimate(&chunk.text) <= chunk.tokens + chunk.tokens / 10 + 2);
            }
        }
    }
}
