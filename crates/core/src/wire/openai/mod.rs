//! OpenAI's chat completions, as OpenAI, llama.cpp, LM Studio, vLLM, OpenRouter and most others speak them.
//!
//! [`request_body`] writes the request; [`Decoder`] reads the reply, with the quirks servers are known to have: `decoder`
//! tells the body apart, `reply` reads one JSON object of it, `tool_calls`, `think` and `usage` their parts.

mod decoder;
mod reply;
mod request;
mod think;
mod tool_calls;
mod usage;

pub use decoder::Decoder;
pub use request::request_body;
