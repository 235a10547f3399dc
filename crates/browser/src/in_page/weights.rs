//! Weights of the in-page model: the app's, those at a URL, or a file of the user.

use super::bridge;
use crate::global::address;
use ricordo_core::{
    error::ModelError,
    in_page::{larger_profile, name_of, profile},
};
use web_sys::{AbortSignal, Blob, File};

/// Path of the engine, relative to the page.
pub(super) const LIBRARY: &str = "vendor/wllama/index.js";
/// Path of the app's weights, relative to the page.
const APP_WEIGHTS: &str = "vendor/models/SmolLM2-135M-Instruct.Q4_1.gguf";
/// Their exact size in bytes.
pub const APP_WEIGHTS_BYTES: u64 = 98_362_432;
/// Their SHA-256, in lower-case hex.
const APP_WEIGHTS_SHA256: &str = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/// The chosen weights.
#[derive(Clone)]
pub(super) enum Weights {
    /// The weights that come with the app.
    App,
    /// Weights at a URL.
    Url {
        /// URL of a GGUF file.
        url: String,
        /// SHA-256 in lower-case hex, if known.
        sha256: Option<String>,
    },
    /// A file of the user.
    File(File),
}

impl Weights {
    /// The weights at a URL; the app's if it is empty.
    pub(super) fn at(url: &str, sha256: Option<&str>) -> Self {
        match url {
            "" => Self::App,
            url => Self::Url { url: url.to_owned(), sha256: sha256.map(str::to_owned) },
        }
    }

    /// Whether these are meant by a URL. An empty one means the app's weights or the user's file.
    pub(super) fn is_at(&self, url: &str) -> bool {
        match self {
            Self::App | Self::File(_) => url.is_empty(),
            Self::Url { url: now, .. } => now == url,
        }
    }

    pub(super) fn name(&self) -> String {
        let file_name = match self {
            Self::App => APP_WEIGHTS.rsplit('/').next().unwrap_or_default().to_owned(),
            Self::Url { url, .. } => return name_of(url),
            Self::File(file) => file.name(),
        };
        file_name.strip_suffix(".gguf").map_or(file_name.clone(), ToOwned::to_owned)
    }

    /// Context size to load them with, in tokens.
    pub(super) fn context_tokens(&self) -> u32 {
        match self {
            Self::App | Self::File(_) => profile().context_tokens,
            Self::Url { .. } => larger_profile().context_tokens,
        }
    }

    /// The weights. During a download `report` gets the received and the total bytes.
    pub(super) async fn fetch(
        &self,
        report: impl FnMut(u64, u64) + 'static,
        signal: &AbortSignal,
    ) -> Result<Blob, ModelError> {
        match self {
            Self::App => {
                let url = address(APP_WEIGHTS);
                bridge::fetch_weights(&url, APP_WEIGHTS_BYTES, APP_WEIGHTS_SHA256, report, signal).await
            }
            Self::Url { url, sha256 } => {
                bridge::fetch_weights(url, 0, sha256.as_deref().unwrap_or_default(), report, signal).await
            }
            Self::File(file) => Ok(file.clone().into()),
        }
    }
}
