//! What is said where a model is connected: the first page, the way to a model, and the connection itself.

use super::{Counted, Pick, language};
use crate::address::Trouble;

/// The sentences about connecting.
pub struct Connect {
    /// The dialog of the connection.
    pub title: &'static str,
    /// What its kinds are about.
    pub who: &'static str,
    /// The kinds: name and what it is. In the page, a server, Ollama, Anthropic.
    pub kinds: [[&'static str; 2]; 4],
    /// The saved servers.
    pub saved: &'static str,
    /// One more.
    pub add: &'static str,
    /// The one that answers.
    pub answers: &'static str,
    /// It was deleted: `{name}`.
    pub deleted: &'static str,
    /// Deletes: `{name}`.
    pub delete_named: &'static str,
    /// The address.
    pub address: &'static str,
    /// A key.
    pub key: &'static str,
    /// One is stored.
    pub key_keep: &'static str,
    /// None is stored.
    pub key_maybe: &'static str,
    /// One is stored, and where.
    pub key_stored: &'static str,
    /// Takes it away.
    pub remove: &'static str,
    /// The model.
    pub model: &'static str,
    /// It takes images.
    pub sees: &'static str,
    /// How long to wait.
    pub wait: &'static str,
    /// In seconds.
    pub seconds: &'static str,
    /// What it is about: `{min}`, `{max}`.
    pub wait_hint: &'static str,
    /// Out of range: `{min}`, `{max}`.
    pub wait_wrong: &'static str,
    /// No model.
    pub model_missing: &'static str,
    /// No address.
    pub address_missing: &'static str,
    /// No scheme.
    pub address_scheme: &'static str,
    /// None at all.
    pub address_wrong: &'static str,
    /// It lists nothing.
    pub offers_none: &'static str,
    /// It lists one: `{model}`.
    pub offers_one: &'static str,
    /// It lists many: `{n}`, `{model}`.
    pub offers_many: &'static str,

    /// Looks for servers.
    pub look: &'static str,
    /// Why a click is needed.
    pub look_why: &'static str,
    /// It looks.
    pub looking: &'static str,
    /// Nothing was found.
    pub found_none: &'static str,
    /// Nothing at this port: `{port}`.
    pub nothing_at: &'static str,
    /// It is there and refuses: `{port}`.
    pub refuses_at: &'static str,
    /// Models of a server that was found.
    pub models: Counted,
    /// A server without a model.
    pub without_model: &'static str,
    /// Takes it.
    pub use_it: &'static str,
    /// Shows what to do.
    pub how_to: &'static str,
    /// Looks again.
    pub again: &'static str,
    /// It answers from now on: `{model}`, `{name}`.
    pub now_answers: &'static str,
    /// Who has the key.
    pub provider: &'static str,
    /// Where a key is had: `{name}`.
    pub get_key: &'static str,
    /// Goes on with the key.
    pub connect: &'static str,
    /// It asks.
    pub connecting: &'static str,
    /// Where the key goes.
    pub key_privacy: &'static str,
    /// No key was typed.
    pub key_missing: &'static str,
}

/// What is wrong with an address.
pub fn trouble_told(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Missing => connect().address_missing,
        Trouble::Scheme => connect().address_scheme,
        Trouble::NoAddress => connect().address_wrong,
    }
}

/// The sentences, in the language of the page.
pub fn connect() -> &'static Connect {
    language().pick(&EN, &UK, &RU)
}

