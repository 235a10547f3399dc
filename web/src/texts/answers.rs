//! What the page answers to commands, and what its notices say.

use super::table::texts;

texts! {
    /// The answers.
    answers: Answers {
        afresh: "The model starts afresh. Everything stays here for you to read.",
            "Модель починає з чистого аркуша. Усе лишається тут, щоб ви могли читати.",
            "Модель начинает с чистого листа. Всё остаётся здесь, чтобы вы могли читать.";
        afresh_here: "The model starts afresh here. Everything stays here for you to read.",
            "Звідси модель починає з чистого аркуша. Усе лишається тут для читання.",
            "Отсюда модель начинает с чистого листа. Всё остаётся здесь для чтения.";
        remembered: "Remembered: the model sees again what was forgotten.",
            "Згадано: модель знову бачить забуте.", "Вспомнено: модель снова видит забытое.";
        nothing_forgotten: "There is nothing to remember: nothing was forgotten here.",
            "Нема чого згадувати: тут нічого не забуто.", "Нечего вспоминать: здесь ничего не забыто.";
        nothing_to_undo: "There is nothing to take back.", "Нема чого повертати.", "Нечего возвращать.";
        muted: "Muted: the model does not see this message any more.",
            "Приглушено: модель більше не бачить цього повідомлення.",
            "Приглушено: модель больше не видит этого сообщения.";
        pinned: "Pinned: the model keeps seeing this message.",
            "Закріплено: модель і далі бачитиме це повідомлення.",
            "Закреплено: модель и дальше будет видеть это сообщение.";
        unmarked: "The message is sent as others are.",
            "Повідомлення надсилається, як інші.", "Сообщение отправляется, как другие.";
        hello: "Hello, this is {name}. Write a message to begin, / shows the commands, and /help tells what they do.",
            "Вітаю, це {name}. Напишіть повідомлення, щоб почати; / покаже команди, а /help розкаже, що вони роблять.",
            "Здравствуйте, это {name}. Напишите сообщение, чтобы начать; / покажет команды, а /help расскажет, что они делают.";
        source_gone: "The message it came from is not there any more.",
            "Повідомлення, з якого це взято, більше немає.", "Сообщения, из которого это взято, больше нет.";
        cleared: "The messages are taken out of this conversation.",
            "Повідомлення прибрано з цієї розмови.", "Сообщения убраны из этого разговора.";
        erased: "The conversation is erased, with everything made from it.",
            "Розмову стерто разом з усім, що з неї зроблено.", "Разговор стёрт вместе со всем, что из него сделано.";
        all_erased: "A new conversation. All before it are erased, with everything made from them.",
            "Нова розмова. Усі попередні стерто разом з усім, що з них зроблено.",
            "Новый разговор. Все прежние стёрты вместе со всем, что из них сделано.";
        reply_coming: "A reply is still coming. Stop it, or wait until it has ended.",
            "Відповідь іще надходить. Зупиніть її або зачекайте, доки вона закінчиться.",
            "Ответ ещё приходит. Остановите его или подождите, пока он закончится.";
        reply_elsewhere: "Another tab receives a reply in this conversation. Wait until it has ended.",
            "Інша вкладка отримує відповідь у цій розмові. Зачекайте, доки вона закінчиться.",
            "Другая вкладка получает ответ в этом разговоре. Подождите, пока он закончится.";
        text_stays: "Your text stays here.", "Ваш текст лишається тут.", "Ваш текст остаётся здесь.";
        no_tools: "This server takes no tools. The message was sent again without them, and so will later ones be.",
            "Цей сервер не приймає інструментів. Повідомлення надіслано знову без них, і наступні теж підуть без них.",
            "Этот сервер не принимает инструментов. Сообщение отправлено снова без них, и следующие тоже пойдут без них.";
        waiting: "Waiting for the reply.", "Очікування відповіді.", "Ожидание ответа.";
        reply_goes_on: "The whole reply is in the conversation.",
            "Уся відповідь — у розмові.", "Весь ответ — в разговоре.";
        reminders_on: "Reminders of this conversation are on.",
            "Нагадування цієї розмови ввімкнено.", "Напоминания этого разговора включены.";
        reminders_off: "Reminders of this conversation are off.",
            "Нагадування цієї розмови вимкнено.", "Напоминания этого разговора выключены.";
        reminders_on_already: "Reminders of this conversation are already on.",
            "Нагадування цієї розмови вже ввімкнено.", "Напоминания этого разговора уже включены.";
        reminders_off_already: "Reminders of this conversation are already off. To switch them on, type /mute off.",
            "Нагадування цієї розмови вже вимкнено. Щоб увімкнути їх, введіть /mute off.",
            "Напоминания этого разговора уже выключены. Чтобы включить их, введите /mute off.";
        preset_applied: "The settings are those of preset {name} now.",
            "Налаштування тепер такі, як у пресеті {name}.", "Настройки теперь такие, как в пресете {name}.";
        reply: "Reply: {text}", "Відповідь: {text}", "Ответ: {text}";
    }
    counted {
        afresh_with: [
            "The model starts afresh, with the last {n} message only.",
            "The model starts afresh, with the last {n} messages only."
        ], [
            "Модель починає з чистого аркуша, лише з останнім {n} повідомленням.",
            "Модель починає з чистого аркуша, лише з останніми {n} повідомленнями.",
            "Модель починає з чистого аркуша, лише з останніми {n} повідомленнями."
        ], [
            "Модель начинает с чистого листа, только с последним {n} сообщением.",
            "Модель начинает с чистого листа, только с последними {n} сообщениями.",
            "Модель начинает с чистого листа, только с последними {n} сообщениями."
        ];
        left_out: [
            "{n} thing left out from now on. It stays stored.",
            "{n} things left out from now on. It stays stored."
        ], [
            "Відтепер пропускається {n} річ. Вона лишається у сховищі.",
            "Відтепер пропускаються {n} речі. Усе лишається у сховищі.",
            "Відтепер пропускається {n} речей. Усе лишається у сховищі."
        ], [
            "Отныне пропускается {n} вещь. Она остаётся в хранилище.",
            "Отныне пропускаются {n} вещи. Всё остаётся в хранилище.",
            "Отныне пропускается {n} вещей. Всё остаётся в хранилище."
        ];
    }
}

