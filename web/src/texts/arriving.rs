//! What stands where a reply will be, until its first word comes.

use super::table::texts;

texts! {
    /// Waiting for a reply.
    arriving: Arriving {
        elsewhere: "The reply comes in another tab…",
            "Відповідь надходить в іншій вкладці…", "Ответ приходит в другой вкладке…";
        waiting_for: "Waiting for {name}…", "Чекаємо на {name}…", "Ждём ответа от {name}…";
        downloading: "Downloading the model…", "Модель завантажується…", "Модель загружается…";
        preparing: "Making the model ready…", "Модель готується…", "Модель готовится…";
        reading_of: "Reading: {done} of {total} tokens…",
            "Читає: {done} з {total} токенів…", "Читает: {done} из {total} токенов…";
        reading: "The model reads your message…",
            "Модель читає ваше повідомлення…", "Модель читает ваше сообщение…";
    }
}
