//! What the page of the summaries says.

use super::{Counted, Pick, language};

/// The words of the summaries.
pub struct Summaries {
    /// The title.
    pub title: &'static str,
    /// What it is.
    pub intro: &'static str,
    /// Names the choice.
    pub which: &'static str,
    /// All that are not replaced.
    pub current: &'static str,
    /// Those of this conversation.
    pub here: &'static str,
    /// Those of days.
    pub of_days: &'static str,
    /// The replaced ones.
    pub replaced_all: &'static str,
    /// There is none.
    pub none: &'static str,
    /// There is none of this choice.
    pub none_such: &'static str,
    /// How many there are.
    pub count: Counted,
    /// A compressed one.
    pub compressed: &'static str,
    /// One of the last days.
    pub recent: &'static str,
    /// One of the last weeks.
    pub long: &'static str,
    /// It spans all conversations.
    pub everywhere: &'static str,
    /// A conversation without a title.
    pub untitled: &'static str,
    /// It is sent.
    pub in_force: &'static str,
    /// Another one took its place.
    pub replaced: &'static str,
    /// It is left out.
    pub stale: &'static str,
    /// It is left out because of the settings.
    pub off: &'static str,
    /// Why it is stale.
    pub stale_forgotten: &'static str,
    /// Why it is stale.
    pub stale_muted: &'static str,
    /// Why it is stale.
    pub stale_branch: &'static str,
    /// Why it is stale.
    pub stale_within: &'static str,
    /// It was changed by hand: `{when}`.
    pub edited: &'static str,
    /// No model made it.
    pub extractive: &'static str,
    /// Its size: `{before}`, `{after}`.
    pub tokens: &'static str,
    /// Opens the sources.
    pub sources: Counted,
    /// A source was erased.
    pub source_gone: &'static str,
    /// Shows more of them.
    pub more: &'static str,
    /// Who said it.
    pub you: &'static str,
    /// Who said it.
    pub reply: &'static str,
    /// Opens a message.
    pub go: &'static str,
    /// Names the field.
    pub edit_label: &'static str,
    /// What editing does.
    pub edit_hint: &'static str,
    /// Names the field.
    pub priority: &'static str,
    /// What it does.
    pub priority_hint: &'static str,
    /// It is not the usual one: `{n}`.
    pub priority_is: &'static str,
    /// It was changed.
    pub changed: &'static str,
    /// Makes it again.
    pub rebuild: &'static str,
    /// It is being made.
    pub rebuilding: &'static str,
    /// It is made.
    pub rebuilt: &'static str,
    /// It is made without a model.
    pub rebuilt_without: &'static str,
    /// Another one is being made.
    pub busy: &'static str,
    /// Brings its messages back.
    pub uncompress: &'static str,
    /// They are back.
    pub uncompressed: &'static str,
    /// It was deleted.
    pub deleted: &'static str,
    /// The part about what comes next.
    pub next: &'static str,
    /// Nothing is done.
    pub idle: &'static str,
    /// Names the next one.
    pub next_recent: &'static str,
    /// Names the next one.
    pub next_long: &'static str,
    /// Names the next one.
    pub next_compression: &'static str,
    /// Names one that was refused, of any conversation.
    pub next_compression_of: &'static str,
    /// Names the search for facts.
    pub next_facts: &'static str,
    /// The job that finds a title.
    pub next_title: &'static str,
    /// Days are off.
    pub days_off: &'static str,
    /// It is due.
    pub when_idle: &'static str,
    /// It is due then: `{when}`.
    pub when_after: &'static str,
    /// It waits for something new.
    pub when_messages: &'static str,
    /// Never.
    pub growth_off: &'static str,
    /// After so many.
    pub growth_messages: Counted,
    /// On limit.
    pub growth_limit: Counted,
    /// It was refused: `{why}`, `{when}`.
    pub refused: &'static str,
    /// It was refused, and is not tried again by itself: `{why}`.
    pub given_up: &'static str,
}

