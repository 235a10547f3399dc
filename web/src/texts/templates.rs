//! The templates: the editor, its preview, and what each variable stands for.

use super::{Pick, language, table::texts};

texts! {
    /// The templates.
    templates: TemplatesTexts {
        title: "Templates", "Шаблони", "Шаблоны";
        about: "A template is the system prompt: Markdown with variables in braces. The one in force is sent first with every message, unless a conversation has its own.",
            "Шаблон — це системний промпт: Markdown зі змінними у фігурних дужках. Той, що діє, надсилається першим із кожним повідомленням, якщо розмова не має власного.",
            "Шаблон — это системный промпт: Markdown с переменными в фигурных скобках. Действующий отправляется первым с каждым сообщением, если у разговора нет своего.";
        own: "Your templates", "Ваші шаблони", "Ваши шаблоны";
        no_own: "None yet. Duplicate one that ships, or write a new one.",
            "Ще немає. Зробіть копію стандартного або напишіть новий.", "Пока нет. Сделайте копию стандартного или напишите новый.";
        shipped: "Templates that ship", "Стандартні шаблони", "Стандартные шаблоны";
        in_force: "in force", "діє", "действует";
        apply: "Use", "Застосувати", "Применить";
        duplicate: "Duplicate", "Зробити копію", "Сделать копию";
        new: "New template", "Новий шаблон", "Новый шаблон";
        copy_of: "{name} (copy)", "{name} (копія)", "{name} (копия)";
        name: "Name", "Назва", "Название";
        text: "Text", "Текст", "Текст";
        variables: "Variables", "Змінні", "Переменные";
        insert: "Insert {name}", "Вставити {name}", "Вставить {name}";
        preview: "Preview, with the values of this conversation",
            "Перегляд зі значеннями цієї розмови", "Просмотр со значениями этого разговора";
        nothing: "The template is empty: no system prompt would be sent.",
            "Шаблон порожній: системний промпт не надсилатиметься.", "Шаблон пуст: системный промпт не будет отправляться.";
        saved: "The template is saved.", "Шаблон збережено.", "Шаблон сохранён.";
        deleted: "The template is deleted.", "Шаблон видалено.", "Шаблон удалён.";
        used: "The template is in force now.", "Шаблон тепер діє.", "Шаблон теперь действует.";
        used_kept: "The template is in force now. Your own system prompt is kept as a template.",
            "Шаблон тепер діє. Ваш власний системний промпт збережено як шаблон.",
            "Шаблон теперь действует. Ваш собственный системный промпт сохранён как шаблон.";
    }
}

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
