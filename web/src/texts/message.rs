//! What is said about one message: what can be done with it, and what became of it.

use super::{Pick, language};

/// One message.
pub struct MessageTexts {
    /// Before a message of the user, for screen readers.
    pub you: &'static str,
    /// Before a reply, for screen readers.
    pub reply: &'static str,
    /// What the model thought.
    pub thoughts: &'static str,
    /// It thinks.
    pub thinking: &'static str,
    /// Opens all that can be done.
    pub more: &'static str,
    /// The name of that list.
    pub actions: &'static str,
    /// Sends the message with other words.
    pub edit: &'static str,
    /// Makes the reply again.
    pub regenerate: &'static str,
    /// Makes the reply to a message of the user again.
    pub answer_again: &'static str,
    /// Asks the model to go on where the reply broke off.
    pub go_on: &'static str,
    /// What that sends.
    pub go_on_hint: &'static str,
    /// The message that is sent.
    pub go_on_message: &'static str,
    /// Replies to it.
    pub reply_to: &'static str,
    /// Copies the path to it into another conversation.
    pub fork: &'static str,
    /// Leaves it out.
    pub mute: &'static str,
    /// Sends it again as others.
    pub unmute: &'static str,
    /// Keeps sending it.
    pub pin: &'static str,
    /// Sends it as others.
    pub unpin: &'static str,
    /// Forgets what stands above a message of the user.
    pub forget_above: &'static str,
    /// Forgets a reply and what stands above it.
    pub forget_here: &'static str,
    /// Deletes it for good.
    pub erase: &'static str,
    /// The question before that.
    pub erase_sentence: &'static str,
    /// It is done.
    pub erased: &'static str,
    /// It is muted.
    pub is_muted: &'static str,
    /// It is pinned.
    pub is_pinned: &'static str,
    /// The way before this one.
    pub way_back: &'static str,
    /// The way after this one.
    pub way_on: &'static str,
    /// Which way is shown: `{n}`, `{of}`.
    pub way: &'static str,
    /// The field in which a message is edited.
    pub edit_label: &'static str,
    /// Sends the edited message.
    pub edit_send: &'static str,
    /// What sending it does.
    pub edit_hint: &'static str,
    /// A conversation was made of the path to a message.
    pub forked: &'static str,
    /// A reply is on its way: wait.
    pub busy: &'static str,
    /// Another tab gets a reply: wait.
    pub busy_elsewhere: &'static str,
    /// The browser did not copy.
    pub not_copied: &'static str,
    /// The message that is replied to is gone.
    pub source_gone: &'static str,
    /// Goes to the message that is replied to.
    pub to_source: &'static str,
    /// An image without a name.
    pub image: &'static str,
    /// An image that a model made.
    pub made_image: &'static str,
    /// Its bytes are gone.
    pub image_gone: &'static str,
    /// When it was written.
    pub when: &'static str,
    /// Which model wrote it.
    pub model: &'static str,
    /// Its size.
    pub size: &'static str,
    /// What the server read.
    pub prompt: &'static str,
    /// What it had not to read again.
    pub cached: &'static str,
    /// What the server wrote.
    pub written: &'static str,
    /// How it ended.
    pub ended: &'static str,
    /// The model was done.
    pub ended_well: &'static str,
    /// The start of the line that names the tools that were asked.
    pub asked: &'static str,
    /// A tool without a name.
    pub a_tool: &'static str,
}

/// One message, in the language of the page.
pub fn message() -> &'static MessageTexts {
    language().pick(&EN, &UK, &RU)
}

static EN: MessageTexts = MessageTexts {
    you: "You",
    reply: "Reply",
    thoughts: "Thoughts",
    thinking: "Thinking…",
    more: "More",
    actions: "What to do with this message",
    edit: "Edit",
    regenerate: "Regenerate",
    answer_again: "Answer again",
    go_on: "Continue",
    go_on_hint: "Asks the model to continue this reply",
    go_on_message: "Continue exactly where your last reply broke off.",
    reply_to: "Reply to this",
    fork: "Fork from here",
    mute: "Mute: do not send it",
    unmute: "Unmute",
    pin: "Pin: keep sending it",
    unpin: "Unpin",
    forget_above: "Forget everything above",
    forget_here: "Forget up to here",
    erase: "Erase…",
    erase_sentence: "This message is erased with everything made from it: summaries, memories, tasks and steps to take back. A reply goes with what it asked of tools. Copies in conversations that were forked from it stay. It cannot be undone.",
    erased: "The message is erased, with everything made from it.",
    is_muted: "Muted: not sent",
    is_pinned: "Pinned",
    way_back: "Previous branch",
    way_on: "Next branch",
    way: "Branch {n} of {of}",
    edit_label: "The message, to be edited",
    edit_send: "Send",
    edit_hint: "Begins another branch. The message as it was stays on its own.",
    forked: "A conversation of its own, up to this message. The one it came from is in the list.",
    busy: "A reply is still coming. Stop it, or wait until it has ended.",
    busy_elsewhere: "Another tab receives a reply in this conversation. Wait until it has ended.",
    not_copied: "The browser did not let the page copy. Select the text and copy it yourself.",
    source_gone: "The message it replies to is not there any more",
    to_source: "To the message it replies to",
    image: "Image",
    made_image: "Image made by the model",
    image_gone: "The image is not there any more",
    when: "Time",
    model: "Model",
    size: "Size",
    prompt: "Prompt",
    cached: "Of it cached",
    written: "Written",
    ended: "Ended",
    ended_well: "The model was done",
    asked: "Tools: ",
    a_tool: "a tool",
};