texts! {
    /// What is told of the work that is done while nobody waits.
    upkeep: UpkeepTexts {
        doing: "{what} ({done} of about {of})…", "{what} ({done} з приблизно {of})…", "{what} ({done} из примерно {of})…";
        compression: "Summing up the oldest messages",
            "Підсумовую найстаріші повідомлення", "Свожу самые старые сообщения";
        extraction: "Looking for facts to remember", "Шукаю факти, які варто запам’ятати", "Ищу факты, которые стоит запомнить";
        recent: "Summing up the last days", "Підсумовую останні дні", "Свожу последние дни";
        long: "Summing up the last weeks", "Підсумовую останні тижні", "Свожу последние недели";
        title: "Finding a title", "Шукаю назву", "Ищу название";
        begun: "The summary is being made. You can go on meanwhile.",
            "Підсумок готується. Тим часом можна продовжувати.", "Сводка готовится. Тем временем можно продолжать.";
        busy: "A summary is being made already. Try again when it is done.",
            "Підсумок уже готується. Спробуйте, коли він буде готовий.",
            "Сводка уже готовится. Попробуйте, когда она будет готова.";
        uncompressed: "The compressed messages are sent word for word again.",
            "Стиснуті повідомлення знову надсилаються дослівно.", "Сжатые сообщения снова отправляются дословно.";
        summarized: "The summary of the last days is made.",
            "Підсумок останніх днів готовий.", "Сводка последних дней готова.";
        summarized_not_sent: "The summary of the last days is made. It is not sent: these settings leave such summaries out; those of /preset layered send them.",
            "Підсумок останніх днів готовий. Він не надсилається: ці налаштування такі підсумки пропускають; налаштування /preset layered їх надсилають.",
            "Сводка последних дней готова. Она не отправляется: эти настройки такие сводки пропускают; настройки /preset layered их отправляют.";
        compressed: "The oldest messages are a summary now. They stay here for you to read.",
            "Найстаріші повідомлення тепер стали підсумком. Вони лишаються тут, щоб ви могли читати.",
            "Самые старые сообщения теперь стали сводкой. Они остаются здесь, чтобы вы могли читать.";
        compressed_without_model: "The oldest messages are a summary now, made of their own sentences because no model could make one. They stay here for you to read.",
            "Найстаріші повідомлення тепер стали підсумком із їхніх власних речень, бо жодна модель не змогла його зробити. Вони лишаються тут, щоб ви могли читати.",
            "Самые старые сообщения теперь стали сводкой из их собственных предложений, потому что ни одна модель не смогла её сделать. Они остаются здесь, чтобы вы могли читать.";
    }
}
