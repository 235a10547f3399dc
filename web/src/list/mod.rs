//! Arithmetic of the message list: the height of a conversation of which only some messages are loaded, the message at
//! a position of the scrollbar, and how visible messages stay in place. Plain numbers, independent of the browser.
//!
//! [`crate::scroll`] applies it to the browser; `state::loading` reads messages from the store.

mod height_estimate;
mod place;
mod viewport;

pub use height_estimate::{HeightEstimate, by_tokens};
pub use place::Place;
pub use viewport::{FetchRequest, Viewport, hold};
