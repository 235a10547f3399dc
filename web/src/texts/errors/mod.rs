//! Errors of the core in the language of the page: the kind and the data of an error choose a text of
//! `locales/LANGUAGE/errors*.toml` and fill it. A kind without a text does not compile. The English texts are the
//! `Display` forms of the core.

mod embeddings;
mod model;
mod refusals;
#[cfg(test)]
mod samples;
mod storage;
mod vector_store;

pub use refusals::truncated;

use super::fill;
use ricordo_core::{
    error::{CompileError, Error, ImagesUnsupported, OutOfRange, OverBudget},
    spending::Spending,
    statistics::money,
};

include!(concat!(env!("OUT_DIR"), "/texts/errors.rs"));

/// Types that can be shown to the user in the language of the page.
pub trait Localized {
    /// Text in the language of the page.
    fn localized(&self) -> String;
}

impl Localized for Error {
    fn localized(&self) -> String {
        let texts = errors();
        let sentence = match self {
            Self::Store(error) => return error.localized(),
            Self::OverBudget(error) => return error.localized(),
            Self::ImagesUnsupported(error) => return error.localized(),
            Self::OutOfRange(error) => return error.localized(),
            Self::Memory(refusal) => return refusal.localized(),
            Self::Task(refusal) => return refusal.localized(),
            Self::Summary(refusal) => return refusal.localized(),
            Self::Project(refusal) => return refusal.localized(),
            Self::Document(refusal) => return refusal.localized(),
            Self::NeedsConsent(spending) => return spending.localized(),
            Self::UnknownZone { zone } => return fill(texts.unknown_zone, &[("zone", zone)]),
            Self::NoMessage => texts.no_message,
            Self::NoConversation => texts.no_conversation,
            Self::NothingToRetry => texts.nothing_to_retry,
            Self::EmptyMessage => texts.empty_message,
            Self::Temporary => texts.temporary,
        };
        sentence.to_owned()
    }
}

impl Localized for CompileError {
    fn localized(&self) -> String {
        match self {
            Self::OverBudget(error) => error.localized(),
            Self::ImagesUnsupported(error) => error.localized(),
        }
    }
}

impl Localized for OverBudget {
    fn localized(&self) -> String {
        let [system, message] = [self.system_prompt, self.message].map(|tokens| tokens.to_string());
        let [budget, over] = [self.budget, self.over_by].map(|tokens| tokens.to_string());
        let values = [("system", &*system), ("message", &message), ("budget", &budget), ("over", &over)];
        fill(not_sent().over_budget, &values)
    }
}

impl Localized for Spending {
    fn localized(&self) -> String {
        let texts = not_sent();
        let tokens = self.tokens.to_string();
        let Some((prompt, most)) = self.prompt.zip(self.most) else {
            return fill(texts.needs_consent, &[("tokens", &tokens)]);
        };
        let [prompt, most] = [prompt, most].map(money::typed);
        fill(texts.needs_consent_for, &[("tokens", &tokens), ("prompt", &prompt), ("most", &most)])
    }
}

impl Localized for ImagesUnsupported {
    fn localized(&self) -> String {
        let texts = not_sent();
        let sentence = if self.switched_off { texts.images_off } else { texts.images_unsupported };
        fill(sentence, &[("model", &self.model)])
    }
}

impl Localized for OutOfRange {
    fn localized(&self) -> String {
        let [min, max] = [self.min, self.max].map(|number| number.to_string());
        let values = [("field", &*self.field), ("min", &min), ("max", &max), ("given", &self.given)];
        fill(errors().out_of_range, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use samples::samples;

    #[test]
    fn english_is_what_the_core_says() {
        speak(UiLanguage::En);
        for sample in samples() {
            assert_eq!(sample.page, sample.core, "{}", sample.error);
        }
    }

    #[test]
    fn the_other_languages_have_every_sentence_in_their_own_letters() {
        for language in [UiLanguage::Uk, UiLanguage::Ru] {
            speak(language);
            for sample in samples() {
                // Names and quoted messages stay as they are, but every sentence has words of its own.
                let own = sample.page.chars().filter(|letter| ('а'..='я').contains(letter)).count();
                assert!(own > 6, "{language:?} {}: {}", sample.error, sample.page);
            }
        }
    }
}
