//! Sends a call to a vector store and reads its response, with the timeouts, checks and limits of all requests.

use super::{
    body::Body,
    request::{Connection, Method},
};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    recall::{VectorStoreError, VectorStoreErrorKind as Kind},
    wire::{
        protocol::Headers,
        redact,
        vectors::{self, Call, StoreResponse},
    },
};

/// Most bytes read of a response: 256 vectors of 4,096 dimensions, written in full, have half of it.
const LONGEST_RESPONSE: usize = 32 * 1024 * 1024;

/// How a store is reached.
#[derive(Clone)]
pub(super) struct StoreAccess {
    pub(super) root: String,
    pub(super) headers: Headers,
    /// The secret in the headers.
    pub(super) key: Option<String>,
    pub(super) timeout_seconds: u32,
}

impl StoreAccess {
    /// Sends a call and reads its response. Dropping the future aborts it.
    pub(super) async fn exchange<T>(
        &self,
        call: &Call,
        read: impl Fn(StoreResponse<'_>) -> Result<T, VectorStoreError>,
    ) -> Result<T, VectorStoreError> {
        let (status, body) = self.received(call).await.map_err(|error| self.without_key(failed(error)))?;
        if body.len() > LONGEST_RESPONSE {
            let error = VectorStoreError::new(Kind::NotUnderstood, "it is far too long");
            return Err(VectorStoreError { status: Some(status), ..error });
        }
        read(StoreResponse { status, body: &body }).map_err(|error| {
            // The detail is read again without the key: it is cut, and half a key would no longer be found. The kind is
            // not, because a key may be a word that the store's errors have.
            let body = redact(&String::from_utf8_lossy(&body), self.key.as_deref());
            let again = read(StoreResponse { status, body: body.as_bytes() }).err();
            let detail = again.map(|again| again.detail).unwrap_or_default();
            self.without_key(VectorStoreError { detail, ..error })
        })
    }

    /// The status and the body, up to the first byte that is too many.
    async fn received(&self, call: &Call) -> Result<(u16, Vec<u8>), ModelError> {
        let key = self.key.as_deref();
        let headers = self.headers.clone();
        let connection = Connection::with_headers(headers, &self.root, &call.path, key, self.timeout_seconds)?;
        let body = call.body.as_deref().unwrap_or_default();
        let response = connection
            .send(match call.method {
                vectors::Method::Get => Method::Get,
                vectors::Method::Post => Method::Post(body),
                vectors::Method::Put => Method::Put(body),
                vectors::Method::Delete => Method::Delete,
            })
            .await?;
        let mut body = Body::of(&response);
        let bytes = connection.in_time(body.read_up_to(LONGEST_RESPONSE + 1)).await?;
        if body.is_broken {
            return Err(ModelError::new(ModelErrorKind::CutOff, ""));
        }
        Ok((response.status(), bytes))
    }

    fn without_key(&self, error: VectorStoreError) -> VectorStoreError {
        VectorStoreError { detail: redact(&error.detail, self.key.as_deref()), ..error }
    }
}

/// The error of a request that has no response.
fn failed(error: ModelError) -> VectorStoreError {
    let detail = error.detail;
    match error.kind {
        ModelErrorKind::InvalidAddress => VectorStoreError::new(Kind::InvalidAddress, &detail),
        ModelErrorKind::MixedContent => {
            VectorStoreError::new(Kind::InvalidAddress, &format!("a page with https cannot call {detail}"))
        }
        ModelErrorKind::LocalNetworkRefused => {
            VectorStoreError::new(Kind::InvalidAddress, &format!("the browser denies this page {detail}"))
        }
        // A guess: something answers, which may be a proxy while the store is off.
        ModelErrorKind::OriginRefused => {
            let detail = format!("something answers, but it does not permit {detail}");
            VectorStoreError::new(Kind::Unreachable, &detail)
        }
        ModelErrorKind::CutOff => VectorStoreError::new(Kind::Unreachable, "the connection was lost"),
        ModelErrorKind::TimedOut => VectorStoreError::new(Kind::TimedOut, &detail),
        ModelErrorKind::Unauthorized => VectorStoreError::new(Kind::Unauthorized, &detail),
        _ => VectorStoreError::new(Kind::Unreachable, &detail),
    }
}
