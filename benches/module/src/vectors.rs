//! The index of vectors, filled and asked as the page does it, with values from Node. A passage is a number: that of its
//! document multiplied by [`PASSAGES`], plus its place there.

use ricordo_recall::vectors::{Ask, Embedded, PartKey, Purpose, Space, Vector, VectorPart, Vectors};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::Timestamp,
};
use uuid::Uuid;
use wasm_bindgen::prelude::*;

/// Passages of a document.
const PASSAGES: u32 = 640;
/// Results that a question wants.
const WANTED: usize = 20;
/// Any text of one script.
const TEXT: &str = "text";

/// The vectors of some documents.
#[wasm_bindgen]
pub struct VectorIndex {
    pub(crate) index: Vectors,
}

#[wasm_bindgen]
impl VectorIndex {
    /// An empty index.
    ///
    /// # Errors
    /// The dimension is not possible.
    #[wasm_bindgen(constructor)]
    pub fn new(dimension: usize) -> Result<VectorIndex, JsError> {
        Ok(Self { index: Vectors::new(Space::new("bench", dimension)?) })
    }

    /// The bytes of a part as they are stored: of the vectors of passages from `first` on, at most 64.
    ///
    /// # Errors
    /// A vector cannot be used.
    pub fn stored(&self, first: u32, values: &[f32]) -> Result<Vec<u8>, JsError> {
        let mut part = VectorPart::new(self.index.space().clone());
        for (passage, values) in (first..).zip(values.chunks_exact(self.index.space().dimension())) {
            let embedded = Embedded {
                sequence: passage % PASSAGES,
                message: message(passage),
                at: Timestamp(1_600_000_000_000 + i64::from(passage)),
            };
            part.put(embedded, Purpose::Passage, &self.vector(values)?)?;
        }
        Ok(part.to_bytes())
    }

    /// Takes in the stored bytes of the part of a passage.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub fn put(&mut self, first: u32, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.index.put_part(key(first), VectorPart::from_bytes(bytes)?)?)
    }

    /// The bytes of the part of a passage without its values, which go elsewhere. The index has only these any more.
    ///
    /// # Errors
    /// There is no such part.
    pub fn outline(&mut self, first: u32) -> Result<Vec<u8>, JsError> {
        let outlined = self.part(first)?.outlined();
        let bytes = outlined.to_bytes();
        self.index.put_part(key(first), outlined)?;
        Ok(bytes)
    }

    /// The passages that are nearest to a question, nearest first.
    ///
    /// # Errors
    /// The vector cannot be used.
    pub fn find(&self, values: &[f32]) -> Result<Vec<u32>, JsError> {
        let near = self.index.find(&self.vector(values)?, &admits, WANTED)?;
        Ok(near.into_iter().map(|near| number(near.message)).collect())
    }

    /// What a question asks elsewhere, without the mean of questions.
    ///
    /// # Errors
    /// Nothing is elsewhere.
    pub fn asked(&self, values: &[f32]) -> Result<Vec<f32>, JsError> {
        Ok(self.ask(values)?.values)
    }

    /// Approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.index.bytes()
    }
}

impl VectorIndex {
    pub(crate) fn part(&self, first: u32) -> Result<&VectorPart, JsError> {
        self.index.part(key(first)).ok_or_else(|| JsError::new("there is no such part"))
    }

    pub(crate) fn ask(&self, values: &[f32]) -> Result<Ask, JsError> {
        let asked = self.index.ask(&self.vector(values)?, &admits)?;
        asked.ok_or_else(|| JsError::new("nothing is elsewhere"))
    }

    fn vector(&self, values: &[f32]) -> Result<Vector, JsError> {
        Ok(self.index.space().vector(TEXT, values)?)
    }
}

/// As a scope asks: whether the branch is one of those that may be found.
fn admits(branch: BranchId, sequence: Sequence, _: MessageId) -> bool {
    branch.0.as_u128() > 0 && sequence < PASSAGES
}

pub(crate) fn key(passage: u32) -> PartKey {
    PartKey::of(BranchId(Uuid::from_u128(u128::from(passage / PASSAGES) + 1)), passage % PASSAGES)
}

fn message(passage: u32) -> MessageId {
    MessageId(Uuid::from_u128(u128::from(passage)))
}

pub(crate) fn number(message: MessageId) -> u32 {
    u32::try_from(message.0.as_u128()).unwrap_or(u32::MAX)
}
