//! Wire formats: a request to bytes, bytes to events. Pure: the transport only moves bytes, aborts, and knows
//! addresses.
//!
//! [`protocol`] is the entry point: what is sent where, with which headers, and the [`Decoder`] that reads the reply.
//! Each protocol has a module ([`openai`], [`ollama`], [`anthropic`]) on top of shared parts: how a body is framed
//! ([`sse`], `lines`), what a refused request means ([`http_error()`], [`context_overflow`]) and how to write it instead
//! ([`refusal`]), the lists of models (`models`), and the vectors of texts ([`embeddings`]). [`vectors`] has the calls of
//! vector stores, [`audio`] those of speech. The message shown to the user for a failure is `error::advice::sentence` in
//! `ricordo-record`.

#![warn(missing_docs)]

pub mod anthropic;
mod arguments;
pub mod audio;
mod body;
pub mod context_overflow;
mod count;
mod decoder;
pub mod embeddings;
mod finish;
mod function;
mod http_error;
mod image;
mod json;
mod lines;
mod made_image;
mod models;
pub mod ollama;
pub mod openai;
mod options;
pub mod protocol;
mod redact;
pub mod refusal;
mod reply;
mod reply_state;
mod roles;
mod server_message;
pub mod sse;
mod stream_error;
mod think;
pub mod vectors;

pub use decoder::Decoder;
pub use http_error::http_error;
pub use image::{file_note, image_note};
pub use models::{ListedModel, llama_context, shown};
pub use protocol::Protocol;
pub use redact::redact;
pub use think::unopened_thoughts;
