//! Rules that replace characters before a text is cut into pieces, in the form of SentencePiece: a trie in a "double
//! array", and the replacements.
//!
//! A node is a number of 32 bits. Bits 0 to 7 are the byte that leads to it, bit 8 says that a key ends here, and bits 10
//! to 30 are its offset. The child for a byte is at (own position) xor offset xor byte. A key that ends has a child for
//! the byte 0, which holds bit 31 and the position of the replacement.

use super::{composed::decomposed, source::Source};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const HAS_VALUE: u32 = 1 << 8;
const IS_VALUE: u32 = 1 << 31;
const OFFSET_SHIFT: u32 = 10;
/// Positions that the children of a node may take: they only differ in one byte.
const PAGE: usize = 256;

/// The rules whose replacement can be spelled with these pieces.
pub(super) fn rules(source: &Source<'_>, pieces: &[&str]) -> BTreeMap<String, String> {
    let alphabet: BTreeSet<char> = pieces.iter().flat_map(|piece| piece.chars()).chain([' ']).collect();
    let spelled = |to: &str| to.chars().all(|character| alphabet.contains(&character));
    let single = source.replacements.iter().filter(|(from, to)| **from != '\0' && spelled(to));
    let mut rules: BTreeMap<_, _> = single.map(|(from, to)| (from.to_string(), to.clone())).collect();
    rules.extend(alphabet.iter().filter_map(|character| Some((decomposed(*character)?, character.to_string()))));
    rules
}

/// The rules as SentencePiece stores them: the size of the array in bytes, the array, the replacements.
pub(super) fn charsmap(rules: &BTreeMap<String, String>) -> Option<Vec<u8>> {
    let mut replacements = Vec::new();
    let mut positions = HashMap::new();
    let mut root = Node::default();
    for (from, to) in rules {
        let position = *positions.entry(to).or_insert_with(|| {
            let position = replacements.len();
            replacements.extend(to.bytes().chain([0]));
            position
        });
        root.insert(from.as_bytes(), u32::try_from(position).ok()?);
    }
    let array = DoubleArray::of(&root)?;
    let mut all = u32::try_from(array.units.len() * size_of::<u32>()).ok()?.to_le_bytes().to_vec();
    all.extend(array.units.iter().flat_map(|unit| unit.to_le_bytes()));
    all.extend(replacements);
    Some(all)
}

#[derive(Default)]
struct Node {
    children: BTreeMap<u8, Node>,
    value: Option<u32>,
}

impl Node {
    fn insert(&mut self, key: &[u8], value: u32) {
        match key {
            [] => self.value = Some(value),
            [first, rest @ ..] => self.children.entry(*first).or_default().insert(rest, value),
        }
    }

    /// The bytes that lead on from here, in order; 0 leads to the value.
    fn labels(&self) -> impl Iterator<Item = usize> {
        self.value.map(|_| 0).into_iter().chain(self.children.keys().map(|label| usize::from(*label)))
    }
}

struct DoubleArray {
    units: Vec<u32>,
    is_taken: Vec<bool>,
    /// Positions that nodes have their children around: no two nodes share one, so that no child has two parents.
    bases: BTreeSet<usize>,
    /// No base below it is free.
    first: usize,
}

impl DoubleArray {
    fn of(root: &Node) -> Option<Self> {
        let mut array = Self { units: Vec::new(), is_taken: Vec::new(), bases: BTreeSet::new(), first: 0 };
        array.grow();
        array.is_taken[0] = true;
        let mut rest = vec![(0, 0, root)];
        while let Some((at, label, node)) = rest.pop() {
            let base = array.place(node);
            let offset = u32::try_from(at ^ base).ok().filter(|offset| *offset < 1 << 21)?;
            let has_value = if node.value.is_some() { HAS_VALUE } else { 0 };
            array.units[at] = u32::from(label) | has_value | offset << OFFSET_SHIFT;
            if let Some(value) = node.value {
                array.units[base] = IS_VALUE | value;
            }
            rest.extend(node.children.iter().rev().map(|(label, child)| (base ^ usize::from(*label), *label, child)));
        }
        Some(array)
    }

    /// Finds a base for the children of a node and takes their places.
    fn place(&mut self, node: &Node) -> usize {
        let is_free = |at: usize| !self.is_taken.get(at).copied().unwrap_or_default();
        let fits = |base: &usize| !self.bases.contains(base) && node.labels().all(|label| is_free(base ^ label));
        // There is always one: beyond the end everything is free.
        let base = (self.first..).find(fits).unwrap_or_default();
        while self.units.len() <= base | (PAGE - 1) {
            self.grow();
        }
        self.bases.insert(base);
        for label in node.labels() {
            self.is_taken[base ^ label] = true;
        }
        while self.is_taken.get(self.first) == Some(&true) && self.bases.contains(&self.first) {
            self.first += 1;
        }
        base
    }

    /// An empty unit matches no byte.
    fn grow(&mut self) {
        self.units.extend([IS_VALUE; PAGE]);
        self.is_taken.extend([false; PAGE]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces the longest key that the text begins with, as the tokenizer does.
    fn replaced<'a>(charsmap: &'a [u8], text: &str) -> Option<(usize, &'a str)> {
        let size = u32::from_le_bytes(charsmap[..4].try_into().unwrap()) as usize;
        let (array, replacements) = charsmap[4..].split_at(size);
        let unit = |at: usize| u32::from_le_bytes(array[at * 4..][..4].try_into().unwrap());
        let offset = |unit: u32| (unit >> OFFSET_SHIFT) as usize;
        let mut at = offset(unit(0));
        let mut found = None;
        for (length, byte) in (1..).zip(text.bytes()) {
            at ^= usize::from(byte);
            let node = unit(at);
            if node & (IS_VALUE | 0xff) != u32::from(byte) {
                break;
            }
            at ^= offset(node);
            if node & HAS_VALUE != 0 {
                let value = (unit(at) & !IS_VALUE) as usize;
                let end = replacements[value..].iter().position(|byte| *byte == 0).unwrap();
                found = Some((length, std::str::from_utf8(&replacements[value..][..end]).unwrap()));
            }
        }
        found
    }

    #[test]
    fn every_rule_is_found_and_nothing_else() {
        let mut rules =
            BTreeMap::from([("и\u{306}", "й"), ("ﬁ", "fi"), ("\t", " "), ("\u{ad}", ""), ("²", "2"), ("ab", "x")])
                .into_iter()
                .map(|(from, to)| (from.to_owned(), to.to_owned()))
                .collect::<BTreeMap<_, _>>();
        // Enough to fill several pages.
        rules.extend((0x3400..0x3800).filter_map(char::from_u32).map(|from| (from.to_string(), "x".to_owned())));
        let charsmap = charsmap(&rules).unwrap();
        for (from, to) in &rules {
            assert_eq!(replaced(&charsmap, &format!("{from}z")), Some((from.len(), to.as_str())), "{from}");
        }
        for text in ["и", "a", "b", "й", "z", "\u{3800}"] {
            assert_eq!(replaced(&charsmap, text), None, "{text}");
        }
    }
}