/// The words of the summaries, in the language of the page.
pub fn summaries() -> &'static Summaries {
    language().pick(&EN, &UK, &RU)
}

static EN: Summaries = Summaries {
    title: "Summaries",
    intro: "Texts that stand for messages in the prompt. Each names the messages it was made from; those stay stored.",
    which: "Which summaries",
    current: "All current",
    here: "This conversation",
    of_days: "Of the last days",
    replaced_all: "Replaced",
    none: "No summary yet. Long conversations are summed up by themselves; /compress and /summarize do it now.",
    none_such: "None of this kind.",
    count: Counted { one: "{n} summary", few: "", many: "", other: "{n} summaries" },
    compressed: "Compressed history",
    recent: "Last days",
    long: "Last weeks",
    everywhere: "all conversations",
    untitled: "a conversation without a title",
    in_force: "In force",
    replaced: "Replaced",
    stale: "Left out",
    off: "Not sent: summaries of days are off in the settings.",
    stale_forgotten: "It covers what was forgotten since. It will be made again without that.",
    stale_muted: "It was made from a message that was muted since. It will be made again without it.",
    stale_branch: "It covers messages of a branch that is not active any more.",
    stale_within: "Another summary in force covers all of it.",
    edited: "edited by you, {when}",
    extractive: "from its own sentences, without a model",
    tokens: "{before} → {after} tokens",
    sources: Counted { one: "{n} source message", few: "", many: "", other: "{n} source messages" },
    source_gone: "This message was erased.",
    more: "Show more",
    you: "You",
    reply: "Reply",
    go: "Go to the message",
    edit_label: "The words of the summary",
    edit_hint: "It stays tied to its sources, and is made anew when they change or its time comes.",
    priority: "Priority",
    priority_hint: "0 to 100. Where there is no room for all summaries, the lowest is left out first. The next summary of days goes by the settings again.",
    priority_is: "priority {n}",
    changed: "The summary is changed.",
    rebuild: "Rebuild",
    rebuilding: "The summary is being made again. You can go on meanwhile.",
    rebuilt: "The summary is made again from its messages.",
    rebuilt_without: "The summary is made again, of its own sentences because no model could make one.",
    busy: "A summary is being made already. Try again when it is done.",
    uncompress: "Uncompress",
    uncompressed: "Its messages are sent word for word again.",
    deleted: "The summary is deleted. Its messages stay stored.",
    next: "What comes next",
    idle: "Nothing is being made.",
    next_recent: "Summary of the last days",
    next_long: "Summary of the last weeks",
    next_compression: "Compression of this conversation",
    next_compression_of: "Compression",
    next_facts: "Looking for facts",
    next_title: "Finding a title",
    days_off: "Summaries of days are off. The settings, or /preset layered, turn them on.",
    when_idle: "due: it is made when the page is idle",
    when_after: "after {when}, if something new is said",
    when_messages: "when something new is said",
    growth_off: "off: only /compress does it",
    growth_messages: Counted { one: "after {n} more message", few: "", many: "", other: "after {n} more messages" },
    growth_limit: Counted {
        one: "when at least {n} message is outside the window",
        few: "",
        many: "",
        other: "when at least {n} messages are outside the window",
    },
    refused: "Refused: {why} Tried again after {when}.",
    given_up: "Refused: {why}",
};

