//! User data: fields that describe the user. One record, filled in by the user, or by a model through a tool.

use crate::{
    author::{Author, is_same_person},
    memory::MemoryRefusal,
};
use serde::{Deserialize, Serialize};

/// Names of the fields for name, pronouns and language, in English, Ukrainian and Russian.
pub const FIELD_NAMES: [[&str; 3]; 3] =
    [["Name", "Pronouns", "Language"], ["Ім’я", "Займенники", "Мова"], ["Имя", "Местоимения", "Язык"]];
/// Most free fields.
pub const MOST_FIELDS: usize = 50;
/// Longest name of a field, in characters.
pub const LONGEST_FIELD: usize = 60;

/// A field that every user has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BuiltIn {
    Name,
    Pronouns,
    Language,
    Username,
}

impl BuiltIn {
    /// Those with labels, in the order of [`FIELD_NAMES`].
    const LABELLED: [Self; 3] = [Self::Name, Self::Pronouns, Self::Language];

    /// The field with a name, in any of our languages.
    fn of(name: &str) -> Option<Self> {
        let mut labelled = FIELD_NAMES.iter().flat_map(|names| names.iter().zip(Self::LABELLED));
        let found = labelled.find(|(label, _)| is_same(label, name)).map(|(_, field)| field);
        found.or_else(|| is_same(name, "username").then_some(Self::Username))
    }
}

/// Facts about the user in fields. An empty field is not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UserData {
    /// Full name.
    pub name: String,
    /// User name, without `@`.
    pub username: String,
    /// Such as `she/her`.
    pub pronouns: String,
    /// The preferred language of replies.
    pub language: String,
    /// Free fields, in the user's order: name and value.
    pub fields: Vec<(String, String)>,
    /// The data of other people who write.
    pub people: Vec<PersonData>,
}

/// Data about a person other than the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonData {
    /// The person.
    pub author: Author,
    /// Fields in the order they were added: name and value.
    pub fields: Vec<(String, String)>,
}

/// Most people with data.
pub const MOST_PEOPLE: usize = 500;

impl UserData {
    /// The value of a person's field (`of` is `None` for the user), ignoring the case of its name; `None` if it is not
    /// set.
    pub fn get(&self, of: Option<&Author>, field: &str) -> Option<&str> {
        let value = match BuiltIn::of(field).filter(|_| of.is_none()) {
            Some(own) => self.field(own),
            None => self.fields_of(of).iter().find(|(name, _)| is_same(name, field))?.1.as_str(),
        };
        Some(value).filter(|value| !value.trim().is_empty())
    }

    /// The free fields of a person; `None` means the user.
    pub fn fields_of(&self, person: Option<&Author>) -> &[(String, String)] {
        if person.is_none() {
            return &self.fields;
        }
        let known = self.people.iter().find(|known| is_same_person(Some(&known.author), person));
        known.map_or(&[], |known| &known.fields)
    }

    /// Sets a field of a person (`of` is `None` for the user): a built-in one, by its name in any of our languages, or
    /// a free one.
    ///
    /// # Errors
    /// [`MemoryRefusal::UserDataFull`].
    pub fn set(&mut self, of: Option<&Author>, field: &str, value: &str) -> Result<(), MemoryRefusal> {
        if let Some(own) = BuiltIn::of(field).filter(|_| of.is_none()) {
            value.clone_into(self.field_mut(own));
            return Ok(());
        }
        let fields = self.fields_to_fill(of)?;
        if let Some((_, own)) = fields.iter_mut().find(|(name, _)| is_same(name, field)) {
            value.clone_into(own);
            return Ok(());
        }
        if fields.len() >= MOST_FIELDS {
            return Err(MemoryRefusal::UserDataFull { most: MOST_FIELDS });
        }
        fields.push((field.to_owned(), value.to_owned()));
        Ok(())
    }

    fn fields_to_fill(&mut self, of: Option<&Author>) -> Result<&mut Vec<(String, String)>, MemoryRefusal> {
        let Some(author) = of else { return Ok(&mut self.fields) };
        let known = self.people.iter().position(|known| is_same_person(Some(&known.author), of));
        if known.is_none() {
            if self.people.len() >= MOST_PEOPLE {
                return Err(MemoryRefusal::UserDataFull { most: MOST_PEOPLE });
            }
            self.people.push(PersonData { author: author.clone(), fields: Vec::new() });
        }
        let at = known.unwrap_or(self.people.len() - 1);
        Ok(&mut self.people[at].fields)
    }

    fn field(&self, field: BuiltIn) -> &str {
        match field {
            BuiltIn::Name => &self.name,
            BuiltIn::Pronouns => &self.pronouns,
            BuiltIn::Language => &self.language,
            BuiltIn::Username => &self.username,
        }
    }

    fn field_mut(&mut self, field: BuiltIn) -> &mut String {
        match field {
            BuiltIn::Name => &mut self.name,
            BuiltIn::Pronouns => &mut self.pronouns,
            BuiltIn::Language => &mut self.language,
            BuiltIn::Username => &mut self.username,
        }
    }

    /// The user's fields that are set, in order: name and value. `names` are the labels of name, pronouns and language.
    pub fn filled<'a>(&'a self, names: [&'a str; 3]) -> impl Iterator<Item = (&'a str, &'a str)> {
        let named = names.into_iter().zip(BuiltIn::LABELLED.map(|field| self.field(field)));
        let free = self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        named.chain(free).filter(|(name, value)| !name.trim().is_empty() && !value.trim().is_empty())
    }
}

/// Whether two field names are equal, ignoring case.
fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_filled_by_any_of_its_names_and_a_free_one_once() {
        let mut data = UserData::default();
        data.set(None, "name", "Olena").unwrap();
        data.set(None, "Мова", "українська").unwrap();
        data.set(None, "City", "Kyiv").unwrap();
        data.set(None, " city ", "Lviv").unwrap();
        assert_eq!((data.name.as_str(), data.language.as_str()), ("Olena", "українська"));
        assert_eq!(data.fields, [("City".to_owned(), "Lviv".to_owned())]);
        assert_eq!(
            (data.get(None, "Ім’я"), data.get(None, "CITY"), data.get(None, "pronouns")),
            (Some("Olena"), Some("Lviv"), None)
        );
    }

    #[test]
    fn each_name_of_a_built_in_field_fills_that_field() {
        for [name, pronouns, language] in FIELD_NAMES {
            let mut data = UserData::default();
            for field in [name, pronouns, language, "Username", "Unknown"] {
                data.set(None, field, field).unwrap();
                assert_eq!(data.get(None, field), Some(field));
            }
            assert_eq!(
                [&data.name, &data.pronouns, &data.language, &data.username],
                [name, pronouns, language, "Username"]
            );
            let filled: Vec<_> = data.filled(["1", "2", "3"]).collect();
            assert_eq!(filled, [("1", name), ("2", pronouns), ("3", language), ("Unknown", "Unknown")]);
        }
    }

    #[test]
    fn there_is_an_end_to_the_fields() {
        let mut data = UserData::default();
        for n in 0..MOST_FIELDS {
            data.set(None, &format!("Field {n}"), "value").unwrap();
        }
        assert_eq!(data.set(None, "One more", "value"), Err(MemoryRefusal::UserDataFull { most: MOST_FIELDS }));
        data.set(None, "field 7", "another").unwrap();
        assert_eq!(data.get(None, "Field 7"), Some("another"));
    }
}
