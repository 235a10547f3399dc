//! The interface to a model: a request in, events out.

use crate::{cancel::Cancel, error::ModelError};

pub use ricordo_record::request::{Attachment, ChatEvent, ChatRequest, RequestMessage, Sampling, ToolSpec};

/// A model that replies.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait ChatModel {
    /// Sends the request and passes on events as they arrive, in order, until the reply ends.
    ///
    /// Returns `Ok` when the reply ended as the protocol requires, and also when `cancel` was raised, in which case it
    /// must stop at once, close the connection and send no further event.
    ///
    /// # Errors
    /// A [`ModelError`] with the reason. Events that were passed on before it stay valid.
    async fn stream(
        &self,
        request: &ChatRequest,
        on_event: &dyn Fn(ChatEvent),
        cancel: &Cancel,
    ) -> Result<(), ModelError>;
}
