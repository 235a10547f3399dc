//! Rules of memories. The data types are in [`ricordo_record`].
//!
//! `memories` has the rules of adding and changing them, `find` the list shown to the user, `duplicates` finds
//! near-duplicates, `extraction` extracts facts after a turn, `fields` handles values a model proposes for the user
//! data, `room` has the caps, `scoping` changes where a memory is used, `key_words` which words bring it in, `checked` decides what may be stored at all, `stated` has the facts
//! as they are stated. A summary kept as a memory is a
//! [`ricordo_record::summary::Summary`] whose target is `memory`; it is listed with the facts and stored once.

mod checked;
pub mod duplicates;
pub mod extraction;
mod fields;
pub mod find;
mod key_words;
mod memories;
mod room;
mod scoping;
mod stated;

pub use checked::checked;
pub use fields::{Filled, NewField};
pub use memories::Memories;
pub use ricordo_record::memory::*;
pub use room::MOST_PROPOSALS;
pub use stated::{Added, EditedBy, NewFact, StatedBy};
