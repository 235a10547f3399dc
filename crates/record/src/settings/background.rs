//! Who does idle work: compression, summaries of days, facts and titles.

use crate::id::ProviderId;
use serde::{Deserialize, Serialize};

/// Which connection and model do idle work. Default: those that answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Background {
    /// A stored provider; `None`: the one that answers.
    pub provider: Option<ProviderId>,
    /// The model's id there; `None`: that of the connection. Without `provider` it has no effect.
    pub model: Option<String>,
    /// Whether conversations whose own model runs on this computer may be sent to a connection elsewhere. Default: no.
    pub leaves_computer: bool,
}
