//! Stand-ins until the real ones are merged.
#![allow(dead_code, clippy::unused_async)]

use ricordo_browser::{HeldWeights, ModelProgress};
use ricordo_core::{
    error::ModelError,
    provider::Provider,
    recall::{EmbedError, Embedder, Purpose},
};

#[derive(Clone)]
pub struct InPageEmbedder;
impl InPageEmbedder {
    pub fn new(_: impl Fn(ModelProgress) + 'static) -> Self {
        Self
    }
    pub async fn load(&self) -> Result<(), ModelError> {
        Ok(())
    }
    pub fn cancel_download(&self) {}
    pub async fn held() -> Option<HeldWeights> {
        None
    }
    pub async fn delete_held(&self) {}
}
impl Embedder for InPageEmbedder {
    fn id(&self) -> &str {
        ""
    }
    fn is_on_this_computer(&self) -> bool {
        true
    }
    fn most_texts(&self) -> usize {
        1
    }
    async fn embed(&self, _: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        Err(EmbedError::NotReady)
    }
}

#[derive(Clone, Default)]
pub struct EmbeddingCache;
#[derive(Clone)]
pub struct HttpEmbedder;
impl HttpEmbedder {
    pub fn new(_: &Provider, _: &str, _: Option<String>, _: u32, _: EmbeddingCache) -> Self {
        Self
    }
    pub async fn check(&self) -> Result<usize, EmbedError> {
        Err(EmbedError::NotReady)
    }
}
impl crate::texts::errors::Localized for EmbedError {
    fn localized(&self) -> String {
        self.to_string()
    }
}
impl Embedder for HttpEmbedder {
    fn id(&self) -> &str {
        ""
    }
    fn is_on_this_computer(&self) -> bool {
        true
    }
    fn most_texts(&self) -> usize {
        1
    }
    async fn embed(&self, _: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        Err(EmbedError::NotReady)
    }
}
