//! What numbers, times and states are called, wherever they stand.

use super::table::texts;

texts! {
    /// Numbers, times and states.
    words: Words {
        of_megabytes: "{done} of {total} MB", "{done} з {total} МБ", "{done} из {total} МБ";
        megabytes: "{done} MB", "{done} МБ", "{done} МБ";
        decimal: ".", ",", ",";
        months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
            "січ лют бер квіт трав черв лип серп вер жовт лист груд",
            "янв фев мар апр мая июн июл авг сен окт ноя дек";

        system_prompt: "System prompt", "Системний промпт", "Системный промпт";
        tools: "Tools", "Інструменти", "Инструменты";
        memories: "Memories", "Спогади", "Воспоминания";
        summaries: "Summaries", "Підсумки", "Сводки";
        window: "Window", "Вікно", "Окно";
        recall: "Recall", "Пригадування", "Припоминание";
        now: "Date and time", "Дата й час", "Дата и время";
        message: "Message", "Повідомлення", "Сообщение";

        forgotten: "Forgotten: before the divider", "Забуто: стоїть перед межею", "Забыто: стоит до границы";
        unanswered: "No whole reply: the first turn after the divider did not complete",
            "Немає повної відповіді: перший обмін після межі не завершився",
            "Нет полного ответа: первый обмен после границы не завершился";
        muted: "Muted by you", "Приглушено вами", "Приглушено вами";
        empty: "No words: the reply failed or was stopped before the first one",
            "Немає слів: відповідь не вдалася або її зупинили до першого слова",
            "Нет слов: ответ не удался или его остановили до первого слова";
        compressed: "A summary stands for it", "Замість нього стоїть підсумок", "Вместо него стоит сводка";
        other_form: "Sent in another form", "Надіслано в іншому вигляді", "Отправлено в другом виде";
        unpaired: "A tool call without its result, or the other way round",
            "Виклик інструмента без результату або навпаки", "Вызов инструмента без результата или наоборот";
        message_limit: "Older than the window holds messages",
            "Старіше, ніж уміщує вікно повідомлень", "Старше, чем вмещает окно сообщений";
        budget: "Older than the budget holds tokens",
            "Старіше, ніж уміщує бюджет токенів", "Старше, чем вмещает бюджет токенов";
        ceiling: "More than its layer may take", "Більше, ніж дозволено його шару", "Больше, чем разрешено его слою";
        stale_forgotten: "It covers what was forgotten since, until it is made again",
            "Охоплює те, що відтоді забуто; чекає на оновлення", "Охватывает то, что с тех пор забыто; ждёт обновления";
        stale_muted: "It covers what was muted since, until it is made again",
            "Охоплює те, що відтоді приглушено; чекає на оновлення",
            "Охватывает то, что с тех пор приглушено; ждёт обновления";
        stale_branch: "It covers another branch, until it is made again",
            "Охоплює іншу гілку; чекає на оновлення", "Охватывает другую ветку; ждёт обновления";
        stale_within: "Another summary covers all of it",
            "Усе це охоплює інший підсумок", "Всё это охватывает другая сводка";
        not_supported: "The model does not take it", "Модель цього не приймає", "Модель этого не принимает";

        unknown_variable: "There is no variable {{name}}: the system prompt is sent with it as it is written.",
            "Змінної {{name}} немає: системний промпт надсилається з нею так, як написано.",
            "Переменной {{name}} нет: системный промпт отправляется с ней так, как написано.";
        volatile_variable: "{{name}} in the system prompt changes with every request, so the provider has to read all of it again each time.",
            "{{name}} у системному промпті змінюється з кожним запитом, тож провайдер щоразу читає все спочатку.",
            "{{name}} в системном промпте меняется с каждым запросом, поэтому провайдер каждый раз читает всё заново.";
        volatile_layer: "{layer} changes often and stands before the window, so the provider has to read the window again each time.",
            "Шар «{layer}» часто змінюється і стоїть перед вікном, тож провайдер щоразу читає вікно спочатку.",
            "Слой «{layer}» часто меняется и стоит перед окном, поэтому провайдер каждый раз читает окно заново.";

        cut_off: "Cut off: the reply reached its longest length",
            "Обрізано: відповідь сягнула найбільшої довжини", "Обрезано: ответ достиг наибольшей длины";
        withheld: "The provider withheld the rest", "Провайдер не віддав решту", "Провайдер не отдал остальное";
        stopped: "Stopped by you", "Зупинено вами", "Остановлено вами";
        interrupted: "Interrupted: the page was closed",
            "Перервано: сторінку закрили", "Прервано: страницу закрыли";
        cache: "{cached} of {all} prompt tokens were not read again",
            "{cached} з {all} токенів запиту не читалися знову", "{cached} из {all} токенов запроса не читались заново";
    }
    counted {
        tool_count: ["{n} tool", "{n} tools"],
            ["{n} інструмент", "{n} інструменти", "{n} інструментів"],
            ["{n} инструмент", "{n} инструмента", "{n} инструментов"];
    }
}

