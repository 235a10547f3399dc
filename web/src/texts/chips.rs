//! What is said on the chips: what tools did with memories and tasks.

use super::{Pick, language};

/// The chips.
pub struct ChipTexts {
    /// The list of them.
    pub list: &'static str,
    /// The field in which one is edited.
    pub edit_label: &'static str,
    /// Keeps what is proposed.
    pub keep: &'static str,
    /// Keeps nothing.
    pub drop: &'static str,
    /// It was kept.
    pub kept_notice: &'static str,
    /// It was kept in other words.
    pub edited_notice: &'static str,
    /// It was not kept.
    pub dropped_notice: &'static str,
    /// A fact is proposed.
    pub proposed: &'static str,
    /// A fact was kept.
    pub kept: &'static str,
    /// A field of the user data was filled.
    pub saved: &'static str,
    /// It was not.
    pub dropped: &'static str,
    /// A memory was changed.
    pub changed: &'static str,
    /// It was there.
    pub known: &'static str,
    /// It went to the archive.
    pub archived: &'static str,
    /// It was deleted.
    pub deleted: &'static str,
    /// A task was added.
    pub task_added: &'static str,
    /// A task was done.
    pub task_done: &'static str,
    /// It was refused.
    pub refused: &'static str,
}

/// The chips, in the language of the page.
pub fn chips() -> &'static ChipTexts {
    language().pick(&EN, &UK, &RU)
}

static EN: ChipTexts = ChipTexts {
    list: "What was noted",
    edit_label: "What to remember",
    keep: "Keep",
    drop: "Drop",
    kept_notice: "Kept in memory.",
    edited_notice: "Kept in memory, in your words.",
    dropped_notice: "Not kept.",
    proposed: "Remember this?",
    kept: "Remembered:",
    saved: "Data about you:",
    dropped: "Not kept:",
    changed: "Memory changed:",
    known: "Known already:",
    archived: "Archived to make room:",
    deleted: "Memory deleted:",
    task_added: "Task added:",
    task_done: "Task done:",
    refused: "Not noted.",
};

static UK: ChipTexts = ChipTexts {
    list: "Що занотовано",
    edit_label: "Що запам’ятати",
    keep: "Лишити",
    drop: "Відкинути",
    kept_notice: "Збережено у спогадах.",
    edited_notice: "Збережено у спогадах вашими словами.",
    dropped_notice: "Не збережено.",
    proposed: "Запам’ятати це?",
    kept: "Запам’ятано:",
    saved: "Дані про вас:",
    dropped: "Не збережено:",
    changed: "Спогад змінено:",
    known: "Уже відомо:",
    archived: "До архіву, щоб звільнити місце:",
    deleted: "Спогад видалено:",
    task_added: "Додано задачу:",
    task_done: "Задачу виконано:",
    refused: "Не занотовано.",
};

static RU: ChipTexts = ChipTexts {
    list: "Что записано",
    edit_label: "Что запомнить",
    keep: "Оставить",
    drop: "Отбросить",
    kept_notice: "Сохранено в воспоминаниях.",
    edited_notice: "Сохранено в воспоминаниях вашими словами.",
    dropped_notice: "Не сохранено.",
    proposed: "Запомнить это?",
    kept: "Запомнено:",
    saved: "Данные о вас:",
    dropped: "Не сохранено:",
    changed: "Воспоминание изменено:",
    known: "Уже известно:",
    archived: "В архив, чтобы освободить место:",
    deleted: "Воспоминание удалено:",
    task_added: "Задача добавлена:",
    task_done: "Задача выполнена:",
    refused: "Не записано.",
};
