//! Anthropic's Messages protocol: named events, content in blocks, and a prompt cache with breakpoints set by the
//! client.
//!
//! [`request_body`] writes the request: `turns` puts our messages into the order of roles that the protocol demands,
//! `block` has the JSON shapes, `call_ids` makes ids that are accepted. `reply` reads one event of the response,
//! `usage` its token counts.

mod block;
mod call_ids;
mod reply;
mod request;
mod turns;
mod usage;

pub(super) use reply::Reply;
pub use request::request_body;
