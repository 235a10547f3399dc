//! Which weights the in-page model has: those that come with the app, those at an address, or a file of the user's own.

use super::bridge;
use crate::global::address;
use ricordo_core::{
    error::ModelError,
    in_page::{larger_profile, name_of, profile},
};
use web_sys::{AbortSignal, Blob, File};

/// Where the engine lies, relative to the page.
pub(super) const LIBRARY: &str = "vendor/wllama/index.js";
/// Where the app's own weights lie, relative to the page.
const APP_WEIGHTS: &str = "vendor/models/SmolLM2-135M-Instruct.Q4_1.gguf";
/// Their exact length.
const APP_WEIGHTS_BYTES: u64 = 98_362_432;
/// Their SHA-256, in lower-case hex.
const APP_WEIGHTS_SHA256: &str = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/// The chosen weights.
#[derive(Clone)]
pub(super) enum Weights {
    /// Those that come with the app.
    App,
    /// Those at an address.
    Url {
        /// The address of a GGUF file.
        url: String,
        /// Its SHA-256 in lower-case hex, where it is known.
        sha256: Option<String>,
    },
    /// A file of the user's own.
    File(File),
}

impl Weights {
    pub(super) fn name(&self) -> String {
        let file_name = match self {
            Self::App => APP_WEIGHTS.rsplit('/').next().unwrap_or_default().to_owned(),
            Self::Url { url, .. } => return name_of(url),
            Self::File(file) => file.name(),
        };
        file_name.strip_suffix(".gguf").map_or(file_name.clone(), ToOwned::to_owned)
    }

    /// The context to load them with, in tokens.
    pub(super) fn context_tokens(&self) -> u32 {
        match self {
            Self::App | Self::File(_) => profile().context_tokens,
            Self::Url { .. } => larger_profile().context_tokens,
        }
    }

    pub(super) async fn is_here(&self) -> bool {
        match self {
            Self::App => bridge::is_cached(&address(APP_WEIGHTS), APP_WEIGHTS_BYTES, APP_WEIGHTS_SHA256).await,
            Self::Url { url, sha256 } => bridge::is_cached(url, 0, sha256.as_deref().unwrap_or_default()).await,
            Self::File(_) => true,
        }
    }

    /// The bytes. `report` is told how many are here and how many there are, while they are downloaded.
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
