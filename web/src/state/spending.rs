//! State of the question before a request is sent that exceeds a limit of the settings, and the price on the Send button.

use super::AskKind;
use crate::{
    texts::{common::common, fill, spending::spending},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    id::ConversationId,
    provider::{Provider, ProviderKind},
    spending::Spending,
};

/// A request that waits for the user's answer.
#[derive(Clone)]
pub struct Waiting {
    /// Conversation of the request.
    pub conversation: ConversationId,
    /// Size and price of the request.
    pub spending: Spending,
    /// Connections that would receive it.
    pub to: Vec<Provider>,
    pub ask: AskKind,
}

impl Waiting {
    /// Whether it is the message in the composer. Such a question ends when the message changes.
    pub fn is_new(&self) -> bool {
        matches!(self.ask, AskKind::New(_))
    }

    /// Names of the connections that would receive it.
    pub fn names(&self) -> String {
        names_of(&self.to)
    }
}

/// Names of connections, each once, without the model in the page.
pub fn names_of(connections: &[Provider]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for provider in connections.iter().filter(|provider| provider.kind != ProviderKind::InPage) {
        if !names.contains(&provider.name.as_str()) {
            names.push(&provider.name);
        }
    }
    names.join(", ")
}

/// Price on the Send button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceTag {
    /// On the button.
    pub short: String,
    /// Name of the button.
    pub name: String,
}

impl PriceTag {
    /// What is shown for a request.
    pub fn of(asked: &Spending) -> Self {
        if let Some(short) = asked.most.map(amount) {
            return Self { name: fill(spending().send_for, &[("price", &short)]), short };
        }
        let short = common().tokens.say(asked.tokens.into());
        Self { name: fill(spending().send_size, &[("tokens", &short)]), short }
    }
}

/// Amount of money, with as many decimals as show something of it.
pub fn amount(millionths: u64) -> String {
    words::money(millionths, if millionths < 10_000 { 4 } else { 2 })
}

/// State of the question.
#[derive(Clone, Copy)]
pub struct Consent {
    /// Request that waits for an answer.
    pub waiting: RwSignal<Option<Waiting>, LocalStorage>,
    /// Price of the message in the composer, if it exceeds a limit.
    pub tag: RwSignal<Option<PriceTag>>,
}

impl Consent {
    /// Creates the state with no question.
    pub fn new() -> Self {
        Self { waiting: RwSignal::new_local(None), tag: RwSignal::new(None) }
    }

    /// Asks about a request that was refused.
    pub fn ask(self, conversation: ConversationId, ask: AskKind, to: Vec<Provider>, spending: Spending) {
        self.waiting.set(Some(Waiting { conversation, spending, to, ask }));
    }

    /// Does not send the request. A message stays in the composer.
    pub fn decline(self) {
        self.waiting.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation_id, message_id, server},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::compile::Outgoing;

    /// Names in a question about a request to these connections.
    fn names(to: Vec<Provider>) -> String {
        let spending = Spending { tokens: 1, prompt: None, most: None };
        Waiting { conversation: conversation_id(1), spending, to, ask: AskKind::Retry }.names()
    }

    #[test]
    fn the_button_shows_the_price_of_the_longest_reply_or_the_size_where_there_is_no_price() {
        let tag = |prompt, most| PriceTag::of(&Spending { tokens: 1_200, prompt, most });
        for language in UiLanguage::all() {
            speak(language);
            let (priced, unpriced) = (tag(Some(10_000), Some(1_500_000)), tag(None, None));
            assert_eq!(priced.name, fill(spending().send_for, &[("price", &priced.short)]));
            assert_eq!(unpriced.name, fill(spending().send_size, &[("tokens", &unpriced.short)]), "no sum of money");
        }
        speak(UiLanguage::En);
        let (priced, unpriced) = (tag(Some(10_000), Some(1_500_000)), tag(None, None));
        assert!(priced.short.contains("1.50") && unpriced.short.contains("1,200"), "{priced:?} {unpriced:?}");
        assert_eq!(unpriced.name, "Send about 1,200 tokens");
    }

    #[test]
    fn a_small_amount_is_not_shown_as_nothing() {
        speak(UiLanguage::En);
        for (millionths, shown) in [(9_900, "0.0099"), (100, "0.0001"), (10_000, "0.01"), (1_234_567, "1.23")] {
            assert!(amount(millionths).contains(shown), "{millionths}: {}", amount(millionths));
        }
    }

    #[test]
    fn the_question_ends_with_a_change_of_the_message_only_if_it_is_about_that_message() {
        let spending = Spending { tokens: 1, prompt: None, most: None };
        let about = |ask| Waiting { conversation: conversation_id(1), spending, to: Vec::new(), ask };
        assert!(about(AskKind::New(Box::new(Outgoing::text("Hello")))).is_new());
        for ask in [
            AskKind::Retry,
            AskKind::Queued(message_id(1)),
            AskKind::GoOn(Box::default()),
            AskKind::Again(message_id(1)),
        ] {
            assert!(!about(ask).is_new());
        }
    }

    #[test]
    fn the_question_names_each_connection_that_receives_the_message_once() {
        let page = Provider::in_page;
        for (to, named) in [
            (vec![server(1, "a"), server(2, "b")], "Server 1, Server 2"),
            (vec![server(1, "a"), server(2, "b"), server(1, "c")], "Server 1, Server 2"),
            (vec![page(), server(2, "b")], "Server 2"),
            (vec![page()], ""),
        ] {
            assert_eq!(names(to), named);
        }
    }
}
