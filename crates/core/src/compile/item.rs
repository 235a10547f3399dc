//! One message of a layer with its sources.

use crate::{manifest::SourceId, model::RequestMessage};

/// A message of a layer, as the model reads it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) message: RequestMessage,
    /// The stored records that the message was made from; empty for generated text.
    pub(super) sources: Vec<SourceId>,
}

/// The messages and all their sources, in order.
pub(super) fn unzip(items: Vec<Item>) -> (Vec<RequestMessage>, Vec<SourceId>) {
    let mut sources = Vec::new();
    let mut messages = Vec::with_capacity(items.len());
    for item in items {
        messages.push(item.message);
        sources.extend(item.sources);
    }
    (messages, sources)
}
