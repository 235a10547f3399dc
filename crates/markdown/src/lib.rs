//! Incremental Markdown parser.
//!
//! A [`Document`] takes text as it arrives and returns blocks. A block that has ended is *settled*: it is never parsed
//! again. Only the open end is, and it is shown as it will most likely turn out: an open fence is code, open emphasis
//! is emphasis. The final tree does not depend on how the text was split into pieces.
//!
//! Supports CommonMark, tables, task lists, strikethrough, footnotes, bare addresses, and TeX between dollars or in
//! `\(…\)` and `\[…\]`. Prices are no formulas, and only two tildes strike out. Raw HTML is text, except `<br>`, which is a line
//! break. This crate touches no page: [`Address`] decides which addresses are safe, and the code that draws the tree asks it.
//!
//! # Bounds
//!
//! One parse never reads more than [`limits::BLOCK`] bytes, or [`limits::CODE`] of a code block. A longer block
//! continues as another one: a list as a list, code as code. A longer line is plain text. Content below
//! [`limits::DEPTH`] containers goes into the deepest one; table rows beyond [`limits::CELLS`] cells become plain text
//! after the table. So neither the stack nor the time of one step depends on the model's output.
//!
//! ```
//! use ricordo_markdown::{Document, Kind};
//!
//! let mut document = Document::default();
//! document.push("# Rome\n\nThe **old\nroad");
//! let step = document.advance();
//! assert_eq!(step.settled[0].kind, Kind::Heading(1));
//! assert_eq!(step.open[0].children[1].kind, Kind::Strong, "before its stars have come");
//! ```

mod address;
mod bare;
mod builder;
mod definitions;
mod display;
mod document;
mod hidden;
mod html;
pub mod limits;
mod lines;
mod node;
mod open_end;
mod parse;
mod plain;
mod spans;

pub use address::Address;
pub use document::{Document, Step};
pub use html::{escaped, html};
pub use lines::LineBreaks;
pub use node::{Align, Kind, Node};
pub use plain::{Wordless, plain, plain_all};
