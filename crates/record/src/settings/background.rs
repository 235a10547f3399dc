//! The provider for background work: compression, daily summaries, facts and titles.

use crate::id::ProviderId;
use serde::{Deserialize, Serialize};

/// The connection and model for background work. Default: those that reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Background {
    /// A stored provider; `None` means the one that replies.
    pub provider: Option<ProviderId>,
    /// The model's id; `None` means the connection's model. Has no effect without `provider`.
    pub model: Option<String>,
    /// Whether conversations whose own model runs on this computer may be sent to a remote connection. Default: no.
    pub leaves_computer: bool,
}
