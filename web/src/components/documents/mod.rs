//! The page of the documents, and the text of one. Each is a component without arguments that a signal of
//! [`crate::state::Panels`] opens.

mod add;
mod documents_page;
mod outcomes;
mod row;
mod text;

pub use documents_page::DocumentsDialog;
pub use text::DocumentDialog;
