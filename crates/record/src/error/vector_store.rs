//! Errors of a vector store outside this browser.

use std::fmt;

/// A call of a vector store failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorStoreError {
    /// What happened.
    pub kind: VectorStoreErrorKind,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// What the store said, without keys and at most a few lines; may be empty.
    pub detail: String,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorStoreErrorKind {
    /// The address is no address, or the page may not call it.
    InvalidAddress,
    /// There was no response: the server is off, or does not permit pages of this address (CORS).
    Unreachable,
    /// The response took too long.
    TimedOut,
    /// The key is missing, wrong, or may not do this.
    Unauthorized,
    /// What answers is another program, or a version whose interface is not known.
    NotAStore,
    /// The collection was deleted.
    Gone,
    /// The collection has another dimension.
    OtherDimension {
        /// The dimension that it has, if the store says so.
        found: Option<usize>,
    },
    /// The store is full, or permits no more requests for now.
    Limit,
    /// It refused the request for another reason, or failed.
    Refused,
    /// Its response is not as documented.
    NotUnderstood,
}

impl VectorStoreError {
    /// An error without a response.
    pub fn new(kind: VectorStoreErrorKind, detail: &str) -> Self {
        Self { kind, status: None, detail: detail.to_owned() }
    }
}

impl fmt::Display for VectorStoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use VectorStoreErrorKind as Kind;
        match self.kind {
            Kind::InvalidAddress => f.write_str("the address of the vector store cannot be used")?,
            Kind::Unreachable => f.write_str("the vector store does not answer, or does not permit this page")?,
            Kind::TimedOut => f.write_str("the vector store took too long to answer")?,
            Kind::Unauthorized => f.write_str("the vector store rejected the key")?,
            Kind::NotAStore => f.write_str("what answers at the address is not this vector store")?,
            Kind::Gone => f.write_str("the collection of the vectors was deleted")?,
            Kind::OtherDimension { found: Some(found) } => {
                write!(f, "the collection has vectors of {found} dimensions")?;
            }
            Kind::OtherDimension { found: None } => f.write_str("the collection has vectors of another dimension")?,
            Kind::Limit => f.write_str("the vector store is full or permits no more requests for now")?,
            Kind::Refused => f.write_str("the vector store refused the request")?,
            Kind::NotUnderstood => f.write_str("the vector store's response was not understood")?,
        }
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        match self.detail.is_empty() {
            true => Ok(()),
            false => write!(f, ": {}", self.detail),
        }
    }
}

impl std::error::Error for VectorStoreError {}
