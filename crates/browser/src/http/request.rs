//! One exchange with an endpoint: the address, the headers, the abort, the timeout, and what a refusal becomes.

use super::{
    address::{self, Address},
    body::Body,
    diagnose,
};
use crate::global::global;
use futures_util::future::{Either, select};
use gloo_net::http::{Request, RequestBuilder, Response};
use gloo_timers::future::TimeoutFuture;
use js_sys::Uint8Array;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    wire::{Protocol, http_error, protocol::Headers, redact},
};
use std::{future::Future, pin::pin};
use web_sys::{AbortController, Performance, RequestCache, RequestCredentials};

/// How much of a refusal is read, in bytes.
const LONGEST_REFUSAL: usize = 64 * 1024;

/// What to send.
pub(super) enum Method<'a> {
    /// Nothing.
    Get,
    /// JSON.
    Post(&'a [u8]),
}

/// What came back for a chat.
pub(super) enum Answer {
    /// The reply, to be read piece by piece.
    Reply(Body),
    /// The server does not answer.
    Refused {
        /// Why.
        error: ModelError,
        /// Whether it is about fields that the server does not know.
        names_fields: bool,
    },
}

/// One exchange. Dropping it closes the connection at once.
pub(super) struct Connection {
    address: Address,
    key: Option<String>,
    headers: Headers,
    timeout_ms: u32,
    abort: AbortController,
}

impl Connection {
    /// Checks what the user typed; sends nothing.
    pub(super) fn new(
        protocol: Protocol,
        base_url: &str,
        path: &str,
        key: Option<&str>,
        timeout_seconds: u32,
    ) -> Result<Self, ModelError> {
        let address = address::check(base_url, path)?;
        let key = key.map(str::trim).filter(|key| !key.is_empty()).map(str::to_owned);
        if key.as_ref().is_some_and(|key| !key.chars().all(|char| char.is_ascii_graphic())) {
            // A browser cannot send it in a header, and no provider gives out such keys.
            let detail = "the key holds spaces, line breaks or letters that no key has";
            return Err(ModelError::new(ModelErrorKind::Unauthorized, detail));
        }
        let abort = AbortController::new()
            .map_err(|_| ModelError::new(ModelErrorKind::Unreachable, "this browser cannot abort requests"))?;
        let headers = protocol.headers(key.as_deref());
        Ok(Self { address, key, headers, timeout_ms: timeout_seconds.saturating_mul(1000), abort })
    }

    /// The endpoint, as it is remembered.
    pub(super) fn base(&self) -> &str {
        &self.address.base
    }

    /// Sends and waits for the head of the response.
    pub(super) async fn send(&self, method: Method<'_>) -> Result<Response, ModelError> {
        let request = self.request(method);
        let request = request.map_err(|_| ModelError::new(ModelErrorKind::InvalidAddress, &self.address.url))?;
        match self.in_time(request.send()).await? {
            Ok(response) => Ok(response),
            // The browser says no more than "Failed to fetch".
            Err(_) => Err(diagnose::cause(&self.address).await),
        }
    }

    /// Sends a chat request and tells a reply from a refusal.
    pub(super) async fn ask(&self, bytes: &[u8]) -> Result<Answer, ModelError> {
        let response = self.send(Method::Post(bytes)).await?;
        let mut body = Body::of(&response);
        if response.ok() && !is_html(&response) {
            return Ok(Answer::Reply(body));
        }
        let bytes = self.in_time(body.read_up_to(LONGEST_REFUSAL)).await?;
        let names_fields = matches!(response.status(), 400 | 422) && names_fields(&bytes);
        Ok(Answer::Refused { error: self.refused(&response, &bytes), names_fields })
    }

    /// What a response becomes that is no success, or no answer to what was asked.
    pub(super) fn refused(&self, response: &Response, body: &[u8]) -> ModelError {
        let header = |name| response.headers().get(name);
        let text = String::from_utf8_lossy(body);
        // Before anything is shortened: half a key would not be found any more.
        let text = redact(&text, self.key.as_deref());
        let (retry_after, content_type) = (header("retry-after"), header("content-type"));
        http_error(response.status(), retry_after.as_deref(), content_type.as_deref(), text.as_bytes())
    }

    /// Waits, and no longer than until the next sign of life is overdue.
    pub(super) async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, ModelError> {
        match select(pin!(work), TimeoutFuture::new(self.timeout_ms)).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(ModelError::new(ModelErrorKind::TimedOut, &self.address.url)),
        }
    }

    /// Only the headers of the protocol: one more, and the preflight fails at Ollama.
    fn request(&self, method: Method<'_>) -> Result<Request, gloo_net::Error> {
        let signal = self.abort.signal();
        let builder = match method {
            Method::Get => Request::get(&self.address.url).cache(RequestCache::NoStore),
            Method::Post(_) => Request::post(&self.address.url).header("Content-Type", "application/json"),
        };
        let builder = builder.credentials(RequestCredentials::Omit).abort_signal(Some(&signal));
        let builder: RequestBuilder =
            self.headers.iter().fold(builder, |builder, (name, value)| builder.header(name, value));
        match method {
            Method::Get => builder.build(),
            Method::Post(bytes) => builder.body(Uint8Array::from(bytes)),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Without effect on an exchange that is over.
        self.abort.abort();
    }
}

/// Marks the moment for `performance` tools, where there are any.
pub(super) fn mark() {
    if let Some(performance) = global::<Performance>("performance") {
        let _ = performance.mark("ricordo:request");
    }
}

fn is_html(response: &Response) -> bool {
    let content_type = response.headers().get("content-type").unwrap_or_default();
    content_type.trim_start().to_ascii_lowercase().starts_with("text/html")
}

/// Whether a refusal is about `stream_options`, or about fields that the server does not know without naming them.
fn names_fields(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body).to_lowercase();
    let signs = [
        "stream_options",
        "extra_forbidden",
        "extra inputs are not permitted",
        "extra fields not permitted",
        "unknown field",
        "unknown parameter",
        "unrecognized request argument",
        "unexpected keyword argument",
    ];
    signs.iter().any(|sign| text.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_a_field_is_told_from_others() {
        assert!(names_fields(br#"{"error":{"message":"Unrecognized request argument supplied: stream_options"}}"#));
        assert!(names_fields(br#"{"detail":[{"type":"extra_forbidden","msg":"Extra inputs are not permitted"}]}"#));
        assert!(!names_fields(br#"{"error":{"code":400,"type":"exceed_context_size_error"}}"#));
    }
}
