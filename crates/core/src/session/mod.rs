//! The walk of a message: snapshot, compile, store, stream, store. The only place that awaits both a store and a model.

pub mod turn;

pub use turn::{TurnControl, TurnEvent, TurnOutcome};
