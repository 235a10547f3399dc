//! One request to an endpoint: address, headers, abort, timeout, and conversion of error responses.

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
    error::{ModelError, ModelErrorKind, Remark},
    wire::{Protocol, audio::Form, http_error, protocol::Headers, redact},
};
use std::{future::Future, pin::pin};
use web_sys::{AbortController, Performance, RequestCache, RequestCredentials};

/// Most bytes read of an error response.
const LONGEST_REFUSAL: usize = 64 * 1024;

/// Method and body of a request.
pub(super) enum Method<'a> {
    /// GET, without a body.
    Get,
    /// POST of JSON.
    Post(&'a [u8]),
    /// POST of a form with a file.
    Form(&'a Form),
    /// PUT of JSON.
    Put(&'a [u8]),
    /// DELETE, without a body.
    Delete,
}

/// Why a chat request has no reply.
pub(super) struct Refused {
    /// The error.
    pub(super) error: ModelError,
    /// The body of the response, if the server answered with an error. It may hold the key.
    pub(super) text: Option<String>,
}

impl From<ModelError> for Refused {
    fn from(error: ModelError) -> Self {
        Self { error, text: None }
    }
}

/// One request. Dropping it closes the connection at once.
pub(super) struct Connection {
    address: Address,
    key: Option<String>,
    headers: Headers,
    timeout_ms: u32,
    abort: AbortController,
}

impl Connection {
    /// Checks the address and the key; sends nothing.
    pub(super) fn new(
        protocol: Protocol,
        base_url: &str,
        path: &str,
        key: Option<&str>,
        timeout_seconds: u32,
    ) -> Result<Self, ModelError> {
        let key = key.map(str::trim).filter(|key| !key.is_empty());
        Self::with_headers(protocol.headers(key), base_url, path, key, timeout_seconds)
    }

    /// As [`new`](Self::new), with these headers. The key is the secret in them.
    pub(super) fn with_headers(
        headers: Headers,
        base_url: &str,
        path: &str,
        key: Option<&str>,
        timeout_seconds: u32,
    ) -> Result<Self, ModelError> {
        let address = address::check(base_url, path)?;
        let key = key.map(str::to_owned);
        if key.as_ref().is_some_and(|key| !key.chars().all(|char| char.is_ascii_graphic())) {
            // A browser cannot send such a key in a header, and no provider issues one.
            return Err(ModelError::new(ModelErrorKind::Unauthorized, Remark::BadKey.words()));
        }
        // Every browser can abort requests.
        let abort = AbortController::new().map_err(|_| ModelError::new(ModelErrorKind::Unreachable, &address.url))?;
        Ok(Self { address, key, headers, timeout_ms: timeout_seconds.saturating_mul(1000), abort })
    }

    /// Sends the request and waits for the response's head.
    pub(super) async fn send(&self, method: Method<'_>) -> Result<Response, ModelError> {
        let headers = self.header_names(&method);
        let request = self.request(method);
        let request = request.map_err(|_| ModelError::new(ModelErrorKind::InvalidAddress, &self.address.url))?;
        match self.in_time(request.send()).await? {
            Ok(response) => Ok(response),
            // The browser only says "Failed to fetch".
            Err(_) => Err(diagnose::cause(&self.address, headers.as_deref()).await),
        }
    }

    /// Sends a chat request and returns the reply, to be read chunk by chunk.
    pub(super) async fn ask(&self, bytes: &[u8]) -> Result<Body, Refused> {
        let response = self.send(Method::Post(bytes)).await?;
        let mut body = Body::of(&response);
        if response.ok() && !is_html(&response) {
            return Ok(body);
        }
        let bytes = self.in_time(body.read_up_to(LONGEST_REFUSAL)).await?;
        let text = Some(String::from_utf8_lossy(&bytes).into_owned());
        Err(Refused { error: self.refused(&response, &bytes), text })
    }

    /// The error for a response that is not a success or not of the protocol.
    pub(super) fn refused(&self, response: &Response, body: &[u8]) -> ModelError {
        let header = |name| response.headers().get(name);
        let text = String::from_utf8_lossy(body);
        // Redact before anything is truncated: half a key would no longer be found.
        let text = redact(&text, self.key.as_deref());
        let (retry_after, content_type) = (header("retry-after"), header("content-type"));
        http_error(response.status(), retry_after.as_deref(), content_type.as_deref(), text.as_bytes())
    }

    /// Waits for `work` until the timeout of the next byte.
    pub(super) async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, ModelError> {
        match select(pin!(work), TimeoutFuture::new(self.timeout_ms)).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(ModelError::new(ModelErrorKind::TimedOut, &self.address.url)),
        }
    }

    /// The names of the headers that the server has to allow; `None` if it has to allow the method, too.
    fn header_names(&self, method: &Method<'_>) -> Option<Vec<&'static str>> {
        let own = match method {
            Method::Get | Method::Form(_) => None,
            Method::Post(_) => Some("content-type"),
            Method::Put(_) | Method::Delete => return None,
        };
        Some(self.headers.iter().map(|(name, _)| *name).chain(own).collect())
    }

    /// Only the headers of the protocol: with any other one the preflight fails at Ollama.
    fn request(&self, method: Method<'_>) -> Result<Request, gloo_net::Error> {
        let signal = self.abort.signal();
        let builder = match method {
            Method::Get => Request::get(&self.address.url).cache(RequestCache::NoStore),
            Method::Post(_) => Request::post(&self.address.url).header("Content-Type", "application/json"),
            Method::Form(form) => {
                let content_type = format!("multipart/form-data; boundary={}", form.boundary);
                Request::post(&self.address.url).header("Content-Type", &content_type)
            }
            Method::Put(_) => Request::put(&self.address.url).header("Content-Type", "application/json"),
            Method::Delete => Request::delete(&self.address.url),
        };
        let builder = builder.credentials(RequestCredentials::Omit).abort_signal(Some(&signal));
        let builder: RequestBuilder =
            self.headers.iter().fold(builder, |builder, (name, value)| builder.header(name, value));
        match method {
            Method::Get | Method::Delete => builder.build(),
            Method::Post(bytes) | Method::Put(bytes) => builder.body(Uint8Array::from(bytes)),
            Method::Form(form) => builder.body(Uint8Array::from(form.bytes.as_slice())),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // No effect once the request is complete.
        self.abort.abort();
    }
}

/// Sets a mark for performance tools, if the browser supports it.
pub(super) fn mark() {
    if let Some(performance) = global::<Performance>("performance") {
        let _ = performance.mark("ricordo:request");
    }
}

fn is_html(response: &Response) -> bool {
    let content_type = response.headers().get("content-type").unwrap_or_default();
    content_type.trim_start().to_ascii_lowercase().starts_with("text/html")
}
