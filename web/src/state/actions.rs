//! Which message is being edited, whose menu is open, and the forks of the conversation.

use leptos::prelude::*;
use ricordo_core::{fork::Fork, id::MessageId, message::Message};
use std::sync::Arc;

/// State of the message actions, and the forks of the conversation.
#[derive(Clone, Copy)]
pub struct MessageActions {
    /// Forks on the active branch.
    pub forks: RwSignal<Vec<Fork>>,
    /// Message being edited.
    pub edited: RwSignal<Option<MessageId>>,
    /// Message whose menu is open.
    pub menu: RwSignal<Option<Arc<Message>>>,
}

impl MessageActions {
    /// Creates the state with nothing open.
    pub fn new() -> Self {
        Self { forks: RwSignal::new(Vec::new()), edited: RwSignal::new(None), menu: RwSignal::new(None) }
    }
}
