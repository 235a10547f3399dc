//! What the inspector says of a request. Layers, reasons and warnings are named in [`crate::words`].

use super::{Pick, language};

/// The sentences.
pub struct Inspector {
    /// What it is called.
    pub title: &'static str,
    /// The request that would be sent now.
    pub next: &'static str,
    /// The request that was sent last.
    pub sent: &'static str,
    /// The request of a reply that was chosen.
    pub past: &'static str,
    /// Opens the full page.
    pub open_page: &'static str,
    /// Nothing is known yet.
    pub waiting: &'static str,
    /// Nothing was sent.
    pub never_sent: &'static str,
    /// What was sent for a reply is not known.
    pub unknown: &'static str,
    /// A part was erased.
    pub erased: &'static str,
    /// Behind the size of a prompt.
    pub of_budget: &'static str,
    /// How far the size may be off before the provider has counted.
    pub off: &'static str,
    /// What is kept free of the budget for that.
    pub margin: &'static str,
    /// What is kept free of the budget where messages are counted exactly.
    pub exact: &'static str,
    /// What is kept for the reply.
    pub room: &'static str,
    /// The window is cut by its tokens.
    pub next_cut: &'static str,
    /// The window will be full by the number of its messages.
    pub will_slide: &'static str,
    /// The window is full by the number of its messages.
    pub slides: &'static str,
    /// When a request was sent, and to which model.
    pub sent_at: &'static str,
    /// Which model it goes to.
    pub model: &'static str,
    /// What a layer may take.
    pub share: &'static str,
    /// What a layer without a floor may take.
    pub ceiling: &'static str,
    /// A layer that is always sent.
    pub whole: &'static str,
    /// An empty layer.
    pub nothing_to_send: &'static str,
    /// The heading of the counts of the provider.
    pub counted: &'static str,
    /// The size of the prompt.
    pub prompt: &'static str,
    /// Our estimate of it.
    pub estimate: &'static str,
    /// The size of the reply.
    pub reply: &'static str,
    /// The heading of the cost.
    pub cost: &'static str,
    /// What a request will cost.
    pub cost_will_be: &'static str,
    /// The heading of what was left out.
    pub left_out: &'static str,
    /// Nothing was left out.
    pub all_sent: &'static str,
    /// Before what was left out of a past request.
    pub then_left_out: &'static str,
    /// The heading of the request as JSON.
    pub request: &'static str,
    /// What it was made from is gone.
    pub source_gone: &'static str,
    /// A memory is pinned.
    pub memory_pinned: &'static str,
    /// In the line under a message.
    pub what_was_sent: &'static str,
}

/// The sentences, in the language of the page.
pub fn inspector() -> &'static Inspector {
    language().pick(&EN, &UK, &RU)
}

/// A sentence with its blanks filled in: `{name}` is what stands for it.
pub fn fill(sentence: &str, blanks: &[(&str, &str)]) -> String {
    blanks.iter().fold(sentence.to_owned(), |said, (name, value)| said.replace(&format!("{{{name}}}"), value))
}

static EN: Inspector = Inspector {
    title: "What the model sees",
    next: "Next request",
    sent: "Last request",
    past: "Chosen reply",
    open_page: "Open the full page",
    waiting: "Here stands what would be sent now.",
    never_sent: "Nothing was sent in this conversation yet. Send a message, and its request stands here.",
    unknown: "What was sent for this message is not known: it is no reply, or it was stored without its request.",
    erased: "A part of this request was erased since, so that it cannot be shown word for word any more. Its sizes are those of then.",
    of_budget: "of {budget}",
    off: "Estimated: up to {low} too low or {high} too high. The provider's count of the first reply corrects it.",
    margin: "Of the budget, {margin} are kept free in case the estimate is too low.",
    exact: "The messages are counted exactly, the rest is estimated. Of the budget, {margin} are kept free for what the server adds.",
    room: "Beside it, {tokens} are kept for the reply.",
    next_cut: "The context is full after about {after} more; then the oldest are left out: {messages}, {tokens}.",
    will_slide: "The window is full after {after} more; then each new message takes the place of the oldest one.",
    slides: "The window is full: each new message takes the place of the oldest one.",
    sent_at: "Sent {when} to {model}",
    model: "To {model}",
    share: "At least {floor} if there is so much, at most {ceiling}.",
    ceiling: "At most {ceiling}.",
    whole: "It is always sent whole.",
    nothing_to_send: "nothing to send",
    counted: "Counted by the provider",
    prompt: "Prompt",
    estimate: "Prompt, our estimate",
    reply: "Reply",
    cost: "Cost",
    cost_will_be: "About {cost} for the prompt, at most {reply} for the reply",
    left_out: "Left out",
    all_sent: "Nothing. All of the conversation is sent.",
    then_left_out: "This is how it was then. What is left out now stands under “Next request”.",
    request: "The exact request",
    source_gone: "What this was made from is not stored any more.",
    memory_pinned: "Pinned: this memory is the last to be left out.",
    what_was_sent: "What was sent",
};

