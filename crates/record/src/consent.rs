//! Consent: whether idle work may show a conversation to a connection, and what a person is asked before it does.
//!
//! It is asked once for each conversation, and the answer is kept with the address it was given for: the same text for
//! another server is another question.

use crate::{id::ConversationId, job::Job, time::Timestamp};
use serde::{Deserialize, Serialize};

/// What a person answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Idle work may read this conversation.
    Allowed,
    /// Not for a day.
    NotNow,
    /// Never, until the person asks for it by a command.
    Never,
}

/// An answer, and the connection it was given for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// The address of the connection ([`crate::provider::Provider::base_url`]).
    pub address: String,
    /// The answer.
    pub answer: Answer,
    /// When.
    pub at: Timestamp,
}

/// How long [`Answer::NotNow`] holds, in milliseconds: a day.
const NOT_NOW: i64 = 86_400_000;

/// The answer that holds for an address; `None`: it is to be asked.
pub fn answer(consents: &[Consent], address: &str, now: Timestamp) -> Option<Answer> {
    let found = consents.iter().rfind(|consent| consent.address == address)?;
    let age = now.0.saturating_sub(found.at.0);
    // An age below zero means that the clock was turned back.
    (found.answer != Answer::NotNow || (0..NOT_NOW).contains(&age)).then_some(found.answer)
}

/// Notes an answer in the place of the one before it.
pub fn note(consents: &mut Vec<Consent>, consent: Consent) {
    consents.retain(|old| old.address != consent.address);
    consents.push(consent);
}

/// What a person is asked before idle work sends something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// For what.
    pub job: Job,
    /// The conversation in which it is asked, and for which the answer is kept.
    pub conversation: ConversationId,
    /// How many messages are read.
    pub messages: u32,
    /// About how many tokens they have.
    pub tokens: u64,
    /// About what it costs, in millionths of the currency unit, where the price of the model is known.
    pub cost: Option<u64>,
    /// Whether some of it was never sent to this address: it was imported, or said to another provider.
    pub is_new_there: bool,
    /// What the connection is called.
    pub name: String,
    /// Its address.
    pub address: String,
}

/// Which conversations idle work may begin in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// The conversations in which something was sent since the page was loaded; `None`: all. What is only read starts
    /// nothing.
    pub active: Option<Vec<ConversationId>>,
    /// The conversation that is shown: it is asked there although nothing was sent.
    pub open: Option<ConversationId>,
}

impl Asking {
    /// Whether idle work may begin in a conversation.
    pub fn is_active(&self, id: ConversationId) -> bool {
        self.active.as_ref().is_none_or(|active| active.contains(&id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_for_its_address_and_not_now_for_a_day() {
        let consent = |address: &str, answer, at| Consent { address: address.to_owned(), answer, at: Timestamp(at) };
        let mut consents = Vec::new();
        note(&mut consents, consent("http://one", Answer::NotNow, 1_000));
        note(&mut consents, consent("http://two", Answer::Never, 1_000));
        let at = |address: &str, at| answer(&consents, address, Timestamp(at));
        assert_eq!((at("http://one", 1_000), at("http://one", 1_000 + NOT_NOW)), (Some(Answer::NotNow), None));
        assert_eq!((at("http://one", 0), at("http://two", 9 * NOT_NOW)), (None, Some(Answer::Never)));
        assert_eq!(at("http://three", 1_000), None);
        note(&mut consents, consent("http://two", Answer::Allowed, 2_000));
        assert_eq!(answer(&consents, "http://two", Timestamp(2_000)), Some(Answer::Allowed));
        assert_eq!(consents.len(), 2);
    }
}
