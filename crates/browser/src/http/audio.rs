//! Speech to text and text to speech at an endpoint.

use super::{
    HttpModel,
    body::Body,
    request::{Connection, Method},
};
use gloo_net::http::Response;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    wire::audio::{Recording, speech_body, transcription, transcription_form},
};
use std::fmt;

/// Most bytes read of a transcription: the text of hours.
const LONGEST_TEXT: usize = 1024 * 1024;

/// Most bytes read of a sound: an hour of a text that takes a minute.
const LONGEST_SOUND: usize = 32 * 1024 * 1024;

/// Why there is no text or no sound.
#[derive(Clone, Debug, PartialEq)]
pub enum SpeechError {
    /// The protocol or the server has no speech.
    Unsupported,
    /// The server refused the request, or did not answer as the protocol says.
    Refused(ModelError),
}

impl fmt::Display for SpeechError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("this connection has no speech"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpeechError {}

/// A sound that was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound(pub Vec<u8>);

impl HttpModel {
    /// The text of a recording. Empty if nobody speaks in it. Dropping the future aborts the request.
    ///
    /// # Errors
    /// [`SpeechError`].
    pub async fn transcribe(&self, recording: Recording<'_>, model: &str) -> Result<String, SpeechError> {
        let path = self.protocol.transcriptions_path().ok_or(SpeechError::Unsupported)?;
        let form = transcription_form(recording, model);
        let (connection, response, bytes) = self.asked(path, Method::Form(&form), LONGEST_TEXT).await?;
        let text = if response.ok() { transcription(&bytes) } else { None };
        text.ok_or_else(|| self.refusal(&connection, &response, &bytes))
    }

    /// The sound of a text. Dropping the future aborts the request.
    ///
    /// # Errors
    /// [`SpeechError`].
    pub async fn speak(&self, model: &str, voice: &str, text: &str) -> Result<Sound, SpeechError> {
        let path = self.protocol.speech_path().ok_or(SpeechError::Unsupported)?;
        let body = speech_body(model, voice, text);
        let (connection, response, bytes) = self.asked(path, Method::Post(&body), LONGEST_SOUND).await?;
        if response.ok() && is_sound(&response) && !bytes.is_empty() {
            return Ok(Sound(bytes));
        }
        Err(self.refusal(&connection, &response, &bytes))
    }

    async fn asked(
        &self,
        path: &str,
        method: Method<'_>,
        longest: usize,
    ) -> Result<(Connection, Response, Vec<u8>), SpeechError> {
        let refused = |error| SpeechError::Refused(self.without_key(error));
        let connection = self.connect(path).map_err(refused)?;
        let response = connection.send(method).await.map_err(refused)?;
        let mut body = Body::of(&response);
        let bytes = connection.in_time(body.read_up_to(longest)).await.map_err(refused)?;
        if body.is_broken {
            return Err(refused(ModelError::new(ModelErrorKind::CutOff, "")));
        }
        Ok((connection, response, bytes))
    }

    fn refusal(&self, connection: &Connection, response: &Response, body: &[u8]) -> SpeechError {
        match response.status() {
            404 | 405 | 501 => SpeechError::Unsupported,
            _ => SpeechError::Refused(self.without_key(connection.refused(response, body))),
        }
    }
}

/// Whether a response is sound by its type. Some servers send none, or that of any bytes.
fn is_sound(response: &Response) -> bool {
    let content_type = response.headers().get("content-type").unwrap_or_default().to_ascii_lowercase();
    let content_type = content_type.trim();
    content_type.is_empty()
        || content_type.starts_with("audio/")
        || content_type.starts_with("application/octet-stream")
}
