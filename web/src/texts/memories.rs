//! What the page of the memories says, and what all pages of that kind share.

use super::{Counted, Pick, language};

/// The words of the memories.
pub struct Memories {
    /// The title.
    pub title: &'static str,
    /// What it is.
    pub intro: &'static str,
    /// How full it is: `{kept}`, `{cap}`.
    pub cap: &'static str,
    /// What happens at the cap.
    pub cap_hint: &'static str,
    /// What happens at the cap where the oldest goes.
    pub cap_hint_oldest: &'static str,
    /// The field for a new one.
    pub new: &'static str,
    /// Adds what is typed.
    pub add: &'static str,
    /// It is kept: `{text}`.
    pub remembered: &'static str,
    /// After it: which memories went to the archive.
    pub made_room: &'static str,
    /// Names the field of the search.
    pub search_label: &'static str,
    /// In the empty field of the search.
    pub search: &'static str,
    /// Names the choice of kinds.
    pub which: &'static str,
    /// All but the archive.
    pub all: &'static str,
    /// Kept facts.
    pub facts: &'static str,
    /// Proposals.
    pub waiting: &'static str,
    /// Summaries kept as memories.
    pub summaries: &'static str,
    /// The archive.
    pub archive: &'static str,
    /// Names the choice of the order.
    pub order: &'static str,
    /// Newest first.
    pub newest: &'static str,
    /// Oldest first.
    pub oldest: &'static str,
    /// Most used first.
    pub most_used: &'static str,
    /// Never used first.
    pub never_used: &'static str,
    /// There is none at all.
    pub none: &'static str,
    /// There is none, and nothing was looked for.
    pub none_yet: &'static str,
    /// Nothing fits the search.
    pub none_found: &'static str,
    /// Names the row to turn pages.
    pub pager: &'static str,
    /// The page before.
    pub before: &'static str,
    /// The next page.
    pub next: &'static str,
    /// Where one is: `{page}`, `{pages}`, `{count}`.
    pub place: &'static str,
    /// The fold with the user data.
    pub about_you: &'static str,
    /// Is pinned.
    pub pinned: &'static str,
    /// Names the field of one.
    pub label: &'static str,
    /// Pins.
    pub pin: &'static str,
    /// Unpins.
    pub unpin: &'static str,
    /// Moves to the archive.
    pub to_archive: &'static str,
    /// Keeps a proposal.
    pub keep: &'static str,
    /// Drops a proposal.
    pub drop: &'static str,
    /// Takes out of the archive.
    pub restore: &'static str,
    /// Opens the message.
    pub source: &'static str,
    /// It was changed.
    pub changed: &'static str,
    /// It was deleted.
    pub deleted: &'static str,
    /// It is in the archive.
    pub archived: &'static str,
    /// A proposal was kept.
    pub kept: &'static str,
    /// A proposal was dropped.
    pub dropped: &'static str,
    /// It is out of the archive.
    pub restored: &'static str,
    /// It was pinned.
    pub now_pinned: &'static str,
    /// It was unpinned.
    pub now_unpinned: &'static str,
    /// The user wrote it.
    pub by_you: &'static str,
    /// When it was made: `{when}`.
    pub made: &'static str,
    /// How often it was used.
    pub used: Counted,
    /// When last: `{when}`.
    pub last_used: &'static str,
    /// It was never used.
    pub unused: &'static str,
    /// How many pairs are alike.
    pub alike: Counted,
    /// What to do with them.
    pub alike_hint: &'static str,
    /// Keeps one of two.
    pub keep_short: &'static str,
    /// Two are one now.
    pub merged: &'static str,
    /// A summary kept as a memory.
    pub summary: &'static str,
    /// Leads to the page of summaries.
    pub to_summary: &'static str,
}

/// The words of the memories, in the language of the page.
pub fn memories() -> &'static Memories {
    language().pick(&EN, &UK, &RU)
}

