//! The texts that tools answer to the model, in the languages of the prompts.

use crate::template::{Piece, pieces};
use ricordo_record::{
    language::Language,
    memory::MemoryRefusal,
    task::{LONGEST_TITLE, TaskRefusal},
};
use ricordo_text::facts::LONGEST_FACT;

/// The answers in one language. [`fill`] replaces the variables in braces.
#[derive(Debug)]
pub(crate) struct Answers {
    /// A tool was called although there are none: `{name}`.
    pub(crate) no_tools: &'static str,
    /// No tool has this name: `{name}`, `{names}`.
    pub(crate) no_such_tool: &'static str,
    /// The arguments are JSON, but not an object: `{tool}`, `{example}`.
    pub(crate) not_an_object: &'static str,
    /// The arguments are not JSON: `{tool}`, `{example}`.
    pub(crate) not_json: &'static str,
    /// A field is missing or empty: `{tool}`, `{field}`, `{example}`.
    pub(crate) needs_field: &'static str,
    /// A field is not a boolean: `{tool}`, `{field}`.
    pub(crate) needs_flag: &'static str,
    /// A field is not a number: `{tool}`, `{field}`.
    pub(crate) needs_number: &'static str,
    /// A field is not text: `{tool}`, `{field}`.
    pub(crate) needs_text: &'static str,
    /// The search query is empty.
    pub(crate) no_words: &'static str,
    /// The search found nothing.
    pub(crate) not_found: &'static str,
    /// The search found nothing within its limit.
    pub(crate) not_found_lately: &'static str,
    /// The documents were searched, and nothing was found.
    pub(crate) no_quotes: &'static str,
    /// There are no documents.
    pub(crate) no_documents: &'static str,
    /// Names the user as the author of a found message.
    pub(crate) by_user: &'static str,
    /// Names the model as the author of a found message.
    pub(crate) by_assistant: &'static str,
    /// After the author of a message of another conversation: `{title}`.
    pub(crate) in_conversation: &'static str,
    /// As `in_conversation`, without a title.
    pub(crate) in_another: &'static str,
    /// In place of an unknown date.
    pub(crate) undated: &'static str,
    /// No facts are stored.
    pub(crate) no_facts: &'static str,
    /// The fact was already known: `{id}`.
    pub(crate) fact_known: &'static str,
    /// `{id}`.
    pub(crate) fact_saved: &'static str,
    /// The fact was proposed to the user: `{id}`.
    pub(crate) fact_shown: &'static str,
    /// The update changes nothing: `{id}`.
    pub(crate) fact_same: &'static str,
    /// `{id}`.
    pub(crate) fact_changed: &'static str,
    /// `{id}`.
    pub(crate) fact_deleted: &'static str,
    /// A pinned fact cannot be deleted.
    pub(crate) fact_pinned: &'static str,
    /// The field already has this value.
    pub(crate) field_known: &'static str,
    /// The field was set.
    pub(crate) field_saved: &'static str,
    /// The field was proposed to the user.
    pub(crate) field_shown: &'static str,
    /// `{task}`.
    pub(crate) task_added: &'static str,
    /// `{task}`.
    pub(crate) task_done: &'static str,
    /// `{id}`.
    pub(crate) task_done_before: &'static str,
    /// There are no open tasks.
    pub(crate) no_open_tasks: &'static str,
    /// There are no tasks.
    pub(crate) no_tasks: &'static str,
    /// After the title of a task: `{day}`.
    pub(crate) due: &'static str,
    /// After the title of a completed task.
    pub(crate) done: &'static str,
    /// The reference is ambiguous: `{given}`, `{tool}`.
    pub(crate) several_facts: &'static str,
    /// The reference is ambiguous: `{given}`, `{tool}`.
    pub(crate) several_tasks: &'static str,
    /// `{given}`, `{tool}`.
    pub(crate) no_such_fact: &'static str,
    /// `{given}`, `{tool}`.
    pub(crate) no_such_task: &'static str,
    /// The conversation is temporary, so nothing is stored.
    pub(crate) temporary: &'static str,
    /// The turn was stopped before the program's tool returned.
    pub(crate) stopped: &'static str,
    /// The request holds text of documents, so the user has to agree to the call first.
    pub(crate) held: &'static str,
    /// Stands for a result that held text which was erased.
    pub(crate) erased: &'static str,
    /// The user did not agree to the call.
    pub(crate) declined: &'static str,
    /// The fact is empty.
    pub(crate) empty_fact: &'static str,
    /// `{most}`, `{characters}`.
    pub(crate) long_fact: &'static str,
    /// The text looks like a key or a password.
    pub(crate) secret: &'static str,
    /// All memories are pinned, so none can make room: `{most}`.
    pub(crate) all_pinned: &'static str,
    /// `{most}`.
    pub(crate) fields_full: &'static str,
    /// It was deleted meanwhile.
    pub(crate) gone: &'static str,
    /// The title of the task is empty.
    pub(crate) empty_task: &'static str,
    /// `{most}`, `{characters}`.
    pub(crate) long_task: &'static str,
    /// `{given}`.
    pub(crate) no_such_day: &'static str,
}

