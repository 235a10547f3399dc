//! Consent: whether background work may send a conversation to a connection, and what the user is asked before it does.
//!
//! The user is asked once per conversation. The answer is stored with the address it was given for: sending the same
//! text to another server needs another consent.

use crate::{
    id::ConversationId,
    job::Job,
    time::{DAY_MS, Timestamp},
};
use serde::{Deserialize, Serialize};

/// The user's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Background work may read this conversation.
    Allowed,
    /// Not for a day.
    NotNow,
    /// Never, until the user requests the work by a command.
    Never,
}

/// An answer, and the connection it was given for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// The address of the connection ([`crate::provider::Provider::base_url`]).
    pub address: String,
    /// The answer.
    pub answer: Answer,
    /// When it was given.
    pub at: Timestamp,
}

/// Validity of [`Answer::NotNow`], in milliseconds.
const NOT_NOW: i64 = DAY_MS;

/// The valid answer for an address; `None` if the user must be asked.
pub fn answer(consents: &[Consent], address: &str, now: Timestamp) -> Option<Answer> {
    let found = consents.iter().rfind(|consent| consent.address == address)?;
    let age = now.0.saturating_sub(found.at.0);
    // A negative age means that the clock was set back.
    (found.answer != Answer::NotNow || (0..NOT_NOW).contains(&age)).then_some(found.answer)
}

/// Stores an answer, replacing the previous one for the address.
pub fn note(consents: &mut Vec<Consent>, consent: Consent) {
    consents.retain(|old| old.address != consent.address);
    consents.push(consent);
}

/// A question to the user before background work sends something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The job.
    pub job: Job,
    /// The conversation in which it is asked and where the answer is stored.
    pub conversation: ConversationId,
    /// Number of messages to be read.
    pub messages: u32,
    /// Estimated number of their tokens.
    pub tokens: u64,
    /// Estimated cost in millionths of the currency unit, if the model's price is known.
    pub cost: Option<u64>,
    /// Whether some of it was never sent to this address, because it was imported or written for another provider.
    pub is_new_there: bool,
    /// Name of the connection.
    pub name: String,
    /// Address of the connection.
    pub address: String,
}

/// The conversations in which background work may start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// Conversations in which something was sent since the page was loaded; `None` means all. A conversation that is
    /// only read starts no work.
    pub active: Option<Vec<ConversationId>>,
    /// The conversation on screen: questions are asked there even if nothing was sent.
    pub open: Option<ConversationId>,
}

impl Asking {
    /// Whether background work may begin in a conversation.
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
