//! What is recalled before a turn.

use super::with_defaults::with_defaults;
use serde::{Deserialize, Serialize};

with_defaults! {
    /// Settings of recall: what is found by its words in everything stored and sent with a message. Its share of the
    /// prompt is that of the layer `recall`; with a ceiling of 0 nothing is recalled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct RecallSettings {
        /// Whether anything is recalled. Default: yes.
        pub enabled: bool = true,
        /// Whether earlier messages of the same conversation are. Default: yes.
        pub short: bool = true,
        /// Whether messages of the last days are, of all conversations. Default: yes.
        pub medium: bool = true,
        /// Whether older messages are, of all conversations. Default: yes.
        pub long: bool = true,
        /// Whether documents are. Default: yes.
        pub documents: bool = true,
        /// Days of the medium level. 1 to 365; default 30.
        pub medium_days: u32 = 30,
        /// Most pieces in a request. 1 to 50; default 8.
        pub most_pieces: u32 = 8,
        /// Messages sent on each side of one that was found. 0 to 5; default 1.
        pub neighbours: u32 = 1,
        /// How much of the question a message must cover at least, its rarer words counting more, in percent. 0 to 100;
        /// default 15.
        pub least_share: u32 = 15,
        /// Whether passages are also found by their meaning, where a model for that is chosen ([`Embeddings`](super::Embeddings)).
        /// Default: yes.
        pub include_vector: bool = true,
    }
}
