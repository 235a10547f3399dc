//! What can be done right where a reply failed.

use super::table::texts;

texts! {
    /// A reply that failed.
    failed: FailedTexts {
        again_in: "Trying again in {n} s", "Наступна спроба за {n} с", "Следующая попытка через {n} с";
        use_limit: "Use {n} tokens and retry", "Узяти {n} токенів і повторити", "Взять {n} токенов и повторить";
        use_limit_about: "Saves this context length with the model, so that later requests fit.",
            "Зберігає цю довжину контексту з моделлю, щоб наступні запити вміщалися.",
            "Сохраняет эту длину контекста с моделью, чтобы следующие запросы помещались.";
        offline: "This browser is offline. Your message is stored here: try again when the connection is back.",
            "Цей браузер не має мережі. Ваше повідомлення збережено тут: спробуйте ще раз, коли з’єднання повернеться.",
            "Этот браузер не в сети. Ваше сообщение сохранено здесь: попробуйте ещё раз, когда соединение вернётся.";
        offline_now: "You are offline: {provider} cannot be reached until the connection is back.",
            "Ви не в мережі: {provider} буде недоступний, доки з’єднання не повернеться.",
            "Вы не в сети: {provider} будет недоступен, пока соединение не вернётся.";
    }
}
