//! The vocabulary: every distinct stored word once, with an id. Texts are lists of these ids.

use ricordo_record::digest::Digest;
use ricordo_text::fold::fold_into;
use ricordo_text::normal::words;

/// Id of a word.
pub(super) type WordId = u32;

/// All words and their use counts.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The folded words, concatenated.
    letters: Vec<u8>,
    /// The end offset of each word.
    ends: Vec<u32>,
    /// Use count of each word. An unused word is blanked out, and its id is never reused.
    uses: Vec<u32>,
    /// Hash table with linear probing: word ids plus one, by the word's digest; 0 is a free slot. At most half of the
    /// slots are taken.
    places: Vec<u32>,
}

impl Vocabulary {
    /// Number of ids assigned.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All words by id. Unused words are blank.
    pub(super) fn words(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.word(index))
    }

    /// The words of a text as ids, in order; new words are added.
    pub(super) fn take(&mut self, text: &str) -> Box<[WordId]> {
        let mut folded = String::new();
        let mut found = Vec::new();
        for word in words(text) {
            fold_into(word, &mut folded);
            if !folded.is_empty() {
                found.push(self.number_of(folded.as_bytes()));
            }
        }
        found.into_boxed_slice()
    }

    /// Decrements the use count of these words.
    pub(super) fn release(&mut self, words: &[WordId]) {
        for &word in words {
            let index = word as usize;
            self.uses[index] = self.uses[index].saturating_sub(1);
            if self.uses[index] == 0 {
                let place = self.place(index);
                self.letters[place].fill(b' ');
            }
        }
    }

    /// Approximate memory use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.letters.capacity() + 4 * (self.ends.capacity() + self.uses.capacity() + self.places.capacity())
    }

    fn number_of(&mut self, word: &[u8]) -> WordId {
        if self.places.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let at = match self.find(word) {
            Ok(found) => {
                self.uses[found as usize] += 1;
                return found;
            }
            Err(at) => at,
        };
        let number = number(self.ends.len());
        self.letters.extend_from_slice(word);
        self.ends.push(number_of_bytes(self.letters.len()));
        self.uses.push(1);
        self.places[at] = number + 1;
        number
    }

    /// The id of a word, or the free slot for it.
    fn find(&self, word: &[u8]) -> Result<WordId, usize> {
        let mask = self.places.len() - 1;
        let mut at = start(word) & mask;
        loop {
            match self.places[at].checked_sub(1) {
                None => return Err(at),
                Some(number) if self.word(number as usize) == word => return Ok(number),
                Some(_) => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.places = vec![0; (4 * (self.len() + 1)).next_power_of_two().max(1024)];
        for index in (0..self.len()).filter(|index| self.uses[*index] > 0).collect::<Vec<_>>() {
            if let Err(at) = self.find(self.word(index)) {
                self.places[at] = number(index) + 1;
            }
        }
    }

    fn word(&self, index: usize) -> &[u8] {
        &self.letters[self.place(index)]
    }

    fn place(&self, index: usize) -> std::ops::Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[index] as usize
    }
}

fn start(word: &[u8]) -> usize {
    let Digest(digest) = Digest::of(word);
    // Folds the upper half into the lower one, because only the lower one is used.
    #[allow(clippy::cast_possible_truncation, reason = "any bits will do")]
    let folded = (digest ^ (digest >> 32)) as usize;
    folded
}

/// Four billion words would not fit into a page's memory.
fn number(index: usize) -> WordId {
    WordId::try_from(index).unwrap_or(WordId::MAX - 1)
}

fn number_of_bytes(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_one_number_while_it_is_used() {
        let mut vocabulary = Vocabulary::default();
        let first = vocabulary.take("Café cafe, the CAT");
        assert_eq!(&*first, [0, 0, 1, 2]);
        assert_eq!(&*vocabulary.take("cat the dog"), [2, 1, 3]);
        vocabulary.release(&first);
        let left: Vec<&[u8]> = vocabulary.words().collect();
        assert_eq!(left, [&b"    "[..], b"the", b"cat", b"dog"]);
        assert_eq!(&*vocabulary.take("a cafe"), [4, 5]);
    }

    #[test]
    fn many_words_are_told_apart() {
        let mut vocabulary = Vocabulary::default();
        let text = |range: std::ops::Range<u32>| range.map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        let numbers = vocabulary.take(&text(0..5_000));
        assert_eq!(numbers.to_vec(), (0..5_000).collect::<Vec<_>>());
        assert_eq!(vocabulary.take(&text(4_000..5_000)).to_vec(), (4_000..5_000).collect::<Vec<_>>());
    }
}
