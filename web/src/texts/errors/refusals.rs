//! Why something was not kept or not made: memories, tasks, summaries, presets.

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
            Self::Empty => either("Спогадові потрібні слова.", "Воспоминанию нужны слова.").to_owned(),
            Self::TooLong { characters } => fill(
                either(
                    "Спогад має щонайбільше {most} символів; у цьому {given}. Скажіть коротше.",
                    "В воспоминании не больше {most} символов; в этом {given}. Скажите короче.",
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
                    "Усі спогади ({most}) закріплено, тож жоден не може звільнити місце. Відкріпіть чи видаліть один або підніміть число в налаштуваннях.",
                    "Все воспоминания ({most}) закреплены, поэтому ни одно не может освободить место. Открепите или удалите одно либо поднимите число в настройках.",
                ),
                &[("most", &max_facts.to_string())],
            ),
            Self::UserDataFull { most } => fill(
                either(
                    "Дані користувача мають щонайбільше {most} полів, і всі вони заповнені. Видаліть одне або змініть котресь із них.",
                    "В данных пользователя не больше {most} полей, и все они заполнены. Удалите одно или измените какое-нибудь из них.",
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
                    "Назва задачі має щонайбільше {most} символів; у цій {given}.",
                    "В названии задачи не больше {most} символов; в этом {given}.",
                ),
                &[("most", &LONGEST_TITLE.to_string()), ("given", &characters.to_string())],
            ),
            Self::NoSuchDay { given } => fill(
                either(
                    "«{given}» — такого дня в календарі немає. Вкажіть термін як РРРР-ММ-ДД, наприклад 2026-11-25.",
                    "«{given}» — такого дня в календаре нет. Укажите срок как ГГГГ-ММ-ДД, например 2026-11-25.",
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
                "Підсумкові потрібні слова. Щоб обійтися без нього, видаліть його.",
                "Сводке нужны слова. Чтобы обойтись без неё, удалите её.",
            ),
            Self::TooLong { tokens } => {
                let sentence = either(
                    "Підсумок має щонайбільше {most} токенів; у цьому близько {given}. Скажіть коротше.",
                    "В сводке не больше {most} токенов; в этой около {given}. Скажите короче.",
                );
                return fill(sentence, &[("most", &LONGEST_SUMMARY.to_string()), ("given", &tokens.to_string())]);
            }
            Self::NotFound => either(
                "Цього підсумку більше немає: його місце зайняв інший. Погляньте на список знову.",
                "Этой сводки больше нет: её место заняла другая. Посмотрите на список снова.",
            ),
            Self::NotCompressed => either(
                "Цей підсумок зараз не заступає жодних повідомлень, тож нічого надсилати дослівно.",
                "Эта сводка сейчас не заменяет никаких сообщений, поэтому нечего отправлять дословно.",
            ),
        };
        sentence.to_owned()
    }
}

impl Localized for NotMade {
    fn translated(&self) -> String {
        let sentence = match self {
            Self::Temporary => either(
                "Тимчасова розмова нічого по собі не лишає, тож підсумку з неї не роблять.",
                "Временный разговор ничего после себя не оставляет, поэтому сводки из него не делают.",
            ),
            Self::TooFew { messages, needed, kept } => {
                let sentence = either(
                    "Замало, щоб стискати: повідомлень {messages}, не рахуючи останніх {kept}, які лишаються як є; потрібно щонайменше {needed}.",
                    "Слишком мало, чтобы сжимать: сообщений {messages}, не считая последних {kept}, которые остаются как есть; нужно не меньше {needed}.",
                );
                let [messages, needed, kept] = [messages, needed, kept].map(ToString::to_string);
                return fill(sentence, &[("messages", &messages), ("needed", &needed), ("kept", &kept)]);
            }
            Self::TooShort => either(
                "Повідомлення такі короткі, що підсумок не був би коротшим.",
                "Сообщения такие короткие, что сводка не была бы короче.",
            ),
            Self::NoMessages => either("Немає повідомлень для підсумку.", "Нет сообщений для сводки."),
            Self::NothingCompressed => either("У цій розмові нічого не стиснуто.", "В этом разговоре ничего не сжато."),
            Self::Stopped => either(
                "Підсумок не завершено. Він продовжиться пізніше.",
                "Сводка не закончена. Она продолжится позже.",
            ),
            Self::Template(error) => return error.translated(),
            Self::Model(error) => return error.translated(),
            Self::Answer(refusal) => return refusal.translated(),
            Self::Twice(refusal) => {
                let rest = either(
                    "Повідомлення лишаються як є. Це була друга спроба, тож без вашої команди цю модель більше не питатимуть.",
                    "Сообщения остаются как есть. Это была вторая попытка, поэтому без вашей команды эту модель больше не спросят.",
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
                "Жодне речення повідомлень не достатньо коротке, щоб їх замінити.",
                "Ни одно предложение сообщений не достаточно короткое, чтобы их заменить.",
            ),
        };
        sentence.to_owned()
    }
}

/// Why an answer is no title.
fn title_fault(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Empty => either("вона порожня.", "он пуст."),
        Refusal::Cut | Refusal::TooLong | Refusal::NotSmaller => either("вона задовга.", "он слишком длинный."),
        Refusal::ToolCall | Refusal::ToolProtocol => either("вона викликає інструмент.", "он вызывает инструмент."),
        Refusal::Reasoning => either("у ній самі думки моделі.", "в нём одни мысли модели."),
        Refusal::Declined => either("модель відмовилася.", "модель отказалась."),
        Refusal::Echo => either("вона повторює сказане.", "он повторяет сказанное."),
        Refusal::Junk => either("вона іншою мовою.", "он на другом языке."),
        Refusal::Stopped | Refusal::Failed | Refusal::Withheld => {
            either("вона надійшла не повністю.", "он пришёл не полностью.")
        }
    }
}

