//! The five documents that Ricordo was made from: each plays its own examples under its own preset, and the whole
//! compiled request is compared with what the document says.

mod a_forget;
mod b_layers;
mod c_journal;
mod d_compression;
mod e_context_and_memory;
mod stage;
