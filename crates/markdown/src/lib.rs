//! Markdown that arrives piece by piece.
//!
//! A [`Document`] takes text as it comes and gives blocks. A block that has ended is *settled*: it is never read again.
//! Only the open end is, and it is shown as it will most likely become: a fence that is open is code, emphasis that is
//! open is emphasis. However a text was cut into pieces, the tree at its end is the same.
//!
//! What is understood: CommonMark, tables, task lists, strikethrough, footnotes, bare addresses, and TeX between dollars
//! or in `\(…\)` and `\[…\]`. Raw HTML is text, but for `<br>`, which is a line break. Nothing here touches a page:
//! what an address may do is said by [`Address`], and whoever draws the tree asks it.
//!
//! # Bounds
//!
//! One reading never takes in more than [`limits::BLOCK`] bytes, and [`limits::CODE`] of a code block. A block that is
//! longer goes on as another one: a list as a list, code as code. A line that is longer is plain text. What lies deeper
//! than [`limits::DEPTH`] containers stands in the deepest one; the rows of a table beyond [`limits::CELLS`] cells are
//! plain text below it. So neither the stack nor the time of one step depends on what a model says.
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
mod document;
pub mod limits;
mod node;
mod open_end;
mod parse;
mod plain;
mod tex;

pub use address::Address;
pub use builder::LineBreaks;
pub use document::{Document, Step};
pub use node::{Align, Kind, Node};
pub use plain::{Wordless, plain};
