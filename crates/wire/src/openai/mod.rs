//! OpenAI's chat completions, as spoken by OpenAI, llama.cpp, LM Studio, vLLM, OpenRouter and most others.
//!
//! [`request_body`] writes the request, `content` the content of each message, `call_ids` the ids of its tool calls. The reply is read with the known quirks
//! of servers: `reply` reads one JSON object of it, `tool_calls`, `reasoning_details` and `usage` their parts.

mod call_ids;
mod content;
mod reasoning_details;
mod reply;
mod request;
mod tool_calls;
mod usage;

pub(super) use reply::Reply;
pub use request::request_body;
