//! Ranks messages by how near in meaning they are to a question: by the cosine of vectors that a model made of the texts.
//!
//! [`Vectors`] holds [`VectorPart`]s, with the keys of the parts of words ([`PartKey`]), so both are read, written
//! and removed alike. All of an index is of one [`Space`]: vectors of another model or dimension are an error. A
//! [`Vector`] has one byte a dimension. A message that the filter does not admit has no influence on the result.
//!
//! Models put texts of one language near each other whatever they say. So the mean vector of a text's script is
//! subtracted before vectors are compared (`means`). Each part keeps the sums that the means are made of; they go
//! with the part.
//!
//! The values of old parts may be in a store elsewhere (`outlined`). Then ids, scales and sums stay here, and a question
//! fetches the values of its nearest (`ask`, `fetched`).

mod ask;
mod beside;
mod comparison;
mod fetched;
mod index;
mod means;
mod outlined;
mod part;
mod row;
mod scan;
mod script;
mod space;
mod vector;

#[cfg(test)]
mod tests;

pub use crate::{parts::PartKey, ranked::Damaged};
pub use ask::Ask;
pub use comparison::{Compared, Comparison};
pub use index::{Near, Vectors};
pub use part::VectorPart;
pub use row::{Embedded, Purpose};
pub use script::Script;
pub use space::{Space, VectorError};
pub use vector::Vector;
