//! Why something was not saved or made: memories, tasks, summaries, presets.

use super::{Localized, either};
use crate::texts::{fill, language};
use ricordo_core::{
    accept::Refusal,
    memory::MemoryRefusal,
    preset::{PRESET_VERSION, PRESETS, PresetError},
    prompt::TemplateError,
    provider::ProviderKind,
    session::NotMade,
    settings::Language,
    summary::{LONGEST as LONGEST_SUMMARY, SummaryRefusal},
    task::{LONGEST_TITLE, TaskRefusal},
    text::{facts::LONGEST_FACT, secrets::SecretKind},
    tokens::Truncation,
};

impl Localized for MemoryRefusal {
    fn translated(&self) -> String {
        match self {
            Self::Empty => either("Спогад не може бути порожнім.", "Воспоминание не может быть пустым.").to_owned(),
            Self::TooLong { characters } => fill(
                either(
                    "Спогад може мати щонайбільше {most} символів; у цьому {given}. Скоротіть його.",
                    "В воспоминании может быть не больше {most} символов; в этом {given}. Сократите его.",
                ),
                &[("most", &LONGEST_FACT.to_string()), ("given", &characters.to_string())],
            ),
            Self::Secret { secret: kind } => fill(
                either(
                    "Це схоже на {what}. Ключі, паролі й номери карток не зберігаються як спогади.",
                    "Это похоже на {what}. Ключи, пароли и номера карт не сохраняются как воспоминания.",
                ),
                &[("what", secret(*kind))],
            ),
            Self::AllPinned { max_facts } => fill(
                either(
                    "Усі спогади ({most}) закріплено, тож жоден не може звільнити місце. Відкріпіть чи видаліть один або збільште «Максимум спогадів» у налаштуваннях.",
                    "Все воспоминания ({most}) закреплены, поэтому ни одно не может освободить место. Открепите или удалите одно либо увеличьте «Максимум воспоминаний» в настройках.",
                ),
                &[("most", &max_facts.to_string())],
            ),
            Self::UserDataFull { most } => fill(
                either(
                    "Полів про вас може бути щонайбільше {most}, і всі вже заповнено. Видаліть або змініть одне з них.",
                    "Полей о вас может быть не больше {most}, и все уже заполнены. Удалите или измените одно из них.",
                ),
                &[("most", &most.to_string())],
            ),
            Self::NotFound => either("Цього спогаду більше немає.", "Этого воспоминания больше нет.").to_owned(),
        }
    }
}

fn secret(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::ApiKey => either("ключ API", "ключ API"),
        SecretKind::AccessToken => either("токен доступу", "токен доступа"),
        SecretKind::PrivateKey => either("приватний ключ", "приватный ключ"),
        SecretKind::CardNumber => either("номер картки", "номер карты"),
        SecretKind::Password => either("пароль", "пароль"),
        SecretKind::LinkWithPassword => either("посилання з паролем", "ссылку с паролем"),
        SecretKind::RandomString => either(
            "довгий випадковий рядок, який може бути ключем",
            "длинную случайную строку, которая может быть ключом",
        ),
    }
}

impl Localized for TaskRefusal {
    fn translated(&self) -> String {
        match self {
            Self::Empty => either("Задачі потрібна назва.", "Задаче нужно название.").to_owned(),
            Self::TooLong { characters } => fill(
                either(
                    "Назва задачі може мати щонайбільше {most} символів; у цій {given}.",
                    "В названии задачи может быть не больше {most} символов; в этом {given}.",
                ),
                &[("most", &LONGEST_TITLE.to_string()), ("given", &characters.to_string())],
            ),
            Self::NoSuchDay { given } => fill(
                either(
                    "«{given}» — не дата. Вкажіть термін у форматі РРРР-ММ-ДД, наприклад 2026-11-25.",
                    "«{given}» — не дата. Укажите срок в формате ГГГГ-ММ-ДД, например 2026-11-25.",
                ),
                &[("given", given)],
            ),
            Self::NotFound => either("Цієї задачі більше немає.", "Этой задачи больше нет.").to_owned(),
        }
    }
}

