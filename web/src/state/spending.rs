//! Asks before a request is sent that exceeds a limit of the settings, and shows its price on the Send button.

use super::{Ask, Chat, deferred};
use crate::{
    texts::{common::common, fill, spending::spending},
    words,
};
use leptos::prelude::*;
use ricordo_core::{compile::Compiled, id::ConversationId, spending::Spending};

/// A request that waits for the user's answer.
#[derive(Clone)]
pub struct Waiting {
    /// Conversation of the request.
    pub conversation: ConversationId,
    /// Size and price of the request.
    pub spending: Spending,
    /// Who would receive it: the name of the connection.
    pub to: String,
    ask: Ask,
}

impl Waiting {
    /// Whether it is the message in the composer. Such a question ends when the message changes.
    pub fn is_new(&self) -> bool {
        matches!(self.ask, Ask::New(_))
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
    pub(super) fn ask(self, chat: Chat, conversation: ConversationId, ask: Ask, spending: Spending) {
        let to = match &ask {
            Ask::New(_) if chat.several.is_chosen() => chat.several.names(),
            _ => untrack(|| chat.connection.provider()).name,
        };
        self.waiting.set(Some(Waiting { conversation, spending, to, ask }));
    }

    /// Sends the request.
    pub fn agree(self, chat: Chat) {
        if let Some(Waiting { ask, .. }) = self.waiting.try_update(Option::take).flatten() {
            deferred::turn(chat, ask, true);
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
