//! Markdown on screen: the tree of `ricordo-markdown` becomes DOM elements, without any HTML text in between.
//!
//! One node of the tree is one DOM node ([`draw`]), so a diff traverses both ([`patch`]) and no handles are stored.
//! Settled blocks are never touched again. Scripts that highlight code and typeset formulas are loaded when the first
//! of them is visible ([`seen`]).

mod draw;
mod flow;
mod headings;
mod in_words;
mod marked;
mod patch;
mod press;
mod seen;
mod sheet;

pub use flow::Flow;
pub use headings::{headings, html, typed_html};
pub use in_words::{all_in_words, in_words};
pub use marked::mark_words;
pub use ricordo_markdown::escaped;
pub use sheet::mount;