static UK: MessageTexts = MessageTexts {
    you: "Ви",
    reply: "Відповідь",
    thoughts: "Роздуми",
    thinking: "Думає…",
    more: "Ще",
    actions: "Що зробити з цим повідомленням",
    edit: "Змінити",
    regenerate: "Відповісти інакше",
    answer_again: "Отримати іншу відповідь",
    go_on: "Продовжити",
    go_on_hint: "Просить модель продовжити цю відповідь",
    go_on_message: "Продовжуй точно з того місця, де обірвалася твоя остання відповідь.",
    reply_to: "Відповісти на це",
    fork: "Нова розмова звідси",
    mute: "Вимкнути: не надсилати його",
    unmute: "Увімкнути знову",
    pin: "Закріпити: надсилати завжди",
    unpin: "Відкріпити",
    forget_above: "Забути все, що вище",
    forget_here: "Забути все до цього місця",
    erase: "Стерти…",
    erase_sentence: "Це повідомлення буде стерто з усім, що з нього зроблено: підсумками, спогадами, задачами та кроками, які можна повернути. Разом із відповіддю зникне те, про що вона питала інструменти. Копії в розмовах, започаткованих від нього, залишаться. Повернути це не можна.",
    erased: "Повідомлення стерто з усім, що з нього зроблено.",
    is_muted: "Вимкнено: не надсилається",
    is_pinned: "Закріплено",
    way_back: "Попередня гілка",
    way_on: "Наступна гілка",
    way: "Гілка {n} з {of}",
    edit_label: "Повідомлення, яке ви змінюєте",
    edit_send: "Надіслати",
    edit_hint: "Почне іншу гілку. Повідомлення, яким воно було, лишиться на своїй.",
    forked: "Окрема розмова до цього повідомлення. Та, з якої вона вийшла, є у списку.",
    busy: "Відповідь ще надходить. Зупиніть її або зачекайте, доки вона закінчиться.",
    busy_elsewhere: "Інша вкладка отримує відповідь у цій розмові. Зачекайте, доки вона закінчиться.",
    not_copied: "Браузер не дозволив копіювати. Виділіть текст і скопіюйте його самі.",
    source_gone: "Повідомлення, на яке це відповідь, уже немає",
    to_source: "До повідомлення, на яке це відповідь",
    image: "Зображення",
    made_image: "Зображення, яке створила модель",
    image_gone: "Зображення вже немає",
    when: "Час",
    model: "Модель",
    size: "Розмір",
    prompt: "Запит",
    cached: "З нього з кешу",
    written: "Написано",
    ended: "Завершення",
    ended_well: "Модель закінчила",
    asked: "Інструменти: ",
    a_tool: "інструмент",
};

static RU: MessageTexts = MessageTexts {
    you: "Вы",
    reply: "Ответ",
    thoughts: "Размышления",
    thinking: "Думает…",
    more: "Ещё",
    actions: "Что сделать с этим сообщением",
    edit: "Изменить",
    regenerate: "Ответить иначе",
    answer_again: "Получить другой ответ",
    go_on: "Продолжить",
    go_on_hint: "Просит модель продолжить этот ответ",
    go_on_message: "Продолжай точно с того места, где оборвался твой последний ответ.",
    reply_to: "Ответить на это",
    fork: "Новый разговор отсюда",
    mute: "Выключить: не отправлять его",
    unmute: "Включить снова",
    pin: "Закрепить: отправлять всегда",
    unpin: "Открепить",
    forget_above: "Забыть всё, что выше",
    forget_here: "Забыть всё до этого места",
    erase: "Стереть…",
    erase_sentence: "Это сообщение будет стёрто со всем, что из него сделано: сводками, воспоминаниями, задачами и шагами, которые можно вернуть. Вместе с ответом исчезнет то, о чём он спрашивал инструменты. Копии в разговорах, начатых от него, останутся. Вернуть это нельзя.",
    erased: "Сообщение стёрто со всем, что из него сделано.",
    is_muted: "Выключено: не отправляется",
    is_pinned: "Закреплено",
    way_back: "Предыдущая ветка",
    way_on: "Следующая ветка",
    way: "Ветка {n} из {of}",
    edit_label: "Сообщение, которое вы изменяете",
    edit_send: "Отправить",
    edit_hint: "Начнёт другую ветку. Сообщение, каким оно было, останется на своей.",
    forked: "Отдельный разговор до этого сообщения. Тот, из которого он вышел, есть в списке.",
    busy: "Ответ ещё приходит. Остановите его или подождите, пока он закончится.",
    busy_elsewhere: "Другая вкладка получает ответ в этом разговоре. Подождите, пока он закончится.",
    not_copied: "Браузер не позволил копировать. Выделите текст и скопируйте его сами.",
    source_gone: "Сообщения, на которое это ответ, уже нет",
    to_source: "К сообщению, на которое это ответ",
    image: "Изображение",
    made_image: "Изображение, созданное моделью",
    image_gone: "Изображения уже нет",
    when: "Время",
    model: "Модель",
    size: "Размер",
    prompt: "Запрос",
    cached: "Из него из кеша",
    written: "Написано",
    ended: "Завершение",
    ended_well: "Модель закончила",
    asked: "Инструменты: ",
    a_tool: "инструмент",
};
