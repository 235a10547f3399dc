//! OpenAI's chat completions, as OpenAI, llama.cpp, LM Studio, vLLM, OpenRouter and most others speak them.
//!
//! [`request_body`] writes the request, `content` what each message says. The reply is read with the quirks servers are known to have: `reply` reads one JSON
//! object of it, `tool_calls` and `usage` their parts.

mod content;
mod reply;
mod request;
mod tool_calls;
mod usage;

pub(super) use reply::Reply;
pub use request::request_body;
