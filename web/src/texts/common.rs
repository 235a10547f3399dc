//! What is said in many places: buttons, and counts of things.

use super::{Counted, Pick, language};

/// Buttons and counts.
pub struct Common {
    /// Closes a dialog.
    pub close: &'static str,
    /// Leaves without a change.
    pub cancel: &'static str,
    /// Keeps what was changed.
    pub save: &'static str,
    /// Takes the last change back.
    pub undo: &'static str,
    /// Begins to change something.
    pub edit: &'static str,
    /// Deletes; it can be undone.
    pub delete: &'static str,
    /// Puts on the clipboard.
    pub copy: &'static str,
    /// It is on the clipboard.
    pub copied: &'static str,
    /// Tries again.
    pub retry: &'static str,
    /// Of messages.
    pub messages: Counted,
    /// Of tokens.
    pub tokens: Counted,
    /// Of memories.
    pub memories: Counted,
}

/// Buttons and counts, in the language of the page.
pub fn common() -> &'static Common {
    language().pick(&EN, &UK, &RU)
}

static EN: Common = Common {
    close: "Close",
    cancel: "Cancel",
    save: "Save",
    undo: "Undo",
    edit: "Edit",
    delete: "Delete",
    copy: "Copy",
    copied: "Copied",
    retry: "Retry",
    messages: Counted { one: "{n} message", few: "", many: "", other: "{n} messages" },
    tokens: Counted { one: "{n} token", few: "", many: "", other: "{n} tokens" },
    memories: Counted { one: "{n} memory", few: "", many: "", other: "{n} memories" },
};

static UK: Common = Common {
    close: "Закрити",
    cancel: "Скасувати",
    save: "Зберегти",
    undo: "Повернути",
    edit: "Змінити",
    delete: "Видалити",
    copy: "Копіювати",
    copied: "Скопійовано",
    retry: "Ще раз",
    messages: Counted {
        one: "{n} повідомлення",
        few: "{n} повідомлення",
        many: "{n} повідомлень",
        other: "{n} повідомлення",
    },
    tokens: Counted {
        one: "{n} токен", few: "{n} токени", many: "{n} токенів", other: "{n} токена"
    },
    memories: Counted {
        one: "{n} спогад", few: "{n} спогади", many: "{n} спогадів", other: "{n} спогаду"
    },
};

static RU: Common = Common {
    close: "Закрыть",
    cancel: "Отмена",
    save: "Сохранить",
    undo: "Вернуть",
    edit: "Изменить",
    delete: "Удалить",
    copy: "Копировать",
    copied: "Скопировано",
    retry: "Ещё раз",
    messages: Counted {
        one: "{n} сообщение", few: "{n} сообщения", many: "{n} сообщений", other: "{n} сообщения"
    },
    tokens: Counted {
        one: "{n} токен", few: "{n} токена", many: "{n} токенов", other: "{n} токена"
    },
    memories: Counted {
        one: "{n} воспоминание",
        few: "{n} воспоминания",
        many: "{n} воспоминаний",
        other: "{n} воспоминания",
    },
};
