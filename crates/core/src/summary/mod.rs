//! Rules of making and using summaries. The data types are in [`ricordo_record`].
//!
//! A summary always names its sources. It is never edited in place: a new one replaces it, and the old one is kept as
//! [`crate::record::Record::ReplacedSummary`].
//!
//! `standing` decides whether a summary may be sent, `elsewhere` what other conversations must know of one, `coverage`
//! which messages are compressed, `compression` and `due` what is to be made, `next` when, `checked` which edits a user
//! may make, `sources`, `chunks` and `plan` how many messages become one text. [`crate::session::maintain`] sends the
//! requests and stores the results.

mod checked;
pub mod chunks;
pub mod compression;
pub mod coverage;
pub mod due;
pub mod elsewhere;
pub mod next;
pub mod plan;
pub mod sources;
pub mod standing;

pub use checked::checked;
pub use ricordo_record::{layer::Stale, summary::*};
