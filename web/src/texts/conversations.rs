//! What the list of conversations says, and what is said when one of them was changed.

use super::{Counted, Pick, language};

/// The list of conversations.
pub struct Conversations {
    /// The name of the list.
    pub title: &'static str,
    /// Starts one.
    pub new: &'static str,
    /// One without words yet.
    pub untitled: &'static str,
    /// Opens the search.
    pub search: &'static str,
    /// The field that filters the list.
    pub filter: &'static str,
    /// The label of the tags.
    pub tags: &'static str,
    /// Nothing passes the filter.
    pub none: &'static str,
    /// Nothing is in the archive.
    pub none_archived: &'static str,
    /// The archive.
    pub archive: Counted,
    /// Back from the archive.
    pub back: &'static str,
    /// Shows more of a long list.
    pub more: Counted,
    /// Groups.
    pub pinned: &'static str,
    /// Groups.
    pub today: &'static str,
    /// Groups.
    pub yesterday: &'static str,
    /// Groups.
    pub week: &'static str,
    /// The months.
    pub months: [&'static str; 12],
    /// Opens the settings.
    pub settings: &'static str,
    /// Opens the help.
    pub help: &'static str,
    /// The field for a title.
    pub title_field: &'static str,
    /// The field for tags.
    pub tags_field: &'static str,
    /// `Rename “{}”`.
    pub rename_that: &'static str,
    /// `Delete “{}”`.
    pub delete_that: &'static str,
    /// `More for “{}”`.
    pub more_for: &'static str,
    /// On a button.
    pub rename: &'static str,
    /// On a button.
    pub more_acts: &'static str,
    /// On a button.
    pub pin: &'static str,
    /// On a button.
    pub unpin: &'static str,
    /// On a button.
    pub to_archive: &'static str,
    /// On a button.
    pub restore: &'static str,
    /// On a button.
    pub edit_tags: &'static str,
    /// It was renamed.
    pub renamed: &'static str,
    /// It was deleted.
    pub deleted: &'static str,
    /// `Deleted “{}”.`
    pub deleted_that: &'static str,
    /// There is nothing to delete.
    pub only_one: &'static str,
    /// It is at the top.
    pub now_pinned: &'static str,
    /// It is among the others.
    pub now_unpinned: &'static str,
    /// It is in the archive.
    pub now_archived: &'static str,
    /// It is in the list.
    pub now_restored: &'static str,
    /// It has other tags.
    pub now_tagged: &'static str,
}

/// The list of conversations, in the language of the page.
pub fn conversations() -> &'static Conversations {
    language().pick(&EN, &UK, &RU)
}

static EN: Conversations = Conversations {
    title: "Conversations",
    new: "New conversation",
    untitled: "New conversation",
    search: "Search (Ctrl K)",
    filter: "Filter conversations",
    tags: "Tags",
    none: "No conversation is called so.",
    none_archived: "The archive is empty.",
    archive: Counted { one: "Archive ({n})", few: "", many: "", other: "Archive ({n})" },
    back: "All conversations",
    more: Counted { one: "Show {n} more", few: "", many: "", other: "Show {n} more" },
    pinned: "Pinned",
    today: "Today",
    yesterday: "Yesterday",
    week: "Last 7 days",
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    settings: "Settings",
    help: "Help",
    title_field: "Title of the conversation",
    tags_field: "Tags of the conversation, with commas between them",
    rename_that: "Rename “{}”",
    delete_that: "Delete “{}”",
    more_for: "More for “{}”",
    rename: "Rename",
    more_acts: "More",
    pin: "Pin",
    unpin: "Unpin",
    to_archive: "Archive",
    restore: "Restore",
    edit_tags: "Tags",
    renamed: "Renamed.",
    deleted: "Deleted.",
    deleted_that: "Deleted “{}”.",
    only_one: "This conversation is empty, and the only one.",
    now_pinned: "Pinned: it stays at the top of the list.",
    now_unpinned: "Unpinned.",
    now_archived: "In the archive now. It is still found and remembered.",
    now_restored: "Back in the list.",
    now_tagged: "The tags are changed.",
};

