//! What makes vectors comparable: the model and the dimension.

use std::{fmt, sync::Arc};

/// The vectors of one model. Only vectors of the same space can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    model: Arc<str>,
    dimension: u16,
}

/// A vector cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorError {
    /// The dimension is not 1 to [`Space::MOST_DIMENSIONS`].
    Dimension,
    /// The number of values is not the dimension of the space.
    Length,
    /// A value is not a number, or infinite.
    NotFinite,
    /// All values are 0, or too small to have a direction.
    Zero,
    /// It is of another model or dimension.
    OtherSpace,
    /// Its message belongs to another part.
    OtherPart,
    /// The values of the part are elsewhere.
    Elsewhere,
}

impl Space {
    /// Most dimensions of a vector.
    pub const MOST_DIMENSIONS: usize = 4_096;

    /// The space of a model.
    ///
    /// # Errors
    /// [`VectorError::Dimension`].
    pub fn new(model: &str, dimension: usize) -> Result<Self, VectorError> {
        let dimension = u16::try_from(dimension).ok();
        let dimension = dimension.filter(|dimension| (1..=Self::MOST_DIMENSIONS).contains(&usize::from(*dimension)));
        Ok(Self { model: model.into(), dimension: dimension.ok_or(VectorError::Dimension)? })
    }

    /// The id of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Length of a vector.
    pub fn dimension(&self) -> usize {
        self.dimension.into()
    }

    pub(super) fn check(&self, other: &Self) -> Result<(), VectorError> {
        if self == other { Ok(()) } else { Err(VectorError::OtherSpace) }
    }
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dimension => "the dimension of the vectors is not between 1 and 4096",
            Self::Length => "the vector has another dimension than its model",
            Self::NotFinite => "the vector has a value that is not a finite number",
            Self::Zero => "the vector is zero",
            Self::OtherSpace => "the vector is of another model",
            Self::OtherPart => "the vector belongs to another part of the index",
            Self::Elsewhere => "the vectors of this part of the index are elsewhere",
        })
    }
}

impl std::error::Error for VectorError {}
