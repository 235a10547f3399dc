//! What each setting is called, and its sentence of help, by its path in the record.

use super::{Pick, language};

/// What a setting is called, and what it does.
#[derive(Clone, Copy)]
pub struct About {
    /// Its name.
    pub label: &'static str,
    /// A sentence of help.
    pub help: &'static str,
}

macro_rules! fields {
    ($($path:literal: $en:literal $en_help:literal, $uk:literal $uk_help:literal, $ru:literal $ru_help:literal;)*) => {
        /// What the setting of a path is called; `None`: there is no such setting.
        pub fn about(path: &str) -> Option<&'static About> {
            Some(match path {
                $($path => language().pick(
                    &About { label: $en, help: $en_help },
                    &About { label: $uk, help: $uk_help },
                    &About { label: $ru, help: $ru_help },
                ),)*
                _ => return None,
            })
        }
    };
}

fields! {
    "version":
        "Version" "The version of the settings record.",
        "Версія" "Версія запису налаштувань.",
        "Версия" "Версия записи настроек.";
    "preset":
        "Preset" "The preset these settings started from.",
        "Пресет" "Пресет, з якого почалися ці налаштування.",
        "Пресет" "Пресет, с которого начались эти настройки.";
    "language":
        "Language" "The language of the page and of the prompts that ship. The page is loaded again; what you typed stays.",
        "Мова" "Мова сторінки та стандартних промптів. Сторінка перезавантажиться; набране лишиться.",
        "Язык" "Язык страницы и стандартных промптов. Страница перезагрузится; набранное останется.";
    "time_zone":
        "Time zone" "Whose clock is sent and stamped, such as Europe/Kyiv. Empty: the browser's.",
        "Часовий пояс" "За чиїм годинником надсилати й позначати час, наприклад Europe/Kyiv. Порожньо: за браузером.",
        "Часовой пояс" "По чьим часам отправлять и отмечать время, например Europe/Kyiv. Пусто: по браузеру.";
    "reminder_minutes":
        "Remind after" "How long a conversation is quiet before it is reminded of, where its reminders are on.",
        "Нагадати через" "Скільки розмова мовчить, перш ніж про неї нагадати, якщо її нагадування ввімкнено.",
        "Напомнить через" "Сколько разговор молчит, прежде чем о нём напомнить, если его напоминания включены.";
    "ask_above_tokens":
        "Ask before background work above" "Summaries and facts that read more than this ask first. Text that was imported or said to another provider, and a model with a price, always ask.",
        "Питати перед фоновою роботою понад" "Підсумки й факти, для яких треба прочитати більше, спершу питають. Про імпортований текст, сказане іншому провайдерові та модель із ціною питають завжди.",
        "Спрашивать перед фоновой работой свыше" "Сводки и факты, для которых нужно прочитать больше, сначала спрашивают. Об импортированном тексте, сказанном другому провайдеру и о модели с ценой спрашивают всегда.";
    "undo_steps":
        "Undo steps" "How many commands of a conversation /undo can take back. The oldest goes first.",
        "Кроки скасування" "Скільки команд розмови може скасувати /undo. Найстаріша зникає першою.",
        "Шаги отмены" "Сколько команд разговора может отменить /undo. Самая старая исчезает первой.";
    "undo_megabytes":
        "Room for undo" "How much that may take in each conversation, and as much again for deleted messages. The last command can always be taken back.",
        "Місце для скасування" "Скільки це може займати в кожній розмові, і стільки ж — видалені повідомлення. Останню команду можна скасувати завжди.",
        "Место для отмены" "Сколько это может занимать в каждом разговоре, и столько же — удалённые сообщения. Последнюю команду можно отменить всегда.";
    "deleted_days":
        "Keep deleted messages" "For how long the messages that the limit on stored messages deleted can be restored on the page “Storage”. 0: not at all.",
        "Тримати видалені повідомлення" "Скільки часу повідомлення, видалені обмеженням на збережені повідомлення, можна відновити на сторінці «Сховище». 0: зовсім не можна.",
        "Держать удалённые сообщения" "Сколько времени сообщения, удалённые ограничением на сохранённые сообщения, можно восстановить на странице «Хранилище». 0: совсем нельзя.";
    "erase_on_new":
        "Erase on /new" "A new conversation erases all before it, for good. You are asked each time.",
        "Стирати за /new" "Нова розмова назавжди стирає всі попередні. Щоразу буде запитання.",
        "Стирать по /new" "Новый разговор навсегда стирает все прежние. Каждый раз будет вопрос.";
    "model_titles":
        "Let the model name conversations" "After the first reply the model is asked for a short title. A title you gave stays.",
        "Нехай модель називає розмови" "Після першої відповіді в моделі питають коротку назву. Назва, яку дали ви, лишається.",
        "Пусть модель называет разговоры" "После первого ответа у модели спрашивают короткое название. Название, которое дали вы, остаётся.";
    "template":
        "Template" "A template of yours in place of the system prompt.",
        "Шаблон" "Ваш шаблон замість системного промпту.",
        "Шаблон" "Ваш шаблон вместо системного промпта.";
    "system_prompt":
        "System prompt" "Sent first, with every message.",
        "Системний промпт" "Надсилається першим, з кожним повідомленням.",
        "Системный промпт" "Отправляется первым, с каждым сообщением.";
    "bot_name":
        "Assistant's name" "What {botname} stands for, and the sign before its lines in the group style.",
        "Ім’я асистента" "Чим стає {botname} і як підписано його рядки в груповому стилі.",
        "Имя ассистента" "Чем становится {botname} и как подписаны его строки в групповом стиле.";
    "bot_username":
        "Assistant's short name" "What {botusername} stands for, without @.",
        "Коротке ім’я асистента" "Чим стає {botusername}, без @.",
        "Короткое имя ассистента" "Чем становится {botusername}, без @.";
    "send_now":
        "Tell the model the date and time" "Without it the model does not know what day it is.",
        "Повідомляти моделі дату й час" "Без цього модель не знає, який сьогодні день.",
        "Сообщать модели дату и время" "Без этого модель не знает, какой сегодня день.";
    "now_style":
        "Where the date stands" "In the messages: the first one, the first of a day and the first after an hour begin with it, and what was read stays reusable. Before each message it is exact to the minute, and the message is read twice.",
        "Де стоїть дата" "У повідомленнях: нею починаються перше, перше за день і перше після години тиші, і прочитане можна використати знову. Перед кожним повідомленням вона точна до хвилини, але повідомлення читається двічі.",
        "Где стоит дата" "В сообщениях: с неё начинаются первое, первое за день и первое после часа тишины, и прочитанное можно использовать снова. Перед каждым сообщением она точна до минуты, но сообщение читается дважды.";
    "stamp_messages":
        "Stamp my messages with the time" "Each message you send begins with [Current time: …].",
        "Позначати мої повідомлення часом" "Кожне ваше повідомлення починається з [Поточний час: …].",
        "Отмечать мои сообщения временем" "Каждое ваше сообщение начинается с [Текущее время: …].";
    "window_style":
        "How messages are written" "As in a group, messages carry the name of who wrote them.",
        "Як пишуться повідомлення" "У груповому стилі повідомлення мають ім’я того, хто писав.",
        "Как пишутся сообщения" "В групповом стиле у сообщений есть имя того, кто писал.";
    "vision":
        "Send images" "To models that see. Switched off, images stay here.",
        "Надсилати зображення" "Моделям, які бачать. Якщо вимкнено, зображення лишаються тут.",
        "Отправлять изображения" "Моделям, которые видят. Если выключено, изображения остаются здесь.";
    "context_max_tokens":
        "Context" "The budget of everything that is sent.",
        "Контекст" "Бюджет усього, що надсилається.",
        "Контекст" "Бюджет всего, что отправляется.";
    "max_response_tokens":
        "Longest reply" "Room that is kept free for the reply.",
        "Найдовша відповідь" "Місце, яке лишається вільним для відповіді.",
        "Самый длинный ответ" "Место, которое остаётся свободным для ответа.";
    "immediate_messages":
        "Window" "The most messages that are sent word for word. Empty: as many as the context has room for.",
        "Вікно" "Скільки щонайбільше повідомлень надсилати дослівно. Порожньо: скільки вміщує контекст.",
        "Окно" "Сколько самое большее сообщений отправлять дословно. Пусто: сколько вмещает контекст.";
    "max_context":
        "Window after /forget" "The most messages that come back as the talk goes on. Empty: as many as the window holds.",
        "Вікно після /forget" "Скільки щонайбільше повідомлень повертається з плином розмови. Порожньо: скільки вміщує вікно.",
        "Окно после /forget" "Сколько самое большее сообщений возвращается по ходу разговора. Пусто: сколько вмещает окно.";
    "max_storage":
        "Stored messages" "The oldest beyond this are deleted, pinned ones never; for some days “Storage” restores them. Empty: all are kept.",
        "Збережені повідомлення" "Найстаріші понад це число видаляються, закріплені — ніколи; кілька днів їх відновлює «Сховище». Порожньо: зберігаються всі.",
        "Сохранённые сообщения" "Самые старые сверх этого числа удаляются, закреплённые — никогда; несколько дней их восстанавливает «Хранилище». Пусто: хранятся все.";
    "short_term_window":
        "Short-term window" "Only so many of the last messages go word for word, the rest as a summary. Empty: no such limit.",
        "Короткочасне вікно" "Дослівно йде лише стільки останніх повідомлень, решта — підсумком. Порожньо: без такої межі.",
        "Краткосрочное окно" "Дословно идёт только столько последних сообщений, остальные — сводкой. Пусто: без такого предела.";
    "summary_threshold_messages":
        "Summarise from" "From how many messages on the rest becomes a summary; goes with the short-term window.",
        "Підсумовувати від" "Від скількох повідомлень решта стає підсумком; діє разом із короткочасним вікном.",
        "Сводить от" "От скольких сообщений остальные становятся сводкой; действует вместе с краткосрочным окном.";
    "trim_step_percent":
        "Cut of the window" "How much is cut at once when the context is full. A bigger cut keeps the beginning the same for more turns, which is faster and cheaper.",
        "Крок обрізання вікна" "Скільки відрізати за раз, коли контекст заповнено. Більший крок довше лишає початок незмінним, а це швидше й дешевше.",
        "Шаг обрезки окна" "Сколько отрезать за раз, когда контекст заполнен. Больший шаг дольше оставляет начало неизменным, а это быстрее и дешевле.";
    "exact_counts":
        "Exact token counts" "Counts with a vocabulary that is downloaded once (about 1 MB) instead of estimating.",
        "Точний підрахунок токенів" "Рахує за словником, який завантажується один раз (близько 1 МБ), замість оцінки.",
        "Точный подсчёт токенов" "Считает по словарю, который загружается один раз (около 1 МБ), вместо оценки.";
    "layers":
        "Layers" "The order in which they are sent, the share of the budget each is sure of, the most it may take, and who is served first.",
        "Шари" "Порядок надсилання, гарантована частка бюджету, найбільша частка і хто отримує першим.",
        "Слои" "Порядок отправки, гарантированная доля бюджета, наибольшая доля и кто получает первым.";
    "summaries.enabled":
        "Summaries of days" "Sums up the last days and weeks in the background.",
        "Підсумки днів" "Підсумовує останні дні й тижні у фоні.",
        "Сводки дней" "Сводит последние дни и недели в фоне.";
    "summaries.scope":
        "What they span" "All conversations together, or each by itself.",
        "Що вони охоплюють" "Усі розмови разом або кожну окремо.",
        "Что они охватывают" "Все разговоры вместе или каждый отдельно.";
    "summaries.recent.days":
        "Recent: looks back" "How many days the recent summary covers.",
        "Недавній: охоплює" "Скільки днів охоплює недавній підсумок.",
        "Недавняя: охватывает" "Сколько дней охватывает недавняя сводка.";
    "summaries.recent.tokens":
        "Recent: size" "The longest size of the recent summary.",
        "Недавній: розмір" "Найбільший розмір недавнього підсумку.",
        "Недавняя: размер" "Наибольший размер недавней сводки.";
    "summaries.recent.every_days":
        "Recent: made every" "How many days pass before it is made again.",
        "Недавній: раз на" "Через скільки днів він робиться знову.",
        "Недавняя: раз в" "Через сколько дней она делается снова.";
    "summaries.long.days":
        "Long: looks back" "How many days the long summary covers.",
        "Довгий: охоплює" "Скільки днів охоплює довгий підсумок.",
        "Длинная: охватывает" "Сколько дней охватывает длинная сводка.";
    "summaries.long.tokens":
        "Long: size" "The longest size of the long summary.",
        "Довгий: розмір" "Найбільший розмір довгого підсумку.",
        "Длинная: размер" "Наибольший размер длинной сводки.";
    "summaries.long.every_days":
        "Long: made every" "How many days pass before it is made again.",
        "Довгий: раз на" "Через скільки днів він робиться знову.",
        "Длинная: раз в" "Через сколько дней она делается снова.";
    "summaries.priority":
        "Priority of new ones" "Where there is no room for all summaries, the lowest is left out first. That of one summary is changed on its page.",
        "Пріоритет нових" "Якщо для всіх підсумків немає місця, спершу відпадає найнижчий. Для одного підсумку його змінюють на його сторінці.",
        "Приоритет новых" "Если для всех сводок нет места, сначала отпадает самый низкий. Для одной сводки его меняют на её странице.";
    "compression.enable_on_limit":
        "Compress when the window is full" "The oldest messages outside the window become a summary. They stay stored and readable.",
        "Стискати, коли вікно повне" "Найстаріші повідомлення поза вікном стають підсумком. Вони лишаються збереженими й читаються.",
        "Сжимать, когда окно полно" "Самые старые сообщения вне окна становятся сводкой. Они остаются сохранёнными и читаются.";
    "compression.enable_periodic":
        "Compress periodically" "Every so many messages, whether the window is full or not.",
        "Стискати періодично" "Через певне число повідомлень, хоч вікно й не повне.",
        "Сжимать периодически" "Через определённое число сообщений, даже если окно не полно.";
    "compression.periodic_interval":
        "Period" "After how many messages the periodic compression runs.",
        "Період" "Через скільки повідомлень відбувається періодичне стиснення.",
        "Период" "Через сколько сообщений происходит периодическое сжатие.";
    "compression.min_messages":
        "Fewest messages" "Fewer than these are not worth a summary.",
        "Найменше повідомлень" "Менше за це число не варте підсумку.",
        "Наименьшее число сообщений" "Меньше этого не стоит сводки.";
    "compression.max_tokens":
        "Size of a summary" "The longest size of one compressed summary.",
        "Розмір підсумку" "Найбільший розмір одного підсумку.",
        "Размер сводки" "Наибольший размер одной сводки.";
    "compression.priority":
        "Priority of new summaries" "Where there is no room for all summaries, the lowest is left out first. That of one summary is changed on its page.",
        "Пріоритет нових підсумків" "Якщо для всіх підсумків немає місця, спершу відпадає найнижчий. Для одного підсумку його змінюють на його сторінці.",
        "Приоритет новых сводок" "Если для всех сводок нет места, сначала отпадает самый низкий. Для одной сводки его меняют на её странице.";
    "compression.output_target":
        "Where the summary goes" "Among the memories, or to the start of the window.",
        "Куди йде підсумок" "До спогадів або на початок вікна.",
        "Куда идёт сводка" "К воспоминаниям или в начало окна.";
    "compression.prompt_template":
        "Prompt for the summary" "With {history_messages} where the messages go. Empty: the prompt that ships, in the conversation's language.",
        "Промпт для підсумку" "З {history_messages} там, де стоять повідомлення. Порожньо: стандартний промпт мовою розмови.",
        "Промпт для сводки" "С {history_messages} там, где стоят сообщения. Пусто: стандартный промпт на языке разговора.";
    "memories.max_facts":
        "Most memories" "How many facts about you are kept. Beyond that the least useful goes to the archive, pinned ones never.",
        "Найбільше спогадів" "Скільки фактів про вас зберігати. Понад це найменш корисний іде в архів, закріплені — ніколи.",
        "Больше всего воспоминаний" "Сколько фактов о вас хранить. Сверх этого наименее полезный уходит в архив, закреплённые — никогда.";
    "memories.eviction":
        "Which goes first" "What goes to the archive when there are too many.",
        "Що йде першим" "Що йде в архів, коли їх забагато.",
        "Что уходит первым" "Что уходит в архив, когда их слишком много.";
    "memories.auto_keep":
        "Keep without asking" "What the model wants to remember is kept at once; otherwise you decide in the chat.",
        "Зберігати без запитання" "Що модель хоче запам’ятати, зберігається одразу; інакше вирішуєте ви в чаті.",
        "Сохранять без вопроса" "Что модель хочет запомнить, сохраняется сразу; иначе решаете вы в чате.";
    "memories.extract":
        "Look for facts after a turn" "Where the model has no tools, it is asked in the background what is worth remembering.",
        "Шукати факти після обміну" "Якщо модель не має інструментів, її у фоні питають, що варто запам’ятати.",
        "Искать факты после обмена" "Если у модели нет инструментов, её в фоне спрашивают, что стоит запомнить.";
    "tools":
        "Tools" "What the model may call by itself. Each enabled one costs tokens.",
        "Інструменти" "Що модель може викликати сама. Кожен увімкнений коштує токенів.",
        "Инструменты" "Что модель может вызывать сама. Каждый включённый стоит токенов.";
    "tool_rounds":
        "Rounds of tools" "How often in one turn the model may ask for tools.",
        "Кола інструментів" "Скільки разів за один обмін модель може звертатися до інструментів.",
        "Круги инструментов" "Сколько раз за один обмен модель может обращаться к инструментам.";
    "provider":
        "Provider" "Who answers where a conversation has no provider of its own.",
        "Провайдер" "Хто відповідає, якщо розмова не має власного провайдера.",
        "Провайдер" "Кто отвечает, если у разговора нет собственного провайдера.";
    "background.provider":
        "Background work: connection" "Who makes summaries, titles and facts. Text that this connection never saw is asked about first.",
        "Фонова робота: з’єднання" "Хто робить підсумки, назви й факти. Про текст, якого це з’єднання не бачило, спершу питають.",
        "Фоновая работа: соединение" "Кто делает сводки, названия и факты. О тексте, которого это соединение не видело, сначала спрашивают.";
    "background.model":
        "Background work: model" "The model at that connection. Empty: the model of the connection.",
        "Фонова робота: модель" "Модель на тому з’єднанні. Порожньо: модель з’єднання.",
        "Фоновая работа: модель" "Модель на том соединении. Пусто: модель соединения.";
    "background.leaves_computer":
        "Conversations whose model runs on this computer may be sent to a connection elsewhere for background work." "Off: their summaries are made on this computer, too.",
        "Розмови, чия модель працює на цьому комп’ютері, можна надсилати для фонової роботи з’єднанню деінде." "Вимкнено: їхні підсумки теж робляться на цьому комп’ютері.",
        "Разговоры, чья модель работает на этом компьютере, можно отправлять для фоновой работы соединению в другом месте." "Выключено: их сводки тоже делаются на этом компьютере.";
    "prices":
        "Prices" "What models cost, for the statistics.",
        "Ціни" "Скільки коштують моделі, для статистики.",
        "Цены" "Сколько стоят модели, для статистики.";
    "response_timeout_seconds":
        "Patience" "How long to wait for the next sign of life from a server.",
        "Терпіння" "Скільки чекати на наступну ознаку життя від сервера.",
        "Терпение" "Сколько ждать следующего признака жизни от сервера.";
    "sampling.temperature":
        "Temperature" "0 is always the likeliest word, more is more surprising. Empty: the provider's own.",
        "Температура" "0 — завжди найімовірніше слово, більше — несподіваніше. Порожньо: як у провайдера.",
        "Температура" "0 — всегда самое вероятное слово, больше — неожиданнее. Пусто: как у провайдера.";
    "sampling.top_p":
        "Top-p" "Only the likeliest words that make up this share. Empty: the provider's own.",
        "Top-p" "Лише найімовірніші слова, що складають цю частку. Порожньо: як у провайдера.",
        "Top-p" "Только самые вероятные слова, составляющие эту долю. Пусто: как у провайдера.";
    "sampling.top_k":
        "Top-k" "Only so many of the likeliest words. For the model in this page alone.",
        "Top-k" "Лише стільки найімовірніших слів. Тільки для моделі на цій сторінці.",
        "Top-k" "Только столько самых вероятных слов. Только для модели на этой странице.";
    "sampling.repeat_penalty":
        "Repeat penalty" "Above 1, words that were used get less likely. For the model in this page alone.",
        "Кара за повтори" "Понад 1 — ужиті слова стають менш імовірними. Тільки для моделі на цій сторінці.",
        "Штраф за повторы" "Больше 1 — сказанные слова становятся менее вероятными. Только для модели на этой странице.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::speak;
    use ricordo_core::settings::{FIELDS, Language};

    #[test]
    fn every_setting_has_a_name_and_a_sentence_in_every_language() {
        for language in [Language::En, Language::Uk, Language::Ru] {
            speak(language);
            for field in &FIELDS {
                let about = about(field.path);
                assert!(about.is_some_and(|about| about.help.ends_with('.')), "{language:?} {}", field.path);
            }
        }
    }
}
