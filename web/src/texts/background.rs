//! What is asked before something is sent in the background, and what is told of it afterwards.

use super::table::texts;

texts! {
    /// The question, and what is said when it is answered.
    consent: ConsentTexts {
        title: "Find a title for this conversation?", "Знайти назву для цієї розмови?", "Найти название для этого разговора?";
        why_compression: "They no longer fit into a request. From a summary the model still knows what they say.",
            "Вони більше не вміщуються в запит. З підсумку модель і далі знатиме, про що в них ідеться.",
            "Они больше не помещаются в запрос. По сводке модель и дальше будет знать, о чём в них говорится.";
        size: "This sends about {tokens} tokens to {to}.", "Для цього до {to} буде надіслано близько {tokens} токенів.",
            "Для этого в {to} будет отправлено около {tokens} токенов.";
        new_there: "This sends about {tokens} tokens to {to}, which has not seen all of them before.",
            "Для цього до {to} буде надіслано близько {tokens} токенів, і не всі вони там уже були.",
            "Для этого в {to} будет отправлено около {tokens} токенов, и не все они там уже были.";
        cost: "Estimated cost: {cost}.", "Орієнтовна вартість: {cost}.", "Примерная стоимость: {cost}.";
        yes_summary: "Summarise", "Підсумувати", "Сделать сводку";
        yes_facts: "Look for facts", "Шукати факти", "Искать факты";
        yes_title: "Find a title", "Знайти назву", "Найти название";
        not_now: "Not now", "Не зараз", "Не сейчас";
        never: "Never in this conversation", "Ніколи в цій розмові", "Никогда в этом разговоре";
        is_allowed: "Background work is allowed in this conversation. You can change that in the inspector.",
            "Фонову роботу в цій розмові дозволено. Змінити це можна в інспекторі.",
            "Фоновая работа в этом разговоре разрешена. Изменить это можно в инспекторе.";
        is_put_off: "Nothing was sent. You will be asked again tomorrow.",
            "Нічого не надіслано. Завтра буде запитано знову.", "Ничего не отправлено. Завтра вопрос появится снова.";
        is_never: "Nothing of this conversation is sent in the background. You can change that in the inspector.",
            "Нічого з цієї розмови не надсилатиметься у фоні. Змінити це можна в інспекторі.",
            "Ничего из этого разговора не будет отправляться в фоне. Изменить это можно в инспекторе.";
    }
    counted {
        compression: ["Summarise {n} older message?", "Summarise {n} older messages?"],
            ["Підсумувати {n} давніше повідомлення?", "Підсумувати {n} давніші повідомлення?", "Підсумувати {n} давніших повідомлень?"],
            ["Сделать сводку {n} старого сообщения?", "Сделать сводку {n} старых сообщений?", "Сделать сводку {n} старых сообщений?"];
        days: ["Summarise {n} message of the last days?", "Summarise {n} messages of the last days?"],
            ["Підсумувати {n} повідомлення останніх днів?", "Підсумувати {n} повідомлення останніх днів?", "Підсумувати {n} повідомлень останніх днів?"],
            ["Сделать сводку {n} сообщения последних дней?", "Сделать сводку {n} сообщений последних дней?", "Сделать сводку {n} сообщений последних дней?"];
        facts: ["Look for facts in {n} message?", "Look for facts in {n} messages?"],
            ["Шукати факти в {n} повідомленні?", "Шукати факти в {n} повідомленнях?", "Шукати факти в {n} повідомленнях?"],
            ["Искать факты в {n} сообщении?", "Искать факты в {n} сообщениях?", "Искать факты в {n} сообщениях?"];
    }
}

texts! {
    /// The requests that were sent in the background.
    background: BackgroundTexts {
        intro: "Sent by the app itself: to summarise, to find titles and facts.",
            "Надіслано самим застосунком: для підсумків, назв і фактів.",
            "Отправлено самим приложением: для сводок, названий и фактов.";
        none: "Nothing was sent in the background.", "У фоні нічого не надсилалося.", "В фоне ничего не отправлялось.";
        text_gone: "The text of this request was kept only until the page was reloaded.",
            "Текст цього запиту зберігався лише до перезавантаження сторінки.",
            "Текст этого запроса хранился только до перезагрузки страницы.";
        to: "About {tokens} tokens to {model} at {to}.", "Близько {tokens} токенів до {model} ({to}).",
            "Около {tokens} токенов в {model} ({to}).";
        counted: "Counted by the provider: {sent} sent, {answered} in the answer.",
            "За підрахунком провайдера: {sent} надіслано, {answered} у відповіді.",
            "По подсчёту провайдера: {sent} отправлено, {answered} в ответе.";
        waiting: "No answer yet.", "Відповіді ще немає.", "Ответа ещё нет.";
        failed: "It failed.", "Не вдалося.", "Не удалось.";
        stopped: "Stopped, because a message was sent.", "Зупинено, бо надіслано повідомлення.",
            "Остановлено, потому что отправлено сообщение.";
        allowed: "Background requests to {to} are allowed in this conversation.",
            "Фонові запити до {to} у цій розмові дозволено.", "Фоновые запросы в {to} в этом разговоре разрешены.";
        put_off: "Background requests to {to} are put off until tomorrow in this conversation.",
            "Фонові запити до {to} у цій розмові відкладено до завтра.",
            "Фоновые запросы в {to} в этом разговоре отложены до завтра.";
        never: "Background requests to {to} are switched off in this conversation.",
            "Фонові запити до {to} у цій розмові вимкнено.", "Фоновые запросы в {to} в этом разговоре выключены.";
        ask_again: "Ask me again", "Запитати знову", "Спросить снова";
    }
    counted {
        requests: ["{n} background request", "{n} background requests"],
            ["{n} фоновий запит", "{n} фонові запити", "{n} фонових запитів"],
            ["{n} фоновый запрос", "{n} фоновых запроса", "{n} фоновых запросов"];
    }
}
