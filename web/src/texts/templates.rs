//! The templates: the editor, its preview, and what each variable stands for.

use super::{Pick, language};

include!(concat!(env!("OUT_DIR"), "/texts/templates.rs"));

/// What a variable stands for; `None`: there is no such variable.
pub fn variable(name: &str) -> Option<&'static str> {
    let [en, uk, ru] = match name {
        "chatname" => [
            "What the chat is called: as a program told, else the title of the conversation.",
            "Як зветься чат: як сказала програма, інакше назва розмови.",
            "Как называется чат: как сказала программа, иначе название разговора.",
        ],
        "chatid" => ["The id of the conversation.", "Ідентифікатор розмови.", "Идентификатор разговора."],
        "chattype" => [
            "The kind of chat: private, group, supergroup or channel.",
            "Вид чату: private, group, supergroup або channel.",
            "Вид чата: private, group, supergroup или channel.",
        ],
        "username" => [
            "The short name of who writes, with @.",
            "Коротке ім’я того, хто пише, з @.",
            "Короткое имя того, кто пишет, с @.",
        ],
        "userfullname" => ["The full name of who writes.", "Повне ім’я того, хто пише.", "Полное имя того, кто пишет."],
        "userid" => ["The id of who writes.", "Ідентифікатор того, хто пише.", "Идентификатор того, кто пишет."],
        "timestamp" => ["The current date and time.", "Поточні дата й час.", "Текущие дата и время."],
        "date" => ["The current date.", "Поточна дата.", "Текущая дата."],
        "time" => ["The current time.", "Поточний час.", "Текущее время."],
        "botname" => ["What the assistant is called.", "Як звати асистента.", "Как зовут ассистента."],
        "botusername" => ["The assistant's short name.", "Коротке ім’я асистента.", "Короткое имя ассистента."],
        "membercount" => [
            "How many people and assistants take part in the conversation.",
            "Скільки людей і асистентів бере участь у розмові.",
            "Сколько людей и ассистентов участвует в разговоре.",
        ],
        "tools" => [
            "The names of the tools that the model may call.",
            "Назви інструментів, які може викликати модель.",
            "Названия инструментов, которые может вызывать модель.",
        ],
        "user_memories" => [
            "What is remembered of who writes, as a list.",
            "Що пам’ятається про того, хто пише, списком.",
            "Что помнится о том, кто пишет, списком.",
        ],
        "user_pronouns" => [
            "The user's pronouns, if they are set.",
            "Займенники користувача, якщо вказано.",
            "Местоимения пользователя, если указаны.",
        ],
        _ => return None,
    };
    Some(language().pick(en, uk, ru))
}

#[cfg(test)]
mod tests {
    use super::variable;
    use crate::texts::speak;
    use ricordo_core::{settings::Language, template::VARIABLES};

    #[test]
    fn every_variable_is_told() {
        speak(Language::En);
        for known in VARIABLES {
            assert_eq!(variable(known.name), Some(known.help));
        }
    }
}
