//! The presets: what each is for, and the values of settings as people read them.

use super::{
    settings::{choice, settings},
    table::texts,
};
use crate::words;
use ricordo_core::text::excerpt::around;
use serde_json::{Map, Value};

/// How much of a value is shown, in characters.
const SHOWN: usize = 120;

texts! {
    /// The presets.
    presets: PresetsTexts {
        title: "Presets", "Пресети", "Пресеты";
        about: "A preset is a named set of settings. Who answers, your language and your zone stay as they are, and so does a system prompt of your own unless the preset has one.",
            "Пресет — це названий набір налаштувань. Хто відповідає, ваша мова й часовий пояс лишаються, як є; ваш власний системний промпт теж, якщо пресет не має свого.",
            "Пресет — это именованный набор настроек. Кто отвечает, ваш язык и часовой пояс остаются как есть; ваш собственный системный промпт тоже, если у пресета нет своего.";
        in_use: "in use", "діє", "действует";
        apply: "Use", "Застосувати", "Применить";
        apply_named: "Use {name}", "Застосувати {name}", "Применить {name}";
        changed: "changed since", "змінено", "изменён";
        save: "Save these settings as a preset", "Зберегти ці налаштування як пресет", "Сохранить эти настройки как пресет";
        name: "Name of the preset", "Назва пресету", "Название пресета";
        save_button: "Save as a file", "Зберегти у файл", "Сохранить в файл";
        needs_name: "Give the preset a name.", "Дайте пресетові назву.", "Дайте пресету название.";
        load: "Load a preset file", "Завантажити файл пресету", "Загрузить файл пресета";
        deletes: "Deletes messages: of each conversation only the newest {n} are kept.",
            "Видаляє повідомлення: у кожній розмові лишається тільки {n} найновіших.",
            "Удаляет сообщения: в каждом разговоре остаются только {n} самых новых.";
        erases: "/new then erases all conversations before it. You are asked each time.",
            "Тоді /new стирає всі попередні розмови. Щоразу буде запитання.",
            "Тогда /new стирает все прежние разговоры. Каждый раз будет вопрос.";
        loaded: "Look at what it changes, then use it.", "Погляньте, що він змінить, і застосуйте.", "Посмотрите, что он изменит, и примените.";
        unreadable: "The file could not be read. Choose it again.", "Файл не вдалося прочитати. Виберіть його знову.", "Файл не удалось прочитать. Выберите его снова.";
        balanced: "Keeps the thread of a long conversation: memories, tasks, search, and old messages compressed into a summary.",
            "Тримає нитку довгої розмови: спогади, задачі, пошук, а старі повідомлення стиснуто в підсумок.",
            "Держит нить длинного разговора: воспоминания, задачи, поиск, а старые сообщения сжаты в сводку.";
        forget: "A short memory: the last 10 messages are sent, 100 are kept and older ones deleted, and /forget starts afresh.",
            "Коротка пам’ять: надсилаються останні 10 повідомлень, зберігаються 100, старіші видаляються, а /forget починає з чистого аркуша.",
            "Короткая память: отправляются последние 10 сообщений, хранятся 100, более старые удаляются, а /forget начинает с чистого листа.";
        layered: "Layers: summaries of 7 and 30 days, the last 100 messages, and facts about you in the system prompt.",
            "Шари: підсумки 7 і 30 днів, останні 100 повідомлень і факти про вас у системному промпті.",
            "Слои: сводки 7 и 30 дней, последние 100 сообщений и факты о вас в системном промпте.";
        journal: "A journal: the last 30 messages with the time of each, and /new erases what came before.",
            "Щоденник: останні 30 повідомлень із часом кожного, а /new стирає попереднє.",
            "Дневник: последние 30 сообщений со временем каждого, а /new стирает прежнее.";
        compress: "Compression by hand: as balanced, but old messages become a summary only when you ask or switch it on.",
            "Стиснення вручну: як balanced, але старі повідомлення стають підсумком, лише коли ви попросите або ввімкнете.",
            "Сжатие вручную: как balanced, но старые сообщения становятся сводкой, только когда вы попросите или включите.";
        hybrid: "Everything at once: the date, a summary of what came before, facts, and the last 10 messages.",
            "Усе разом: дата, підсумок попереднього, факти й останні 10 повідомлень.",
            "Всё сразу: дата, сводка прежнего, факты и последние 10 сообщений.";
    }
    counted {
        changes: ["Changes {n} setting", "Changes {n} settings"],
            ["Змінює {n} налаштування", "Змінює {n} налаштування", "Змінює {n} налаштувань"],
            ["Меняет {n} настройку", "Меняет {n} настройки", "Меняет {n} настроек"];
    }
}

/// What a preset is for; `None`: it is none that ships.
pub fn about(name: &str) -> Option<&'static str> {
    let texts = presets();
    Some(match name {
        "balanced" => texts.balanced,
        "forget" => texts.forget,
        "layered" => texts.layered,
        "journal" => texts.journal,
        "compress" => texts.compress,
        "hybrid" => texts.hybrid,
        _ => return None,
    })
}

/// A value of a setting, without brackets.
pub fn value(field: &str, value: &Value) -> String {
    match value {
        Value::Null => settings().not_set.to_owned(),
        Value::Bool(true) => settings().on.to_owned(),
        Value::Bool(false) => settings().off.to_owned(),
        Value::String(text) if field == "system_prompt" => around(text, 0, SHOWN),
        Value::String(text) => choice(text).map_or_else(|| around(text, 0, SHOWN), str::to_owned),
        Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), words::number),
        Value::Array(items) if items.is_empty() => settings().none.to_owned(),
        Value::Array(items) => items.iter().map(|item| self::value(field, item)).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => layer(fields).unwrap_or_else(|| {
            let parts = fields.iter().map(|(name, part)| format!("{name} {}", self::value(name, part)));
            parts.collect::<Vec<_>>().join(" ")
        }),
    }
}

/// What a layer may take, in percent of the budget.
fn layer(fields: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| fields.get(name).and_then(Value::as_u64);
    let kind = serde_json::from_value(fields.get("kind")?.clone()).ok()?;
    Some(format!("{} {}–{} %", words::layer(kind), number("floor")?, number("ceiling")?))
}

#[cfg(test)]
mod tests {
    use super::{about, value};
    use crate::texts::speak;
    use ricordo_core::{preset::PRESETS, settings::Language};
    use serde_json::json;

    #[test]
    fn every_preset_is_told() {
        speak(Language::En);
        for shipped in PRESETS {
            assert_eq!(about(shipped.name), Some(shipped.about));
        }
    }

    #[test]
    fn values_are_read_without_brackets() {
        speak(Language::En);
        assert_eq!(value("max_context", &json!(null)), "not set");
        assert_eq!(value("tools", &json!(["list_tasks", "add_task"])), "list_tasks, add_task");
        assert_eq!(value("memories.eviction", &json!("oldest")), "The oldest");
        assert_eq!(value("system_prompt", &json!("all")), "all");
        let layers = json!([{ "kind": "window", "floor": 20, "ceiling": 100, "priority": 4 }]);
        assert_eq!(value("layers", &layers), "Window 20–100 %");
    }
}
