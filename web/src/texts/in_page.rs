//! What is said about the models that run in the page.

use super::{Pick, language};

/// The sentences.
pub struct InPage {
    /// Where they run.
    pub here: &'static str,
    /// How far the model is: not loaded, downloading, being made ready, reading, ready.
    pub states: [&'static str; 5],
    /// What the one that comes with the app is good for.
    pub about: &'static str,
    /// Loads it.
    pub load: &'static str,
    /// Picks a file.
    pub pick: &'static str,
    /// The same, for those who hear it.
    pub pick_heard: &'static str,
    /// Before the bytes.
    pub downloading: &'static str,
    /// What the bar is called.
    pub bar: &'static str,
    /// The better ones.
    pub better: &'static str,
    /// What they need.
    pub better_hint: &'static str,
    /// Size and memory: `{size}`, `{memory}`, `{licence}`.
    pub needs: &'static str,
    /// Downloads it.
    pub download: &'static str,
    /// Goes on with it: `{share}`.
    pub resume: &'static str,
    /// It is here.
    pub use_it: &'static str,
    /// It answers.
    pub answers: &'static str,
    /// Deletes: `{name}`.
    pub delete_named: &'static str,
    /// Any address.
    pub own_address: &'static str,
    /// What it looks like.
    pub own_hint: &'static str,
    /// Its checksum.
    pub own_checksum: &'static str,
    /// None.
    pub own_wrong: &'static str,
    /// No checksum.
    pub checksum_wrong: &'static str,
    /// Its checksum, as it was found: `{sha256}`.
    pub checksum: &'static str,
}

/// The sentences, in the language of the page.
pub fn in_page() -> &'static InPage {
    language().pick(&EN, &UK, &RU)
}

static EN: InPage = InPage {
    here: "this page",
    states: ["Not loaded yet", "Downloading…", "Making it ready…", "Reading a message…", "Ready"],
    about: "It is small: good for plain questions, short texts and trying things out. The first use downloads 94 MB from this site; after that it is in your browser.",
    load: "Load it now",
    pick: "Pick a GGUF file…",
    pick_heard: "Pick a GGUF file",
    downloading: "Downloading the model: ",
    bar: "Download of the model",
    better: "Better models for this page",
    better_hint: "Downloaded once from huggingface.co, then kept in this browser. They answer better and slower: several words a second on a good computer.",
    needs: "{size} MB to download, about {memory} MB of memory · {licence}",
    download: "Download",
    resume: "Go on ({share})",
    use_it: "Use it",
    answers: "answers",
    delete_named: "Delete {name} from this browser",
    own_address: "Another GGUF file, by address",
    own_hint: "A file of up to about 2 GB that its site lets other pages read.",
    own_checksum: "Its SHA-256, if you know it",
    own_wrong: "Enter the address of a GGUF file. It begins with http:// or https://.",
    checksum_wrong: "A SHA-256 has 64 digits from 0 to 9 and a to f. Enter all of them, or leave the field empty.",
    checksum: "SHA-256 {sha256}",
};

static UK: InPage = InPage {
    here: "цій сторінці",
    states: ["Ще не завантажено", "Завантажую…", "Готую…", "Читає повідомлення…", "Готова"],
    about: "Вона невелика: для простих запитань, коротких текстів і проб. Перше використання завантажить 94 МБ з цього сайту; далі вона вже у вашому браузері.",
    load: "Завантажити зараз",
    pick: "Вибрати файл GGUF…",
    pick_heard: "Вибрати файл GGUF",
    downloading: "Завантажую модель: ",
    bar: "Завантаження моделі",
    better: "Кращі моделі для цієї сторінки",
    better_hint: "Завантажуються один раз із huggingface.co і лишаються в цьому браузері. Відповідають краще, але повільніше: кілька слів за секунду на доброму комп’ютері.",
    needs: "Завантажити {size} МБ, пам’яті треба приблизно {memory} МБ · {licence}",
    download: "Завантажити",
    resume: "Продовжити ({share})",
    use_it: "Узяти",
    answers: "відповідає",
    delete_named: "Видалити {name} з цього браузера",
    own_address: "Інший файл GGUF за адресою",
    own_hint: "Файл приблизно до 2 ГБ, який його сайт дає читати іншим сторінкам.",
    own_checksum: "Його SHA-256, якщо знаєте",
    own_wrong: "Впишіть адресу файлу GGUF. Вона починається з http:// або https://.",
    checksum_wrong: "SHA-256 складається з 64 знаків від 0 до 9 і від a до f. Впишіть усі або залиште поле порожнім.",
    checksum: "SHA-256 {sha256}",
};

static RU: InPage = InPage {
    here: "этой странице",
    states: ["Ещё не загружена", "Загружаю…", "Готовлю…", "Читает сообщение…", "Готова"],
    about: "Она небольшая: для простых вопросов, коротких текстов и проб. Первое использование загрузит 94 МБ с этого сайта; дальше она уже в вашем браузере.",
    load: "Загрузить сейчас",
    pick: "Выбрать файл GGUF…",
    pick_heard: "Выбрать файл GGUF",
    downloading: "Загружаю модель: ",
    bar: "Загрузка модели",
    better: "Модели получше для этой страницы",
    better_hint: "Загружаются один раз с huggingface.co и остаются в этом браузере. Отвечают лучше, но медленнее: несколько слов в секунду на хорошем компьютере.",
    needs: "Загрузить {size} МБ, памяти нужно примерно {memory} МБ · {licence}",
    download: "Загрузить",
    resume: "Продолжить ({share})",
    use_it: "Взять",
    answers: "отвечает",
    delete_named: "Удалить {name} из этого браузера",
    own_address: "Другой файл GGUF по адресу",
    own_hint: "Файл примерно до 2 ГБ, который его сайт даёт читать другим страницам.",
    own_checksum: "Его SHA-256, если знаете",
    own_wrong: "Впишите адрес файла GGUF. Он начинается с http:// или https://.",
    checksum_wrong: "SHA-256 состоит из 64 знаков от 0 до 9 и от a до f. Впишите все или оставьте поле пустым.",
    checksum: "SHA-256 {sha256}",
};
