//! Detects secrets in text by their shape, so that they are not stored as memories. What happens then is decided
//! elsewhere.
//!
//! False alarms are as undesirable as misses: hashes, ids, links, telephone numbers, ISBNs and dates are common in a
//! chat and are not secrets. Wallet seed phrases are not detected.

mod card;
mod labelled;
mod shapes;

use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of a secret. `Display` gives a phrase, such as `an API key`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecretKind {
    /// An API key, recognized by its prefix or its label.
    ApiKey,
    /// A token that grants access: after `Bearer`, signed (JWT), or of a chat bot.
    AccessToken,
    /// The private key of a key pair.
    PrivateKey,
    /// A payment card number.
    CardNumber,
    /// A password, PIN or card code, recognized by its label.
    Password,
    /// A URL with a user and a password in it.
    LinkWithPassword,
    /// A long string that looks random.
    RandomString,
}

impl fmt::Display for SecretKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::ApiKey => "an API key",
            Self::AccessToken => "an access token",
            Self::PrivateKey => "a private key",
            Self::CardNumber => "a card number",
            Self::Password => "a password",
            Self::LinkWithPassword => "a link with a password in it",
            Self::RandomString => "a long random string that may be a key",
        })
    }
}

/// A check of whether a text contains a secret of one kind.
type Check = fn(&str) -> bool;

/// The first kind of secret found in the text, checking the most certain kinds first; `None` if nothing looks like one.
///
/// ```
/// use ricordo_text::secrets::{SecretKind, find_secret};
///
/// assert_eq!(find_secret("Моя карта 4111 1111 1111 1111"), Some(SecretKind::CardNumber));
/// assert_eq!(find_secret("Call +380 44 123 45 67"), None);
/// ```
pub fn find_secret(text: &str) -> Option<SecretKind> {
    let checks: [(Check, SecretKind); 8] = [
        (shapes::has_private_key, SecretKind::PrivateKey),
        (shapes::has_link_with_password, SecretKind::LinkWithPassword),
        (shapes::has_known_key, SecretKind::ApiKey),
        (shapes::has_token, SecretKind::AccessToken),
        (card::has_card_number, SecretKind::CardNumber),
        (labelled::has_password, SecretKind::Password),
        (labelled::has_labelled_key, SecretKind::ApiKey),
        (shapes::has_random_string, SecretKind::RandomString),
    ];
    checks.iter().find_map(|(check, kind)| check(text).then_some(*kind))
}

#[cfg(test)]
mod tests;