static UK: Conversations = Conversations {
    title: "Розмови",
    new: "Нова розмова",
    untitled: "Нова розмова",
    search: "Пошук (Ctrl K)",
    filter: "Фільтр розмов",
    tags: "Теги",
    none: "Розмови з такою назвою немає.",
    none_archived: "Архів порожній.",
    archive: Counted {
        one: "Архів ({n})", few: "Архів ({n})", many: "Архів ({n})", other: "Архів ({n})"
    },
    back: "Усі розмови",
    more: Counted {
        one: "Показати ще {n}", few: "Показати ще {n}", many: "Показати ще {n}", other: "Показати ще {n}"
    },
    pinned: "Закріплені",
    today: "Сьогодні",
    yesterday: "Учора",
    week: "Останні 7 днів",
    months: [
        "Січень",
        "Лютий",
        "Березень",
        "Квітень",
        "Травень",
        "Червень",
        "Липень",
        "Серпень",
        "Вересень",
        "Жовтень",
        "Листопад",
        "Грудень",
    ],
    settings: "Налаштування",
    help: "Довідка",
    title_field: "Назва розмови",
    tags_field: "Теги розмови через кому",
    rename_that: "Перейменувати «{}»",
    delete_that: "Видалити «{}»",
    more_for: "Більше для «{}»",
    rename: "Перейменувати",
    more_acts: "Більше",
    pin: "Закріпити",
    unpin: "Відкріпити",
    to_archive: "В архів",
    restore: "З архіву",
    edit_tags: "Теги",
    renamed: "Перейменовано.",
    deleted: "Видалено.",
    deleted_that: "«{}» видалено.",
    only_one: "Ця розмова порожня, й інших немає.",
    now_pinned: "Закріплено: розмова залишається вгорі списку.",
    now_unpinned: "Відкріплено.",
    now_archived: "Тепер в архіві. Розмову й далі можна знайти.",
    now_restored: "Знову у списку.",
    now_tagged: "Теги змінено.",
};

static RU: Conversations = Conversations {
    title: "Разговоры",
    new: "Новый разговор",
    untitled: "Новый разговор",
    search: "Поиск (Ctrl K)",
    filter: "Фильтр разговоров",
    tags: "Теги",
    none: "Разговора с таким названием нет.",
    none_archived: "Архив пуст.",
    archive: Counted {
        one: "Архив ({n})", few: "Архив ({n})", many: "Архив ({n})", other: "Архив ({n})"
    },
    back: "Все разговоры",
    more: Counted {
        one: "Показать ещё {n}",
        few: "Показать ещё {n}",
        many: "Показать ещё {n}",
        other: "Показать ещё {n}",
    },
    pinned: "Закреплённые",
    today: "Сегодня",
    yesterday: "Вчера",
    week: "Последние 7 дней",
    months: [
        "Январь",
        "Февраль",
        "Март",
        "Апрель",
        "Май",
        "Июнь",
        "Июль",
        "Август",
        "Сентябрь",
        "Октябрь",
        "Ноябрь",
        "Декабрь",
    ],
    settings: "Настройки",
    help: "Справка",
    title_field: "Название разговора",
    tags_field: "Теги разговора через запятую",
    rename_that: "Переименовать «{}»",
    delete_that: "Удалить «{}»",
    more_for: "Ещё для «{}»",
    rename: "Переименовать",
    more_acts: "Ещё",
    pin: "Закрепить",
    unpin: "Открепить",
    to_archive: "В архив",
    restore: "Из архива",
    edit_tags: "Теги",
    renamed: "Переименовано.",
    deleted: "Удалено.",
    deleted_that: "«{}» удалено.",
    only_one: "Этот разговор пуст, и других нет.",
    now_pinned: "Закреплено: разговор остаётся вверху списка.",
    now_unpinned: "Откреплено.",
    now_archived: "Теперь в архиве. Разговор по-прежнему можно найти.",
    now_restored: "Снова в списке.",
    now_tagged: "Теги изменены.",
};
