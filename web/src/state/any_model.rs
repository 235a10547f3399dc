//! The model that answers: behind HTTP, or in this page.

use super::leaving;
use ricordo_browser::{HttpModel, InPageModel};
use ricordo_core::{
    cancel::Cancel,
    error::ModelError,
    model::{ChatEvent, ChatModel, ChatRequest},
};

/// One of the two.
pub enum AnyModel {
    /// A server.
    Http(HttpModel),
    /// The model in this page.
    InPage(InPageModel),
}

impl ChatModel for AnyModel {
    async fn stream(
        &self,
        request: &ChatRequest,
        on_event: &dyn Fn(ChatEvent),
        cancel: &Cancel,
    ) -> Result<(), ModelError> {
        let result = match self {
            Self::Http(model) => model.stream(request, on_event, cancel).await,
            Self::InPage(model) => model.stream(request, on_event, cancel).await,
        };
        if result.is_err() {
            leaving::wait().await;
        }
        result
    }
}
