//! The bytes of a part. Numbers are LEB128, other values little-endian.
//!
//! ```text
//! version, checksum of the rest (8 bytes)
//! length of the model's id, the id, dimension
//! number of rows, of them: sequence, purpose and script, id (16 bytes), time, scale (4 bytes), values (a byte each)
//! ```
//!
//! A part whose values are elsewhere is of another version. Its rows have the square of the length (4 bytes) in place of
//! the values, and the sums follow them, because they cannot be made again:
//!
//! ```text
//! number of sums, of them: script, number of vectors, values (4 bytes each)
//! ```
//!
//! A wrong byte of a vector would be a vector like any other, so there is a checksum. Whatever the bytes are, decoding
//! ends in the part that was encoded or in [`Damaged`].

use super::{Embedded, Purpose, Row, VectorPart, is_same_part};
use crate::{
    bytes::{Input, put, put_time},
    ranked::Damaged,
    vectors::{
        means::Sums,
        script::Script,
        space::Space,
        vector::{Bytes, Vector, is_square},
    },
};

/// Higher if the layout changes: parts of other versions are made again.
const VERSION: u8 = 1;
/// The version of a part whose values are elsewhere.
const OUTLINED: u8 = 2;

impl VectorPart {
    /// The part as bytes, for [`VectorPart::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![if self.is_outlined() { OUTLINED } else { VERSION }];
        bytes.extend_from_slice(&[0; 8]);
        put(&mut bytes, self.space.model().len() as u64);
        bytes.extend_from_slice(self.space.model().as_bytes());
        put(&mut bytes, self.space.dimension() as u64);
        put(&mut bytes, self.rows.len() as u64);
        for (index, row) in self.rows.iter().enumerate() {
            put(&mut bytes, row.sequence.into());
            let number = row.script.index() * 2 + usize::from(row.purpose == Purpose::Question);
            put(&mut bytes, number as u64);
            bytes.extend_from_slice(row.message.0.as_bytes());
            put_time(&mut bytes, row.at);
            bytes.extend_from_slice(&row.scale.to_le_bytes());
            match self.row_values(index) {
                Some(values) => bytes.extend(values.iter().map(|value| value.cast_unsigned())),
                None => bytes.extend_from_slice(&row.square.to_le_bytes()),
            }
        }
        if self.is_outlined() {
            self.sums.write(&mut bytes);
        }
        let checksum = checksum(&bytes[9..]);
        bytes[1..9].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Decodes the bytes of a part.
    ///
    /// # Errors
    /// [`Damaged`] if these are not the bytes of a part of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damaged> {
        read(bytes).ok_or(Damaged)
    }
}

fn read(bytes: &[u8]) -> Option<VectorPart> {
    let mut input = Input::new(bytes);
    let is_outlined = match input.byte()? {
        VERSION => false,
        OUTLINED => true,
        _ => return None,
    };
    if *input.take(8)? != checksum(&bytes[9..]).to_le_bytes() {
        return None;
    }
    let length = usize::try_from(input.number()?).ok()?;
    let model = std::str::from_utf8(input.take(length)?).ok()?;
    let space = Space::new(model, usize::try_from(input.number()?).ok()?).ok()?;
    let count = usize::try_from(input.number()?).ok().filter(|count| *count <= VectorPart::MOST_ROWS)?;
    let mut part = VectorPart::new(space);
    if is_outlined {
        part.values = None;
    }
    for _ in 0..count {
        read_row(&mut input, &mut part)?;
    }
    if is_outlined {
        part.sums = Sums::read(&mut input, part.space.dimension())?;
    } else {
        part.sum();
    }
    input.is_empty().then_some(part)
}

/// Reads a row that comes after those of the part.
fn read_row(input: &mut Input<'_>, part: &mut VectorPart) -> Option<()> {
    let sequence = input.number()?.try_into().ok()?;
    let number = usize::try_from(input.number()?).ok()?;
    let purpose = if number % 2 == 1 { Purpose::Question } else { Purpose::Passage };
    let script = *Script::ALL.get(number / 2)?;
    let message = input.message()?;
    let at = input.time()?;
    let scale = read_f32(input)?;
    let embedded = Embedded { sequence, message, at };
    let is_next = part
        .rows
        .last()
        .is_none_or(|before| is_same_part(before.sequence, sequence) && before.key() < (sequence, purpose));
    if part.is_outlined() {
        let square = read_f32(input)?;
        let is_sound = is_next && scale > 0.0 && scale.is_finite() && is_square(square);
        return is_sound.then(|| part.rows.push(Row { sequence, purpose, script, message, at, scale, square }));
    }
    let values: Vec<i8> = input.take(part.space.dimension())?.iter().map(|byte| byte.cast_signed()).collect();
    let vector = Vector { space: part.space.clone(), script, bytes: Bytes { values, scale } };
    (is_next && vector.is_of_length_1()).then(|| part.push(embedded, purpose, &vector))
}

fn read_f32(input: &mut Input<'_>) -> Option<f32> {
    Some(f32::from_le_bytes(input.take(4)?.try_into().ok()?))
}

impl Sums {
    fn write(&self, bytes: &mut Vec<u8>) {
        let sums = self.of_all_passages();
        put(bytes, sums.len() as u64);
        for (script, count, values) in sums {
            put(bytes, script.index() as u64);
            put(bytes, count.into());
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
    }

    fn read(input: &mut Input<'_>, dimension: usize) -> Option<Self> {
        let mut sums = Self::new(dimension);
        let mut last = None;
        for _ in 0..input.number()? {
            let script = usize::try_from(input.number()?).ok().filter(|script| Some(*script) > last)?;
            last = Some(script);
            let script = *Script::ALL.get(script)?;
            let count = u32::try_from(input.number()?).ok()?;
            let values = (0..dimension).map(|_| read_f32(input).filter(|value| value.is_finite()));
            sums.put_passages(script, count, values.collect::<Option<Vec<f32>>>()?);
        }
        Some(sums)
    }
}

/// A checksum. It differs for certain if the damage is within one word of 8 bytes, and almost for certain otherwise.
pub(in crate::vectors) fn checksum(bytes: &[u8]) -> u64 {
    let add = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| add(sum, u64::from_le_bytes(*word)));
    add(sum, u64::from_le_bytes(last))
}
