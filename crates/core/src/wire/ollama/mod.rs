//! Ollama's own protocol, `/api/chat`: one JSON object a line, and a context that the client chooses.
//!
//! [`request_body`] writes the request; `reply` reads one object of the answer. The OpenAI-compatible door of the same
//! server cannot choose the context and cuts what is too long without a word, which is why this one is spoken.

mod reply;
mod request;

pub(super) use reply::Reply;
pub use request::request_body;