/// The answers in a language.
pub(crate) fn answers(language: Language) -> &'static Answers {
    match language {
        Language::En => &EN,
        Language::Uk => &UK,
        Language::Ru => &RU,
    }
}

/// Fills in the values of an answer. Variables inside values are not expanded, and unknown ones stay.
pub(crate) fn fill(answer: &str, values: &[(&str, &str)]) -> String {
    let value_of = |variable: &str| values.iter().find(|(name, _)| *name == variable).map(|(_, value)| *value);
    let mut text = String::with_capacity(answer.len() + 40);
    for piece in pieces(answer) {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Variable(name) => match value_of(name) {
                Some(value) => text.push_str(value),
                None => text.push_str(&format!("{{{name}}}")),
            },
        }
    }
    text
}

impl Answers {
    /// Why a fact or a field was refused.
    pub(super) fn memory_refused(&self, refusal: MemoryRefusal) -> String {
        match refusal {
            MemoryRefusal::Empty => self.empty_fact.to_owned(),
            MemoryRefusal::TooLong { characters } => too_long(self.long_fact, LONGEST_FACT, characters),
            MemoryRefusal::Secret { .. } => self.secret.to_owned(),
            MemoryRefusal::AllPinned { max_facts } => fill(self.all_pinned, &[("most", &max_facts.to_string())]),
            MemoryRefusal::UserDataFull { most } => fill(self.fields_full, &[("most", &most.to_string())]),
            // No tool sets key words.
            MemoryRefusal::NotFound | MemoryRefusal::TooManyKeyWords | MemoryRefusal::WrongKeyWord => {
                self.gone.to_owned()
            }
        }
    }

    /// Why a change to a task was refused.
    pub(super) fn task_refused(&self, refusal: &TaskRefusal) -> String {
        match refusal {
            TaskRefusal::Empty => self.empty_task.to_owned(),
            TaskRefusal::TooLong { characters } => too_long(self.long_task, LONGEST_TITLE, *characters),
            TaskRefusal::NoSuchDay { given } => fill(self.no_such_day, &[("given", given)]),
            TaskRefusal::NotFound => self.gone.to_owned(),
        }
    }
}

fn too_long(answer: &str, most: usize, characters: usize) -> String {
    fill(answer, &[("most", &most.to_string()), ("characters", &characters.to_string())])
}

