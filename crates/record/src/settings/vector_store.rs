//! Where the vectors of recall by meaning are kept.

use crate::id::ProviderId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Newest vectors that stay in the browser unless the user chooses otherwise: 2 MB with 384 dimensions.
pub const KEPT_VECTORS: u32 = 4_096;

/// Where vectors are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VectorPlace {
    /// In this browser, all of them.
    #[default]
    Browser,
    /// In Qdrant, except the newest.
    Qdrant,
    /// In Chroma, except the newest.
    Chroma,
}

/// Where the vectors are kept. It is about this browser alone: it is neither imported nor undone, because the vectors
/// have to move first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct VectorStoreSettings {
    /// The place.
    pub place: VectorPlace,
    /// Base address of the store. Its key is stored as those of connections are.
    pub base_url: String,
    /// Name of the collection, which no other browser uses: 3 to 128 of `A-Z a-z 0-9 _ -`.
    pub collection: String,
    /// Newest vectors that stay in this browser, where they are found without a connection. 0 to 1,000,000.
    pub keep: u32,
    /// Whether the vectors are on their way back. Then the place becomes this browser.
    pub returning: bool,
}

impl Default for VectorStoreSettings {
    fn default() -> Self {
        Self {
            place: VectorPlace::Browser,
            base_url: String::new(),
            collection: String::new(),
            keep: KEPT_VECTORS,
            returning: false,
        }
    }
}

impl VectorStoreSettings {
    /// The id under which the key of the store is kept, beside the keys of providers. No provider has it.
    pub const KEY: ProviderId = ProviderId(Uuid::from_u128(0x7265_636f_6c6c_8000_8000_7665_6374_6f72));

    /// Whether vectors are kept outside this browser, or are on their way back.
    pub fn is_elsewhere(&self) -> bool {
        self.place != VectorPlace::Browser
    }
}
