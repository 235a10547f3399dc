//! The settings page: its groups, units and choices.

use super::table::texts;
use ricordo_core::settings::{Group, Language, Unit};

texts! {
    /// The settings.
    settings: SettingsTexts {
        title: "Settings", "Налаштування", "Настройки";
        search: "Search the settings", "Пошук у налаштуваннях", "Поиск в настройках";
        nothing: "No setting is called so. Try another word.",
            "Такого налаштування немає. Спробуйте інше слово.", "Такой настройки нет. Попробуйте другое слово.";
        groups: "Groups", "Групи", "Группы";
        default: "Default: {value}.", "Стандартно: {value}.", "По умолчанию: {value}.";
        range: "{min} to {max}.", "Від {min} до {max}.", "От {min} до {max}.";
        reset: "Reset", "Скинути", "Сбросить";
        reset_named: "Reset: {name}", "Скинути: {name}", "Сбросить: {name}";
        number: "Enter a number from {min} to {max}.", "Введіть число від {min} до {max}.", "Введите число от {min} до {max}.";
        number_or_empty: "Enter a number from {min} to {max}, or leave it empty.",
            "Введіть число від {min} до {max} або лишіть порожнім.", "Введите число от {min} до {max} или оставьте пустым.";
        layers_refused: "{what} must be from {min} to {max}; {given} is not.",
            "{what}: потрібно від {min} до {max}; {given} не підходить.", "{what}: нужно от {min} до {max}; {given} не подходит.";
        refused: "This value cannot be used. Reset it.", "Це значення не підходить. Скиньте його.", "Это значение не подходит. Сбросьте его.";
        not_saved_yet: "Not saved yet.", "Ще не збережено.", "Ещё не сохранено.";
        show_unsaved: "Show", "Показати", "Показать";
        unsaved_stays: "The changes to the settings are not saved, so they are not in force. They are there when you open the settings again.",
            "Зміни в налаштуваннях не збережено, тому вони не діють. Вони будуть там, коли ви знову відкриєте налаштування.",
            "Изменения в настройках не сохранены, поэтому они не действуют. Они будут там, когда вы снова откроете настройки.";
        saved: "The settings are saved.", "Налаштування збережено.", "Настройки сохранены.";
        export: "Export all as JSON", "Зберегти все як JSON", "Сохранить всё как JSON";
        on: "on", "увімкнено", "включено";
        off: "off", "вимкнено", "выключено";
        not_set: "not set", "не задано", "не задано";
        none: "none", "немає", "нет";
        choose_default: "not set", "не задано", "не задано";
        not_kept: "The browser did not keep the choice of language. Allow this site to store data, then choose again.",
            "Браузер не зберіг вибору мови. Дозвольте цьому сайту зберігати дані й виберіть знову.",
            "Браузер не сохранил выбор языка. Разрешите этому сайту хранить данные и выберите снова.";

        general: "General", "Загальне", "Общее";
        assistant: "Assistant", "Асистент", "Ассистент";
        context: "Context", "Контекст", "Контекст";
        summaries: "Summaries", "Підсумки", "Сводки";
        compression: "Compression", "Стиснення", "Сжатие";
        memories: "Memories", "Спогади", "Воспоминания";
        tools: "Tools", "Інструменти", "Инструменты";
        model: "Model", "Модель", "Модель";

        unit_tokens: "tokens", "токенів", "токенов";
        unit_messages: "messages", "повідомлень", "сообщений";
        unit_megabytes: "MB", "МБ", "МБ";
        unit_days: "days", "днів", "дней";
        unit_minutes: "minutes", "хвилин", "минут";
        unit_seconds: "seconds", "секунд", "секунд";

        layer: "Layer", "Шар", "Слой";
        floor: "Floor, %", "Мінімум, %", "Минимум, %";
        ceiling: "Ceiling, %", "Максимум, %", "Максимум, %";
        priority: "Priority", "Черговість", "Очередь";
        up: "Move up: {name}", "Вище: {name}", "Выше: {name}";
        down: "Move down: {name}", "Нижче: {name}", "Ниже: {name}";
        add_layer: "Add: {name}", "Додати: {name}", "Добавить: {name}";
        remove_layer: "Leave out: {name}", "Прибрати: {name}", "Убрать: {name}";
        floors: "The sum of the floors", "Сума мінімумів", "Сумма минимумов";

        reminders: "Remind me of this conversation", "Нагадувати про цю розмову", "Напоминать об этом разговоре";
        reminders_told: "A notification with a line of it, while the page is open in a tab. Off until you switch it on here or type /mute off; /mute switches it off.",
            "Сповіщення з рядком із неї, доки сторінку відкрито у вкладці. Вимкнено, доки ви не ввімкнете тут або не введете /mute off; /mute вимикає.",
            "Уведомление со строкой из него, пока страница открыта во вкладке. Выключено, пока вы не включите здесь или не введёте /mute off; /mute выключает.";
        no_notifications: "The browser does not let this page show notifications. Allow them for this site (the icon left of the address), then switch reminders on again.",
            "Браузер не дозволяє сторінці показувати сповіщення. Дозвольте їх для цього сайту (значок ліворуч від адреси) і ввімкніть нагадування знову.",
            "Браузер не разрешает странице показывать уведомления. Разрешите их для этого сайта (значок слева от адреса) и включите напоминания снова.";
        quiet: "“{title}” has been quiet", "«{title}» мовчить", "«{title}» молчит";
    }
    counted {
        unsaved: [
            "{n} change is not saved yet.",
            "{n} changes are not saved yet."
        ], [
            "{n} зміну ще не збережено.",
            "{n} зміни ще не збережено.",
            "{n} змін ще не збережено."
        ], [
            "{n} изменение ещё не сохранено.",
            "{n} изменения ещё не сохранены.",
            "{n} изменений ещё не сохранено."
        ];
    }
}

