//! What is said where one chooses who speaks.

use super::table::texts;

texts! {
    /// Who speaks.
    people: People {
        speaks: "Who is speaking: {name}", "Хто говорить: {name}", "Кто говорит: {name}";
        title: "Who is speaking", "Хто говорить", "Кто говорит";
        lead: "The model is told who wrote each message. Memories are kept for each person apart.",
            "Модель дізнається, хто написав кожне повідомлення. Спогади про кожну людину зберігаються окремо.",
            "Модель узнаёт, кто написал каждое сообщение. Воспоминания о каждом человеке хранятся отдельно.";
        you: "You", "Ви", "Вы";
        add: "Add a person", "Додати людину", "Добавить человека";
        name: "Name", "Ім’я", "Имя";
        username: "Username, if there is one", "Коротке ім’я, якщо є", "Короткое имя, если есть";
        remove: "Remove {name} from the list", "Прибрати зі списку: {name}", "Убрать из списка: {name}";
        now: "{name} is speaking now.", "Тепер говорить {name}.", "Теперь говорит {name}.";
        now_you: "You are speaking now.", "Тепер говорите ви.", "Теперь говорите вы.";
        removed: "{name} is off the list. What they wrote stays.",
            "{name} більше немає у списку. Написане лишається.",
            "{name} больше нет в списке. Написанное остаётся.";
    }
}
