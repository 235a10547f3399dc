//! The storage page: how much there is, what it is, and how all of it goes.

use super::table::texts;
use ricordo_core::record::Kind;

texts! {
    /// The storage.
    storage: StorageTexts {
        title: "Storage", "Сховище", "Хранилище";
        about: "Everything is kept in this browser, on this device, and nowhere else.",
            "Усе зберігається в цьому браузері, на цьому пристрої, і більше ніде.",
            "Всё хранится в этом браузере, на этом устройстве, и больше нигде.";
        used: "Used", "Зайнято", "Занято";
        used_of: "{used} of {quota}", "{used} з {quota}", "{used} из {quota}";
        unknown: "The browser does not say.", "Браузер не каже.", "Браузер не говорит.";
        kept: "Kept when room gets short", "Зберігається, коли бракує місця", "Хранится, когда не хватает места";
        yes: "yes", "так", "да";
        no: "no: the browser may delete it when the disk is full",
            "ні: браузер може видалити це, коли диск заповниться", "нет: браузер может удалить это, когда диск заполнится";
        ask: "Ask the browser to keep it", "Попросити браузер зберігати", "Попросить браузер хранить";
        refused: "The browser did not promise. Use the page more often or install it, then ask again; an export is always safe.",
            "Браузер не пообіцяв. Користуйтеся сторінкою частіше або встановіть її й попросіть знову; файл експорту завжди надійний.",
            "Браузер не обещал. Пользуйтесь страницей чаще или установите её и попросите снова; файл экспорта всегда надёжен.";
        in_memory: "This page keeps everything in memory only: it is gone with the tab.",
            "Ця сторінка тримає все лише в пам’яті: воно зникне разом із вкладкою.",
            "Эта страница держит всё только в памяти: оно исчезнет вместе с вкладкой.";
        what: "What is stored", "Що зберігається", "Что хранится";
        delete: "Delete everything", "Видалити все", "Удалить всё";
        delete_told: "Deletes all conversations, memories, settings, keys and downloaded models of this page from this browser. It cannot be undone: export first what you want to keep.",
            "Видаляє з цього браузера всі розмови, спогади, налаштування, ключі й завантажені моделі цієї сторінки. Скасувати це не можна: спершу збережіть у файл те, що потрібне.",
            "Удаляет из этого браузера все разговоры, воспоминания, настройки, ключи и загруженные модели этой страницы. Отменить это нельзя: сначала сохраните в файл то, что нужно.";
        word: "delete", "видалити", "удалить";
        type_word: "Type “{word}” to confirm", "Введіть «{word}», щоб підтвердити", "Введите «{word}», чтобы подтвердить";
        wrong_word: "Type the word “{word}”, then press the button.",
            "Введіть слово «{word}», а тоді натисніть кнопку.", "Введите слово «{word}», затем нажмите кнопку.";
        not_deleted: "Another tab keeps the conversations open. Close the other tabs of this page, then try again.",
            "Інша вкладка тримає розмови відкритими. Закрийте інші вкладки цієї сторінки й спробуйте ще раз.",
            "Другая вкладка держит разговоры открытыми. Закройте другие вкладки этой страницы и попробуйте ещё раз.";
        gigabytes: "{n} GB", "{n} ГБ", "{n} ГБ";
        megabytes: "{n} MB", "{n} МБ", "{n} МБ";
        kilobytes: "{n} KB", "{n} КБ", "{n} КБ";
    }
}

texts! {
    /// What the limit on stored messages deleted.
    deleted: DeletedTexts {
        title: "Deleted messages", "Видалені повідомлення", "Удалённые сообщения";
        about: "A limit on stored messages deletes the oldest ones. You can restore them here for some days.",
            "Обмеження на збережені повідомлення видаляє найстаріші. Кілька днів їх можна відновити тут.",
            "Ограничение на сохранённые сообщения удаляет самые старые. Несколько дней их можно восстановить здесь.";
        facts: "Last deleted on {at}. The first ones are gone for good on {until}.",
            "Востаннє видалено {at}. Перші з них зникнуть назавжди {until}.",
            "Последнее удаление: {at}. Первые из них исчезнут навсегда {until}.";
        untitled: "Untitled", "Без назви", "Без названия";
        show: "Show the messages", "Показати повідомлення", "Показать сообщения";
        restore: "Restore", "Відновити", "Восстановить";
        discard: "Delete for good", "Видалити назавжди", "Удалить навсегда";
        restored: "Restored: {messages}. The limit applies to them again in a few days; raise it to keep them.",
            "Відновлено: {messages}. За кілька днів обмеження знову подіє на них; збільште його, щоб їх зберегти.",
            "Восстановлено: {messages}. Через несколько дней ограничение снова подействует на них; увеличьте его, чтобы их сохранить.";
    }
}

texts! {
    /// The kinds of records.
    kinds: Kinds {
        conversations: "Conversations", "Розмови", "Разговоры";
        messages: "Messages", "Повідомлення", "Сообщения";
        branches: "Branches", "Гілки", "Ветки";
        summaries: "Summaries", "Підсумки", "Сводки";
        memories: "Memories", "Спогади", "Воспоминания";
        tasks: "Tasks", "Задачі", "Задачи";
        templates: "Templates", "Шаблони", "Шаблоны";
        providers: "Providers", "Провайдери", "Провайдеры";
        images: "Images and files", "Зображення й файли", "Изображения и файлы";
        requests: "Requests that were sent", "Надіслані запити", "Отправленные запросы";
        undo: "Steps to take back", "Кроки, які можна повернути", "Шаги, которые можно вернуть";
    }
}

/// The kinds that the page counts, and what each is called.
pub fn counted() -> [(Kind, &'static str); 11] {
    let kinds = kinds();
    [
        (Kind::Conversation, kinds.conversations),
        (Kind::Message, kinds.messages),
        (Kind::Branch, kinds.branches),
        (Kind::Summary, kinds.summaries),
        (Kind::Memory, kinds.memories),
        (Kind::Task, kinds.tasks),
        (Kind::Template, kinds.templates),
        (Kind::Provider, kinds.providers),
        (Kind::Blob, kinds.images),
        (Kind::Manifest, kinds.requests),
        (Kind::Undo, kinds.undo),
    ]
}