static EN: Connect = Connect {
    title: "Connection",
    who: "Who answers",
    kinds: [
        ["In this page", "A small model in your browser. No server, no key, nothing leaves."],
        ["Your own server", "Any OpenAI-compatible address: llama.cpp, LM Studio, vLLM, OpenAI…"],
        ["Ollama", "Its own protocol: long prompts are never cut in silence."],
        ["Anthropic", "Claude, with your key. What stays the same is kept in its cache."],
    ],
    saved: "Saved connections",
    add: "Add another",
    answers: "answers",
    deleted: "Deleted the connection to {name}.",
    delete_named: "Delete the connection to {name}",
    address: "Address",
    key: "Key",
    key_keep: "Leave empty to keep the stored key",
    key_maybe: "If the server wants one",
    key_stored: "A key is stored, sealed in this browser.",
    remove: "Remove",
    model: "Model",
    sees: "The model understands images",
    wait: "Wait for a sign of life",
    seconds: "seconds",
    wait_hint: "{min} to {max}. Models on small machines read slowly.",
    wait_wrong: "The time to wait must be between {min} and {max} seconds.",
    model_missing: "Enter the model's name, or choose one that the server offers.",
    address_missing: "Enter the address of the server, such as http://127.0.0.1:8080/v1.",
    address_scheme: "The address must begin with http:// or https://.",
    address_wrong: "This is not an address. It looks like http://127.0.0.1:8080/v1.",
    offers_none: "The server answers, and lists no models. Type the name of one.",
    offers_one: "The server answers. It offers {model}.",
    offers_many: "The server answers. It offers {n} models, such as {model}.",
    look: "Look for models on this computer",
    look_why: "Your browser may ask whether this page may reach your local network. Only this computer is asked, at four ports.",
    looking: "Looking…",
    found_none: "No model server was found on this computer. Start one of them and look again, or enter its address.",
    nothing_at: "nothing at port {port}",
    refuses_at: "Something is at port {port}, and does not let this page in.",
    models: Counted { one: "{n} model", few: "", many: "", other: "{n} models" },
    without_model: "It is there, and has no model yet.",
    use_it: "Use it",
    how_to: "What to do",
    again: "Look again",
    now_answers: "{model} at {name} answers from now on.",
    provider: "Provider",
    get_key: "Get a key at {name}",
    connect: "Connect",
    connecting: "Connecting…",
    key_privacy: "The key is sealed in this browser and sent to this provider alone.",
    key_missing: "Paste the key first.",
};

static UK: Connect = Connect {
    title: "З’єднання",
    who: "Хто відповідає",
    kinds: [
        ["На цій сторінці", "Невелика модель у вашому браузері. Без сервера й ключа, нічого не виходить назовні."],
        ["Власний сервер", "Будь-яка адреса, сумісна з OpenAI: llama.cpp, LM Studio, vLLM, OpenAI…"],
        ["Ollama", "Її власний протокол: довгі запити ніколи не обрізаються мовчки."],
        ["Anthropic", "Claude з вашим ключем. Незмінне тримається в його кеші."],
    ],
    saved: "Збережені з’єднання",
    add: "Додати ще",
    answers: "відповідає",
    deleted: "З’єднання з {name} видалено.",
    delete_named: "Видалити з’єднання з {name}",
    address: "Адреса",
    key: "Ключ",
    key_keep: "Порожнє поле залишає збережений ключ",
    key_maybe: "Якщо сервер його вимагає",
    key_stored: "Ключ збережено, запечатано в цьому браузері.",
    remove: "Прибрати",
    model: "Модель",
    sees: "Модель розуміє зображення",
    wait: "Чекати ознак життя",
    seconds: "секунд",
    wait_hint: "Від {min} до {max}. На слабких комп’ютерах моделі читають повільно.",
    wait_wrong: "Час очікування має бути від {min} до {max} секунд.",
    model_missing: "Впишіть назву моделі або виберіть ту, яку пропонує сервер.",
    address_missing: "Впишіть адресу сервера, наприклад http://127.0.0.1:8080/v1.",
    address_scheme: "Адреса має починатися з http:// або https://.",
    address_wrong: "Це не адреса. Вона має вигляд http://127.0.0.1:8080/v1.",
    offers_none: "Сервер відповідає, але моделей не перелічує. Впишіть назву самі.",
    offers_one: "Сервер відповідає. Він пропонує {model}.",
    offers_many: "Сервер відповідає. Моделей у нього: {n}, наприклад {model}.",
    look: "Пошукати моделі на цьому комп’ютері",
    look_why: "Браузер може запитати, чи дозволити цій сторінці доступ до локальної мережі. Питаємо лише цей комп’ютер, на чотирьох портах.",
    looking: "Шукаю…",
    found_none: "На цьому комп’ютері сервера моделей не знайдено. Запустіть один із них і пошукайте ще раз або впишіть адресу.",
    nothing_at: "на порту {port} нічого",
    refuses_at: "На порту {port} щось є, але цю сторінку не впускає.",
    models: Counted {
        one: "{n} модель", few: "{n} моделі", many: "{n} моделей", other: "{n} моделі"
    },
    without_model: "Сервер є, але моделі ще немає.",
    use_it: "Узяти",
    how_to: "Що робити",
    again: "Шукати ще раз",
    now_answers: "Відтепер відповідає {model} на {name}.",
    provider: "Провайдер",
    get_key: "Отримати ключ на {name}",
    connect: "З’єднати",
    connecting: "З’єдную…",
    key_privacy: "Ключ запечатано в цьому браузері й надсилається лише цьому провайдеру.",
    key_missing: "Спершу вставте ключ.",
};

