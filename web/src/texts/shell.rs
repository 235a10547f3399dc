//! What stands around the chat: the bar, the notice, the banner, the question before erasing, the page that cannot go on.

use super::table::texts;

texts! {
    /// The frame of the page.
    shell: Shell {
        conversations: "Conversations", "Розмови", "Разговоры";
        new_conversation: "New conversation", "Нова розмова", "Новый разговор";
        sees: "What the model sees", "Що бачить модель", "Что видит модель";
        sees_of: "What the model sees: {tokens} of {budget}",
            "Що бачить модель: {tokens} з {budget}", "Что видит модель: {tokens} из {budget}";
        export: "Export as JSON", "Зберегти як JSON", "Сохранить как JSON";
        erase_title: "Erase for good?", "Стерти назавжди?", "Стереть навсегда?";
        erase_this: "This conversation is erased with everything made from it: messages, summaries, memories, tasks and steps to take back. It cannot be undone.",
            "Ця розмова зникне разом з усім, що з неї зроблено: повідомленнями, підсумками, спогадами, задачами й кроками, які можна повернути. Скасувати це не можна.",
            "Этот разговор исчезнет вместе со всем, что из него сделано: сообщениями, сводками, воспоминаниями, задачами и шагами, которые можно вернуть. Отменить это нельзя.";
        erase_all: "A new conversation starts, and all others are erased with everything made from them: messages, summaries, memories, tasks and steps to take back. It cannot be undone.",
            "Почнеться нова розмова, а всі інші зникнуть разом з усім, що з них зроблено: повідомленнями, підсумками, спогадами, задачами й кроками, які можна повернути. Скасувати це не можна.",
            "Начнётся новый разговор, а все остальные исчезнут вместе со всем, что из них сделано: сообщениями, сводками, воспоминаниями, задачами и шагами, которые можно вернуть. Отменить это нельзя.";
        erase: "Erase for good", "Стерти назавжди", "Стереть навсегда";
        crash: "Something went wrong in this page. What was stored is safe: reload the page to go on. If it happens again, please report it with the message in the browser's console.",
            "На сторінці щось пішло не так. Збережене в безпеці: перезавантажте сторінку, щоб продовжити. Якщо це повториться, повідомте нам разом із записом у консолі браузера.",
            "На странице что-то пошло не так. Сохранённое в безопасности: перезагрузите страницу, чтобы продолжить. Если это повторится, сообщите нам вместе с записью в консоли браузера.";
        not_loaded: "This part of the page could not be loaded. Nothing is lost: look at the connection and try again, or reload.",
            "Цю частину сторінки не вдалося завантажити. Нічого не втрачено: перевірте з’єднання й спробуйте ще раз або перезавантажте.",
            "Эту часть страницы не удалось загрузить. Ничего не потеряно: проверьте соединение и попробуйте ещё раз или перезагрузите.";
        saved_as: "Saved as {name}.", "Збережено як {name}.", "Сохранено как {name}.";
        not_saved: "The browser did not let the page save a file.",
            "Браузер не дозволив сторінці зберегти файл.", "Браузер не разрешил странице сохранить файл.";
        in_memory: "Until then this page keeps what you write in memory only: export it before you close the tab.",
            "Доти сторінка тримає написане лише в пам’яті: збережіть його у файл, перш ніж закрити вкладку.",
            "До тех пор страница держит написанное только в памяти: сохраните его в файл, прежде чем закрыть вкладку.";
    }
}
