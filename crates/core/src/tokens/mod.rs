//! Token counting beyond the estimate of [`ricordo_text::tokens`]: exact counts behind a port ([`counter`]), and what other
//! models count instead, learned from what providers report (`calibration`).

mod calibration;
pub mod counter;

pub use calibration::{Calibration, Truncation, truncation};
pub use ricordo_text::tokens::{Family, KINDS, Kind, Mix, Scale, estimate};
