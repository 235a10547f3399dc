//! A response body, read in chunks as it arrives.

use crate::global::property;
use gloo_net::http::Response;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::ReadableStreamDefaultReader;

/// A response body that can be read once.
pub(super) struct Body {
    reader: Option<ReadableStreamDefaultReader>,
    /// Whether the connection broke. Data that had arrived but was not read is lost.
    pub(super) is_broken: bool,
}

impl Body {
    /// The body of a response; empty if it has none.
    pub(super) fn of(response: &Response) -> Self {
        Self { reader: response.body().map(|stream| stream.get_reader().unchecked_into()), is_broken: false }
    }

    /// The next chunk; `None` at the end and when the connection broke. The decoder of the wire format knows whether
    /// the reply was complete.
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        let read = JsFuture::from(self.reader.as_ref()?.read()).await;
        self.is_broken = read.is_err();
        let read = read.ok()?;
        let is_done = property::<JsValue>(&read, "done").is_none_or(|done| done.is_truthy());
        if is_done {
            return None;
        }
        property::<Uint8Array>(&read, "value").map(|bytes| bytes.to_vec())
    }

    /// The first bytes: at least `longest`, or all of a shorter body.
    pub(super) async fn read_up_to(&mut self, longest: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < longest
            && let Some(more) = self.next().await
        {
            bytes.extend(more);
        }
        bytes.truncate(longest);
        bytes
    }
}