impl Localized for SummaryRefusal {
    fn translated(&self) -> String {
        let sentence = match self {
            Self::Empty => either(
                "Підсумок не може бути порожнім. Якщо він не потрібен, видаліть його.",
                "Сводка не может быть пустой. Если она не нужна, удалите её.",
            ),
            Self::TooLong { tokens } => {
                let sentence = either(
                    "Підсумок може мати щонайбільше {most} токенів; у цьому близько {given}. Скоротіть його.",
                    "В сводке может быть не больше {most} токенов; в этой около {given}. Сократите её.",
                );
                return fill(sentence, &[("most", &LONGEST_SUMMARY.to_string()), ("given", &tokens.to_string())]);
            }
            Self::NotFound => either(
                "Цього підсумку більше немає: його замінив інший. Перегляньте список ще раз.",
                "Этой сводки больше нет: её заменила другая. Посмотрите список ещё раз.",
            ),
            Self::NotCompressed => either(
                "Цей підсумок зараз не замінює жодних повідомлень, тож немає чого надсилати повністю.",
                "Эта сводка сейчас не заменяет никаких сообщений, поэтому нечего отправлять полностью.",
            ),
        };
        sentence.to_owned()
    }
}

impl Localized for NotMade {
    fn translated(&self) -> String {
        let sentence = match self {
            Self::Temporary => either(
                "Тимчасовий чат нічого не зберігає, тому його не підсумовують.",
                "Временный чат ничего не сохраняет, поэтому сводку по нему не делают.",
            ),
            Self::TooFew { messages, needed, kept } => {
                let sentence = either(
                    "Замало для стиснення: повідомлень {messages}, не рахуючи останніх {kept}, які лишаються як є; потрібно щонайменше {needed}.",
                    "Слишком мало для сжатия: сообщений {messages}, не считая последних {kept}, которые остаются как есть; нужно не меньше {needed}.",
                );
                let [messages, needed, kept] = [messages, needed, kept].map(ToString::to_string);
                return fill(sentence, &[("messages", &messages), ("needed", &needed), ("kept", &kept)]);
            }
            Self::TooShort => either(
                "Повідомлення такі короткі, що підсумок не був би коротшим.",
                "Сообщения такие короткие, что сводка не была бы короче.",
            ),
            Self::NoMessages => either("Немає повідомлень для підсумку.", "Нет сообщений для сводки."),
            Self::NothingCompressed => either("У цій розмові нічого не стиснуто.", "В этом чате ничего не сжато."),
            Self::Stopped => either(
                "Підсумок не завершено. Його буде продовжено пізніше.",
                "Сводка не закончена. Её продолжат позже.",
            ),
            Self::Template(error) => return error.translated(),
            Self::Model(error) => return error.translated(),
            Self::Answer(refusal) => return refusal.translated(),
            Self::Twice(refusal) => {
                let rest = either(
                    "Повідомлення лишаються як є. Це була друга спроба, тож без вашої команди цю модель більше не запитуватимуть.",
                    "Сообщения остаются как есть. Это была вторая попытка, поэтому без вашей команды эту модель больше не будут спрашивать.",
                );
                return format!("{} {rest}", refused(*refusal));
            }
            Self::Changed => either(
                "Поки готувався підсумок, повідомлення змінилося, тож підсумок відкинуто.",
                "Пока готовилась сводка, сообщение изменилось, поэтому сводка отброшена.",
            ),
            Self::FactsCut => either(
                "Список фактів від моделі обрізано. Спробу буде повторено пізніше.",
                "Список фактов от модели обрезан. Попытка повторится позже.",
            ),
            Self::NoTitle(refusal) => {
                let sentence = either(
                    "Відповідь моделі — не назва: {why} Назва лишилася, як була.",
                    "Ответ модели — не название: {why} Название осталось прежним.",
                );
                return fill(sentence, &[("why", title_fault(*refusal))]);
            }
            Self::NoSentences => either(
                "У повідомленнях немає досить короткого речення, щоб їх замінити.",
                "В сообщениях нет достаточно короткого предложения, чтобы их заменить.",
            ),
        };
        sentence.to_owned()
    }
}

