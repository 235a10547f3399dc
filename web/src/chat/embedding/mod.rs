//! Recall by meaning: `choosing` turns it on and off, `making` makes the vectors while the page is idle, `elsewhere` moves them
//! to a vector store and back, `keeping` chooses that. All of it is loaded later.

mod choosing;
mod elsewhere;
mod keeping;
mod making;

pub use keeping::StoreForm;
