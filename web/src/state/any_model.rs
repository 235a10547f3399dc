//! The answering model: on a server, or in this page.

use super::{leaving, pause::Patient};
use ricordo_browser::{HttpModel, InPageModel};
use ricordo_core::{
    cancel::Cancel,
    error::ModelError,
    model::{ChatEvent, ChatModel, ChatRequest},
};

/// A model on a server or in this page.
pub enum AnyModel {
    /// A model on a server.
    Http(HttpModel),
    /// A model in this page.
    InPage(InPageModel),
    /// One of them that waits when its server limits the rate.
    Patient(Box<Patient>),
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
            Self::Patient(patient) => return patient.stream(request, on_event, cancel).await,
        };
        if result.is_err() {
            leaving::wait().await;
        }
        result
    }
}