static EN: Memories = Memories {
    title: "Memories",
    intro: "Facts that every conversation is given. They are stored in this browser alone.",
    cap: "{kept} of {cap} kept",
    cap_hint: "When it is full, the least useful memory that is not pinned goes to the archive: what you typed after what a model said.",
    cap_hint_oldest: "When it is full, the oldest memory that is not pinned goes to the archive: what you typed after what a model said.",
    new: "A fact to remember",
    add: "Add",
    remembered: "Remembered: {text}",
    made_room: "Archived to make room: {names}.",
    search_label: "Search the memories",
    search: "Search",
    which: "Which memories",
    all: "All current",
    facts: "Facts",
    waiting: "Waiting for you",
    summaries: "Summaries",
    archive: "Archive",
    order: "Order",
    newest: "Newest first",
    oldest: "Oldest first",
    most_used: "Most used first",
    never_used: "Never used first",
    none: "Nothing here.",
    none_yet: "Nothing is remembered yet. Write a fact above, or let the model propose some while you talk.",
    none_found: "No memory fits. Try fewer words or another kind.",
    pager: "Pages",
    before: "Before",
    next: "Next",
    place: "Page {page} of {pages}, {count}",
    about_you: "About you",
    pinned: "Pinned",
    label: "The memory",
    pin: "Pin",
    unpin: "Unpin",
    to_archive: "Archive",
    keep: "Keep",
    drop: "Drop",
    restore: "Restore",
    source: "Source",
    changed: "Changed.",
    deleted: "Deleted.",
    archived: "Moved to the archive.",
    kept: "Kept in memory.",
    dropped: "Not kept.",
    restored: "Back from the archive.",
    now_pinned: "Pinned: it is never archived by itself.",
    now_unpinned: "No longer pinned.",
    by_you: "written by you",
    made: "since {when}",
    used: Counted { one: "used once", few: "", many: "", other: "used {n} times" },
    last_used: "last on {when}",
    unused: "never used",
    alike: Counted { one: "{n} pair says nearly the same", few: "", many: "", other: "{n} pairs say nearly the same" },
    alike_hint: "Choose which wording stays; the other goes. If both are true, leave them.",
    keep_short: "Keep this one",
    merged: "Merged into one.",
    summary: "Summary",
    to_summary: "Open in Summaries",
};

static UK: Memories = Memories {
    title: "Спогади",
    intro: "Факти, які знає кожна розмова. Вони зберігаються лише в цьому браузері.",
    cap: "{kept} з {cap} збережено",
    cap_hint: "Коли місце скінчиться, найменш потрібний незакріплений спогад піде до архіву: введене вами — після сказаного моделлю.",
    cap_hint_oldest: "Коли місце скінчиться, найстаріший незакріплений спогад піде до архіву: введене вами — після сказаного моделлю.",
    new: "Факт, який варто запам’ятати",
    add: "Додати",
    remembered: "Запам’ятовано: {text}",
    made_room: "Перенесено до архіву, щоб звільнити місце: {names}.",
    search_label: "Пошук серед спогадів",
    search: "Пошук",
    which: "Які спогади",
    all: "Усі чинні",
    facts: "Факти",
    waiting: "Чекають на вас",
    summaries: "Підсумки",
    archive: "Архів",
    order: "Порядок",
    newest: "Спершу нові",
    oldest: "Спершу старі",
    most_used: "Спершу найуживаніші",
    never_used: "Спершу невживані",
    none: "Тут нічого немає.",
    none_yet: "Ще нічого не запам’ятовано. Напишіть факт угорі або дайте моделі запропонувати їх під час розмови.",
    none_found: "Жоден спогад не підходить. Спробуйте менше слів або інший вид.",
    pager: "Сторінки",
    before: "Назад",
    next: "Далі",
    place: "Сторінка {page} з {pages}, {count}",
    about_you: "Про вас",
    pinned: "Закріплено",
    label: "Спогад",
    pin: "Закріпити",
    unpin: "Відкріпити",
    to_archive: "До архіву",
    keep: "Залишити",
    drop: "Відкинути",
    restore: "Відновити",
    source: "Джерело",
    changed: "Змінено.",
    deleted: "Видалено.",
    archived: "Переміщено до архіву.",
    kept: "Залишено в пам’яті.",
    dropped: "Не збережено.",
    restored: "Повернуто з архіву.",
    now_pinned: "Закріплено: сам по собі до архіву не піде.",
    now_unpinned: "Більше не закріплено.",
    by_you: "написали ви",
    made: "з {when}",
    used: Counted {
        one: "ужито {n} раз", few: "ужито {n} рази", many: "ужито {n} разів", other: "ужито {n} раза"
    },
    last_used: "востаннє {when}",
    unused: "не вживався",
    alike: Counted {
        one: "{n} пара каже майже те саме",
        few: "{n} пари кажуть майже те саме",
        many: "{n} пар кажуть майже те саме",
        other: "{n} пари каже майже те саме",
    },
    alike_hint: "Оберіть, яке формулювання лишити; інше зникне. Якщо обидва правдиві, залиште як є.",
    keep_short: "Лишити цей",
    merged: "Об’єднано в один.",
    summary: "Підсумок",
    to_summary: "Відкрити в підсумках",
};

