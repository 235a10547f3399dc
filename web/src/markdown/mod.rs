//! Markdown on screen: the tree of `ricordo-markdown` becomes elements, without a word of HTML in between.
//!
//! One node of the tree is one node of the page ([`draw`]), so what changed is found by walking both ([`patch`]), and no
//! handle has to be kept. What is settled is never touched again. Code is coloured and mathematics is set by scripts that
//! are loaded when the first of it is seen ([`seen`]).

mod draw;
mod flow;
mod in_words;
mod marked;
mod patch;
mod press;
mod seen;
mod sheet;

pub use flow::Flow;
pub use in_words::in_words;
pub use marked::mark_words;
use sheet::Paper;
pub use sheet::mount;
