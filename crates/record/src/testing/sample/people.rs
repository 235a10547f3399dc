//! Sample user data and people.

use crate::{
    author::Author,
    user_data::{PersonData, UserData},
};

/// The user data.
pub fn user_data() -> UserData {
    let text = str::to_owned;
    UserData {
        name: text("Олена"),
        username: text("olena"),
        pronouns: text("she/her"),
        language: text("українська"),
        fields: vec![(text("City"), text("Kyiv")), (text("City"), text("again"))],
        people: vec![PersonData { author: author(), fields: vec![(text("City"), text("Lviv"))] }],
    }
}

pub(super) fn author() -> Author {
    Author { name: "Олена".to_owned(), username: Some("olena".to_owned()), id: Some("123".to_owned()) }
}
