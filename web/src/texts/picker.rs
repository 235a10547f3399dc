//! What is said where a model is picked, and about what one conversation has of its own.

use super::{Pick, language};

/// The sentences.
pub struct Picker {
    /// The dialog.
    pub title: &'static str,
    /// The filter.
    pub filter: &'static str,
    /// Nothing holds these words.
    pub none: &'static str,
    /// It is the one that answers.
    pub current: &'static str,
    /// Its context: `{n}`.
    pub context: &'static str,
    /// It takes images.
    pub sees: &'static str,
    /// It takes tools.
    pub tools: &'static str,
    /// Only in the open conversation.
    pub only_here: &'static str,
    /// The providers.
    pub connections: &'static str,
    /// There are more.
    pub more: &'static str,
    /// A provider that lists nothing: `{name}`.
    pub no_list: &'static str,

    /// What it is about.
    pub own_lead: &'static str,
    /// The model.
    pub own_model: &'static str,
    /// None of its own.
    pub own_model_none: &'static str,
    /// Chooses one.
    pub choose: &'static str,
    /// Takes a field back to the settings.
    pub reset: &'static str,
    /// As in the settings, whatever that is.
    pub default: &'static str,
    /// Which preset.
    pub preset: &'static str,
    /// The system prompt.
    pub system_prompt: &'static str,
    /// How it picks its words.
    pub temperature: &'static str,
    /// What that does.
    pub temperature_hint: &'static str,
    /// The context.
    pub max_context: &'static str,
    /// The reply.
    pub max_reply: &'static str,
    /// The window.
    pub window: &'static str,
    /// The clock.
    pub clock: &'static str,
    /// Tokens.
    pub tokens: &'static str,
    /// Messages.
    pub messages: &'static str,
    /// Yes.
    pub yes: &'static str,
    /// No.
    pub no: &'static str,
    /// Out of range: `{min}`, `{max}`.
    pub wrong: &'static str,
    /// The range: `{min}`, `{max}`.
    pub range: &'static str,
    /// It is stored.
    pub saved: &'static str,
}

/// The sentences, in the language of the page.
pub fn picker() -> &'static Picker {
    language().pick(&EN, &UK, &RU)
}

static EN: Picker = Picker {
    title: "Choose a model",
    filter: "Filter by name or provider",
    none: "No model has these words in its name.",
    current: "answers now",
    context: "{n} tokens",
    sees: "sees",
    tools: "tools",
    only_here: "Only in this conversation",
    connections: "Connections…",
    more: "There are more: type a part of the name.",
    no_list: "{name} lists no models at the moment.",
    own_lead: "What is set here holds in this conversation alone. An empty field goes by the settings.",
    own_model: "Model",
    own_model_none: "As everywhere: {value}",
    choose: "Choose…",
    reset: "Reset",
    default: "As in the settings",
    preset: "Preset",
    system_prompt: "System prompt",
    temperature: "Temperature",
    temperature_hint: "0 is plain, 2 is wild.",
    max_context: "Context",
    max_reply: "Longest reply",
    window: "Window",
    clock: "Send the date and time",
    tokens: "tokens",
    messages: "messages",
    yes: "Yes",
    no: "No",
    wrong: "Enter a number from {min} to {max}, or leave it empty.",
    range: "{min} to {max}",
    saved: "Set for this conversation.",
};

static UK: Picker = Picker {
    title: "Вибір моделі",
    filter: "Шукати за назвою чи провайдером",
    none: "Жодна модель не має таких слів у назві.",
    current: "зараз відповідає",
    context: "{n} токенів",
    sees: "бачить",
    tools: "інструменти",
    only_here: "Лише в цій розмові",
    connections: "З’єднання…",
    more: "Є й інші: впишіть частину назви.",
    no_list: "{name} зараз не перелічує моделей.",
    own_lead: "Указане тут діє лише в цій розмові. Порожнє поле — як у налаштуваннях.",
    own_model: "Модель",
    own_model_none: "Як усюди: {value}",
    choose: "Вибрати…",
    reset: "Скинути",
    default: "Як у налаштуваннях",
    preset: "Пресет",
    system_prompt: "Системний промпт",
    temperature: "Температура",
    temperature_hint: "0 — стримано, 2 — шалено.",
    max_context: "Контекст",
    max_reply: "Найдовша відповідь",
    window: "Вікно",
    clock: "Надсилати дату й час",
    tokens: "токенів",
    messages: "повідомлень",
    yes: "Так",
    no: "Ні",
    wrong: "Впишіть число від {min} до {max} або залиште поле порожнім.",
    range: "від {min} до {max}",
    saved: "Установлено для цієї розмови.",
};

static RU: Picker = Picker {
    title: "Выбор модели",
    filter: "Искать по названию или провайдеру",
    none: "Ни одна модель не содержит таких слов в названии.",
    current: "отвечает сейчас",
    context: "{n} токенов",
    sees: "видит",
    tools: "инструменты",
    only_here: "Только в этом разговоре",
    connections: "Соединения…",
    more: "Есть и другие: впишите часть названия.",
    no_list: "{name} сейчас не перечисляет моделей.",
    own_lead: "Заданное здесь действует только в этом разговоре. Пустое поле — как в настройках.",
    own_model: "Модель",
    own_model_none: "Как везде: {value}",
    choose: "Выбрать…",
    reset: "Сбросить",
    default: "Как в настройках",
    preset: "Пресет",
    system_prompt: "Системный промпт",
    temperature: "Температура",
    temperature_hint: "0 — сдержанно, 2 — буйно.",
    max_context: "Контекст",
    max_reply: "Самый длинный ответ",
    window: "Окно",
    clock: "Отправлять дату и время",
    tokens: "токенов",
    messages: "сообщений",
    yes: "Да",
    no: "Нет",
    wrong: "Впишите число от {min} до {max} или оставьте поле пустым.",
    range: "от {min} до {max}",
    saved: "Задано для этого разговора.",
};