texts! {
    /// The names of choices, as in the record.
    choices: Choices {
        in_window: "In the messages, where time has passed", "У повідомленнях, де минув час", "В сообщениях, где прошло время";
        date_and_time: "Date and time", "Дата й час", "Дата и время";
        date: "The date alone", "Лише дата", "Только дата";
        auto: "As a group where several people write", "Груповий, якщо пише кілька людей", "Групповой, если пишут несколько человек";
        plain: "The words alone", "Лише слова", "Только слова";
        group: "As in a group", "Груповий", "Групповой";
        o200k: "o200k (GPT-4o and later)", "o200k (GPT-4o і новіші)", "o200k (GPT-4o и новее)";
        cl100k: "cl100k (GPT-4, GPT-3.5)", "cl100k (GPT-4, GPT-3.5)", "cl100k (GPT-4, GPT-3.5)";
        all: "All conversations", "Усі розмови", "Все разговоры";
        conversation: "Each conversation by itself", "Кожну розмову окремо", "Каждый разговор отдельно";
        memory: "To the memories", "До спогадів", "К воспоминаниям";
        reduced_history: "To the start of the window", "На початок вікна", "В начало окна";
        least_useful: "The least useful", "Найменш корисний", "Наименее полезное";
        oldest: "The oldest", "Найстаріший", "Самое старое";
    }
}

/// What a group is called.
pub fn group(group: Group) -> &'static str {
    let texts = settings();
    match group {
        Group::General => texts.general,
        Group::Assistant => texts.assistant,
        Group::Context => texts.context,
        Group::Summaries => texts.summaries,
        Group::Compression => texts.compression,
        Group::Memories => texts.memories,
        Group::Tools => texts.tools,
        Group::Model => texts.model,
    }
}

/// What a number counts.
pub fn unit(unit: Unit) -> &'static str {
    let texts = settings();
    match unit {
        Unit::Tokens => texts.unit_tokens,
        Unit::Messages => texts.unit_messages,
        Unit::Days => texts.unit_days,
        Unit::Minutes => texts.unit_minutes,
        Unit::Megabytes => texts.unit_megabytes,
        Unit::Seconds => texts.unit_seconds,
        Unit::Percent => "%",
        Unit::Nothing => "",
    }
}

/// What a choice is called; `None`: it is none.
pub fn choice(name: &str) -> Option<&'static str> {
    let texts = choices();
    Some(match name {
        "in_window" => texts.in_window,
        "date_and_time" => texts.date_and_time,
        "date" => texts.date,
        "auto" => texts.auto,
        "plain" => texts.plain,
        "group" => texts.group,
        "o200k" => texts.o200k,
        "cl100k" => texts.cl100k,
        "all" => texts.all,
        "conversation" => texts.conversation,
        "memory" => texts.memory,
        "reduced_history" => texts.reduced_history,
        "least_useful" => texts.least_useful,
        "oldest" => texts.oldest,
        _ => return None,
    })
}

/// A language as it calls itself.
pub fn own_name(language: Language) -> &'static str {
    match language {
        Language::En => "English",
        Language::Uk => "Українська",
        Language::Ru => "Русский",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::speak;
    use ricordo_core::settings::{Control, FIELDS};

    #[test]
    fn every_choice_has_a_name_of_its_own() {
        speak(Language::En);
        for field in &FIELDS {
            if let Control::Choice(names) | Control::OptionalChoice(names) = field.control {
                assert!(names.iter().all(|name| choice(name).is_some()), "{}", field.path);
            }
        }
    }
}
