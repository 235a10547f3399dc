//! What the page of the tasks says.

use super::{Pick, language};

/// The words of the tasks.
pub struct Tasks {
    /// The title.
    pub title: &'static str,
    /// What it is.
    pub intro: &'static str,
    /// Names the field of a new one.
    pub new: &'static str,
    /// In the empty field.
    pub new_hint: &'static str,
    /// Names the field of the day.
    pub due: &'static str,
    /// Adds it.
    pub add: &'static str,
    /// It was added: `{title}`.
    pub added: &'static str,
    /// Names the choice.
    pub which: &'static str,
    /// All.
    pub all: &'static str,
    /// Open ones.
    pub open: &'static str,
    /// Overdue ones.
    pub overdue: &'static str,
    /// Done ones.
    pub done: &'static str,
    /// There is none.
    pub none: &'static str,
    /// None of this choice.
    pub none_such: &'static str,
    /// The tick is gone.
    pub reopened: &'static str,
    /// It is done.
    pub ticked: &'static str,
    /// It was deleted.
    pub deleted: &'static str,
    /// It was changed.
    pub changed: &'static str,
    /// It is late: `{day}`.
    pub was_due: &'static str,
    /// By when: `{day}`.
    pub is_due: &'static str,
    /// When it was ticked: `{when}`.
    pub done_on: &'static str,
    /// Opens the message.
    pub source: &'static str,
    /// Names the field.
    pub label: &'static str,
}

/// The words of the tasks, in the language of the page.
pub fn tasks() -> &'static Tasks {
    language().pick(&EN, &UK, &RU)
}

static EN: Tasks = Tasks {
    title: "Tasks",
    intro: "They are not in the prompt: a model that takes tools asks for them.",
    new: "A task",
    new_hint: "What is to be done",
    due: "Due",
    add: "Add",
    added: "Added: {title}",
    which: "Which tasks",
    all: "All",
    open: "Open",
    overdue: "Overdue",
    done: "Done",
    none: "Nothing to do.",
    none_such: "None of this kind.",
    reopened: "To be done again.",
    ticked: "Done.",
    deleted: "Deleted.",
    changed: "Changed.",
    was_due: "was due {day}",
    is_due: "due {day}",
    done_on: "done {when}",
    source: "Source",
    label: "The task",
};

static UK: Tasks = Tasks {
    title: "Задачі",
    intro: "Їх немає в запиті: модель, яка має інструменти, питає про них сама.",
    new: "Задача",
    new_hint: "Що треба зробити",
    due: "Строк",
    add: "Додати",
    added: "Додано: {title}",
    which: "Які задачі",
    all: "Усі",
    open: "Відкриті",
    overdue: "Прострочені",
    done: "Виконані",
    none: "Немає чого робити.",
    none_such: "Таких немає.",
    reopened: "Знову треба зробити.",
    ticked: "Виконано.",
    deleted: "Видалено.",
    changed: "Змінено.",
    was_due: "строк минув {day}",
    is_due: "строк {day}",
    done_on: "виконано {when}",
    source: "Джерело",
    label: "Задача",
};

static RU: Tasks = Tasks {
    title: "Задачи",
    intro: "Их нет в запросе: модель, у которой есть инструменты, спрашивает о них сама.",
    new: "Задача",
    new_hint: "Что нужно сделать",
    due: "Срок",
    add: "Добавить",
    added: "Добавлено: {title}",
    which: "Какие задачи",
    all: "Все",
    open: "Открытые",
    overdue: "Просроченные",
    done: "Выполненные",
    none: "Делать нечего.",
    none_such: "Таких нет.",
    reopened: "Снова нужно сделать.",
    ticked: "Выполнено.",
    deleted: "Удалено.",
    changed: "Изменено.",
    was_due: "срок прошёл {day}",
    is_due: "срок {day}",
    done_on: "выполнено {when}",
    source: "Источник",
    label: "Задача",
};
