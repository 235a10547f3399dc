//! What the inspector says of what can be seen and done: the sides of the page, sources, changes, and what brings in what
//! was left out.

use super::{Counted, Pick, language};

/// The sentences.
pub struct Inspection {
    /// The tab with the words.
    pub text: &'static str,
    /// The tab with the bytes.
    pub json: &'static str,
    /// The tab with what changed.
    pub compare: &'static str,
    /// What the tabs are called.
    pub tabs: &'static str,
    /// Whether the bytes are shown without line breaks.
    pub as_sent: &'static str,
    /// What the bytes are.
    pub json_note: &'static str,
    /// What the bytes are for the model in the page.
    pub in_page_note: &'static str,
    /// Saves as a file.
    pub save: &'static str,
    /// It is saved.
    pub saved: &'static str,
    /// It could not be saved.
    pub not_saved: &'static str,
    /// It could not be copied.
    pub not_copied: &'static str,
    /// Shows a long text whole.
    pub show_all: &'static str,
    /// Shows the rest of a list.
    pub show_rest: &'static str,
    /// A size.
    pub kilobytes: &'static str,
    /// Messages that are counted and not listed.
    pub not_listed: Counted,
    /// Leads to a message.
    pub go_to_message: &'static str,
    /// Leads to memories.
    pub go_to_memories: &'static str,
    /// Leads to the settings.
    pub go_to_settings: &'static str,
    /// Leads to the changes.
    pub see_changes: &'static str,
    /// There is nothing to compare with.
    pub no_earlier: &'static str,
    /// Nothing changed.
    pub identical: &'static str,
    /// It goes elsewhere.
    pub other_model: &'static str,
    /// How much of the beginning is the same.
    pub reused: &'static str,
    /// Where the words part.
    pub first_byte: &'static str,
    /// What stood there before.
    pub then: &'static str,
    /// What stands there.
    pub now: &'static str,
    /// Nothing stood there.
    pub ended: &'static str,
    /// Nothing stands there any more.
    pub ends: &'static str,
    /// The heading of the layers.
    pub layer: &'static str,
    /// The heading of what became of them.
    pub change: &'static str,
    /// A layer is the same.
    pub same: &'static str,
    /// A layer changed.
    pub changed: &'static str,
    /// A layer is new.
    pub new: &'static str,
    /// A layer is gone.
    pub gone: &'static str,
    /// Shows the request before.
    pub show_before: &'static str,
    /// Unmutes.
    pub unmute: &'static str,
    /// Pins.
    pub pin: &'static str,
    /// Pins a memory.
    pub pin_memory: &'static str,
    /// Takes a forget back.
    pub remember: &'static str,
    /// Makes a summary again.
    pub make_again: &'static str,
    /// Raises a limit.
    pub more_room: &'static str,
    /// Nothing is to be done.
    pub is_sent: &'static str,
    /// Nothing can be done.
    pub no_words: &'static str,
    /// Nothing can be done.
    pub tool_call: &'static str,
    /// Nothing can be done.
    pub other_sees: &'static str,
}

/// The sentences, in the language of the page.
pub fn inspection() -> &'static Inspection {
    language().pick(&EN, &UK, &RU)
}

static EN: Inspection = Inspection {
    text: "Text",
    json: "JSON",
    compare: "Changes",
    tabs: "Sides of the request",
    as_sent: "Exactly as sent",
    json_note: "The body of the request, byte for byte. A key travels in a header and is no part of it.",
    in_page_note: "The model in this page is asked without a network. This is the request as it is handed over.",
    save: "Save as a file",
    saved: "Saved as {name}.",
    not_saved: "The browser did not let the page save a file.",
    not_copied: "The browser did not let the page copy. Select the text and copy it yourself.",
    show_all: "Show all, {size}",
    show_rest: "Show {n} more",
    kilobytes: "{n} KB",
    not_listed: Counted {
        one: "{n} older message is not listed. Search finds it.",
        few: "",
        many: "",
        other: "{n} older messages are not listed. Search finds them.",
    },
    go_to_message: "Go to the message",
    go_to_memories: "Open the memories",
    go_to_settings: "Open the settings",
    see_changes: "See what changed",
    no_earlier: "There is no earlier request of this conversation to compare with.",
    identical: "Word for word the same as the request before.",
    other_model: "The request before went to another model, so nothing that was computed for it can be reused.",
    reused: "{share} of the prompt begins like the request before: about {tokens} that need not be read again.",
    first_byte: "The first byte that changed is number {byte} of {bytes}, in {layer}.",
    then: "Before",
    now: "Now",
    ended: "The request ended here.",
    ends: "The request ends here.",
    layer: "Layer",
    change: "Change",
    same: "same",
    changed: "changed",
    new: "new",
    gone: "gone",
    show_before: "Show the request before",
    unmute: "Include: unmute",
    pin: "Include: pin",
    pin_memory: "Include: pin the memory",
    remember: "Include: remember",
    make_again: "Include: make it again",
    more_room: "Change the limits",
    is_sent: "It is sent in another place.",
    no_words: "There is nothing in it to send.",
    tool_call: "Tool calls go with their turn and cannot be pinned.",
    other_sees: "Another model may take it.",
};

