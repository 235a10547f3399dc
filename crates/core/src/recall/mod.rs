//! Recall: what is stored and answers a message is sent along with it. Here are the index in memory, which follows the
//! writes of its store, and the interface for a search by meaning; `session::recalling` reads, asks and stores the
//! index, `compile` sends what was found.

mod chunk_text;
mod derived_text;
mod embed_error;
mod embedder;
mod shared;
mod sight;
mod summaries;
mod vector_store;
mod vectors;

pub use chunk_text::{chunk_text, title};
pub use derived_text::{derived_text, fact_text, is_fact};
pub use embed_error::EmbedError;
pub use embedder::{Embedder, NoEmbedder, Purpose, VectorError};
pub use shared::{RecallIndex, SharedRecall, part_of_derived, parts_of};
pub use sight::{Seen, Sight};
pub use summaries::SummaryIndex;
pub use vector_store::{
    NoVectorStore, Removed, StoredId, StoredIds, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind,
};
pub use vectors::{VectorIndex, vectors_in};
