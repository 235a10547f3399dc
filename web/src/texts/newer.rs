//! What is said when a newer build of the page is here.

use super::table::texts;

texts! {
    /// A newer build of the page.
    newer: Newer {
        is_here: "A newer version of Ricordo is here. What you have typed stays.",
            "Є новіша версія Ricordo. Те, що ви набрали, залишиться.",
            "Есть новая версия Ricordo. То, что вы набрали, останется.";
        after_reply: "A newer version of Ricordo is here. Reload when the reply has ended and nothing is being edited.",
            "Є новіша версія Ricordo. Перезавантажте сторінку, коли відповідь завершиться й нічого не редагуватиметься.",
            "Есть новая версия Ricordo. Перезагрузите страницу, когда ответ закончится и ничего не будет редактироваться.";
        reload: "Reload", "Перезавантажити", "Перезагрузить";
    }
}
