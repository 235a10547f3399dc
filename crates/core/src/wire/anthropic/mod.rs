//! Anthropic's Messages: named events, content in blocks, and a cache that the client marks.
//!
//! [`request_body`] writes the request: `turns` puts our messages into the order of roles that the protocol demands,
//! `block` has the shapes, `call_ids` makes ids that are accepted. `reply` reads one event of the answer, `usage` its counts.

mod block;
mod call_ids;
mod reply;
mod request;
mod turns;
mod usage;

pub(super) use reply::Reply;
pub use request::request_body;
