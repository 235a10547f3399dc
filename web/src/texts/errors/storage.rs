//! Errors of the store.

use super::Localized;
use crate::texts::fill;
use ricordo_core::error::StoreError;

include!(concat!(env!("OUT_DIR"), "/texts/errors_storage.rs"));

impl Localized for StoreError {
    fn localized(&self) -> String {
        let texts = storage_errors();
        let (sentence, detail) = match self {
            Self::Conflict => (texts.conflict, ""),
            Self::Full => (texts.full, ""),
            Self::Closed => (texts.closed, ""),
            Self::UpgradeBlocked => (texts.upgrade_blocked, ""),
            Self::Unavailable { detail } => (texts.unavailable, detail.as_str()),
            Self::Damaged { detail } => (texts.damaged, detail.as_str()),
            Self::Failed { detail } => (texts.failed, detail.as_str()),
            Self::NewerVersion { found, known } => {
                let [found, known] = [found, known].map(ToString::to_string);
                return fill(texts.newer_version, &[("found", &found), ("known", &known)]);
            }
        };
        fill(sentence, &[("detail", detail)])
    }
}
