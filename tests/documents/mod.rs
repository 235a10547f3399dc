//! The five documents that specified Ricordo. Each test plays a document's examples under its preset and compares the
//! whole compiled request with the document.

mod a_forget;
mod b_layers;
mod c_journal;
mod d_compression;
mod e_context_and_memory;
mod stage;
