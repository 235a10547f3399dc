//! What is said of the connection that does the work in the background.

use super::table::texts;

texts! {
    /// The connection that does the work in the background.
    worker: WorkerTexts {
        answers: "The connection that answers", "З’єднання, яке відповідає", "Соединение, которое отвечает";
        deleted: "A connection that was deleted", "З’єднання, яке видалено", "Соединение, которое удалено";
        connection: "Background work: connection", "Фонова робота: з’єднання", "Фоновая работа: соединение";
        model: "Background work: model", "Фонова робота: модель", "Фоновая работа: модель";
        model_hint: "Empty: the model of that connection.", "Порожньо: модель цього з’єднання.", "Пусто: модель этого соединения.";
        leaves: "Although its model runs on this computer, this conversation may be sent to that connection.",
            "Хоча модель цієї розмови працює на цьому комп’ютері, розмову можна надсилати тому з’єднанню.",
            "Хотя модель этого разговора работает на этом компьютере, разговор можно отправлять тому соединению.";
        gone: "The connection chosen for background work was deleted, so the one that answers does it.",
            "З’єднання, вибране для фонової роботи, видалено, тому її робить те, що відповідає.",
            "Соединение, выбранное для фоновой работы, удалено, поэтому её делает то, что отвечает.";
        stays: "The model that answers runs on this computer and the connection chosen for background work does not. So nothing is sent there, until you allow it in the settings.",
            "Модель, яка відповідає, працює на цьому комп’ютері, а з’єднання, вибране для фонової роботи, — ні. Тому туди нічого не надсилається, доки ви не дозволите цього в налаштуваннях.",
            "Модель, которая отвечает, работает на этом компьютере, а соединение, выбранное для фоновой работы, — нет. Поэтому туда ничего не отправляется, пока вы не разрешите этого в настройках.";
        done_by: "Background work is done by {name} · {model}.", "Фонову роботу робить {name} · {model}.", "Фоновую работу делает {name} · {model}.";
        and: " and ", " та ", " и ";
        row: "{model} · in the background", "{model} · у тлі", "{model} · в фоне";
        sum: "Of it in the background", "З них у тлі", "Из них в фоне";
    }
}
