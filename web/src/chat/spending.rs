//! Sends a request that exceeds a limit of the settings once the user agrees, and shows what the next one costs.

use super::{Chat, deferred};
use crate::state::{
    Agreement, Ask, AskKind, Choice, Consent, Several,
    spending::{PriceTag, Waiting},
};
use leptos::prelude::*;
use ricordo_core::{compile::Compiled, provider::Provider};

impl Consent {
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
    use crate::state::{
        spending::names_of,
        testing::{message_id, server},
    };
    use ricordo_core::compile::Outgoing;

    #[test]
    fn the_question_names_who_receives_the_request_and_not_who_usually_answers() {
        let several = Several::new();
        let (usual, other) = (server(1, "usual"), server(2, "asked again"));
        let to = |ask: &AskKind| names_of(&receivers(ask, several, || usual.clone()));
        let new = AskKind::New(Box::new(Outgoing::text("Hello")));
        for (ask, name) in [
            (&new, &usual.name),
            (&AskKind::Retry, &usual.name),
            (&AskKind::Again(message_id(1)), &usual.name),
            (&AskKind::RetryUnasked(None), &usual.name),
            (&AskKind::Compared(1, message_id(1), Box::new(other.clone())), &other.name),
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