static RU: Memories = Memories {
    title: "Воспоминания",
    intro: "Факты, которые знает каждый разговор. Они хранятся только в этом браузере.",
    cap: "{kept} из {cap} сохранено",
    cap_hint: "Когда место закончится, наименее нужное незакреплённое воспоминание уйдёт в архив: введённое вами — после сказанного моделью.",
    cap_hint_oldest: "Когда место закончится, самое старое незакреплённое воспоминание уйдёт в архив: введённое вами — после сказанного моделью.",
    new: "Факт, который стоит запомнить",
    add: "Добавить",
    remembered: "Запомнено: {text}",
    made_room: "Перенесено в архив, чтобы освободить место: {names}.",
    search_label: "Поиск по воспоминаниям",
    search: "Поиск",
    which: "Какие воспоминания",
    all: "Все действующие",
    facts: "Факты",
    waiting: "Ждут вас",
    summaries: "Сводки",
    archive: "Архив",
    order: "Порядок",
    newest: "Сначала новые",
    oldest: "Сначала старые",
    most_used: "Сначала самые нужные",
    never_used: "Сначала ненужные",
    none: "Здесь ничего нет.",
    none_yet: "Пока ничего не запомнено. Напишите факт выше или дайте модели предложить их во время разговора.",
    none_found: "Ни одно воспоминание не подходит. Попробуйте меньше слов или другой вид.",
    pager: "Страницы",
    before: "Назад",
    next: "Дальше",
    place: "Страница {page} из {pages}, {count}",
    about_you: "О вас",
    pinned: "Закреплено",
    label: "Воспоминание",
    pin: "Закрепить",
    unpin: "Открепить",
    to_archive: "В архив",
    keep: "Оставить",
    drop: "Отклонить",
    restore: "Восстановить",
    source: "Источник",
    changed: "Изменено.",
    deleted: "Удалено.",
    archived: "Перемещено в архив.",
    kept: "Оставлено в памяти.",
    dropped: "Не сохранено.",
    restored: "Возвращено из архива.",
    now_pinned: "Закреплено: само по себе в архив не уйдёт.",
    now_unpinned: "Больше не закреплено.",
    by_you: "написали вы",
    made: "с {when}",
    used: Counted {
        one: "использовано {n} раз",
        few: "использовано {n} раза",
        many: "использовано {n} раз",
        other: "использовано {n} раза",
    },
    last_used: "последний раз {when}",
    unused: "не использовалось",
    alike: Counted {
        one: "{n} пара говорит почти одно и то же",
        few: "{n} пары говорят почти одно и то же",
        many: "{n} пар говорят почти одно и то же",
        other: "{n} пары говорит почти одно и то же",
    },
    alike_hint: "Выберите, какую формулировку оставить; другая исчезнет. Если обе верны, оставьте как есть.",
    keep_short: "Оставить это",
    merged: "Объединено в одно.",
    summary: "Сводка",
    to_summary: "Открыть в сводках",
};
