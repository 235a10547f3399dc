//! The answering model: on a server, or in this page.

use super::{
    leaving,
    pause::{End, Pause},
    rate_limit::wait_after,
};
use futures_util::future::LocalBoxFuture;
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
    /// A model that waits when its server limits the rate.
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

/// A model that sends a request again when its server limits the rate: once after waiting, and again each time that the user
/// skips the wait.
pub struct Patient {
    model: AnyModel,
    pause: Pause,
}

impl Patient {
    /// Wraps a model so that it waits.
    pub fn model(model: AnyModel, pause: Pause) -> AnyModel {
        AnyModel::Patient(Box::new(Self { model, pause }))
    }

    /// As [`ChatModel::stream`]. Boxed, because the future would contain itself.
    pub(super) fn stream<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_event: &'a dyn Fn(ChatEvent),
        cancel: &'a Cancel,
    ) -> LocalBoxFuture<'a, Result<(), ModelError>> {
        Box::pin(async move {
            let mut waits = true;
            loop {
                let result = self.model.stream(request, on_event, cancel).await;
                let Err(error) = result else { return Ok(()) };
                let Some(wait) = wait_after(&error).filter(|_| waits) else { return Err(error) };
                match self.pause.pass(wait, &error, cancel).await {
                    End::GivenUp => return Err(error),
                    end => waits = end == End::Hurried,
                }
                on_event(ChatEvent::SentAgain);
            }
        })
    }
}
