//! Caches the counts of short pieces in a table of fixed size: most words of a text occur more than once.

/// Length of the longest cached piece, in bytes: a space and 23 Cyrillic letters.
const LONGEST: usize = 48;
const WORDS: usize = LONGEST / 8;
/// A power of two. About a novel's vocabulary of word forms; the table takes 2 MB.
const PLACES: usize = 1 << 15;

#[derive(Clone, Copy, Default)]
struct Entry {
    /// The bytes of the piece, padded with zeros.
    key: [u64; WORDS],
    /// 0 for a free slot.
    length: u32,
    count: u32,
}

/// The cache. A piece evicts another one in the same slot.
pub(crate) struct Memo {
    entries: Vec<Entry>,
}

impl Default for Memo {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); PLACES] }
    }
}

impl Memo {
    /// Token count of a piece: the cached one, or else the result of `count`.
    pub(crate) fn get_or_count(&mut self, piece: &str, count: impl FnOnce(&str) -> u32) -> u32 {
        let Some(key) = key(piece.as_bytes()) else {
            return count(piece);
        };
        let length = piece.len() as u32;
        let entry = &mut self.entries[place(&key)];
        if entry.length != length || entry.key != key {
            *entry = Entry { key, length, count: count(piece) };
        }
        entry.count
    }
}

fn key(bytes: &[u8]) -> Option<[u64; WORDS]> {
    if bytes.is_empty() || bytes.len() > LONGEST {
        return None;
    }
    let mut key = [0; WORDS];
    let mut chunks = bytes.chunks_exact(8);
    let mut words = key.iter_mut();
    for (word, chunk) in words.by_ref().zip(chunks.by_ref()) {
        *word = chunk.try_into().map_or(0, u64::from_le_bytes);
    }
    if let Some(last) = words.next() {
        *last = chunks.remainder().iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    Some(key)
}

/// Multiplies and rotates, as the hash of the Rust compiler does; the upper bits are the mixed ones.
fn place(key: &[u64; WORDS]) -> usize {
    let hash = key.iter().fold(0_u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95));
    (hash >> (u64::BITS - PLACES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_counted_once_and_told_apart_from_others() {
        let mut memo = Memo::default();
        assert_eq!(memo.get_or_count("слово", |_| 3), 3);
        assert_eq!(memo.get_or_count("слово", |_| 9), 3);
        assert_eq!(memo.get_or_count(" слово", |_| 4), 4);
        assert_eq!(memo.get_or_count("слово\0", |_| 5), 5);
    }

    #[test]
    fn what_is_too_long_is_counted_each_time() {
        let mut memo = Memo::default();
        let long = "я".repeat(LONGEST);
        assert_eq!(memo.get_or_count(&long, |_| 1), 1);
        assert_eq!(memo.get_or_count(&long, |_| 2), 2);
    }

    #[test]
    fn two_pieces_in_one_place_do_not_mix() {
        let mut memo = Memo::default();
        for round in 0..2 {
            for number in 0..PLACES as u32 * 2 {
                let piece = format!("ї{number}");
                assert_eq!(memo.get_or_count(&piece, |_| number), number, "round {round}");
            }
        }
    }
}
