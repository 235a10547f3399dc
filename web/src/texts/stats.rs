//! What the page of the statistics says.

use super::{Counted, Pick, language};

/// The words of the statistics.
pub struct Stats {
    /// The title.
    pub title: &'static str,
    /// What it is.
    pub intro: &'static str,
    /// Nothing was sent at all.
    pub none: &'static str,
    /// Nothing was sent in these days.
    pub none_then: &'static str,
    /// Names the choice of days.
    pub days: &'static str,
    /// The last days.
    pub last_days: Counted,
    /// Names the choice of the model.
    pub model: &'static str,
    /// All models.
    pub all_models: &'static str,
    /// A chart.
    pub messages: &'static str,
    /// A chart.
    pub tokens_in: &'static str,
    /// A chart.
    pub tokens_out: &'static str,
    /// A chart.
    pub cost: &'static str,
    /// There are no prices.
    pub no_cost: &'static str,
    /// The part that was not read again: `{n}`.
    pub cached_part: &'static str,
    /// What a chart shows: `{what}`, `{total}`, `{most}`, `{day}`.
    pub chart: &'static str,
    /// A chart of nothing: `{what}`.
    pub chart_empty: &'static str,
    /// Names the table.
    pub table: &'static str,
    /// A column.
    pub day: &'static str,
    /// A column.
    pub requests: &'static str,
    /// A column.
    pub prompt: &'static str,
    /// A column.
    pub cached: &'static str,
    /// A column.
    pub reply: &'static str,
    /// The last row.
    pub sum: &'static str,
    /// The part with the prices.
    pub prices: &'static str,
    /// What they are.
    pub prices_hint: &'static str,
    /// A field.
    pub prefix: &'static str,
    /// A field.
    pub price_prompt: &'static str,
    /// A field.
    pub price_cached: &'static str,
    /// A field.
    pub price_reply: &'static str,
    /// Adds a row.
    pub add_price: &'static str,
    /// It is gone.
    pub removed: &'static str,
    /// It cannot be read.
    pub wrong_price: &'static str,
    /// The name is missing.
    pub no_model: &'static str,
}

/// The words of the statistics, in the language of the page.
pub fn stats() -> &'static Stats {
    language().pick(&EN, &UK, &RU)
}

static EN: Stats = Stats {
    title: "Statistics",
    intro: "Tokens as the provider counts them, or our estimate where it does not tell. Counts only: no word of what was said.",
    none: "Nothing was sent yet.",
    none_then: "Nothing was sent in these days.",
    days: "Days",
    last_days: Counted { one: "Last {n} day", few: "", many: "", other: "Last {n} days" },
    model: "Model",
    all_models: "All models",
    messages: "Messages",
    tokens_in: "Prompt tokens",
    tokens_out: "Reply tokens",
    cost: "Cost",
    no_cost: "No price is known. Enter prices below.",
    cached_part: "{n} not read again (hatched)",
    chart: "{what}: {total} in all; most on {day}: {most}",
    chart_empty: "{what}: nothing in these days",
    table: "Statistics by day and model",
    day: "Day",
    requests: "Requests",
    prompt: "Prompt",
    cached: "not read again",
    reply: "Reply",
    sum: "Sum",
    prices: "Prices",
    prices_hint: "What a million tokens cost, in any currency you like. A price counts for every model whose name begins so; the longest beginning wins.",
    prefix: "Model begins with",
    price_prompt: "Prompt",
    price_cached: "Not read again",
    price_reply: "Reply",
    add_price: "Add a price",
    removed: "The price is removed.",
    wrong_price: "A price is a number such as 0.25, up to 1000000, with at most six places.",
    no_model: "Say which model it is for: the beginning of its name.",
};

static UK: Stats = Stats {
    title: "Статистика",
    intro: "Токени, як їх рахує провайдер, або наша оцінка, якщо він не каже. Лише числа: жодного слова зі сказаного.",
    none: "Ще нічого не надіслано.",
    none_then: "У ці дні нічого не надіслано.",
    days: "Дні",
    last_days: Counted {
        one: "Останній {n} день",
        few: "Останні {n} дні",
        many: "Останні {n} днів",
        other: "Останні {n} дня",
    },
    model: "Модель",
    all_models: "Усі моделі",
    messages: "Повідомлення",
    tokens_in: "Токени запитів",
    tokens_out: "Токени відповідей",
    cost: "Вартість",
    no_cost: "Ціни невідомі. Введіть їх нижче.",
    cached_part: "{n} не читалися знову (штриховка)",
    chart: "{what}: усього {total}; найбільше {day}: {most}",
    chart_empty: "{what}: нічого за ці дні",
    table: "Статистика за днями й моделями",
    day: "День",
    requests: "Запити",
    prompt: "Запит",
    cached: "не читано знову",
    reply: "Відповідь",
    sum: "Разом",
    prices: "Ціни",
    prices_hint: "Скільки коштує мільйон токенів, у будь-якій валюті. Ціна діє для кожної моделі, назва якої так починається; перемагає найдовший початок.",
    prefix: "Модель починається з",
    price_prompt: "Запит",
    price_cached: "Не читано знову",
    price_reply: "Відповідь",
    add_price: "Додати ціну",
    removed: "Ціну прибрано.",
    wrong_price: "Ціна — це число, як-от 0.25, до 1000000, щонайбільше шість знаків після коми.",
    no_model: "Скажіть, для якої це моделі: початок її назви.",
};

static RU: Stats = Stats {
    title: "Статистика",
    intro: "Токены, как их считает провайдер, или наша оценка, если он не говорит. Только числа: ни слова из сказанного.",
    none: "Пока ничего не отправлено.",
    none_then: "В эти дни ничего не отправлено.",
    days: "Дни",
    last_days: Counted {
        one: "Последний {n} день",
        few: "Последние {n} дня",
        many: "Последние {n} дней",
        other: "Последние {n} дня",
    },
    model: "Модель",
    all_models: "Все модели",
    messages: "Сообщения",
    tokens_in: "Токены запросов",
    tokens_out: "Токены ответов",
    cost: "Стоимость",
    no_cost: "Цены неизвестны. Введите их ниже.",
    cached_part: "{n} не читались снова (штриховка)",
    chart: "{what}: всего {total}; больше всего {day}: {most}",
    chart_empty: "{what}: ничего за эти дни",
    table: "Статистика по дням и моделям",
    day: "День",
    requests: "Запросы",
    prompt: "Запрос",
    cached: "не читано снова",
    reply: "Ответ",
    sum: "Итого",
    prices: "Цены",
    prices_hint: "Сколько стоит миллион токенов, в любой валюте. Цена действует для каждой модели, имя которой так начинается; побеждает самое длинное начало.",
    prefix: "Модель начинается с",
    price_prompt: "Запрос",
    price_cached: "Не читано снова",
    price_reply: "Ответ",
    add_price: "Добавить цену",
    removed: "Цена убрана.",
    wrong_price: "Цена — это число, например 0.25, до 1000000, не больше шести знаков после запятой.",
    no_model: "Скажите, для какой это модели: начало её имени.",
};
