//! What is said of temporary conversations.

use super::table::texts;

texts! {
    /// A temporary conversation.
    temporary: TemporaryTexts {
        name: "Temporary chat", "Тимчасова розмова", "Временный разговор";
        short: "Erased when you leave it", "Зникне, коли ви з неї вийдете", "Исчезнет, когда вы из него выйдете";
        about: "It is erased when you open another conversation, reload or close this page. It reads your memories, but leaves no memory, no summary and no history, and is in no export.",
            "Її буде стерто, щойно ви відкриєте іншу розмову, перезавантажите або закриєте цю сторінку. Вона читає ваші спогади, але не лишає ні спогадів, ні підсумків, ні історії, і її немає в жодному експорті.",
            "Он будет стёрт, как только вы откроете другой разговор, перезагрузите или закроете эту страницу. Он читает ваши воспоминания, но не оставляет ни воспоминаний, ни сводок, ни истории, и его нет ни в одном экспорте.";
        stays_here: "Temporary: erased when you leave it. Nothing you write leaves this browser.",
            "Тимчасова: зникне, коли ви з неї вийдете. Ніщо з написаного не залишає цей браузер.",
            "Временный: исчезнет, когда вы из него выйдете. Ничто из написанного не покидает этот браузер.";
        sent_to: "Temporary: erased here when you leave it. Sent to {provider}, which may keep it.",
            "Тимчасова: зникне тут, коли ви з неї вийдете. Надсилається до {provider}, де її можуть зберегти.",
            "Временный: исчезнет здесь, когда вы из него выйдете. Отправляется в {provider}, где его могут сохранить.";
    }
}
