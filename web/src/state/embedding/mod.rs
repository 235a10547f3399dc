//! Recall by meaning: which model turns texts into vectors, how far it is, and why it waits.
//!
//! [`Embedding`] is part of the first load, because recall holds it. `embedder` makes the model that the settings
//! choose, `model` loads the one in this browser, `elsewhere` is the vector store, `trouble` says when what failed is tried
//! again; they are loaded later.

pub mod elsewhere;
pub mod embedder;
mod model;
mod trouble;

pub use elsewhere::Elsewhere;
pub use trouble::EmbeddingTrouble;

use embedder::AnyEmbedder;
use leptos::prelude::*;
use ricordo_browser::{InPageEmbedder, ModelProgress};
pub use ricordo_core::session::VectorProgress;
use ricordo_core::{recall::Embedder, settings::Embeddings};

/// State of recall by meaning.
#[derive(Clone, Copy)]
pub struct Embedding {
    /// How many messages have a vector; `None` until it is read.
    pub progress: RwSignal<Option<VectorProgress>>,
    /// Loading progress of the model in this browser.
    pub loading: RwSignal<ModelProgress>,
    /// Why it waits; `None` if it does not.
    pub trouble: RwSignal<Option<EmbeddingTrouble>>,
    /// The embedder in use, with the settings that it was made for.
    made: StoredValue<Option<(Embeddings, AnyEmbedder)>, LocalStorage>,
    /// The model in this browser. A page has one, once it is needed.
    in_page: StoredValue<Option<InPageEmbedder>, LocalStorage>,
    /// The vectors that are in a store outside this browser.
    pub elsewhere: Elsewhere,
    /// Name of the database, to which API keys belong.
    pub database: StoredValue<String>,
}

impl Embedding {
    /// State before anything is known.
    pub fn new(database: StoredValue<String>) -> Self {
        Self {
            progress: RwSignal::new(None),
            loading: RwSignal::new(ModelProgress::NotLoaded),
            trouble: RwSignal::new(None),
            made: StoredValue::new_local(None),
            in_page: StoredValue::new_local(None),
            elsewhere: Elsewhere::new(),
            database,
        }
    }

    /// Whether a message waits for another computer or a vector store: for its own vector, or for the vectors nearest to it.
    /// False until an embedder or a store was used.
    pub fn asks_elsewhere(self) -> bool {
        let embeds_elsewhere = |made: &Option<(Embeddings, AnyEmbedder)>| {
            made.as_ref().is_some_and(|(_, embedder)| !embedder.is_on_this_computer())
        };
        self.made.with_value(embeds_elsewhere) || self.elsewhere.is_used.get_value()
    }
}
