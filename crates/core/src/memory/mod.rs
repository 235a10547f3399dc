//! Memories: the rules. What a memory is, is in [`ricordo_record`].
//!
//! `memories` holds the rules of adding and changing them, `find` the list that the user looks through, `duplicates` which
//! of them say nearly the same, `extraction` what is read for facts after a turn and what becomes of them, `fields` what a
//! model wants to write into the user data, `checked` what may be kept at all. A summary kept as a memory is a
//! [`ricordo_record::summary::Summary`] whose target is `memory`; it is listed beside the facts and stored once.

mod checked;
pub mod duplicates;
pub mod extraction;
mod fields;
pub mod find;
mod memories;

pub use checked::checked;
pub use fields::{Filled, NewField};
pub use memories::{Added, MOST_PROPOSALS, Memories, NewFact, StatedBy};
pub use ricordo_record::memory::*;