static UK: Summaries = Summaries {
    title: "Підсумки",
    intro: "Тексти, які заступають повідомлення в запиті. Кожен називає повідомлення, з яких зроблений; самі вони зберігаються.",
    which: "Які підсумки",
    current: "Усі чинні",
    here: "Ця розмова",
    of_days: "За останні дні",
    replaced_all: "Замінені",
    none: "Підсумків ще немає. Довгі розмови підсумовуються самі; /compress і /summarize роблять це зараз.",
    none_such: "Таких немає.",
    count: Counted {
        one: "{n} підсумок", few: "{n} підсумки", many: "{n} підсумків", other: "{n} підсумку"
    },
    compressed: "Стиснута історія",
    recent: "Останні дні",
    long: "Останні тижні",
    everywhere: "усі розмови",
    untitled: "розмова без назви",
    in_force: "Чинний",
    replaced: "Замінений",
    stale: "Пропущений",
    off: "Не надсилається: підсумки за дні вимкнено в налаштуваннях.",
    stale_forgotten: "Охоплює те, що відтоді забуто. Буде зроблений наново без цього.",
    stale_muted: "Зроблений з повідомлення, яке відтоді заглушено. Буде зроблений наново без нього.",
    stale_branch: "Охоплює повідомлення гілки, яка більше не активна.",
    stale_within: "Інший чинний підсумок охоплює все це.",
    edited: "змінено вами, {when}",
    extractive: "з власних речень, без моделі",
    tokens: "{before} → {after} токенів",
    sources: Counted {
        one: "{n} повідомлення-джерело",
        few: "{n} повідомлення-джерела",
        many: "{n} повідомлень-джерел",
        other: "{n} повідомлення-джерела",
    },
    source_gone: "Це повідомлення стерто.",
    more: "Показати ще",
    you: "Ви",
    reply: "Відповідь",
    go: "Перейти до повідомлення",
    edit_label: "Текст підсумку",
    edit_hint: "Він лишається пов’язаним із джерелами й буде зроблений наново, коли вони зміняться або настане час.",
    priority: "Пріоритет",
    priority_hint: "Від 0 до 100. Якщо для всіх підсумків немає місця, спершу відпадає найнижчий. Наступний підсумок за дні знову матиме пріоритет із налаштувань.",
    priority_is: "пріоритет {n}",
    changed: "Підсумок змінено.",
    rebuild: "Зробити наново",
    rebuilding: "Підсумок робиться наново. Тим часом можна продовжувати.",
    rebuilt: "Підсумок зроблено наново з його повідомлень.",
    rebuilt_without: "Підсумок зроблено наново з власних речень, бо модель не змогла.",
    busy: "Підсумок уже робиться. Спробуйте, коли буде готово.",
    uncompress: "Розгорнути",
    uncompressed: "Його повідомлення знову надсилаються дослівно.",
    deleted: "Підсумок видалено. Його повідомлення зберігаються.",
    next: "Що буде далі",
    idle: "Зараз нічого не робиться.",
    next_recent: "Підсумок за останні дні",
    next_long: "Підсумок за останні тижні",
    next_compression: "Стиснення цієї розмови",
    next_compression_of: "Стиснення",
    next_facts: "Пошук фактів",
    next_title: "Пошук назви",
    days_off: "Підсумки за дні вимкнено. Їх вмикають налаштування або /preset layered.",
    when_idle: "настав час: буде зроблений, коли сторінка вільна",
    when_after: "після {when}, якщо буде сказано щось нове",
    when_messages: "коли буде сказано щось нове",
    growth_off: "вимкнено: лише за командою /compress",
    growth_messages: Counted {
        one: "ще через {n} повідомлення",
        few: "ще через {n} повідомлення",
        many: "ще через {n} повідомлень",
        other: "ще через {n} повідомлення",
    },
    growth_limit: Counted {
        one: "коли поза вікном щонайменше {n} повідомлення",
        few: "коли поза вікном щонайменше {n} повідомлення",
        many: "коли поза вікном щонайменше {n} повідомлень",
        other: "коли поза вікном щонайменше {n} повідомлення",
    },
    refused: "Відмовлено: {why} Наступна спроба після {when}.",
    given_up: "Відмовлено: {why}",
};

