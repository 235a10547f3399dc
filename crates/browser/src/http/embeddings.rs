//! Vectors of texts from an endpoint.

use super::{
    HttpModel,
    body::Body,
    request::{Connection, Method},
};
use crate::embedding_cache::EmbeddingCache;
use gloo_net::http::Response;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    provider::Provider,
    recall::{EmbedError, Embedder, Purpose, VectorError},
    wire::{
        Protocol,
        embeddings::{EmbeddingsError, EmbeddingsResponse, prefixes},
        redact,
    },
};

/// Most texts in one request. A turn waits for a request that was begun.
const MOST_TEXTS: usize = 16;

/// Most bytes read of a response: vectors of 4,096 dimensions for all texts of a request, written in full, have a quarter.
const LONGEST_RESPONSE: usize = 8 * 1024 * 1024;

/// What is embedded to find out whether a model works.
const SAMPLE: &str = "hello";

/// A model for vectors behind an endpoint.
#[derive(Clone, Debug)]
pub struct HttpEmbedder {
    /// `None` if its type of connection has no vectors.
    http: Option<HttpModel>,
    model: String,
    id: String,
    is_on_this_computer: bool,
    cache: EmbeddingCache,
}

impl HttpEmbedder {
    /// A model of a provider. `cache` may be that of other embedders.
    pub fn new(
        provider: &Provider,
        model: &str,
        key: Option<String>,
        response_timeout_seconds: u32,
        cache: EmbeddingCache,
    ) -> Self {
        let base_url = provider.base_url.clone();
        let protocol = Protocol::of(provider.kind).filter(|protocol| protocol.embeddings_path(&base_url).is_some());
        Self {
            id: id_of(model, &base_url),
            http: protocol.map(|protocol| HttpModel { protocol, base_url, key, response_timeout_seconds }),
            model: model.to_owned(),
            is_on_this_computer: provider.is_on_this_computer(),
            cache,
        }
    }

    /// The model that an embedder of this id asks a provider for; `None`: it asks another one.
    pub fn model_of<'a>(id: &'a str, provider: &Provider) -> Option<&'a str> {
        id.strip_suffix(address(&provider.base_url))?.strip_suffix(' ')
    }

    /// Asks for the vector of one word. The dimension of the model.
    ///
    /// # Errors
    /// [`EmbedError`], also if it cannot be compared with others.
    pub async fn check(&self) -> Result<usize, EmbedError> {
        let vectors = self.request(&[SAMPLE.to_owned()], Purpose::Passage).await?;
        let values = vectors.first().map(Vec::as_slice).unwrap_or_default();
        if values.iter().all(|value| *value == 0.0) {
            return Err(EmbedError::Unusable(VectorError::Zero));
        }
        Ok(values.len())
    }

    async fn request(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let http = self.http.as_ref().ok_or(EmbedError::Failed(EmbeddingsError::Unsupported))?;
        let prefixes = prefixes(&self.model);
        let prefix = match purpose {
            Purpose::Passage => prefixes.passage,
            Purpose::Question => prefixes.question,
        };
        let texts: Vec<String> = texts.iter().map(|text| format!("{prefix}{text}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        http.embeddings(&self.model, &texts).await.map_err(EmbedError::Failed)
    }
}

impl Embedder for HttpEmbedder {
    /// The model and the base URL: a model of the same name at another server may be another one, or the same with
    /// weights rounded in another way. Then its vectors are others.
    fn id(&self) -> &str {
        &self.id
    }

    fn is_on_this_computer(&self) -> bool {
        self.is_on_this_computer
    }

    fn most_texts(&self) -> usize {
        MOST_TEXTS
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let embedder = self.clone();
        let request = |texts: Vec<String>| async move { embedder.request(&texts, purpose).await };
        self.cache.vectors(&self.id, texts, purpose, request).await
    }
}

/// Identifies the vectors of a model at an address.
fn id_of(model: &str, base_url: &str) -> String {
    format!("{model} {}", address(base_url))
}

fn address(base_url: &str) -> &str {
    base_url.trim().trim_end_matches('/')
}

impl HttpModel {
    /// The vectors of texts. Dropping the future aborts the request.
    async fn embeddings(&self, model: &str, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        match self.exchange_embeddings(model, texts).await {
            Err(EmbeddingsError::Refused(error)) => Err(EmbeddingsError::Refused(self.without_key(error))),
            other => other,
        }
    }

    async fn exchange_embeddings(&self, model: &str, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        let path = self.protocol.embeddings_path(&self.base_url).ok_or(EmbeddingsError::Unsupported)?;
        let request = self.protocol.embeddings_body(model, texts).ok_or(EmbeddingsError::Unsupported)?;
        let connection = self.connect(path).map_err(EmbeddingsError::Refused)?;
        let (response, bytes) = received(&connection, &request).await.map_err(EmbeddingsError::Refused)?;
        if bytes.len() > LONGEST_RESPONSE {
            return Err(EmbeddingsError::TooLong);
        }
        let header = |name| response.headers().get(name);
        let (retry_after, content_type) = (header("retry-after"), header("content-type"));
        let read = |body: &[u8]| {
            let (retry_after, content_type) = (retry_after.as_deref(), content_type.as_deref());
            let response = EmbeddingsResponse { status: response.status(), retry_after, content_type, body };
            self.protocol.embeddings(response, texts.len())
        };
        match read(&bytes) {
            // Read again without the key: an error cuts long messages, and half a key would no longer be found.
            Err(EmbeddingsError::Refused(_)) => {
                read(redact(&String::from_utf8_lossy(&bytes), self.key.as_deref()).as_bytes())
            }
            other => other,
        }
    }
}

/// The response and its body, up to the first byte that is too many.
async fn received(connection: &Connection, request: &[u8]) -> Result<(Response, Vec<u8>), ModelError> {
    let response = connection.send(Method::Post(request)).await?;
    let mut body = Body::of(&response);
    let bytes = connection.in_time(body.read_up_to(LONGEST_RESPONSE + 1)).await?;
    if body.is_broken {
        return Err(ModelError::new(ModelErrorKind::CutOff, ""));
    }
    Ok((response, bytes))
}