static UK: Inspector = Inspector {
    title: "Що бачить модель",
    next: "Наступний запит",
    sent: "Останній запит",
    past: "Вибрана відповідь",
    open_page: "Відкрити на всю сторінку",
    waiting: "Тут стоятиме те, що було б надіслано зараз.",
    never_sent: "У цій розмові ще нічого не надсилали. Надішліть повідомлення, і його запит стоятиме тут.",
    unknown: "Що було надіслано для цього повідомлення, невідомо: це не відповідь, або його збережено без запиту.",
    erased: "Частину цього запиту відтоді стерто, тож показати його слово в слово вже не можна. Розміри — тодішні.",
    of_budget: "з {budget}",
    off: "Це оцінка: запит може виявитися довшим щонайбільше на {low} або коротшим на {high}. Її виправить підрахунок провайдера після першої відповіді.",
    margin: "Із бюджету залишено вільними {margin} на випадок, якщо оцінка замала.",
    exact: "Повідомлення пораховано точно, решту оцінено. Із бюджету залишено вільними {margin} на те, що додає сервер.",
    room: "Крім того, для відповіді залишено {tokens}.",
    next_cut: "Контекст буде заповнено, коли додасться приблизно {after}; тоді найстаріше не надсилатиметься: {messages}, {tokens}.",
    will_slide: "Вікно буде заповнено, коли додасться {after}; тоді кожне нове повідомлення займатиме місце найстарішого.",
    slides: "Вікно заповнено: кожне нове повідомлення займає місце найстарішого.",
    sent_at: "Надіслано {when} моделі {model}",
    model: "Для моделі {model}",
    share: "Щонайменше {floor}, якщо є стільки, і щонайбільше {ceiling}.",
    ceiling: "Щонайбільше {ceiling}.",
    whole: "Завжди надсилається цілком.",
    nothing_to_send: "надсилати нічого",
    counted: "Порахував провайдер",
    prompt: "Запит",
    estimate: "Запит, наша оцінка",
    reply: "Відповідь",
    cost: "Вартість",
    cost_will_be: "Близько {cost} за запит, щонайбільше {reply} за відповідь",
    left_out: "Не надсилається",
    all_sent: "Нічого не пропущено. Розмова надсилається вся.",
    then_left_out: "Так було тоді. Що не надсилається зараз, видно в «Наступному запиті».",
    request: "Точний запит",
    source_gone: "Те, з чого це зроблено, більше не зберігається.",
    memory_pinned: "Закріплено: цей спогад пропускатиметься останнім.",
    what_was_sent: "Що надіслано",
};

static RU: Inspector = Inspector {
    title: "Что видит модель",
    next: "Следующий запрос",
    sent: "Последний запрос",
    past: "Выбранный ответ",
    open_page: "Открыть на всю страницу",
    waiting: "Здесь будет то, что отправилось бы сейчас.",
    never_sent: "В этом разговоре ещё ничего не отправляли. Отправьте сообщение, и его запрос будет здесь.",
    unknown: "Что было отправлено для этого сообщения, неизвестно: это не ответ, или оно сохранено без запроса.",
    erased: "Часть этого запроса с тех пор стёрта, поэтому показать его слово в слово уже нельзя. Размеры — тогдашние.",
    of_budget: "из {budget}",
    off: "Это оценка: запрос может оказаться длиннее не более чем на {low} или короче на {high}. Её исправит подсчёт провайдера после первого ответа.",
    margin: "Из бюджета оставлено свободными {margin} на случай, если оценка мала.",
    exact: "Сообщения посчитаны точно, остальное оценено. Из бюджета оставлено свободными {margin} на то, что добавляет сервер.",
    room: "Кроме того, для ответа оставлено {tokens}.",
    next_cut: "Контекст заполнится, когда добавится примерно {after}; тогда самое старое не будет отправляться: {messages}, {tokens}.",
    will_slide: "Окно заполнится, когда добавится {after}; тогда каждое новое сообщение займёт место самого старого.",
    slides: "Окно заполнено: каждое новое сообщение занимает место самого старого.",
    sent_at: "Отправлено {when} модели {model}",
    model: "Для модели {model}",
    share: "Не меньше {floor}, если есть столько, и не больше {ceiling}.",
    ceiling: "Не больше {ceiling}.",
    whole: "Всегда отправляется целиком.",
    nothing_to_send: "отправлять нечего",
    counted: "Посчитал провайдер",
    prompt: "Запрос",
    estimate: "Запрос, наша оценка",
    reply: "Ответ",
    cost: "Стоимость",
    cost_will_be: "Около {cost} за запрос, не больше {reply} за ответ",
    left_out: "Не отправляется",
    all_sent: "Ничего не пропущено. Разговор отправляется весь.",
    then_left_out: "Так было тогда. Что не отправляется сейчас, видно в «Следующем запросе».",
    request: "Точный запрос",
    source_gone: "То, из чего это сделано, больше не хранится.",
    memory_pinned: "Закреплено: это воспоминание будет пропускаться последним.",
    what_was_sent: "Что отправлено",
};
