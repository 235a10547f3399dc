//! Ollama's own protocol, `/api/chat`: one JSON object per line, and a context size chosen by the client.
//!
//! [`request_body`] writes the request; `reply` reads one object of the response. We use it because the server's
//! OpenAI-compatible endpoint cannot set the context size and silently truncates a prompt that is too long.

mod reply;
mod request;

pub(super) use reply::Reply;
pub use request::request_body;
