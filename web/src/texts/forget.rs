//! What the question of `/forget <text>` says.

use super::{Pick, language};

/// The words of the question.
pub struct Forget {
    /// The title.
    pub title: &'static str,
    /// Nothing was found: `{text}`.
    pub none: &'static str,
    /// What to do then.
    pub none_hint: &'static str,
    /// What was found: `{text}`.
    pub intro: &'static str,
    /// A group.
    pub messages: &'static str,
    /// A group.
    pub memories: &'static str,
    /// A group.
    pub summaries: &'static str,
    /// What becomes of them.
    pub messages_hint: &'static str,
    /// What becomes of them.
    pub memories_hint: &'static str,
    /// What becomes of them.
    pub summaries_hint: &'static str,
    /// How many are ticked: `{chosen}`, `{all}`.
    pub chosen: &'static str,
    /// Ticks all.
    pub all: &'static str,
    /// Takes all ticks away.
    pub nothing: &'static str,
    /// Ticks a group: `{group}`.
    pub all_of: &'static str,
    /// Who said it.
    pub you: &'static str,
    /// Who said it.
    pub reply: &'static str,
    /// A memory.
    pub memory: &'static str,
    /// A summary.
    pub summary: &'static str,
    /// It is forgotten already.
    pub before: &'static str,
    /// Does it: `{n}`.
    pub confirm: &'static str,
}

/// The words of the question, in the language of the page.
pub fn forget() -> &'static Forget {
    language().pick(&EN, &UK, &RU)
}

static EN: Forget = Forget {
    title: "Leave out",
    none: "Nothing is stored about “{text}” that the model may see.",
    none_hint: "Try another word, or /search to look everywhere.",
    intro: "About “{text}” there is this. What is ticked is left out of all prompts; it stays stored.",
    messages: "Messages",
    memories: "Memories",
    summaries: "Summaries",
    messages_hint: "They are muted.",
    memories_hint: "They go to the archive.",
    summaries_hint: "They are taken out and made again without what is muted.",
    chosen: "{chosen} of {all} chosen",
    all: "Select all",
    nothing: "Select none",
    all_of: "All {group}",
    you: "You",
    reply: "Reply",
    memory: "Memory",
    summary: "Summary",
    before: "already before the forget divider",
    confirm: "Leave out {n}",
};

static UK: Forget = Forget {
    title: "Не враховувати",
    none: "Про «{text}» немає нічого, що бачила б модель.",
    none_hint: "Спробуйте інше слово або /search, щоб шукати всюди.",
    intro: "Про «{text}» є ось що. Позначене не потрапить до запитів; воно лишиться збереженим.",
    messages: "Повідомлення",
    memories: "Спогади",
    summaries: "Підсумки",
    messages_hint: "Їх буде заглушено.",
    memories_hint: "Вони підуть до архіву.",
    summaries_hint: "Їх буде прибрано й зроблено наново без заглушеного.",
    chosen: "обрано {chosen} з {all}",
    all: "Обрати все",
    nothing: "Зняти всі",
    all_of: "Усі: {group}",
    you: "Ви",
    reply: "Відповідь",
    memory: "Спогад",
    summary: "Підсумок",
    before: "уже перед межею забутого",
    confirm: "Не враховувати {n}",
};

static RU: Forget = Forget {
    title: "Не учитывать",
    none: "О «{text}» нет ничего, что видела бы модель.",
    none_hint: "Попробуйте другое слово или /search, чтобы искать везде.",
    intro: "О «{text}» есть вот что. Отмеченное не попадёт в запросы; оно останется сохранённым.",
    messages: "Сообщения",
    memories: "Воспоминания",
    summaries: "Сводки",
    messages_hint: "Они будут заглушены.",
    memories_hint: "Они уйдут в архив.",
    summaries_hint: "Они будут убраны и сделаны заново без заглушённого.",
    chosen: "выбрано {chosen} из {all}",
    all: "Выбрать все",
    nothing: "Снять все",
    all_of: "Все: {group}",
    you: "Вы",
    reply: "Ответ",
    memory: "Воспоминание",
    summary: "Сводка",
    before: "уже перед границей забытого",
    confirm: "Не учитывать {n}",
};
