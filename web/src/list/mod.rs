//! The arithmetic of the list of messages: how tall a conversation is of which only a few messages are in the page, where a
//! place of the scrollbar leads, and how what is read stays where it is. Plain numbers; nothing here knows a browser.
//!
//! What does is in [`crate::scroll`]; what is read from the store is in `state::loading`.

mod height_estimate;
mod place;
mod viewport;

pub use height_estimate::{HeightEstimate, by_tokens};
pub use place::Place;
pub use viewport::{FetchRequest, Viewport, hold};
