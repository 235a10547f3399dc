//! Why a vector store outside this browser does not work, and what to do.

use super::Localized;
use crate::texts::{fill, vectors_elsewhere::vector_store_errors};
use ricordo_core::recall::{VectorStoreError, VectorStoreErrorKind as Kind};

impl Localized for VectorStoreError {
    fn localized(&self) -> String {
        let texts = vector_store_errors();
        let sentence = match self.kind {
            Kind::InvalidAddress => texts.invalid_address,
            Kind::Unreachable => texts.unreachable,
            Kind::TimedOut => texts.timed_out,
            Kind::Unauthorized => texts.unauthorized,
            Kind::NotAStore => texts.not_a_store,
            Kind::Gone => texts.gone,
            Kind::OtherDimension { .. } => texts.other_dimension,
            Kind::Limit => texts.limit,
            Kind::Refused => texts.refused,
            Kind::NotUnderstood => texts.not_understood,
        };
        match self.detail.trim() {
            // Where nobody answered, it is the address.
            _ if matches!(self.kind, Kind::Unreachable | Kind::TimedOut) => sentence.to_owned(),
            "" => sentence.to_owned(),
            detail => format!("{sentence} {}", fill(texts.detail, &[("detail", detail)])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn every_kind_has_a_sentence_of_its_own_that_ends_with_what_the_store_said() {
        let kinds = [
            Kind::InvalidAddress,
            Kind::Unreachable,
            Kind::TimedOut,
            Kind::Unauthorized,
            Kind::NotAStore,
            Kind::Gone,
            Kind::OtherDimension { found: None },
            Kind::Limit,
            Kind::Refused,
            Kind::NotUnderstood,
        ];
        for language in UiLanguage::all() {
            speak(language);
            let mut sentences = kinds.map(|kind| VectorStoreError::new(kind, "").localized()).to_vec();
            assert!(
                sentences.iter().all(|sentence| sentence.ends_with('.') && !sentence.contains('{')),
                "{sentences:?}"
            );
            sentences.sort();
            sentences.dedup();
            assert_eq!(sentences.len(), kinds.len());
            let whole = VectorStoreError::new(Kind::Refused, "disk {detail}").localized();
            assert!(whole.ends_with("(disk {detail})"), "{whole}");
        }
    }
}
