//! Asks before a request is sent that exceeds a limit of the settings, and shows its price on the Send button.

use super::{Agreement, Ask, AskKind, Chat, Choice, Several, deferred};
use crate::{
    texts::{common::common, fill, spending::spending},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    compile::Compiled,
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
    to: Vec<Provider>,
    ask: AskKind,
}

impl Waiting {
    /// Whether it is the message in the composer. Such a question ends when the message changes.
    pub fn is_new(&self) -> bool {
        matches!(self.ask, AskKind::New(_))
    }

    /// Names of the connections that would receive it.
    pub fn names(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for provider in self.to.iter().filter(|provider| provider.kind != ProviderKind::InPage) {
            if !names.contains(&provider.name.as_str()) {
                names.push(&provider.name);
            }
        }
        names.join(", ")
    }
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
        let short = asked.most.map_or_else(|| common().tokens.say(asked.tokens.into()), amount);
        Self { name: fill(spending().send_for, &[("price", &short)]), short }
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
    pub(super) fn ask(self, conversation: ConversationId, ask: AskKind, to: Vec<Provider>, spending: Spending) {
        self.waiting.set(Some(Waiting { conversation, spending, to, ask }));
    }

    /// Sends the request to the connections that the question names, if it is no larger than the question says.
    pub fn agree(self, chat: Chat) {
        if let Some(Waiting { conversation, ask, to, spending }) = self.waiting.try_update(Option::take).flatten() {
            let agreed = Agreement { to, spending: Some(spending) };
            deferred::turn(chat, Ask { conversation, kind: ask }, Some(Box::new(agreed)));
        }
    }

    /// Ends the question if the request would go to another connection than it names.
    pub fn end_if_elsewhere(self, chat: Chat) {
        let is_elsewhere = self.waiting.with_untracked(|waiting| {
            let of_open = waiting.as_ref().filter(|waiting| chat.id() == Some(waiting.conversation));
            of_open.is_some_and(|waiting| {
                let agreed = Agreement { to: waiting.to.clone(), spending: None };
                !chat.is_agreed(&waiting.ask, &agreed)
            })
        });
        if is_elsewhere {
            self.decline();
        }
    }

    /// Does not send the request. A message stays in the composer.
    pub fn decline(self) {
        self.waiting.set(None);
    }

    /// Shows the price of the next request.
    pub(super) fn compiled(self, chat: Chat, compiled: Option<&Compiled>) {
        let asked = compiled
            .and_then(|compiled| chat.connection.settings.with_untracked(|now| chat.several.spending(compiled, now)));
        let tag = asked.map(|asked| PriceTag::of(&asked));
        if self.tag.with_untracked(|shown| *shown != tag) {
            self.tag.set(tag);
        }
    }
}

impl Chat {
    /// Connections that receive a request if it is sent now.
    pub(super) fn receivers(self, ask: &AskKind) -> Vec<Provider> {
        receivers(ask, self.several, || untrack(|| self.connection.provider()))
    }

    /// Whether a request that is sent now goes to the connections that the user agreed to.
    pub(super) fn is_agreed(self, ask: &AskKind, agreed: &Agreement) -> bool {
        self.connection.providers.with_untracked(|saved| agreed.is_for(&self.receivers(ask), saved))
    }
}

/// Connections that receive a request. `answers`: the one that answers in the conversation.
fn receivers(ask: &AskKind, several: Several, answers: impl FnOnce() -> Provider) -> Vec<Provider> {
    match (ask, ask.by()) {
        (AskKind::New(_), _) if several.is_chosen() => {
            several.chosen.with_untracked(|chosen| chosen.iter().map(Choice::answering).collect())
        }
        (_, Some(by)) => vec![by.clone()],
        (_, None) => vec![answers()],
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

    #[test]
    fn the_button_shows_the_price_of_the_longest_reply_or_the_size_where_there_is_no_price() {
        speak(UiLanguage::En);
        let tag = |prompt, most| PriceTag::of(&Spending { tokens: 1_200, prompt, most });
        let priced = tag(Some(10_000), Some(1_500_000));
        assert!(priced.short.contains("1.50"), "{priced:?}");
        assert!(priced.name.contains(&priced.short), "{priced:?}");
        let unpriced = tag(None, None);
        assert!(unpriced.short.contains("1,200"), "{unpriced:?}");
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

    /// Names in a question about a request to these connections.
    fn names(to: Vec<Provider>) -> String {
        let spending = Spending { tokens: 1, prompt: None, most: None };
        Waiting { conversation: conversation_id(1), spending, to, ask: AskKind::Retry }.names()
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

    #[test]
    fn the_question_names_who_receives_the_request_and_not_who_usually_answers() {
        let several = Several::new();
        let (usual, other) = (server(1, "usual"), server(2, "asked again"));
        let to = |ask: &AskKind| names(receivers(ask, several, || usual.clone()));
        let new = AskKind::New(Box::new(Outgoing::text("Hello")));
        for (ask, name) in [
            (&new, &usual.name),
            (&AskKind::Retry, &usual.name),
            (&AskKind::Again(message_id(1)), &usual.name),
            (&AskKind::RetryUnasked(None), &usual.name),
            (&AskKind::RetryBy(Box::new(other.clone())), &other.name),
            (&AskKind::RetryUnasked(Some(Box::new(other.clone()))), &other.name),
        ] {
            assert_eq!(to(ask), *name, "{ask:?}");
        }
        let chosen = [3, 4].map(|number| Choice::saved(&server(number, "m")));
        several.chosen.set(chosen.to_vec());
        assert_eq!(to(&new), "Server 3, Server 4");
        assert_eq!(to(&AskKind::Retry), usual.name, "the choice is for the next message alone");
    }
}
