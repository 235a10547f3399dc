//! What the form about the user says.

use super::{Pick, language};

/// The words of the form.
pub struct AboutUser {
    /// Field of the user data.
    pub name: &'static str,
    /// Field of the user data.
    pub pronouns: &'static str,
    /// Field of the user data.
    pub language: &'static str,
    /// The free fields.
    pub more: &'static str,
    /// The name of a free field.
    pub field_name: &'static str,
    /// The value of a free field.
    pub field_value: &'static str,
    /// Adds a free field.
    pub add_field: &'static str,
    /// The user data are stored.
    pub saved: &'static str,
    /// What the user data are for.
    pub about_hint: &'static str,
}

/// The words of the form, in the language of the page.
pub fn user_data() -> &'static AboutUser {
    language().pick(&EN, &UK, &RU)
}

static EN: AboutUser = AboutUser {
    name: "Name",
    pronouns: "Pronouns",
    language: "Language of the replies",
    more: "More about you",
    field_name: "What",
    field_value: "Value",
    add_field: "Add a field",
    saved: "Saved.",
    about_hint: "Sent with the memories. An empty field is not sent.",
};

static UK: AboutUser = AboutUser {
    name: "Ім’я",
    pronouns: "Займенники",
    language: "Мова відповідей",
    more: "Ще про вас",
    field_name: "Що",
    field_value: "Значення",
    add_field: "Додати поле",
    saved: "Збережено.",
    about_hint: "Надсилається разом зі спогадами. Порожнє поле не надсилається.",
};

static RU: AboutUser = AboutUser {
    name: "Имя",
    pronouns: "Местоимения",
    language: "Язык ответов",
    more: "Ещё о вас",
    field_name: "Что",
    field_value: "Значение",
    add_field: "Добавить поле",
    saved: "Сохранено.",
    about_hint: "Отправляется вместе с воспоминаниями. Пустое поле не отправляется.",
};
