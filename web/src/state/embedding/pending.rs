//! Stand-ins until the real ones are merged.
#![allow(dead_code, clippy::unused_async)]

use ricordo_browser::{HeldWeights, ModelProgress};
use ricordo_core::{error::ModelError, recall::{EmbedError, Embedder, Purpose}, wire::Protocol};

/// Progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorProgress { /// D.
    pub done: u64, /// T.
    pub total: u64, /// B.
    pub bytes: u64 }

#[derive(Clone)]
pub struct InPageEmbedder;
impl InPageEmbedder {
    pub fn new(_: impl Fn(ModelProgress) + 'static) -> Self { Self }
    pub async fn load(&self) -> Result<(), ModelError> { Ok(()) }
    pub fn cancel_download(&self) {}
    pub async fn held() -> Option<HeldWeights> { None }
    pub async fn delete_held(&self) {}
}
impl Embedder for InPageEmbedder {
    fn id(&self) -> &str { "" }
    fn is_on_this_computer(&self) -> bool { true }
    fn most_texts(&self) -> usize { 1 }
    async fn embed(&self, _: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> { Err(EmbedError::NotReady) }
}

#[derive(Clone)]
pub struct HttpEmbedder { pub protocol: Protocol, pub base_url: String, pub model: String, pub key: Option<String>, pub response_timeout_seconds: u32 }
impl Embedder for HttpEmbedder {
    fn id(&self) -> &str { "" }
    fn is_on_this_computer(&self) -> bool { true }
    fn most_texts(&self) -> usize { 1 }
    async fn embed(&self, _: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> { Err(EmbedError::NotReady) }
}