static RU: Connect = Connect {
    title: "Соединение",
    who: "Кто отвечает",
    kinds: [
        ["На этой странице", "Небольшая модель в вашем браузере. Без сервера и ключа, ничего не уходит наружу."],
        ["Свой сервер", "Любой адрес, совместимый с OpenAI: llama.cpp, LM Studio, vLLM, OpenAI…"],
        ["Ollama", "Её собственный протокол: длинные запросы никогда не обрезаются молча."],
        ["Anthropic", "Claude с вашим ключом. Неизменное держится в его кэше."],
    ],
    saved: "Сохранённые соединения",
    add: "Добавить ещё",
    answers: "отвечает",
    deleted: "Соединение с {name} удалено.",
    delete_named: "Удалить соединение с {name}",
    address: "Адрес",
    key: "Ключ",
    key_keep: "Пустое поле оставляет сохранённый ключ",
    key_maybe: "Если сервер его требует",
    key_stored: "Ключ сохранён, запечатан в этом браузере.",
    remove: "Убрать",
    model: "Модель",
    sees: "Модель понимает изображения",
    wait: "Ждать признаков жизни",
    seconds: "секунд",
    wait_hint: "От {min} до {max}. На слабых компьютерах модели читают медленно.",
    wait_wrong: "Время ожидания должно быть от {min} до {max} секунд.",
    model_missing: "Впишите название модели или выберите ту, что предлагает сервер.",
    address_missing: "Впишите адрес сервера, например http://127.0.0.1:8080/v1.",
    address_scheme: "Адрес должен начинаться с http:// или https://.",
    address_wrong: "Это не адрес. Он выглядит так: http://127.0.0.1:8080/v1.",
    offers_none: "Сервер отвечает, но моделей не перечисляет. Впишите название сами.",
    offers_one: "Сервер отвечает. Он предлагает {model}.",
    offers_many: "Сервер отвечает. Моделей у него: {n}, например {model}.",
    look: "Поискать модели на этом компьютере",
    look_why: "Браузер может спросить, пустить ли эту страницу в локальную сеть. Спрашиваем только этот компьютер, на четырёх портах.",
    looking: "Ищу…",
    found_none: "На этом компьютере сервера моделей не найдено. Запустите один из них и поищите ещё раз или впишите адрес.",
    nothing_at: "на порту {port} ничего",
    refuses_at: "На порту {port} что-то есть, но эту страницу не впускает.",
    models: Counted {
        one: "{n} модель", few: "{n} модели", many: "{n} моделей", other: "{n} модели"
    },
    without_model: "Сервер есть, но модели пока нет.",
    use_it: "Взять",
    how_to: "Что делать",
    again: "Искать ещё раз",
    now_answers: "Теперь отвечает {model} на {name}.",
    provider: "Провайдер",
    get_key: "Получить ключ на {name}",
    connect: "Соединить",
    connecting: "Соединяю…",
    key_privacy: "Ключ запечатан в этом браузере и отправляется только этому провайдеру.",
    key_missing: "Сначала вставьте ключ.",
};
