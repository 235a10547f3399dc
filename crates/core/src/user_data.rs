//! User data: who the user is, in fields. One record, filled by hand or by the page.

use serde::{Deserialize, Serialize};

/// What is known of the user. An empty field is not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UserData {
    /// The full name.
    pub name: String,
    /// The short name, without `@`.
    pub username: String,
    /// Such as `she/her`.
    pub pronouns: String,
    /// The language the user likes to be answered in.
    pub language: String,
    /// Free fields, in the user's order: name and value.
    pub fields: Vec<(String, String)>,
}

impl UserData {
    /// The fields that are filled, in order: name and value. `names` are what the name, the pronouns and the language are
    /// called.
    pub fn filled<'a>(&'a self, names: [&'a str; 3]) -> impl Iterator<Item = (&'a str, &'a str)> {
        let values = [&self.name, &self.pronouns, &self.language];
        let named = names.into_iter().zip(values).map(|(name, value)| (name, value.as_str()));
        let free = self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        named.chain(free).filter(|(name, value)| !name.trim().is_empty() && !value.trim().is_empty())
    }
}