static RU: Summaries = Summaries {
    title: "Сводки",
    intro: "Тексты, которые заменяют сообщения в запросе. Каждый называет сообщения, из которых сделан; сами они хранятся.",
    which: "Какие сводки",
    current: "Все действующие",
    here: "Этот разговор",
    of_days: "За последние дни",
    replaced_all: "Заменённые",
    none: "Сводок пока нет. Длинные разговоры сводятся сами; /compress и /summarize делают это сейчас.",
    none_such: "Таких нет.",
    count: Counted {
        one: "{n} сводка", few: "{n} сводки", many: "{n} сводок", other: "{n} сводки"
    },
    compressed: "Сжатая история",
    recent: "Последние дни",
    long: "Последние недели",
    everywhere: "все разговоры",
    untitled: "разговор без названия",
    in_force: "Действует",
    replaced: "Заменена",
    stale: "Пропущена",
    off: "Не отправляется: сводки за дни выключены в настройках.",
    stale_forgotten: "Охватывает то, что с тех пор забыто. Будет сделана заново без этого.",
    stale_muted: "Сделана из сообщения, которое с тех пор заглушено. Будет сделана заново без него.",
    stale_branch: "Охватывает сообщения ветки, которая больше не активна.",
    stale_within: "Другая действующая сводка охватывает всё это.",
    edited: "изменена вами, {when}",
    extractive: "из своих предложений, без модели",
    tokens: "{before} → {after} токенов",
    sources: Counted {
        one: "{n} исходное сообщение",
        few: "{n} исходных сообщения",
        many: "{n} исходных сообщений",
        other: "{n} исходного сообщения",
    },
    source_gone: "Это сообщение стёрто.",
    more: "Показать ещё",
    you: "Вы",
    reply: "Ответ",
    go: "Перейти к сообщению",
    edit_label: "Текст сводки",
    edit_hint: "Она остаётся связанной с источниками и будет сделана заново, когда они изменятся или придёт время.",
    priority: "Приоритет",
    priority_hint: "От 0 до 100. Если для всех сводок нет места, сначала отпадает самый низкий. У следующей сводки за дни снова будет приоритет из настроек.",
    priority_is: "приоритет {n}",
    changed: "Сводка изменена.",
    rebuild: "Сделать заново",
    rebuilding: "Сводка делается заново. Тем временем можно продолжать.",
    rebuilt: "Сводка сделана заново из её сообщений.",
    rebuilt_without: "Сводка сделана заново из своих предложений, потому что модель не смогла.",
    busy: "Сводка уже делается. Попробуйте, когда будет готово.",
    uncompress: "Развернуть",
    uncompressed: "Её сообщения снова отправляются дословно.",
    deleted: "Сводка удалена. Её сообщения хранятся.",
    next: "Что дальше",
    idle: "Сейчас ничего не делается.",
    next_recent: "Сводка за последние дни",
    next_long: "Сводка за последние недели",
    next_compression: "Сжатие этого разговора",
    next_compression_of: "Сжатие",
    next_facts: "Поиск фактов",
    next_title: "Поиск названия",
    days_off: "Сводки за дни выключены. Их включают настройки или /preset layered.",
    when_idle: "пора: будет сделана, когда страница свободна",
    when_after: "после {when}, если будет сказано что-то новое",
    when_messages: "когда будет сказано что-то новое",
    growth_off: "выключено: только по команде /compress",
    growth_messages: Counted {
        one: "ещё через {n} сообщение",
        few: "ещё через {n} сообщения",
        many: "ещё через {n} сообщений",
        other: "ещё через {n} сообщения",
    },
    growth_limit: Counted {
        one: "когда вне окна не меньше {n} сообщения",
        few: "когда вне окна не меньше {n} сообщений",
        many: "когда вне окна не меньше {n} сообщений",
        other: "когда вне окна не меньше {n} сообщения",
    },
    refused: "Отказано: {why} Следующая попытка после {when}.",
    given_up: "Отказано: {why}",
};
