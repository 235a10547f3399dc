//! The help: what Ricordo is, its keys, and what leaves the browser. The commands have their own texts.

use super::table::texts;

texts! {
    /// The help.
    help: Help {
        title: "Help", "Довідка", "Справка";
        about: "Ricordo is a private chat that keeps the thread of a conversation of any length, in your browser alone. It decides what a model sees within a token budget, and shows you exactly that: open the gauge at the top right.",
            "Ricordo — приватний чат, який тримає нитку розмови будь-якої довжини, лише у вашому браузері. Він вирішує, що бачить модель у межах бюджету токенів, і показує вам саме це: відкрийте шкалу вгорі праворуч.",
            "Ricordo — приватный чат, который держит нить разговора любой длины, только в вашем браузере. Он решает, что видит модель в пределах бюджета токенов, и показывает вам именно это: откройте шкалу вверху справа.";
        keys: "Keys", "Клавіші", "Клавиши";
        privacy: "Privacy", "Приватність", "Приватность";
        privacy_told: "Conversations are stored in this browser and nowhere else; there is no server of ours. With the model in this page nothing you write leaves the browser. With a server of yours, each message goes to that server together with the part of the conversation that the inspector shows, and your key goes to that server alone. Keys are sealed and are in no export.",
            "Розмови зберігаються в цьому браузері й більше ніде; нашого сервера не існує. З моделлю на цій сторінці ніщо з написаного не залишає браузер. З вашим сервером кожне повідомлення йде на нього разом із тією частиною розмови, яку показує інспектор, а ваш ключ — лише на цей сервер. Ключі запечатані, і їх немає в жодному експорті.",
            "Разговоры хранятся в этом браузере и больше нигде; нашего сервера не существует. С моделью на этой странице ничто из написанного не покидает браузер. С вашим сервером каждое сообщение уходит на него вместе с той частью разговора, которую показывает инспектор, а ваш ключ — только на этот сервер. Ключи запечатаны, и их нет ни в одном экспорте.";
        enter: "sends the message", "надсилає повідомлення", "отправляет сообщение";
        shift_enter: "breaks the line", "починає новий рядок", "начинает новую строку";
        slash: "shows the commands; the arrows choose, Tab completes",
            "показує команди; стрілки вибирають, Tab доповнює", "показывает команды; стрелки выбирают, Tab дополняет";
        undo: "in an empty field takes the last command back (⌘ Z on a Mac)",
            "у порожньому полі повертає останню команду (⌘ Z на Mac)",
            "в пустом поле возвращает последнюю команду (⌘ Z на Mac)";
        escape: "closes what lies over the conversation",
            "закриває те, що лежить поверх розмови", "закрывает то, что лежит поверх разговора";
    }
}
