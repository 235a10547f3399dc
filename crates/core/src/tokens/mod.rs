//! Token counting beyond the estimate of [`ricordo_text::tokens`]: exact counts behind a port ([`counter`]), and
//! detection of truncated prompts (`truncation`).

mod calibrated;
pub mod counter;
mod images;
mod truncation;

pub use calibrated::{Counter, TOKENS_PER_MESSAGE, message_tokens};
pub(crate) use calibrated::{MARGIN_PER_MILLE, fixed_tokens, sent_back};
pub use images::ImageRule;
pub(crate) use images::LEAST_PER_IMAGE;
pub use ricordo_record::calibration::Calibration;
pub use ricordo_text::tokens::{Family, KINDS, Mix, Scale, estimate};
pub use truncation::{Truncation, truncation};