/// Why an answer is no summary.
fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Cut => either(
            "Підсумок обрізано: модель сягнула межі його довжини.",
            "Сводка обрезана: модель достигла предела её длины.",
        ),
        Refusal::Stopped => {
            either("Підсумок зупинено раніше, ніж він був готовий.", "Сводка остановлена раньше, чем была готова.")
        }
        Refusal::Failed => either("Не вдалося попросити модель про підсумок.", "Не удалось попросить модель о сводке."),
        Refusal::Withheld => either("Провайдер не віддав підсумку.", "Провайдер не отдал сводку."),
        Refusal::Empty => either("Модель нічого не відповіла.", "Модель ничего не ответила."),
        Refusal::ToolCall => {
            either("Модель викликала інструмент замість підсумку.", "Модель вызвала инструмент вместо сводки.")
        }
        Refusal::ToolProtocol => either(
            "Модель написала виклик інструмента замість підсумку.",
            "Модель написала вызов инструмента вместо сводки.",
        ),
        Refusal::Reasoning => {
            either("Модель записала свої думки, а не підсумок.", "Модель записала свои мысли, а не сводку.")
        }
        Refusal::Declined => either("Модель не захотіла робити підсумок.", "Модель не захотела делать сводку."),
        Refusal::Echo => either("Модель повторила те, що її запитали.", "Модель повторила то, о чём её спросили."),
        Refusal::Junk => {
            either("Модель раз у раз повторювала ті самі слова.", "Модель раз за разом повторяла одни и те же слова.")
        }
        Refusal::NotSmaller => either(
            "Підсумок не коротший за повідомлення, які він заступає.",
            "Сводка не короче сообщений, которые она заменяет.",
        ),
        Refusal::TooLong => either("Підсумок довший, ніж йому можна.", "Сводка длиннее, чем ей можно."),
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
                "У промпті не сказано, де стоять повідомлення. Напишіть там {history_messages} або очистьте поле, щоб узяти стандартний промпт.",
                "В промпте не сказано, где стоят сообщения. Напишите там {history_messages} или очистите поле, чтобы взять стандартный промпт.",
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
                    "Пресет задає {field}, а такого налаштування немає.",
                    "Пресет задаёт {field}, а такой настройки нет.",
                ),
                &[("field", field)],
            ),
            Self::NotForPresets { field } => fill(
                either(
                    "Пресет задає {field}, а це ваше власне: пресети його не чіпають.",
                    "Пресет задаёт {field}, а это ваше собственное: пресеты его не трогают.",
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

/// What happened and what to do when a server dropped a part of the prompt.
pub fn truncated(truncation: &Truncation, kind: ProviderKind) -> String {
    if language() == Language::En {
        return truncation.sentence(kind);
    }
    let cure = match kind {
        ProviderKind::Ollama => either(
            "Підніміть контекст моделі (num_ctx) або запустіть сервер із більшим OLLAMA_CONTEXT_LENGTH",
            "Поднимите контекст модели (num_ctx) или запустите сервер с большим OLLAMA_CONTEXT_LENGTH",
        ),
        ProviderKind::OpenAiCompatible => either(
            "Завантажте модель із довшим контекстом (llama.cpp: --ctx-size; LM Studio: довжина контексту моделі; Ollama: OLLAMA_CONTEXT_LENGTH)",
            "Загрузите модель с более длинным контекстом (llama.cpp: --ctx-size; LM Studio: длина контекста модели; Ollama: OLLAMA_CONTEXT_LENGTH)",
        ),
        ProviderKind::Anthropic => {
            either("Виберіть модель із довшим контекстом", "Выберите модель с более длинным контекстом")
        }
        ProviderKind::InPage => either("Скористайтеся /forget", "Воспользуйтесь /forget"),
    };
    let sentence = either(
        "Сервер прочитав лише {read} з приблизно {sent} токенів: частину запиту відкинуто. {cure} або зменште межу контексту в налаштуваннях.",
        "Сервер прочитал только {read} из примерно {sent} токенов: часть запроса отброшена. {cure} или уменьшите предел контекста в настройках.",
    );
    fill(sentence, &[("read", &truncation.read.to_string()), ("sent", &truncation.sent.to_string()), ("cure", cure)])
}
