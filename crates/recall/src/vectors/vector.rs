//! A vector of length 1, with one byte per dimension and a scale.

use super::{
    script::Script,
    space::{Space, VectorError},
};

/// The largest value of a byte. −128 is not used, so that the sum of two products fits 16 bits (`scan`).
pub(super) const LARGEST: f32 = 127.0;

/// The vector that a model made of a text. Its values are rounded to bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    pub(super) space: Space,
    pub(super) script: Script,
    pub(super) bytes: Bytes,
}

/// Values as bytes: each is its byte multiplied by the scale.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bytes {
    pub(super) values: Vec<i8>,
    pub(super) scale: f32,
}

impl Space {
    /// The vector that the model made of a text.
    ///
    /// # Errors
    /// [`VectorError::Length`], [`VectorError::NotFinite`], [`VectorError::Zero`].
    pub fn vector(&self, text: &str, values: &[f32]) -> Result<Vector, VectorError> {
        Vector::new(self.clone(), Script::of(text), values)
    }
}

impl Vector {
    fn new(space: Space, script: Script, values: &[f32]) -> Result<Self, VectorError> {
        if values.len() != space.dimension() {
            return Err(VectorError::Length);
        }
        if !values.iter().all(|value| value.is_finite()) {
            return Err(VectorError::NotFinite);
        }
        // In f64 no square overflows or disappears.
        let length = values.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
        if length == 0.0 {
            return Err(VectorError::Zero);
        }
        let unit: Vec<f32> = values.iter().map(|value| (f64::from(*value) / length) as f32).collect();
        Ok(Self { space, script, bytes: Bytes::of(&unit) })
    }

    /// Its model and dimension.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The script of its text.
    pub fn script(&self) -> Script {
        self.script
    }

    /// Whether it is as [`Vector::new`] makes it: of length 1, as far as rounding permits.
    pub(super) fn is_of_length_1(&self) -> bool {
        is_square(self.bytes.square())
            && self.bytes.scale > 0.0
            && self.bytes.values.iter().all(|value| *value != i8::MIN)
    }
}

/// Whether this may be the square of the length of a rounded vector of length 1: each value is at most half a scale off,
/// and the scale at most a 127th.
pub(super) fn is_square(square: f32) -> bool {
    (0.5..=1.5).contains(&square)
}

impl Bytes {
    /// Rounds finite values to bytes.
    pub(super) fn of(values: &[f32]) -> Self {
        let largest = values.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        if largest < f32::MIN_POSITIVE * LARGEST {
            return Self { values: vec![0; values.len()], scale: 0.0 };
        }
        let values = values.iter().map(|value| (value / largest * LARGEST).round() as i8).collect();
        Self { values, scale: largest / LARGEST }
    }

    /// Square of the length.
    pub(super) fn square(&self) -> f32 {
        let sum: i32 = self.values.iter().map(|value| i32::from(*value) * i32::from(*value)).sum();
        sum as f32 * self.scale * self.scale
    }

    /// The values that the bytes stand for.
    pub(super) fn values(&self) -> impl Iterator<Item = f32> {
        self.values.iter().map(|value| f32::from(*value) * self.scale)
    }
}