/// Why a response was rejected as a title.
fn title_fault(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Empty => either("вона порожня.", "он пуст."),
        Refusal::Cut | Refusal::TooLong | Refusal::NotSmaller => either("вона задовга.", "он слишком длинный."),
        Refusal::ToolCall | Refusal::ToolProtocol => either("вона викликає інструмент.", "он вызывает инструмент."),
        Refusal::Reasoning => either("у ній самі міркування моделі.", "в нём одни рассуждения модели."),
        Refusal::Declined => either("модель відмовилася.", "модель отказалась."),
        Refusal::Echo => either("вона повторює сказане.", "он повторяет сказанное."),
        Refusal::Junk => either("вона іншою мовою.", "он на другом языке."),
        Refusal::Stopped | Refusal::Failed | Refusal::Withheld => {
            either("вона надійшла не повністю.", "он пришёл не полностью.")
        }
    }
}

/// Why a response was rejected as a summary.
fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Cut => either(
            "Підсумок обрізано: модель досягла максимальної довжини.",
            "Сводка обрезана: модель достигла максимальной длины.",
        ),
        Refusal::Stopped => {
            either("Підсумок зупинено раніше, ніж він був готовий.", "Сводка остановлена раньше, чем была готова.")
        }
        Refusal::Failed => either("Не вдалося запросити підсумок у моделі.", "Не удалось запросить сводку у модели."),
        Refusal::Withheld => either("Провайдер не показав підсумку.", "Провайдер не показал сводку."),
        Refusal::Empty => either("Відповідь моделі порожня.", "Ответ модели пустой."),
        Refusal::ToolCall => {
            either("Модель викликала інструмент замість підсумку.", "Модель вызвала инструмент вместо сводки.")
        }
        Refusal::ToolProtocol => either(
            "Модель написала виклик інструмента замість підсумку.",
            "Модель написала вызов инструмента вместо сводки.",
        ),
        Refusal::Reasoning => either(
            "Модель написала свої міркування замість підсумку.",
            "Модель написала свои рассуждения вместо сводки.",
        ),
        Refusal::Declined => either("Модель відмовилася писати підсумок.", "Модель отказалась писать сводку."),
        Refusal::Echo => either("Модель повторила запит.", "Модель повторила запрос."),
        Refusal::Junk => {
            either("Модель раз у раз повторювала ті самі слова.", "Модель раз за разом повторяла одни и те же слова.")
        }
        Refusal::NotSmaller => either(
            "Підсумок не коротший за повідомлення, які він замінює.",
            "Сводка не короче сообщений, которые она заменяет.",
        ),
        Refusal::TooLong => either("Підсумок довший, ніж дозволено.", "Сводка длиннее, чем разрешено."),
    }
}

impl Localized for Refusal {
    fn translated(&self) -> String {
        let rest = either(
            "Повідомлення лишаються як є. Спробу буде повторено пізніше.",
            "Сообщения остаются как есть. Попытка повторится позже.",
        );
        format!("{} {rest}", refused(*self))
    }
}

impl Localized for TemplateError {
    fn translated(&self) -> String {
        match self {
            Self::NoHistory => either(
                "У промпті не вказано, де мають бути повідомлення. Додайте туди {history_messages} або очистьте поле, щоб використати вбудований промпт.",
                "В промпте не указано, где должны быть сообщения. Добавьте туда {history_messages} или очистите поле, чтобы использовать встроенный промпт.",
            )
            .to_owned(),
        }
    }
}

