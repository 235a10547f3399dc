//! Search by words, kept up to date with the store. The index is in `ricordo-recall`; it is built at the first search
//! (`Session::load_search`), and from then on [`Searchable`] applies every write to it, so nothing of an erased message
//! stays in it.

mod searchable;

pub use ricordo_recall::{Excerpt, Filter, Found, Group, Hit, Index, Query, Standing, Target};
pub use searchable::{Searchable, SharedIndex};

#[cfg(test)]
mod tests;
