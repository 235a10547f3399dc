//! What the search and the palette of commands say.

use super::{Counted, Pick, language};

/// The search and the palette.
pub struct Finding {
    /// The name of the dialog.
    pub title: &'static str,
    /// The label of the field.
    pub field: &'static str,
    /// What the field shows while it is empty.
    pub placeholder: &'static str,
    /// The label of the list.
    pub list: &'static str,
    /// Groups.
    pub conversations: &'static str,
    /// Groups.
    pub messages: &'static str,
    /// Groups.
    pub memories: &'static str,
    /// Groups.
    pub summaries: &'static str,
    /// Groups.
    pub tasks: &'static str,
    /// Groups.
    pub commands: &'static str,
    /// Groups.
    pub pages: &'static str,
    /// Groups.
    pub models: &'static str,
    /// Who wrote a message.
    pub you: &'static str,
    /// Who wrote a message.
    pub reply: &'static str,
    /// Marks.
    pub forgotten: &'static str,
    /// Marks.
    pub muted: &'static str,
    /// Marks.
    pub archived: &'static str,
    /// Marks.
    pub done: &'static str,
    /// A filter: the open conversation alone.
    pub only_here: &'static str,
    /// The label of the filter by who wrote it.
    pub role: &'static str,
    /// Its choices: anybody, you, replies.
    pub roles: [&'static str; 3],
    /// The label of the filter by time.
    pub time: &'static str,
    /// Its choices: any, today, 7 days, 30 days, a year, from one day to another.
    pub times: [&'static str; 6],
    /// The first day.
    pub from: &'static str,
    /// The last day.
    pub until: &'static str,
    /// Nothing holds the words.
    pub nothing: &'static str,
    /// No command is called so.
    pub no_command: &'static str,
    /// How many there are.
    pub count: Counted,
    /// More than are shown: `{shown}` of `{n}`.
    pub best: Counted,
    /// While messages are read.
    pub reading: Counted,
    /// What the keys do.
    pub keys: [(&'static str, &'static str); 4],
    /// What each page is called.
    pub page_names: PageNames,
    /// A conversation without words yet.
    pub untitled: &'static str,
    /// It answers now.
    pub answers_now: &'static str,
}

/// What the pages are called that the palette opens.
pub struct PageNames {
    pub settings: &'static str,
    pub connection: &'static str,
    pub memories: &'static str,
    pub tasks: &'static str,
    pub statistics: &'static str,
    pub presets: &'static str,
    pub inspector: &'static str,
    pub help: &'static str,
    pub archive: &'static str,
}

/// The search and the palette, in the language of the page.
pub fn finding() -> &'static Finding {
    language().pick(&EN, &UK, &RU)
}

static EN: Finding = Finding {
    title: "Search",
    field: "Search everything",
    placeholder: "Search, or > for commands",
    list: "Results",
    conversations: "Conversations",
    messages: "Messages",
    memories: "Memories",
    summaries: "Summaries",
    tasks: "Tasks",
    commands: "Commands",
    pages: "Go to",
    models: "Answer with",
    you: "You",
    reply: "Reply",
    forgotten: "Forgotten",
    muted: "Muted",
    archived: "Archived",
    done: "Done",
    only_here: "This conversation",
    role: "Written by",
    roles: ["Anyone", "You", "Replies"],
    time: "When",
    times: ["Any time", "Today", "Last 7 days", "Last 30 days", "Last year", "From … to …"],
    from: "From",
    until: "To",
    nothing: "Nothing holds all these words. Try fewer of them, or take a filter away.",
    no_command: "There is no such command, page or conversation.",
    count: Counted { one: "{n} found", few: "", many: "", other: "{n} found" },
    best: Counted { one: "{shown} of {n}", few: "", many: "", other: "the best {shown} of {n}" },
    reading: Counted {
        one: "Reading your messages: {n} so far…",
        few: "",
        many: "",
        other: "Reading your messages: {n} so far…",
    },
    keys: [("↑ ↓", "choose"), ("Enter", "open"), (">", "commands"), ("Esc", "close")],
    page_names: PageNames {
        settings: "Settings",
        connection: "Connection to a model",
        memories: "Memories",
        tasks: "Tasks",
        statistics: "Statistics",
        presets: "Presets",
        inspector: "What the model sees",
        help: "Help",
        archive: "Archive",
    },
    untitled: "New conversation",
    answers_now: "Answers now",
};

static UK: Finding = Finding {
    title: "Пошук",
    field: "Шукати всюди",
    placeholder: "Пошук, або > для команд",
    list: "Результати",
    conversations: "Розмови",
    messages: "Повідомлення",
    memories: "Спогади",
    summaries: "Підсумки",
    tasks: "Задачі",
    commands: "Команди",
    pages: "Перейти",
    models: "Відповідає",
    you: "Ви",
    reply: "Відповідь",
    forgotten: "Забуто",
    muted: "Приглушено",
    archived: "В архіві",
    done: "Зроблено",
    only_here: "Ця розмова",
    role: "Хто написав",
    roles: ["Усі", "Ви", "Відповіді"],
    time: "Коли",
    times: ["Будь-коли", "Сьогодні", "Останні 7 днів", "Останні 30 днів", "Останній рік", "Від … до …"],
    from: "Від",
    until: "До",
    nothing: "Усіх цих слів разом ніде немає. Спробуйте менше слів або приберіть фільтр.",
    no_command: "Такої команди, сторінки чи розмови немає.",
    count: Counted {
        one: "Знайдено: {n}", few: "Знайдено: {n}", many: "Знайдено: {n}", other: "Знайдено: {n}"
    },
    best: Counted {
        one: "найкращі {shown} з {n}",
        few: "найкращі {shown} з {n}",
        many: "найкращі {shown} з {n}",
        other: "найкращі {shown} з {n}",
    },
    reading: Counted {
        one: "Читаємо повідомлення: уже {n}…",
        few: "Читаємо повідомлення: уже {n}…",
        many: "Читаємо повідомлення: уже {n}…",
        other: "Читаємо повідомлення: уже {n}…",
    },
    keys: [("↑ ↓", "вибрати"), ("Enter", "відкрити"), (">", "команди"), ("Esc", "закрити")],
    page_names: PageNames {
        settings: "Налаштування",
        connection: "Підключення до моделі",
        memories: "Спогади",
        tasks: "Задачі",
        statistics: "Статистика",
        presets: "Пресети",
        inspector: "Що бачить модель",
        help: "Довідка",
        archive: "Архів",
    },
    untitled: "Нова розмова",
    answers_now: "Відповідає зараз",
};

static RU: Finding = Finding {
    title: "Поиск",
    field: "Искать везде",
    placeholder: "Поиск, или > для команд",
    list: "Результаты",
    conversations: "Разговоры",
    messages: "Сообщения",
    memories: "Воспоминания",
    summaries: "Сводки",
    tasks: "Задачи",
    commands: "Команды",
    pages: "Перейти",
    models: "Отвечает",
    you: "Вы",
    reply: "Ответ",
    forgotten: "Забыто",
    muted: "Заглушено",
    archived: "В архиве",
    done: "Сделано",
    only_here: "Этот разговор",
    role: "Кто написал",
    roles: ["Все", "Вы", "Ответы"],
    time: "Когда",
    times: ["Когда угодно", "Сегодня", "Последние 7 дней", "Последние 30 дней", "Последний год", "С … по …"],
    from: "С",
    until: "По",
    nothing: "Всех этих слов вместе нигде нет. Попробуйте меньше слов или уберите фильтр.",
    no_command: "Такой команды, страницы или разговора нет.",
    count: Counted {
        one: "Найдено: {n}", few: "Найдено: {n}", many: "Найдено: {n}", other: "Найдено: {n}"
    },
    best: Counted {
        one: "лучшие {shown} из {n}",
        few: "лучшие {shown} из {n}",
        many: "лучшие {shown} из {n}",
        other: "лучшие {shown} из {n}",
    },
    reading: Counted {
        one: "Читаем сообщения: уже {n}…",
        few: "Читаем сообщения: уже {n}…",
        many: "Читаем сообщения: уже {n}…",
        other: "Читаем сообщения: уже {n}…",
    },
    keys: [("↑ ↓", "выбрать"), ("Enter", "открыть"), (">", "команды"), ("Esc", "закрыть")],
    page_names: PageNames {
        settings: "Настройки",
        connection: "Подключение к модели",
        memories: "Воспоминания",
        tasks: "Задачи",
        statistics: "Статистика",
        presets: "Пресеты",
        inspector: "Что видит модель",
        help: "Справка",
        archive: "Архив",
    },
    untitled: "Новый разговор",
    answers_now: "Отвечает сейчас",
};
