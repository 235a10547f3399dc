//! Several models for the next message, and their answers side by side. `several_turn` asks them, `comparing` shows what
//! they answered.

use super::{Choice, Row};
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    compile::Compiled,
    id::{BranchId, ConversationId},
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
    pub shown: RwSignal<Option<Compared>>,
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
    /// How long it took.
    pub times: ArcRwSignal<Times>,
}

/// How long an answer took, in milliseconds. Measured by this page, so unknown after a reload.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Until the first word.
    pub first: Option<f64>,
    /// Until the end.
    pub total: Option<f64>,
}

impl Several {
    /// Creates the state with one model and no comparison.
    pub fn new() -> Self {
        Self { chosen: RwSignal::new(Vec::new()), shown: RwSignal::new(None) }
    }

    /// Whether the next message goes to several models.
    pub(super) fn is_chosen(self) -> bool {
        self.chosen.with_untracked(|chosen| !chosen.is_empty())
    }

    /// Names of the connections of the chosen models.
    pub(super) fn names(self) -> String {
        let mut names: Vec<String> = self.chosen.with_untracked(|chosen| {
            let sent = chosen.iter().filter(|choice| choice.provider.kind != ProviderKind::InPage);
            sent.map(|choice| choice.provider.name.clone()).collect()
        });
        names.dedup();
        names.join(", ")
    }

    /// What the next request uses, or all of them together, if that exceeds a limit of the settings. For the other models it
    /// is estimated by the size of the compiled request.
    pub(super) fn spending(self, compiled: &Compiled, settings: &Settings) -> Option<Spending> {
        if !self.is_chosen() {
            return compiled.spending(settings);
        }
        self.chosen.with_untracked(|chosen| {
            let sent = chosen.iter().filter(|choice| choice.provider.kind != ProviderKind::InPage);
            let reply = compiled.request.max_response_tokens;
            let costs = sent.map(|choice| settings.spending(&choice.model.id, compiled.tokens, reply));
            costs.reduce(Spending::with).filter(|all| settings.needs_consent(all))
        })
    }
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
