//! Selects the provider for the background work of a conversation: the one chosen for it, or the one that replies.

use super::{Provider, ProviderKind, find};
use crate::settings::Background;
use serde::{Deserialize, Serialize};

/// Why the replying provider does the background work although another one was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Instead {
    /// The chosen connection was deleted.
    Gone,
    /// The conversation's model runs on this computer, the chosen connection does not, and the user did not allow that.
    StaysHere,
}

/// The provider for the background work of a conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct BackgroundProvider {
    /// The provider.
    pub provider: Provider,
    /// Whether it was chosen for background work; otherwise it is the one that replies.
    pub is_chosen: bool,
    /// Why the replying provider is used although another one was chosen; `None` if none was, or it is the chosen one.
    pub instead: Option<Instead>,
}

impl BackgroundProvider {
    /// The provider for background work where `answers` replies. `all`: the stored providers.
    pub fn of(answers: &Provider, background: &Background, all: &[Provider]) -> Self {
        let by_who_answers = |instead| Self { provider: answers.clone(), is_chosen: false, instead };
        let Some(id) = background.provider else { return by_who_answers(None) };
        let Some(found) = find(id, all) else { return by_who_answers(Some(Instead::Gone)) };
        let leaves = answers.is_on_this_computer() && !found.is_on_this_computer();
        if leaves && !background.leaves_computer {
            return by_who_answers(Some(Instead::StaysHere));
        }
        let provider = match &background.model {
            Some(model) if found.kind != ProviderKind::InPage && *model != found.model => {
                // The context length is known only for the connection's own model.
                Provider { model: model.clone(), context_tokens: None, ..found }
            }
            _ => found,
        };
        Self { provider, is_chosen: true, instead: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    fn at(seed: u32, base_url: &str) -> Provider {
        Provider { base_url: base_url.to_owned(), kind: ProviderKind::OpenAiCompatible, ..sample::provider(seed) }
    }

    fn chosen(provider: &Provider) -> Background {
        Background { provider: Some(provider.id), ..Background::default() }
    }

    #[test]
    fn without_a_choice_it_is_the_one_that_answers() {
        let answers = at(1, "https://one.example");
        let found = BackgroundProvider::of(&answers, &Background::default(), &[at(2, "https://two.example")]);
        assert_eq!(found, BackgroundProvider { provider: answers, is_chosen: false, instead: None });
    }

    #[test]
    fn the_chosen_one_does_it_with_the_model_that_was_chosen_there() {
        let (answers, other) = (at(1, "https://one.example"), at(2, "https://two.example"));
        let background = Background { model: Some("small".to_owned()), ..chosen(&other) };
        let found = BackgroundProvider::of(&answers, &background, &[answers.clone(), other.clone()]);
        assert!(found.is_chosen);
        assert_eq!(found.provider, Provider { model: "small".to_owned(), context_tokens: None, ..other });
    }

    #[test]
    fn one_that_is_gone_is_replaced_by_the_one_that_answers() {
        let (answers, gone) = (at(1, "https://one.example"), at(2, "https://two.example"));
        let found = BackgroundProvider::of(&answers, &chosen(&gone), &[]);
        assert_eq!((found.provider, found.instead), (answers, Some(Instead::Gone)));
    }

    #[test]
    fn what_stays_on_this_computer_stays_there_unless_it_may_leave() {
        let (far, here) = (at(2, "https://two.example"), at(3, "http://127.0.0.1:11434"));
        for answers in [Provider::in_page(), at(1, "http://localhost:8080/v1")] {
            let all = [far.clone(), here.clone()];
            let found = BackgroundProvider::of(&answers, &chosen(&far), &all);
            assert_eq!((found.provider, found.instead), (answers.clone(), Some(Instead::StaysHere)));
            let may = Background { leaves_computer: true, ..chosen(&far) };
            assert_eq!(BackgroundProvider::of(&answers, &may, &all).provider, far);
            assert_eq!(BackgroundProvider::of(&answers, &chosen(&here), &all).provider, here);
        }
    }
}
