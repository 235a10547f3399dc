//! Wire formats: a request to bytes, bytes to events. Pure: the transport only moves bytes, aborts, and knows addresses.
//!
//! One module for each protocol ([`openai`]), on top of what protocols share: how a body is framed ([`sse`]), what a
//! refused request means ([`http_error()`]), and the sentence a person reads about it ([`advice`]).

pub mod advice;
mod http_error;
pub mod openai;
mod overflow;
mod redact;
mod server_message;
pub mod sse;

pub use http_error::http_error;
pub use redact::redact;