const EN: Answers = Answers {
    no_tools: "There is no tool \"{name}\": answer without tools.",
    no_such_tool: "There is no tool \"{name}\": use one of {names}.",
    not_an_object: "The arguments of {tool} have to be a JSON object: send {example}.",
    not_json: "The arguments of {tool} are not valid JSON: send {example}.",
    needs_field: "{tool} needs the field \"{field}\", a text with words in it: send {example}.",
    needs_flag: "The field \"{field}\" of {tool} has to be true or false: send \"{field}\": true.",
    needs_number: "The field \"{field}\" of {tool} has to be a whole number: send \"{field}\": 5.",
    needs_text: "The field \"{field}\" of {tool} has to be a text: send \"{field}\": \"…\".",
    no_words: "search_history needs words to look for: send {\"query\": \"…\"}.",
    not_found: "No earlier message holds all these words. Try fewer words or another form of them.",
    not_found_lately: "None of the last 2,000 messages holds all these words. Try fewer words or another form of them.",
    no_quotes: "Nothing was found. Try other words.",
    no_documents: "There are no documents here.",
    by_user: "user",
    by_assistant: "assistant",
    in_conversation: ", in the conversation \"{title}\"",
    in_another: ", in another conversation",
    undated: "undated",
    no_facts: "No facts are saved about the user yet.",
    fact_known: "{id}: this fact was known already.",
    fact_saved: "{id}: saved.",
    fact_shown: "{id}: shown to the user, who decides whether it is kept.",
    fact_same: "{id}: it says that already.",
    fact_changed: "{id}: changed.",
    fact_deleted: "{id}: deleted.",
    fact_pinned: "The user pinned this fact, so only the user can delete it: say so.",
    field_known: "The field has this value already.",
    field_saved: "Saved.",
    field_shown: "Shown to the user, who decides whether it is kept.",
    task_added: "Added: {task}",
    task_done: "Done: {task}",
    task_done_before: "{id}: it was done already.",
    no_open_tasks: "There are no open tasks.",
    no_tasks: "There are no tasks.",
    due: " (due {day})",
    done: " (done)",
    several_facts: "More than one fact fits \"{given}\": send the id that {tool} shows.",
    several_tasks: "More than one task fits \"{given}\": send the id that {tool} shows.",
    no_such_fact: "There is no fact \"{given}\": send an id that {tool} shows.",
    no_such_task: "There is no open task \"{given}\": send an id that {tool} shows.",
    temporary: "This conversation is temporary and nothing in it is stored: answer without saving, and tell the user so.",
    stopped: "The user stopped the reply before this tool was done.",
    held: "Not done yet: this request holds text from documents, and such text can ask for this. The user is asked first. Do not call the tool again: tell the user in one sentence what it is about.",
    erased: "What this tool found was erased since.",
    declined: "The user declined: nothing was done.",
    empty_fact: "A memory needs words.",
    long_fact: "A memory has at most {most} characters; this one has {characters}. Say it shorter.",
    secret: "This looks like a key, a password or a card number. Those are not kept as memories.",
    all_pinned: "All {most} memories are pinned, so none can make room: tell the user to unpin or delete one.",
    fields_full: "The user data has at most {most} fields, and all of them are filled: change one of them, or tell the user to delete one.",
    gone: "It is not there any more.",
    empty_task: "A task needs a title.",
    long_task: "The title of a task has at most {most} characters; this one has {characters}.",
    no_such_day: "\"{given}\" is not a day of the calendar. Give the due date as YYYY-MM-DD, such as 2026-11-25.",
};

