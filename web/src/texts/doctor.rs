//! What the connection doctor says: its steps, what is wrong, and what to do. Braces stand for what is put in.

use super::{Pick, language};

/// The doctor's sentences.
pub struct Doctor {
    /// Begins the check.
    pub check: &'static str,
    /// It runs.
    pub checking: &'static str,
    /// What the list of steps is called.
    pub steps_label: &'static str,
    /// The steps, in their order.
    pub steps: [&'static str; 9],
    /// How a step went, for those who hear it: open, done, to be known, failed.
    pub marks: [&'static str; 4],
    /// All steps went well.
    pub works: &'static str,
    /// Takes an address that works: `{address}`.
    pub use_address: &'static str,
    /// Takes the server's own protocol.
    pub use_ollama: &'static str,
    /// Which system the commands are for.
    pub system: &'static str,
    /// Where the commands are typed.
    pub terminal: &'static str,
    /// Where the commands are typed on Windows.
    pub powershell: &'static str,
    /// A word that the user replaces in a command.
    pub replace_model: &'static str,

    /// No address.
    pub no_address: &'static str,
    /// An https page and an http address.
    pub mixed_content: &'static str,
    /// How to get round it.
    pub do_tunnel: &'static str,
    /// The browser forbids it.
    pub permission_denied: &'static str,
    /// The browser asks.
    pub permission_pending: &'static str,
    /// Nobody there.
    pub not_reachable: &'static str,
    /// Start it: `{server}`.
    pub do_begin: &'static str,
    /// Look whether it runs.
    pub do_look: &'static str,
    /// Too slow.
    pub too_slow: &'static str,
    /// CORS: `{origin}`.
    pub origin_refused: &'static str,
    /// The preflight.
    pub preflight_refused: &'static str,
    /// Ollama's origins.
    pub do_ollama: &'static str,
    /// LM Studio's switch.
    pub do_lm_studio: &'static str,
    /// vLLM's option.
    pub do_vllm: &'static str,
    /// llama.cpp allows by itself.
    pub do_llama: &'static str,
    /// Any other server: `{origin}`.
    pub do_other: &'static str,
    /// Not this path.
    pub wrong_path: &'static str,
    /// No API.
    pub not_an_api: &'static str,
    /// Where it answers: `{address}`.
    pub better: &'static str,
    /// What addresses look like.
    pub do_path: &'static str,
    /// No key.
    pub no_key: &'static str,
    /// The key is refused.
    pub wrong_key: &'static str,
    /// No model.
    pub no_model: &'static str,
    /// Get one.
    pub do_fetch: &'static str,
    /// None chosen.
    pub model_not_chosen: &'static str,
    /// Not this model.
    pub unknown_model: &'static str,
    /// Enough for now.
    pub limited: &'static str,
    /// A short context: `{has}`, `{wants}`.
    pub short_context: &'static str,
    /// Cut in silence.
    pub cuts_in_silence: &'static str,
    /// Make it longer.
    pub do_lengthen: &'static str,
    /// Or lower the limit.
    pub do_lower: &'static str,
}

/// The doctor's sentences, in the language of the page.
pub fn doctor() -> &'static Doctor {
    language().pick(&EN, &UK, &RU)
}

static EN: Doctor = Doctor {
    check: "Test and list models",
    checking: "Checking…",
    steps_label: "Steps of the connection",
    steps: [
        "The address can be called",
        "The browser allows it",
        "Somebody answers",
        "This page is let in",
        "It is the API",
        "The key is accepted",
        "The model is there",
        "A short test answer came",
        "The context is long enough",
    ],
    marks: ["not checked yet", "works", "works, but read the note", "does not work"],
    works: "The connection works.",
    use_address: "Use {address}",
    use_ollama: "Use Ollama's own protocol",
    system: "The server's system",
    terminal: "In a terminal",
    powershell: "In PowerShell",
    replace_model: "Put the model's name in place of MODEL.",
    no_address: "No browser can call this address. It begins with http:// or https://, such as http://127.0.0.1:8080/v1, and holds no name or password.",
    mixed_content: "This page came over https, and browsers do not let it call an http address on another computer.",
    do_tunnel: "Give the server an https address; or bring it to this computer with the command below (with your name before the host, as in me@host), leave that running, and use 127.0.0.1 in the address in place of the host.",
    permission_denied: "The browser keeps this page from the network near by. Click the icon left of the page's address, allow access to the local network, and check again.",
    permission_pending: "The browser asks whether this page may reach the local network, and had no answer. Allow it in the browser's question, and check again.",
    not_reachable: "Nobody answers at this address.",
    do_begin: "Start {server}, then check again:",
    do_look: "Look whether the server runs and whether host and port are right, then check again.",
    too_slow: "The server takes too long. It may still be loading a model: wait a moment and check again.",
    origin_refused: "The server is there, and does not let pages from {origin} see its answers (CORS).",
    preflight_refused: "The server answers, and refuses the question that browsers ask before a message is sent (the CORS preflight).",
    do_ollama: "Tell Ollama to let this page in. It then starts again:",
    do_lm_studio: "In LM Studio open Developer, then Server Settings, and switch on “Enable CORS”. Or:",
    do_vllm: "Start vLLM with this option:",
    do_llama: "llama-server lets every page in by itself. Look at what stands in front of it, such as a proxy: it has to pass the CORS headers on, and answer OPTIONS.",
    do_other: "The server has to send “Access-Control-Allow-Origin: {origin}”, to allow the headers “authorization, content-type”, and to answer OPTIONS with 204.",
    wrong_path: "Somebody answers, but does not know this path.",
    not_an_api: "A web page answers here, not a model.",
    better: "A model answers at {address}.",
    do_path: "Most addresses end with /v1; those of Ollama and Anthropic end with host and port.",
    no_key: "The server wants a key. Enter one above and check again.",
    wrong_key: "The server does not accept this key. Copy it again, whole, or make a new one; also check that it belongs to this provider.",
    no_model: "The server is ready and has no model.",
    do_fetch: "Get a model, then check again:",
    model_not_chosen: "Choose a model from the list, then check again for a test answer.",
    unknown_model: "The server does not have this model. Choose one from its list, or get it there:",
    limited: "The connection works, and the provider has had enough questions for now. Wait a little, or look at your account's limits.",
    short_context: "The model takes {has} tokens here; your settings want {wants} for prompt and reply. Longer prompts are shortened to fit, and say so.",
    cuts_in_silence: "Asked in this protocol, Ollama cuts long prompts without a word.",
    do_lengthen: "To give it a longer context:",
    do_lower: "Or lower the context limit in the settings.",
};

static UK: Doctor = Doctor {
    check: "Перевірити й показати моделі",
    checking: "Перевіряю…",
    steps_label: "Кроки з’єднання",
    steps: [
        "Адресу можна викликати",
        "Браузер дозволяє",
        "Хтось відповідає",
        "Цю сторінку впускають",
        "Це справді API",
        "Ключ прийнято",
        "Модель є",
        "Коротка пробна відповідь надійшла",
        "Контексту вистачає",
    ],
    marks: ["ще не перевірено", "працює", "працює, але є зауваження", "не працює"],
    works: "З’єднання працює.",
    use_address: "Узяти {address}",
    use_ollama: "Узяти власний протокол Ollama",
    system: "Система сервера",
    terminal: "У терміналі",
    powershell: "У PowerShell",
    replace_model: "Замість MODEL впишіть назву моделі.",
    no_address: "Такої адреси браузер викликати не може. Адреса починається з http:// або https://, наприклад http://127.0.0.1:8080/v1, і не містить імені чи пароля.",
    mixed_content: "Цю сторінку завантажено через https, тож браузер не дає їй звертатися до адреси http на іншому комп’ютері.",
    do_tunnel: "Дайте серверу адресу https. Або приведіть його на цей комп’ютер командою нижче (з вашим іменем перед хостом, як-от me@host), залиште її працювати, а в адресі замість хоста вкажіть 127.0.0.1.",
    permission_denied: "Браузер не пускає цю сторінку в локальну мережу. Натисніть значок ліворуч від адреси сторінки, дозвольте доступ до локальної мережі й перевірте ще раз.",
    permission_pending: "Браузер питає, чи можна цій сторінці в локальну мережу, і не отримав відповіді. Дозвольте це в запиті браузера й перевірте ще раз.",
    not_reachable: "За цією адресою ніхто не відповідає.",
    do_begin: "Запустіть {server} і перевірте ще раз:",
    do_look: "Гляньте, чи сервер запущено й чи правильні хост і порт, а тоді перевірте ще раз.",
    too_slow: "Сервер надто довго мовчить. Можливо, він ще завантажує модель: зачекайте трохи й перевірте ще раз.",
    origin_refused: "Сервер є, але не дає сторінкам з {origin} бачити свої відповіді (CORS).",
    preflight_refused: "Сервер відповідає, але відхиляє запит, який браузер надсилає перед повідомленням (CORS preflight).",
    do_ollama: "Скажіть Ollama впустити цю сторінку. Після цього вона перезапуститься:",
    do_lm_studio: "У LM Studio відкрийте Developer, потім Server Settings, і ввімкніть «Enable CORS». Або:",
    do_vllm: "Запустіть vLLM із цим параметром:",
    do_llama: "llama-server сам впускає всі сторінки. Подивіться, що стоїть перед ним, наприклад проксі: він має передавати заголовки CORS і відповідати на OPTIONS.",
    do_other: "Сервер має надсилати «Access-Control-Allow-Origin: {origin}», дозволяти заголовки «authorization, content-type» і відповідати на OPTIONS кодом 204.",
    wrong_path: "Хтось відповідає, але такого шляху не знає.",
    not_an_api: "Тут відповідає вебсторінка, а не модель.",
    better: "Модель відповідає за адресою {address}.",
    do_path: "Більшість адрес закінчується на /v1; адреси Ollama й Anthropic — на хост і порт.",
    no_key: "Сервер вимагає ключ. Впишіть його вище й перевірте ще раз.",
    wrong_key: "Сервер не приймає цього ключа. Скопіюйте його ще раз повністю або створіть новий; перевірте також, чи він від цього провайдера.",
    no_model: "Сервер готовий, але моделей у нього немає.",
    do_fetch: "Завантажте модель і перевірте ще раз:",
    model_not_chosen: "Виберіть модель зі списку й перевірте ще раз, щоб отримати пробну відповідь.",
    unknown_model: "Такої моделі на сервері немає. Виберіть іншу з його списку або завантажте цю:",
    limited: "З’єднання працює, але провайдер поки що отримав досить запитів. Зачекайте трохи або гляньте на обмеження свого облікового запису.",
    short_context: "Модель приймає тут {has} токенів, а ваші налаштування потребують {wants} на запит і відповідь. Довші запити буде вкорочено, і про це буде сказано.",
    cuts_in_silence: "За цим протоколом Ollama мовчки обрізає довгі запити.",
    do_lengthen: "Щоб дати довший контекст:",
    do_lower: "Або зменште межу контексту в налаштуваннях.",
};

static RU: Doctor = Doctor {
    check: "Проверить и показать модели",
    checking: "Проверяю…",
    steps_label: "Шаги соединения",
    steps: [
        "Адрес можно вызвать",
        "Браузер разрешает",
        "Кто-то отвечает",
        "Эту страницу впускают",
        "Это действительно API",
        "Ключ принят",
        "Модель есть",
        "Короткий пробный ответ пришёл",
        "Контекста хватает",
    ],
    marks: ["ещё не проверено", "работает", "работает, но есть замечание", "не работает"],
    works: "Соединение работает.",
    use_address: "Взять {address}",
    use_ollama: "Взять собственный протокол Ollama",
    system: "Система сервера",
    terminal: "В терминале",
    powershell: "В PowerShell",
    replace_model: "Вместо MODEL впишите название модели.",
    no_address: "Такой адрес браузер вызвать не может. Адрес начинается с http:// или https://, например http://127.0.0.1:8080/v1, и не содержит имени или пароля.",
    mixed_content: "Эта страница загружена по https, и браузер не даёт ей обращаться к адресу http на другом компьютере.",
    do_tunnel: "Дайте серверу адрес https. Или приведите его на этот компьютер командой ниже (с вашим именем перед хостом, например me@host), оставьте её работать, а в адресе вместо хоста укажите 127.0.0.1.",
    permission_denied: "Браузер не пускает эту страницу в локальную сеть. Нажмите значок слева от адреса страницы, разрешите доступ к локальной сети и проверьте ещё раз.",
    permission_pending: "Браузер спрашивает, можно ли этой странице в локальную сеть, и не получил ответа. Разрешите это в запросе браузера и проверьте ещё раз.",
    not_reachable: "По этому адресу никто не отвечает.",
    do_begin: "Запустите {server} и проверьте ещё раз:",
    do_look: "Посмотрите, запущен ли сервер и верны ли хост и порт, затем проверьте ещё раз.",
    too_slow: "Сервер слишком долго молчит. Возможно, он ещё загружает модель: подождите немного и проверьте ещё раз.",
    origin_refused: "Сервер есть, но не даёт страницам с {origin} видеть свои ответы (CORS).",
    preflight_refused: "Сервер отвечает, но отклоняет запрос, который браузер посылает перед сообщением (CORS preflight).",
    do_ollama: "Велите Ollama впустить эту страницу. После этого она перезапустится:",
    do_lm_studio: "В LM Studio откройте Developer, затем Server Settings, и включите «Enable CORS». Или:",
    do_vllm: "Запустите vLLM с этим параметром:",
    do_llama: "llama-server сам впускает все страницы. Посмотрите, что стоит перед ним, например прокси: он должен передавать заголовки CORS и отвечать на OPTIONS.",
    do_other: "Сервер должен посылать «Access-Control-Allow-Origin: {origin}», разрешать заголовки «authorization, content-type» и отвечать на OPTIONS кодом 204.",
    wrong_path: "Кто-то отвечает, но такого пути не знает.",
    not_an_api: "Здесь отвечает веб-страница, а не модель.",
    better: "Модель отвечает по адресу {address}.",
    do_path: "Большинство адресов кончается на /v1; адреса Ollama и Anthropic — на хост и порт.",
    no_key: "Сервер требует ключ. Впишите его выше и проверьте ещё раз.",
    wrong_key: "Сервер не принимает этот ключ. Скопируйте его ещё раз целиком или создайте новый; проверьте также, от этого ли он провайдера.",
    no_model: "Сервер готов, но моделей у него нет.",
    do_fetch: "Загрузите модель и проверьте ещё раз:",
    model_not_chosen: "Выберите модель из списка и проверьте ещё раз, чтобы получить пробный ответ.",
    unknown_model: "Такой модели на сервере нет. Выберите другую из его списка или загрузите эту:",
    limited: "Соединение работает, но провайдер пока получил достаточно запросов. Подождите немного или посмотрите ограничения своей учётной записи.",
    short_context: "Модель принимает здесь {has} токенов, а вашим настройкам нужно {wants} на запрос и ответ. Более длинные запросы будут укорочены, и об этом будет сказано.",
    cuts_in_silence: "По этому протоколу Ollama молча обрезает длинные запросы.",
    do_lengthen: "Чтобы дать более длинный контекст:",
    do_lower: "Или уменьшите предел контекста в настройках.",
};
