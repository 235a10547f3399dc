//! Summaries: the rules of making and using them. What a summary is, is in [`ricordo_record`].
//!
//! A summary always names its sources. It is never edited in place: a new one replaces it, and the old one is kept as
//! [`crate::record::Record::ReplacedSummary`].
//!
//! `standing` says whether a summary may be sent, `elsewhere` what other conversations have to know of one, `coverage` which messages compressed history stands for, `compression`
//! and `due` what is to be made, `next` when, `checked` what a person may make of one, `sources`, `chunks` and `plan` how one text comes of many messages. Asking a model and
//! storing what comes of it is the work of [`crate::session::maintain`].

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
