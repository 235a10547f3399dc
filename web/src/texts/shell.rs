//! What stands around the chat: the bar, the notice, the banner, the question before erasing, the page that cannot go on.

use super::table::texts;

texts! {
    /// The frame of the page.
    shell: Shell {
        conversations: "Conversations", "Розмови", "Разговоры";
        new_conversation: "New conversation", "Нова розмова", "Новый разговор";
        memory_pages: "Memory", "Пам’ять", "Память";
        show_summary: "Show", "Показати", "Показать";
        model: "Model: {model}. Choose another", "Модель: {model}. Вибрати іншу", "Модель: {model}. Выбрать другую";
        own: "This conversation", "Ця розмова", "Этот разговор";
        commands: "Commands", "Команди", "Команды";
        type_slash: "Type / to see the commands.", "Введіть /, щоб побачити команди.", "Введите /, чтобы увидеть команды.";
        did_you_mean: "Did you mean /{name}?", "Може, /{name}?", "Может быть, /{name}?";
        no_such_command: "There is no such command. {hint} Press Enter again to send it as text.",
            "Такої команди немає. {hint} Натисніть Enter ще раз, щоб надіслати це як текст.",
            "Такой команды нет. {hint} Нажмите Enter ещё раз, чтобы отправить это как текст.";
        written_so: "It is written /{name} {arguments}. Press Enter again to send it as text.",
            "Пишеться так: /{name} {arguments}. Натисніть Enter ще раз, щоб надіслати це як текст.",
            "Пишется так: /{name} {arguments}. Нажмите Enter ещё раз, чтобы отправить это как текст.";
        sees: "What the model sees", "Що бачить модель", "Что видит модель";
        sees_of: "What the model sees: {tokens}", "Що бачить модель: {tokens}", "Что видит модель: {tokens}";
        tokens: "tokens", "токенів", "токенов";
        export: "Export as JSON", "Зберегти як JSON", "Сохранить как JSON";
        crash: "Something went wrong in this page. What was stored is safe: reload the page to go on. If it happens again, please report it with the message in the browser's console.",
            "На сторінці щось пішло не так. Збережене в безпеці: перезавантажте сторінку, щоб продовжити. Якщо це повториться, повідомте нам разом із записом у консолі браузера.",
            "На странице что-то пошло не так. Сохранённое в безопасности: перезагрузите страницу, чтобы продолжить. Если это повторится, сообщите нам вместе с записью в консоли браузера.";
        not_loaded: "This part of the page could not be loaded. Nothing is lost: look at the connection and try again, or reload.",
            "Цю частину сторінки не вдалося завантажити. Нічого не втрачено: перевірте з’єднання й спробуйте ще раз або перезавантажте.",
            "Эту часть страницы не удалось загрузить. Ничего не потеряно: проверьте соединение и попробуйте ещё раз или перезагрузите.";
        saved_as: "Saved as {name}.", "Збережено як {name}.", "Сохранено как {name}.";
        not_saved: "The browser did not let the page save a file.",
            "Браузер не дозволив сторінці зберегти файл.", "Браузер не разрешил странице сохранить файл.";
        only_memory: "This chat is kept in memory only and ends with the page: export it first.",
            "Ця розмова зберігається лише в пам’яті й зникне разом зі сторінкою: спершу збережіть її у файл.",
            "Этот разговор хранится только в памяти и исчезнет вместе со страницей: сначала сохраните его в файл.";
        in_memory: "Until then this page keeps what you write in memory only: export it before you close the tab.",
            "Доти сторінка тримає написане лише в пам’яті: збережіть його у файл, перш ніж закрити вкладку.",
            "До тех пор страница держит написанное только в памяти: сохраните его в файл, прежде чем закрыть вкладку.";
    }
}
