//! Errors of the core in the language of the page. English is their `Display` form; the other two languages are defined
//! here by kind, so that a missing kind does not compile.

mod model;
mod refusals;
mod storage;

pub use refusals::truncated;

use super::{Pick, fill, language};
use ricordo_core::{
    error::{CompileError, Error, ImagesUnsupported, OutOfRange, OverBudget},
    settings::Language,
};
use std::fmt::Display;

/// Types that can be shown to the user in the language of the page.
pub trait Localized: Display {
    /// Text in Ukrainian or Russian, depending on the language of the page.
    fn translated(&self) -> String;

    /// Text in the language of the page.
    fn localized(&self) -> String {
        if language() == Language::En { self.to_string() } else { self.translated() }
    }
}

/// Picks the text for the language of the page.
fn either(ukrainian: &'static str, russian: &'static str) -> &'static str {
    language().pick(ukrainian, ukrainian, russian)
}

impl Localized for Error {
    fn translated(&self) -> String {
        let sentence = match self {
            Self::Store(error) => return error.translated(),
            Self::OverBudget(error) => return error.translated(),
            Self::ImagesUnsupported(error) => return error.translated(),
            Self::OutOfRange(error) => return error.translated(),
            Self::Memory(refusal) => return refusal.translated(),
            Self::Task(refusal) => return refusal.translated(),
            Self::Summary(refusal) => return refusal.translated(),
            Self::NoMessage => either(
                "Це повідомлення більше не показано: його стерто, або в іншій вкладці вибрано іншу гілку. Знайдіть його через пошук.",
                "Это сообщение больше не показано: его стёрли или в другой вкладке выбрали другую ветку. Найдите его через поиск.",
            ),
            Self::UnknownZone { zone } => {
                let sentence = either(
                    "Часовий пояс «{zone}» невідомий. Введіть у налаштуваннях регіон і місто, наприклад Europe/Kyiv, або залиште поле порожнім, щоб використовувати часовий пояс браузера.",
                    "Часовой пояс «{zone}» неизвестен. Введите в настройках регион и город, например Europe/Kyiv, или оставьте поле пустым, чтобы использовать часовой пояс браузера.",
                );
                return fill(sentence, &[("zone", zone)]);
            }
            Self::NoConversation => either(
                "Цієї розмови більше немає. Виберіть іншу або почніть нову.",
                "Этого чата больше нет. Выберите другой или начните новый.",
            ),
            Self::NothingToRetry => either(
                "Тут немає повідомлення, яке можна надіслати знову.",
                "Здесь нет сообщения, которое можно отправить снова.",
            ),
            Self::EmptyMessage => either("Повідомлення порожнє.", "Сообщение пустое."),
            Self::Temporary => either(
                "Цей чат тимчасовий: у ньому нічого не зберігається. Зробіть це в іншій розмові.",
                "Этот чат временный: в нём ничего не сохраняется. Сделайте это в другом чате.",
            ),
        };
        sentence.to_owned()
    }
}

impl Localized for CompileError {
    fn translated(&self) -> String {
        match self {
            Self::OverBudget(error) => error.translated(),
            Self::ImagesUnsupported(error) => error.translated(),
        }
    }
}

impl Localized for OverBudget {
    fn translated(&self) -> String {
        let sentence = either(
            "Системний промпт (токенів: {system}) і це повідомлення (токенів: {message}) перевищують бюджет {budget} на {over}. Скоротіть повідомлення чи системний промпт або збільште бюджет контексту в налаштуваннях.",
            "Системный промпт (токенов: {system}) и это сообщение (токенов: {message}) превышают бюджет {budget} на {over}. Сократите сообщение или системный промпт либо увеличьте бюджет контекста в настройках.",
        );
        let [system, message] = [self.system_prompt, self.message].map(|tokens| tokens.to_string());
        let [budget, over] = [self.budget, self.over_by].map(|tokens| tokens.to_string());
        fill(sentence, &[("system", &system), ("message", &message), ("budget", &budget), ("over", &over)])
    }
}

impl Localized for ImagesUnsupported {
    fn translated(&self) -> String {
        let sentence = if self.switched_off {
            either(
                "Надсилання зображень вимкнено. Увімкніть його в налаштуваннях або надішліть повідомлення без зображення.",
                "Отправка изображений выключена. Включите её в настройках или отправьте сообщение без изображения.",
            )
        } else {
            either(
                "{model} не розпізнає зображень. Виберіть іншу модель, позначте в її підключенні, що вона їх розпізнає, або надішліть повідомлення без зображення.",
                "{model} не распознаёт изображения. Выберите другую модель, отметьте в её подключении, что она их распознаёт, или отправьте сообщение без изображения.",
            )
        };
        fill(sentence, &[("model", &self.model)])
    }
}

impl Localized for OutOfRange {
    fn translated(&self) -> String {
        let sentence = either(
            "{field} має бути від {min} до {max}; {given} не підходить.",
            "{field} должно быть от {min} до {max}; {given} не подходит.",
        );
        let [min, max] = [self.min, self.max].map(|number| number.to_string());
        fill(sentence, &[("field", &self.field), ("min", &min), ("max", &max), ("given", &self.given)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::speak;
    use ricordo_core::error::{ModelError, ModelErrorKind, StoreError};

    #[test]
    fn english_is_what_the_core_says_and_the_others_are_in_cyrillic() {
        let model = ModelError { status: Some(429), ..ModelError::new(ModelErrorKind::RateLimited, "Slow down.") };
        let full = Error::Store(StoreError::Full);
        speak(Language::En);
        assert_eq!((model.localized(), full.localized()), (model.to_string(), full.to_string()));
        speak(Language::Uk);
        let localized = model.localized();
        assert!(
            localized.contains("(HTTP 429)") && localized.contains("«Slow down»") && localized.contains("провайдер"),
            "{localized}"
        );
        assert!(full.localized().contains("Сховище"), "{}", full.localized());
        speak(Language::Ru);
        assert!(full.localized().contains("Хранилище"), "{}", full.localized());
    }
}
