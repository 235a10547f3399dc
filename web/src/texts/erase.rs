//! The question before something is erased.

use super::table::texts;

texts! {
    /// The question.
    erase: Erase {
        title: "Erase for good?", "Стерти назавжди?", "Стереть навсегда?";
        this: "This conversation is erased with everything made from it: messages, summaries, memories, tasks and steps to take back. It cannot be undone.",
            "Ця розмова зникне разом з усім, що з неї зроблено: повідомленнями, підсумками, спогадами, задачами й кроками, які можна повернути. Скасувати це не можна.",
            "Этот разговор исчезнет вместе со всем, что из него сделано: сообщениями, сводками, воспоминаниями, задачами и шагами, которые можно вернуть. Отменить это нельзя.";
        all: "A new conversation starts, and all others are erased with their messages, images, summaries and steps to take back. It cannot be undone.",
            "Почнеться нова розмова, а всі інші зникнуть разом із повідомленнями, зображеннями, підсумками й кроками, які можна повернути. Скасувати це не можна.",
            "Начнётся новый разговор, а все остальные исчезнут вместе с сообщениями, изображениями, сводками и шагами, которые можно вернуть. Отменить это нельзя.";
        also: "Erase as well", "Стерти також", "Стереть также";
        tasks: "Tasks added in them", "Задачі, додані в них", "Задачи, добавленные в них";
        facts: "Memories taken from them", "Спогади, взяті з них", "Воспоминания, взятые из них";
        erase: "Erase for good", "Стерти назавжди", "Стереть навсегда";
    }
}
