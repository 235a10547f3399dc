//! The model that turns texts into vectors, so that recall finds by meaning.

use crate::id::ProviderId;
use serde::{Deserialize, Serialize};

/// Where the vectors are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmbeddedBy {
    /// Nowhere: recall finds by words alone.
    #[default]
    Nothing,
    /// In the page, by a small model. Texts stay in the browser.
    InPage,
    /// By a connection. It receives the texts.
    Connection,
}

/// The model that makes the vectors. One for everything stored, because vectors of different models cannot be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Embeddings {
    /// Where they are made. Default: nowhere.
    pub by: EmbeddedBy,
    /// The stored provider that makes them. Has no effect without [`EmbeddedBy::Connection`].
    pub provider: Option<ProviderId>,
    /// The model's id at that provider.
    pub model: Option<String>,
    /// The base address of that provider when the user chose it. Texts go to no other. `None`: an earlier build stored the
    /// choice.
    pub address: Option<String>,
}

impl Embeddings {
    /// The stored provider that makes the vectors; `None` if none does.
    pub fn server(&self) -> Option<ProviderId> {
        self.provider.filter(|_| self.by == EmbeddedBy::Connection)
    }
}
