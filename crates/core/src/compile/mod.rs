//! Compile: history + settings + clock → the exact request. The only place where requests are made.
//!
//! The same call feeds the network and the inspector, so what is shown cannot differ from what is sent. It reads no
//! clock, creates no ids and awaits nothing: same input, same bytes.
//!
//! Stable layers come first and volatile ones last, because providers reuse the prefix of a prompt that did not change
//! since the last request: one changed byte at the top costs the whole prompt again. `stages` has the four stages.
//! `budget` shares the tokens; `system_prompt`, `memories`, `summaries`, `window` (with `classes`, `start`, `turns` and
//! `clock`), `recall` (with `quoted` and `key_words`), `current` and `now` make the layers; `assembly` assembles them;
//! `record` stores what was sent.

mod assembly;
pub mod background_request;
mod budget;
mod classes;
mod clock;
mod costs;
mod current;
pub mod format;
mod item;
mod key_words;
pub mod limits;
mod memories;
mod next_cut;
mod now;
pub mod outgoing;
mod people;
pub mod quote;
pub(crate) mod quoted;
mod recall;
mod recalled_text;
pub mod record;
pub mod report;
mod stages;
mod start;
mod summaries;
mod system_prompt;
pub mod turns;
pub mod weight;
mod window;

pub use crate::layer::{LayerKind, Omitted, OmittedReason, WindowFormat};
pub use crate::tokens::{Counter, TOKENS_PER_MESSAGE, message_tokens};
pub use format::{Writer, format_of};
pub use limits::Limits;
pub use outgoing::{
    Outgoing, RecallState, Recalled, RecalledChunk, RecalledContent, RecalledDocument, RecalledMessage, Round,
};
pub use report::{Compiled, CutBy, EstimateError, Layer, NextCut, Origin, Warning};
pub use system_prompt::template_values;
pub use weight::Weight;

use crate::{
    error::CompileError,
    message::{Part, text_of},
    provider::Provider,
    settings::Settings,
    snapshot::Snapshot,
    time::Now,
};
use stages::Inputs;

/// Compiles the request that sends `outgoing` as the next message of `snapshot`.
///
/// # Errors
/// [`CompileError::OverBudget`] when the system prompt and the message alone do not fit, with the excess in tokens;
/// [`CompileError::ImagesUnsupported`] when the message contains an image and the model does not support images.
pub fn compile(
    snapshot: &Snapshot,
    outgoing: &Outgoing,
    settings: &Settings,
    provider: &Provider,
    now: &Now,
) -> Result<Compiled, CompileError> {
    let inputs = Inputs::new(snapshot, outgoing, settings, provider, now)?;
    let measured = stages::measure(&inputs)?;
    let (grants, shares) = stages::share(&inputs, &measured);
    let fitted = stages::fit(&inputs, measured, &grants);
    Ok(stages::assemble(&inputs, fitted, shares))
}

fn is_image(part: &Part) -> bool {
    matches!(part, Part::Image { .. })
}

/// Whether a message has any content that can be sent to a model.
fn has_content(parts: &[Part]) -> bool {
    !text_of(parts).trim().is_empty()
        || parts.iter().any(|part| !matches!(part, Part::Text { .. } | Part::Reasoning { .. }))
}