impl Localized for PresetError {
    fn translated(&self) -> String {
        match self {
            Self::UnknownName { name } => {
                let names = PRESETS.map(|preset| preset.name).join(", ");
                let sentence =
                    either("Пресету {name} немає. Є такі: {names}.", "Пресета {name} нет. Есть такие: {names}.");
                fill(sentence, &[("name", name), ("names", &names)])
            }
            Self::NotJson { detail } => fill(
                either("Файл пресету — неправильний JSON: {detail}.", "Файл пресета — неправильный JSON: {detail}."),
                &[("detail", detail)],
            ),
            Self::NotAPreset => fill(
                either(
                    "Це не файл пресету: потрібні \"ricordo_preset\": {version}, \"name\" і \"settings\".",
                    "Это не файл пресета: нужны \"ricordo_preset\": {version}, \"name\" и \"settings\".",
                ),
                &[("version", &PRESET_VERSION.to_string())],
            ),
            Self::NewerVersion { found, known } => fill(
                either(
                    "Пресет записала новіша версія (версія пресету {found}, ця читає до {known}). Перезавантажте сторінку, щоб отримати новішу версію.",
                    "Пресет записала более новая версия (версия пресета {found}, эта читает до {known}). Перезагрузите страницу, чтобы получить новую версию.",
                ),
                &[("found", &found.to_string()), ("known", &known.to_string())],
            ),
            Self::UnknownField { field } => fill(
                either(
                    "Пресет задає {field}, але такого налаштування немає.",
                    "Пресет задаёт {field}, но такой настройки нет.",
                ),
                &[("field", field)],
            ),
            Self::NotForPresets { field } => fill(
                either(
                    "Пресет задає {field}, але пресети не можуть цього змінювати.",
                    "Пресет задаёт {field}, но пресеты не могут этого менять.",
                ),
                &[("field", field)],
            ),
            Self::WrongValue { field, detail } => fill(
                either(
                    "Значення {field} з пресету не підходить: {detail}.",
                    "Значение {field} из пресета не подходит: {detail}.",
                ),
                &[("field", field), ("detail", detail)],
            ),
            Self::OutOfRange { error } => {
                format!("{} {}", either("Пресет не підходить:", "Пресет не подходит:"), error.translated())
            }
            Self::Template { error } => format!(
                "{} {}",
                either("Промпт стиснення з пресету не підходить.", "Промпт сжатия из пресета не подходит."),
                error.translated()
            ),
        }
    }
}

/// What happened and what to do if a server dropped a part of the prompt.
pub fn truncated(truncation: &Truncation, kind: ProviderKind) -> String {
    if language() == Language::En {
        return truncation.sentence(kind);
    }
    let cure = match kind {
        ProviderKind::Ollama => either(
            "Збільште контекст моделі (num_ctx) або запустіть сервер із більшим OLLAMA_CONTEXT_LENGTH",
            "Увеличьте контекст модели (num_ctx) или запустите сервер с большим OLLAMA_CONTEXT_LENGTH",
        ),
        ProviderKind::OpenAiCompatible => either(
            "Завантажте модель із довшим контекстом (llama.cpp: --ctx-size; LM Studio: довжина контексту моделі; Ollama: OLLAMA_CONTEXT_LENGTH)",
            "Загрузите модель с более длинным контекстом (llama.cpp: --ctx-size; LM Studio: длина контекста модели; Ollama: OLLAMA_CONTEXT_LENGTH)",
        ),
        ProviderKind::Anthropic => {
            either("Виберіть модель із довшим контекстом", "Выберите модель с более длинным контекстом")
        }
        ProviderKind::InPage => either("Скористайтеся /forget", "Используйте /forget"),
    };
    let sentence = either(
        "Сервер прочитав лише {read} з приблизно {sent} токенів: частину запиту відкинуто. {cure} або зменште бюджет контексту в налаштуваннях.",
        "Сервер прочитал только {read} из примерно {sent} токенов: часть запроса отброшена. {cure} или уменьшите бюджет контекста в настройках.",
    );
    fill(sentence, &[("read", &truncation.read.to_string()), ("sent", &truncation.sent.to_string()), ("cure", cure)])
}
