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

    /// Numbers of a sentence.
    fn numbers(sentence: &str) -> Vec<&str> {
        let mut numbers: Vec<&str> = sentence.split(|letter: char| !letter.is_ascii_digit()).collect();
        numbers.retain(|number| !number.is_empty());
        numbers
    }

    #[test]
    fn every_language_names_the_numbers_and_the_names_that_english_does() {
        let names = [
            "qwen3",
            "temperature",
            "Mars/{zone}",
            "QuotaExceededError {detail}",
            "{name}.pdf",
            "layers.{field}",
            "no {message}",
        ];
        speak(UiLanguage::En);
        let english = samples();
        for language in [UiLanguage::Uk, UiLanguage::Ru] {
            speak(language);
            for (english, sample) in english.iter().zip(samples()) {
                // A language may have more of them: English writes “in a second”.
                let mut left = numbers(&sample.page);
                let mut is_there =
                    |number: &str| left.iter().position(|other| *other == number).map(|at| left.remove(at));
                let are_there = numbers(&english.page).into_iter().all(|number| is_there(number).is_some());
                assert!(are_there, "{language:?} {}: {}", sample.error, sample.page);
                for name in names.iter().filter(|name| english.page.contains(**name)) {
                    assert!(sample.page.contains(name), "{language:?} {}: {}", sample.error, sample.page);
                }
            }
        }
    }

    #[test]
    fn every_sentence_is_whole() {
        for language in UiLanguage::all() {
            speak(language);
            for sample in samples() {
                // Some end with what the browser says.
                let is_whole =
                    sample.page.ends_with(['.', ')']) || sample.page.ends_with("QuotaExceededError {detail}");
                assert!(is_whole, "{language:?} {}: {}", sample.error, sample.page);
                assert!(!sample.page.contains("  ") && !sample.page.contains(".."), "{language:?}: {}", sample.page);
            }
        }
    }

    #[test]
    fn a_price_is_asked_about_only_where_it_is_known_as_a_whole() {
        for language in UiLanguage::all() {
            speak(language);
            let asked = |prompt, most| Spending { tokens: 85_043, prompt, most }.localized();
            let (priced, unpriced) = (asked(Some(26_000), Some(29_000)), asked(None, None));
            assert!(priced.contains("85043") && priced.contains("0.026") && priced.contains("0.029"), "{priced}");
            assert!(unpriced.contains("85043") && !unpriced.contains('{') && unpriced != priced, "{unpriced}");
            assert_eq!(asked(Some(26_000), None), unpriced, "half a price");
        }
    }
}
