//! The arithmetic of the list of messages: how tall a conversation is of which only a few messages are in the page, where a
//! place of the scrollbar leads, and how what is read stays where it is. Plain numbers; nothing here knows a browser.
//!
//! What does is in [`crate::scroll`]; what is read from the store is in `state::loading`.

mod extent;
mod place;
mod port;

pub use extent::{Extent, by_tokens};
pub use place::Place;
pub use port::{Port, Wish, hold};