const UK: Answers = Answers {
    no_tools: "Інструмента «{name}» немає: відповідай без інструментів.",
    no_such_tool: "Інструмента «{name}» немає: скористайся одним із цих: {names}.",
    not_an_object: "Аргументи {tool} мають бути об'єктом JSON: надішли {example}.",
    not_json: "Аргументи {tool} не є правильним JSON: надішли {example}.",
    needs_field: "{tool} потребує поля \"{field}\" — тексту зі словами: надішли {example}.",
    needs_flag: "Поле \"{field}\" у {tool} має бути true або false: надішли \"{field}\": true.",
    needs_number: "Поле \"{field}\" у {tool} має бути цілим числом: надішли \"{field}\": 5.",
    needs_text: "Поле \"{field}\" у {tool} має бути текстом: надішли \"{field}\": \"…\".",
    no_words: "search_history потребує слів для пошуку: надішли {\"query\": \"…\"}.",
    not_found: "Жодне попереднє повідомлення не містить усіх цих слів. Спробуй менше слів або іншу їхню форму.",
    not_found_lately: "Жодне з останніх 2000 повідомлень не містить усіх цих слів. Спробуй менше слів або іншу їхню форму.",
    no_quotes: "Нічого не знайдено. Спробуй інші слова.",
    no_documents: "Тут немає документів.",
    by_user: "користувач",
    by_assistant: "асистент",
    in_conversation: ", у розмові «{title}»",
    in_another: ", в іншій розмові",
    undated: "без дати",
    no_facts: "Про користувача ще не збережено жодного факту.",
    fact_known: "{id}: цей факт уже був відомий.",
    fact_saved: "{id}: збережено.",
    fact_shown: "{id}: показано користувачеві, який вирішить, чи зберегти.",
    fact_same: "{id}: там це вже сказано.",
    fact_changed: "{id}: змінено.",
    fact_deleted: "{id}: видалено.",
    fact_pinned: "Користувач закріпив цей факт, тож видалити його може лише він: скажи про це.",
    field_known: "Поле вже має це значення.",
    field_saved: "Збережено.",
    field_shown: "Показано користувачеві, який вирішить, чи зберегти.",
    task_added: "Додано: {task}",
    task_done: "Виконано: {task}",
    task_done_before: "{id}: уже було виконано.",
    no_open_tasks: "Невиконаних задач немає.",
    no_tasks: "Задач немає.",
    due: " (до {day})",
    done: " (виконано)",
    several_facts: "Під «{given}» підходить кілька фактів: надішли id, який показує {tool}.",
    several_tasks: "Під «{given}» підходить кілька задач: надішли id, який показує {tool}.",
    no_such_fact: "Факту «{given}» немає: надішли id, який показує {tool}.",
    no_such_task: "Невиконаної задачі «{given}» немає: надішли id, який показує {tool}.",
    temporary: "Ця розмова тимчасова, і в ній нічого не зберігається: відповідай без збереження й скажи про це користувачеві.",
    stopped: "Користувач зупинив відповідь раніше, ніж цей інструмент завершив роботу.",
    held: "Ще не зроблено: у цьому запиті є текст із документів, а він може сам просити про це. Спочатку запитають користувача. Не викликай інструмент ще раз: одним реченням скажи користувачеві, про що йдеться.",
    erased: "Те, що знайшов цей інструмент, відтоді стерто.",
    declined: "Користувач відмовився: нічого не зроблено.",
    empty_fact: "Факт має містити слова.",
    long_fact: "Факт має щонайбільше {most} символів, а цей — {characters}. Скажи коротше.",
    secret: "Це схоже на ключ, пароль або номер картки. Таке не зберігається.",
    all_pinned: "Усі {most} фактів закріплено, тож місця для нового немає: скажи користувачеві відкріпити або видалити один із них.",
    fields_full: "Дані користувача мають щонайбільше {most} полів, і всі заповнено: зміни одне з них або скажи користувачеві видалити одне.",
    gone: "Цього вже немає.",
    empty_task: "Задачі потрібна назва.",
    long_task: "Назва задачі має щонайбільше {most} символів, а ця — {characters}.",
    no_such_day: "«{given}» — не день календаря. Вкажи термін як YYYY-MM-DD, наприклад 2026-11-25.",
};

