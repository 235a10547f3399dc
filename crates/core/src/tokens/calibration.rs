//! How a provider's own counts compare with our estimate.

use serde::{Deserialize, Serialize};

/// The counts so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    /// Our estimates, added up.
    pub estimated: u64,
    /// What the provider reported for the same prompts.
    pub reported: u64,
    /// How many prompts.
    pub samples: u32,
}
