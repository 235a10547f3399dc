//! The question before something is erased.

use super::table::texts;

texts! {
    /// The question.
    erase: Erase {
        title: "Erase for good?", "Стерти назавжди?", "Стереть навсегда?";
        this: "This conversation is erased with everything made from it: messages, summaries, memories, tasks and steps to take back. It cannot be undone.",
            "Ця розмова зникне разом з усім, що з неї зроблено: повідомленнями, підсумками, спогадами, задачами й кроками, які можна повернути. Скасувати це не можна.",
            "Этот разговор исчезнет вместе со всем, что из него сделано: сообщениями, сводками, воспоминаниями, задачами и шагами, которые можно вернуть. Отменить это нельзя.";
        all: "A new conversation starts, and all others are erased with everything made from them: messages, summaries, memories, tasks and steps to take back. It cannot be undone.",
            "Почнеться нова розмова, а всі інші зникнуть разом з усім, що з них зроблено: повідомленнями, підсумками, спогадами, задачами й кроками, які можна повернути. Скасувати це не можна.",
            "Начнётся новый разговор, а все остальные исчезнут вместе со всем, что из них сделано: сообщениями, сводками, воспоминаниями, задачами и шагами, которые можно вернуть. Отменить это нельзя.";
        erase: "Erase for good", "Стерти назавжди", "Стереть навсегда";
    }
}