texts! {
    /// What the user is told when a command was taken back.
    undone: Undone {
        forget: "Remembered: the model sees again what was forgotten.",
            "Згадано: модель знову бачить забуте.", "Вспомнено: модель снова видит забытое.";
        remember: "Forgotten again.", "Знову забуто.", "Снова забыто.";
        mute: "No longer muted.", "Більше не приглушено.", "Больше не приглушено.";
        unmute: "Muted again.", "Знову приглушено.", "Снова приглушено.";
        pin: "No longer pinned.", "Більше не закріплено.", "Больше не закреплено.";
        unpin: "Pinned again.", "Знову закріплено.", "Снова закреплено.";
        clear: "The messages are back.", "Повідомлення повернулися.", "Сообщения вернулись.";
        pin_conversation: "The conversation is where it was in the list.", "Розмова там, де була у списку.", "Разговор там, где был в списке.";
        archive: "The conversation is back where it was.", "Розмова знову там, де була.", "Разговор снова там, где был.";
        tags: "The tags are as they were.", "Мітки такі, як були.", "Метки такие, как были.";
        delete: "The conversation is back.", "Розмова повернулася.", "Разговор вернулся.";
        compress: "The compressed messages are back in the window.",
            "Стиснуті повідомлення знову у вікні.", "Сжатые сообщения снова в окне.";
        uncompress: "Compressed again.", "Знову стиснуто.", "Снова сжато.";
        memory: "The memories are as they were.", "Спогади такі, як були.", "Воспоминания такие, как были.";
        task: "The tasks are as they were.", "Задачі такі, як були.", "Задачи такие, как были.";
        summary: "The summaries are as they were.", "Підсумки такі, як були.", "Сводки такие, как были.";
        edit: "The message is as it was before the edit. The edited one is on its own branch.",
            "Повідомлення таке, як було до зміни. Змінене лишилося на власній гілці.",
            "Сообщение такое, как было до изменения. Изменённое осталось на своей ветке.";
        regenerate: "The reply before is back. The new one is on its own branch.",
            "Попередня відповідь повернулася. Нова лишилася на власній гілці.",
            "Прежний ответ вернулся. Новый остался на своей ветке.";
        provider: "The provider is back.", "Провайдер повернувся.", "Провайдер вернулся.";
        own_settings: "This conversation has its settings of before.",
            "Ця розмова має свої попередні налаштування.", "У этого разговора прежние настройки.";
        reminders: "Reminders are as they were.", "Нагадування такі, як були.", "Напоминания такие, как были.";
        template: "The templates are as they were.", "Шаблони такі, як були.", "Шаблоны такие, как были.";
        rename: "The conversation has its old name.", "Розмова має стару назву.", "У разговора прежнее название.";
        storage: "The oldest messages are back.",
            "Найстаріші повідомлення повернулися.", "Самые старые сообщения вернулись.";
        settings: "The settings are as they were.", "Налаштування такі, як були.", "Настройки такие, как были.";
    }
}
