//! Several models for the next message, and their answers side by side. `chat::several_turn` asks them, `chat::comparing`
//! shows what they answered.

use super::{Choice, Row, pause::Pause};
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    compile::Compiled,
    id::{BranchId, ConversationId},
    message::Usage,
    provider::{Provider, ProviderKind},
    settings::{OwnModel, Settings},
    spending::Spending,
};

/// State of the choice and of the comparison.
#[derive(Clone, Copy)]
pub struct Several {
    /// Models that the next message goes to; empty: to the one that answers in the conversation.
    pub chosen: RwSignal<Vec<Choice>>,
    /// Answers that are compared.
    pub shown: RwSignal<Option<Compared>, LocalStorage>,
}

/// The answers to one message.
#[derive(Clone)]
pub struct Compared {
    /// Conversation of the message.
    pub conversation: ConversationId,
    /// Sequence at which the answers begin.
    pub sequence: Sequence,
    /// The answers, oldest branch first.
    pub columns: Vec<Column>,
}

/// One answer.
#[derive(Clone)]
pub struct Column {
    /// Branch of the answer.
    pub branch: BranchId,
    /// Name of the model.
    pub model: String,
    /// Connection that answers; `None` if it is not saved any more.
    pub provider: Option<Provider>,
    /// The answer.
    pub row: Row,
    /// Usage of the requests before the last one, whose replies called tools.
    pub calls: ArcRwSignal<Vec<Option<Usage>>>,
    /// Its wait for a server that limits the rate.
    pub pause: Pause,
}

impl Several {
    /// Creates the state with one model and no comparison.
    pub fn new() -> Self {
        Self { chosen: RwSignal::new(Vec::new()), shown: RwSignal::new_local(None) }
    }

    /// Whether the next message goes to several models.
    pub fn is_chosen(self) -> bool {
        self.chosen.with_untracked(|chosen| !chosen.is_empty())
    }

    /// Follows the connections that are saved: a chosen model is asked where its connection is now, and not at all once that
    /// is deleted.
    pub fn follow(self, saved: &[Provider]) {
        let now = self.chosen.with_untracked(|chosen| still_saved(chosen, saved));
        if self.chosen.with_untracked(|chosen| *chosen != now) {
            self.chosen.set(now);
        }
    }

    /// What the next request uses, or all of them together, if that exceeds a limit of the settings. For the other models it
    /// is estimated by the size of the compiled request.
    pub fn spending(self, compiled: &Compiled, settings: &Settings) -> Option<Spending> {
        if !self.is_chosen() {
            return compiled.spending(settings);
        }
        self.chosen.with_untracked(|chosen| {
            let sent = chosen.iter().filter(|choice| choice.provider.kind != ProviderKind::InPage);
            let reply = compiled.request.max_response_tokens;
            let costs = sent.map(|choice| {
                settings.spending(&choice.model.id, choice.provider.kind.at_most(compiled.tokens.into(), reply.into()))
            });
            costs.reduce(Spending::with).filter(|all| settings.needs_consent(all))
        })
    }
}

/// The choices whose connections are saved, with these as they are now. The model that comes with the app needs none.
fn still_saved(chosen: &[Choice], saved: &[Provider]) -> Vec<Choice> {
    let shipped = Provider::in_page().id;
    let now = chosen.iter().filter_map(|choice| {
        let id = choice.provider.id;
        match saved.iter().find(|provider| provider.id == id) {
            Some(provider) => Some(Choice { provider: provider.clone(), model: choice.model.clone() }),
            None => (id == shipped).then(|| choice.clone()),
        }
    });
    now.collect()
}

impl Choice {
    /// The connection as it answers with this model.
    pub fn answering(&self) -> Provider {
        if self.provider.kind == ProviderKind::InPage {
            return self.provider.clone();
        }
        let OwnModel { model, context_tokens, supports_images, has_tools } = self.own();
        Provider { model, context_tokens, supports_images, has_tools, ..self.provider.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{compiled, server};
    use ricordo_core::{statistics::Price, wire::ListedModel};

    fn several(models: &[(u8, &str)]) -> Several {
        let several = Several::new();
        let choice = |(number, model): &(u8, &str)| Choice {
            provider: if *number == 0 { Provider::in_page() } else { server(*number, "saved") },
            model: ListedModel::named(*model),
        };
        several.chosen.set(models.iter().map(choice).collect());
        several
    }

    #[test]
    fn several_requests_are_asked_about_by_what_they_use_together() {
        let price =
            |model: &str| Price { model: model.to_owned(), prompt: 2_000_000, cached: 0, completion: 0, exact: false };
        let settings =
            Settings { prices: vec![price("a"), price("b")], confirm_above_tokens: Some(1_500), ..Settings::default() };
        let asked = |models: &[(u8, &str)]| several(models).spending(&compiled(1_000, 8_000), &settings);
        let both = asked(&[(1, "a"), (2, "b")]).unwrap();
        assert_eq!((both.tokens, both.prompt), (2_000, Some(4_000)));
        assert_eq!(asked(&[(1, "a")]), None, "below the limit");
        assert_eq!(asked(&[(1, "a"), (0, "weights")]), None, "the model in the page costs nothing");
        let without_price = asked(&[(1, "a"), (2, "free")]).unwrap();
        assert_eq!((without_price.tokens, without_price.prompt), (2_000, Some(2_000)));
    }

    #[test]
    fn a_chosen_model_is_asked_where_its_connection_is_now_and_not_once_that_is_deleted() {
        let several = several(&[(1, "a"), (2, "b"), (0, "weights")]);
        let moved =
            Provider { base_url: "https://moved.example/v1".to_owned(), model: "c".to_owned(), ..server(2, "b") };
        let asked = || {
            let answering =
                several.chosen.with_untracked(|chosen| chosen.iter().map(Choice::answering).collect::<Vec<_>>());
            answering.into_iter().map(|one| (one.base_url, one.model)).collect::<Vec<_>>()
        };
        let before = asked();
        several.follow(&[server(1, "a"), server(2, "b")]);
        assert_eq!(asked(), before, "nothing changed");
        several.follow(&[moved.clone(), server(3, "d")]);
        let weights = Provider::in_page();
        assert_eq!(asked(), [(moved.base_url, "b".to_owned()), (weights.base_url, weights.model)]);
    }

    #[test]
    fn a_chosen_model_answers_with_what_is_known_of_it_at_its_connection() {
        let (saved, several) = (server(1, "saved"), several(&[(1, "other"), (0, "weights")]));
        let [other, weights] = [0, 1].map(|at| several.chosen.with_untracked(|chosen| chosen[at].answering()));
        assert_eq!((other.id, other.base_url.as_str(), other.model.as_str()), (saved.id, &*saved.base_url, "other"));
        assert_eq!(weights, Provider::in_page(), "its model is its weights");
    }
}