const RU: Answers = Answers {
    no_tools: "Инструмента «{name}» нет: отвечай без инструментов.",
    no_such_tool: "Инструмента «{name}» нет: воспользуйся одним из этих: {names}.",
    not_an_object: "Аргументы {tool} должны быть объектом JSON: отправь {example}.",
    not_json: "Аргументы {tool} не являются правильным JSON: отправь {example}.",
    needs_field: "{tool} требует поля \"{field}\" — текста со словами: отправь {example}.",
    needs_flag: "Поле \"{field}\" у {tool} должно быть true или false: отправь \"{field}\": true.",
    needs_number: "Поле \"{field}\" у {tool} должно быть целым числом: отправь \"{field}\": 5.",
    needs_text: "Поле \"{field}\" у {tool} должно быть текстом: отправь \"{field}\": \"…\".",
    no_words: "search_history требует слов для поиска: отправь {\"query\": \"…\"}.",
    not_found: "Ни одно предыдущее сообщение не содержит всех этих слов. Попробуй меньше слов или другую их форму.",
    not_found_lately: "Ни одно из последних 2000 сообщений не содержит всех этих слов. Попробуй меньше слов или другую их форму.",
    no_quotes: "Ничего не найдено. Попробуй другие слова.",
    no_documents: "Здесь нет документов.",
    by_user: "пользователь",
    by_assistant: "ассистент",
    in_conversation: ", в разговоре «{title}»",
    in_another: ", в другом разговоре",
    undated: "без даты",
    no_facts: "О пользователе ещё не сохранено ни одного факта.",
    fact_known: "{id}: этот факт уже был известен.",
    fact_saved: "{id}: сохранено.",
    fact_shown: "{id}: показано пользователю, который решит, сохранить ли.",
    fact_same: "{id}: там это уже сказано.",
    fact_changed: "{id}: изменено.",
    fact_deleted: "{id}: удалено.",
    fact_pinned: "Пользователь закрепил этот факт, поэтому удалить его может только он: скажи об этом.",
    field_known: "Поле уже имеет это значение.",
    field_saved: "Сохранено.",
    field_shown: "Показано пользователю, который решит, сохранить ли.",
    task_added: "Добавлено: {task}",
    task_done: "Выполнено: {task}",
    task_done_before: "{id}: уже было выполнено.",
    no_open_tasks: "Невыполненных задач нет.",
    no_tasks: "Задач нет.",
    due: " (до {day})",
    done: " (выполнено)",
    several_facts: "Под «{given}» подходит несколько фактов: отправь id, который показывает {tool}.",
    several_tasks: "Под «{given}» подходит несколько задач: отправь id, который показывает {tool}.",
    no_such_fact: "Факта «{given}» нет: отправь id, который показывает {tool}.",
    no_such_task: "Невыполненной задачи «{given}» нет: отправь id, который показывает {tool}.",
    temporary: "Этот разговор временный, и в нём ничего не сохраняется: отвечай без сохранения и скажи об этом пользователю.",
    stopped: "Пользователь остановил ответ раньше, чем этот инструмент завершил работу.",
    held: "Ещё не сделано: в этом запросе есть текст из документов, а он сам может просить об этом. Сначала спросят пользователя. Не вызывай инструмент снова: одним предложением скажи пользователю, о чём речь.",
    erased: "То, что нашёл этот инструмент, с тех пор стёрто.",
    declined: "Пользователь отказался: ничего не сделано.",
    empty_fact: "Факт должен содержать слова.",
    long_fact: "Факт содержит не более {most} символов, а этот — {characters}. Скажи короче.",
    secret: "Это похоже на ключ, пароль или номер карты. Такое не сохраняется.",
    all_pinned: "Все {most} фактов закреплены, поэтому места для нового нет: скажи пользователю открепить или удалить один из них.",
    fields_full: "Данные пользователя имеют не более {most} полей, и все заполнены: измени одно из них или скажи пользователю удалить одно.",
    gone: "Этого уже нет.",
    empty_task: "Задаче нужно название.",
    long_task: "Название задачи содержит не более {most} символов, а это — {characters}.",
    no_such_day: "«{given}» — не день календаря. Укажи срок как YYYY-MM-DD, например 2026-11-25.",
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The variables of an answer, in alphabetical order.
    fn variables(answer: &str) -> Vec<&str> {
        let mut names: Vec<&str> = pieces(answer)
            .filter_map(|piece| match piece {
                Piece::Variable(name) => Some(name),
                Piece::Text(_) => None,
            })
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn each_language_says_the_same() {
        let values = |answers: &Answers| -> Vec<String> {
            let shown = format!("{answers:#?}");
            shown.lines().filter_map(|line| line.split_once(": \"")).map(|(_, value)| value.to_owned()).collect()
        };
        let english = values(&EN);
        assert!(english.len() > 40);
        for other in [&UK, &RU] {
            for (one, other) in english.iter().zip(values(other)) {
                assert_eq!(variables(one), variables(&other), "{one}: {other}");
                let words = other.chars().filter(|char| ('а'..='я').contains(char)).count();
                assert!(words > 1 && *one != other, "{other}");
            }
        }
    }

    #[test]
    fn a_value_is_not_read_as_a_variable() {
        assert_eq!(fill("{given}: {tool}", &[("given", "{tool}"), ("tool", "list")]), "{tool}: list");
        assert_eq!(fill("{id}", &[]), "{id}");
    }
}
