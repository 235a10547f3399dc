//! What the list of messages says.

use super::{Counted, Pick, language};

/// The list of messages.
pub struct List {
    /// The name of the part of the page.
    pub region: &'static str,
    /// The name of the list in it.
    pub messages: &'static str,
    /// Reads on above.
    pub older: &'static str,
    /// Reads on below.
    pub newer: &'static str,
    /// In the divider of `/forget`, before Undo.
    pub forgotten: &'static str,
    /// What the divider is called.
    pub forgotten_above: &'static str,
    /// Leads to the end.
    pub to_end: &'static str,
    /// The same in a tooltip.
    pub to_end_short: &'static str,
    /// What came in at the end meanwhile.
    pub new_messages: Counted,
    /// A message that was looked for is not in the branch on screen.
    pub not_here: &'static str,
}

/// What the list of messages says, in the language of the page.
pub fn list() -> &'static List {
    language().pick(&EN, &UK, &RU)
}

static EN: List = List {
    region: "Conversation",
    messages: "Messages",
    older: "Show older messages",
    newer: "Show newer messages",
    forgotten: "Forgotten: the model starts afresh here.",
    forgotten_above: "Forgotten above this line",
    to_end: "To the end of the conversation",
    to_end_short: "To the end",
    new_messages: Counted { one: "{n} new message", few: "", many: "", other: "{n} new messages" },
    not_here: "This message is not on the branch that is open. Switch the branch where the conversation parts to see it.",
};

static UK: List = List {
    region: "Розмова",
    messages: "Повідомлення",
    older: "Показати старіші повідомлення",
    newer: "Показати новіші повідомлення",
    forgotten: "Забуто: звідси модель починає з чистого аркуша.",
    forgotten_above: "Усе вище цієї лінії забуто",
    to_end: "До кінця розмови",
    to_end_short: "До кінця",
    new_messages: Counted {
        one: "{n} нове повідомлення",
        few: "{n} нові повідомлення",
        many: "{n} нових повідомлень",
        other: "{n} нового повідомлення",
    },
    not_here: "Цього повідомлення немає на відкритій гілці. Щоб його побачити, перемкніть гілку там, де розмова розходиться.",
};

static RU: List = List {
    region: "Разговор",
    messages: "Сообщения",
    older: "Показать более ранние сообщения",
    newer: "Показать более поздние сообщения",
    forgotten: "Забыто: отсюда модель начинает с чистого листа.",
    forgotten_above: "Всё выше этой черты забыто",
    to_end: "В конец разговора",
    to_end_short: "В конец",
    new_messages: Counted {
        one: "{n} новое сообщение",
        few: "{n} новых сообщения",
        many: "{n} новых сообщений",
        other: "{n} нового сообщения",
    },
    not_here: "Этого сообщения нет на открытой ветке. Чтобы его увидеть, переключите ветку там, где разговор расходится.",
};
