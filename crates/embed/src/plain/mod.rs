//! The plain objects that cross the boundary, in the camel case that JavaScript expects.

mod compiled;
mod event;
mod message;
mod recalled;
mod summary;

pub(crate) use compiled::compiled;
pub(crate) use event::{maintained, turn};
pub(crate) use message::message;
pub(crate) use recalled::recalled;
pub(crate) use summary::{listed, summary};
