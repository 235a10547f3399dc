//! User data: who the user is, in fields. One record, filled by hand or by the page.

use crate::{compile::labels::labels, memory::MemoryRefusal, settings::Language};
use serde::{Deserialize, Serialize};

/// How many free fields there are at most.
pub const MOST_FIELDS: usize = 50;
/// The longest name of a field, in characters.
pub const LONGEST_FIELD: usize = 60;

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
    /// The value of a field, whatever the case of its name; `None`: it is not filled.
    pub fn get(&self, field: &str) -> Option<&str> {
        let value = match self.named(field) {
            Some(at) => [&self.name, &self.pronouns, &self.language, &self.username][at].as_str(),
            None => self.fields.iter().find(|(name, _)| is_same(name, field))?.1.as_str(),
        };
        Some(value).filter(|value| !value.trim().is_empty())
    }

    /// Fills a field: one of those that are always there, by its name in any of our languages, or a free one.
    ///
    /// # Errors
    /// [`MemoryRefusal::UserDataFull`].
    pub fn set(&mut self, field: &str, value: &str) -> Result<(), MemoryRefusal> {
        if let Some(at) = self.named(field) {
            let fields = [&mut self.name, &mut self.pronouns, &mut self.language, &mut self.username];
            fields.into_iter().nth(at).into_iter().for_each(|own| value.clone_into(own));
            return Ok(());
        }
        if let Some((_, own)) = self.fields.iter_mut().find(|(name, _)| is_same(name, field)) {
            value.clone_into(own);
            return Ok(());
        }
        if self.fields.len() >= MOST_FIELDS {
            return Err(MemoryRefusal::UserDataFull { most: MOST_FIELDS });
        }
        self.fields.push((field.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Which of the fields that are always there is meant: name, pronouns, language, username.
    fn named(&self, field: &str) -> Option<usize> {
        let ours = [Language::En, Language::Uk, Language::Ru].map(|language| labels(language).fields);
        let named = ours.iter().find_map(|names| names.iter().position(|name| is_same(name, field)));
        named.or_else(|| is_same(field, "username").then_some(3))
    }

    /// The fields that are filled, in order: name and value. `names` are what the name, the pronouns and the language are
    /// called.
    pub fn filled<'a>(&'a self, names: [&'a str; 3]) -> impl Iterator<Item = (&'a str, &'a str)> {
        let values = [&self.name, &self.pronouns, &self.language];
        let named = names.into_iter().zip(values).map(|(name, value)| (name, value.as_str()));
        let free = self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        named.chain(free).filter(|(name, value)| !name.trim().is_empty() && !value.trim().is_empty())
    }
}

/// Whether two names of fields mean the same one.
fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_filled_by_any_of_its_names_and_a_free_one_once() {
        let mut data = UserData::default();
        data.set("name", "Olena").unwrap();
        data.set("Мова", "українська").unwrap();
        data.set("City", "Kyiv").unwrap();
        data.set(" city ", "Lviv").unwrap();
        assert_eq!((data.name.as_str(), data.language.as_str()), ("Olena", "українська"));
        assert_eq!(data.fields, [("City".to_owned(), "Lviv".to_owned())]);
        assert_eq!((data.get("Ім’я"), data.get("CITY"), data.get("pronouns")), (Some("Olena"), Some("Lviv"), None));
    }

    #[test]
    fn there_is_an_end_to_the_fields() {
        let mut data = UserData::default();
        for n in 0..MOST_FIELDS {
            data.set(&format!("Field {n}"), "value").unwrap();
        }
        assert_eq!(data.set("One more", "value"), Err(MemoryRefusal::UserDataFull { most: MOST_FIELDS }));
        data.set("field 7", "another").unwrap();
        assert_eq!(data.get("Field 7"), Some("another"));
    }
}