static UK: Inspection = Inspection {
    text: "Текст",
    json: "JSON",
    compare: "Зміни",
    tabs: "Сторони запиту",
    as_sent: "Точно як надіслано",
    json_note: "Тіло запиту, байт у байт. Ключ передається в заголовку і до тіла не входить.",
    in_page_note: "Модель на цій сторінці питають без мережі. Це запит у тому вигляді, в якому його передано.",
    save: "Зберегти у файл",
    saved: "Збережено як {name}.",
    not_saved: "Браузер не дозволив сторінці зберегти файл.",
    not_copied: "Браузер не дозволив сторінці копіювати. Виділіть текст і скопіюйте його самі.",
    show_all: "Показати все, {size}",
    show_rest: "Показати ще {n}",
    kilobytes: "{n} КБ",
    not_listed: Counted {
        one: "Ще {n} давніше повідомлення не показано. Його знайде пошук.",
        few: "Ще {n} давніші повідомлення не показано. Їх знайде пошук.",
        many: "Ще {n} давніших повідомлень не показано. Їх знайде пошук.",
        other: "Ще {n} давнішого повідомлення не показано. Його знайде пошук.",
    },
    go_to_message: "До повідомлення",
    go_to_memories: "До спогадів",
    go_to_settings: "До налаштувань",
    see_changes: "Побачити, що змінилося",
    no_earlier: "Немає давнішого запиту цієї розмови, з яким порівняти.",
    identical: "Слово в слово те саме, що й попередній запит.",
    other_model: "Попередній запит пішов до іншої моделі, тож нічого з обчисленого для нього не стане в пригоді.",
    reused: "{share} запиту починається так само, як попередній: близько {tokens} не доведеться читати знову.",
    first_byte: "Перший змінений байт — {byte}-й з {bytes}, шар «{layer}».",
    then: "Було",
    now: "Стало",
    ended: "Тут запит закінчувався.",
    ends: "Тут запит закінчується.",
    layer: "Шар",
    change: "Зміна",
    same: "те саме",
    changed: "змінено",
    new: "новий",
    gone: "зник",
    show_before: "Показати попередній запит",
    unmute: "Додати: зняти заглушення",
    pin: "Додати: закріпити",
    pin_memory: "Додати: закріпити спогад",
    remember: "Додати: пригадати",
    make_again: "Додати: зробити знову",
    more_room: "Змінити межі",
    is_sent: "Надсилається в іншому місці.",
    no_words: "Надсилати тут нічого.",
    tool_call: "Виклики інструментів ідуть разом зі своїм ходом, їх не закріпити.",
    other_sees: "Це може прийняти інша модель.",
};

static RU: Inspection = Inspection {
    text: "Текст",
    json: "JSON",
    compare: "Изменения",
    tabs: "Стороны запроса",
    as_sent: "Точно как отправлено",
    json_note: "Тело запроса, байт в байт. Ключ передаётся в заголовке и в тело не входит.",
    in_page_note: "Модель на этой странице спрашивают без сети. Это запрос в том виде, в котором он передан.",
    save: "Сохранить в файл",
    saved: "Сохранено как {name}.",
    not_saved: "Браузер не дал странице сохранить файл.",
    not_copied: "Браузер не дал странице копировать. Выделите текст и скопируйте его сами.",
    show_all: "Показать всё, {size}",
    show_rest: "Показать ещё {n}",
    kilobytes: "{n} КБ",
    not_listed: Counted {
        one: "Ещё {n} более раннее сообщение не показано. Его найдёт поиск.",
        few: "Ещё {n} более ранних сообщения не показаны. Их найдёт поиск.",
        many: "Ещё {n} более ранних сообщений не показано. Их найдёт поиск.",
        other: "Ещё {n} более раннего сообщения не показано. Их найдёт поиск.",
    },
    go_to_message: "К сообщению",
    go_to_memories: "К воспоминаниям",
    go_to_settings: "К настройкам",
    see_changes: "Посмотреть, что изменилось",
    no_earlier: "Нет более раннего запроса этого разговора, с которым сравнить.",
    identical: "Слово в слово то же, что и предыдущий запрос.",
    other_model: "Предыдущий запрос ушёл другой модели, поэтому ничего из вычисленного для него не пригодится.",
    reused: "{share} запроса начинается так же, как предыдущий: около {tokens} не придётся читать снова.",
    first_byte: "Первый изменившийся байт — {byte}-й из {bytes}, слой «{layer}».",
    then: "Было",
    now: "Стало",
    ended: "Здесь запрос заканчивался.",
    ends: "Здесь запрос заканчивается.",
    layer: "Слой",
    change: "Изменение",
    same: "то же",
    changed: "изменён",
    new: "новый",
    gone: "исчез",
    show_before: "Показать предыдущий запрос",
    unmute: "Включить: снять заглушение",
    pin: "Включить: закрепить",
    pin_memory: "Включить: закрепить воспоминание",
    remember: "Включить: вспомнить",
    make_again: "Включить: сделать заново",
    more_room: "Изменить пределы",
    is_sent: "Отправляется в другом месте.",
    no_words: "Отправлять здесь нечего.",
    tool_call: "Вызовы инструментов идут вместе со своим ходом, их не закрепить.",
    other_sees: "Это может принять другая модель.",
};
