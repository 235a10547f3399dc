//! What is said where a message is written: the field, its images, and what it replies to.

use super::{Pick, language};

/// The composer.
pub struct ComposerTexts {
    /// The field.
    pub label: &'static str,
    /// What it says when it is empty.
    pub placeholder: &'static str,
    /// Sends.
    pub send: &'static str,
    /// Sends, with the key.
    pub send_title: &'static str,
    /// Stops the reply.
    pub stop: &'static str,
    /// Before the name of who answers.
    pub answers: &'static str,
    /// The model in the page; `{model}`.
    pub in_page: &'static str,
    /// Where words go that stay here.
    pub stays_here: &'static str,
    /// Where words go that are sent; `{provider}`.
    pub sent_to: &'static str,
    /// Picks images.
    pub add_image: &'static str,
    /// Takes an image out; `{name}`.
    pub remove_image: &'static str,
    /// The list of images.
    pub images: &'static str,
    /// Images can be let go here.
    pub drop_here: &'static str,
    /// The model takes no images; `{model}`.
    pub cannot_see: &'static str,
    /// Images are switched off.
    pub switched_off: &'static str,
    /// It is no image; `{name}`.
    pub no_image: &'static str,
    /// It is a document; `{name}`.
    pub no_document: &'static str,
    /// Its file is too large; `{name}`.
    pub too_large: &'static str,
    /// There are too many; `{n}`.
    pub too_many: &'static str,
    /// What the message replies to.
    pub replying: &'static str,
    /// It replies to nothing.
    pub no_reply: &'static str,
}

/// The composer, in the language of the page.
pub fn composer() -> &'static ComposerTexts {
    language().pick(&EN, &UK, &RU)
}

static EN: ComposerTexts = ComposerTexts {
    label: "Message",
    placeholder: "Write a message, or / for commands",
    send: "Send",
    send_title: "Send (Enter)",
    stop: "Stop",
    answers: "Answers: ",
    in_page: "In this page · {model}",
    stays_here: "Nothing you write leaves this browser.",
    sent_to: "Kept in this browser, sent to {provider} only.",
    add_image: "Add images",
    remove_image: "Remove {name}",
    images: "Images of this message",
    drop_here: "Let go to add the images",
    cannot_see: "{model} does not take images. Choose a model that does, say in its connection that it understands images, or remove them. Your message stays here.",
    switched_off: "Images are switched off. Switch them on in the settings, or remove them. Your message stays here.",
    no_image: "“{name}” is no image that this browser can read. Choose a PNG, JPEG, WebP or GIF file.",
    no_document: "“{name}” cannot be attached: a message takes images only. Copy its text and paste it here, or add a picture of the page.",
    too_large: "“{name}” is larger than 50 MB. Make it smaller and add it again.",
    too_many: "A message takes {n} images. Send these first, then add the others.",
    replying: "Reply to",
    no_reply: "Do not reply to it",
};

static UK: ComposerTexts = ComposerTexts {
    label: "Повідомлення",
    placeholder: "Напишіть повідомлення або / для команд",
    send: "Надіслати",
    send_title: "Надіслати (Enter)",
    stop: "Зупинити",
    answers: "Відповідає: ",
    in_page: "На цій сторінці · {model}",
    stays_here: "Ніщо з написаного не залишає цей браузер.",
    sent_to: "Зберігається в цьому браузері, надсилається лише до {provider}.",
    add_image: "Додати зображення",
    remove_image: "Прибрати {name}",
    images: "Зображення цього повідомлення",
    drop_here: "Відпустіть, щоб додати зображення",
    cannot_see: "{model} не приймає зображень. Виберіть модель, яка їх приймає, позначте в її підключенні, що вона розуміє зображення, або приберіть їх. Ваше повідомлення лишається тут.",
    switched_off: "Зображення вимкнено. Увімкніть їх у налаштуваннях або приберіть. Ваше повідомлення лишається тут.",
    no_image: "«{name}» не є зображенням, яке цей браузер може прочитати. Виберіть файл PNG, JPEG, WebP або GIF.",
    no_document: "«{name}» не можна додати: повідомлення приймає лише зображення. Скопіюйте текст і вставте його сюди або додайте знімок сторінки.",
    too_large: "«{name}» більший за 50 МБ. Зменште його й додайте знову.",
    too_many: "Повідомлення вміщує зображень: {n}. Спершу надішліть ці, потім додайте решту.",
    replying: "Відповідь на",
    no_reply: "Не відповідати на нього",
};

static RU: ComposerTexts = ComposerTexts {
    label: "Сообщение",
    placeholder: "Напишите сообщение или / для команд",
    send: "Отправить",
    send_title: "Отправить (Enter)",
    stop: "Остановить",
    answers: "Отвечает: ",
    in_page: "На этой странице · {model}",
    stays_here: "Ничто из написанного не покидает этот браузер.",
    sent_to: "Хранится в этом браузере, отправляется только в {provider}.",
    add_image: "Добавить изображения",
    remove_image: "Убрать {name}",
    images: "Изображения этого сообщения",
    drop_here: "Отпустите, чтобы добавить изображения",
    cannot_see: "{model} не принимает изображений. Выберите модель, которая их принимает, отметьте в её подключении, что она понимает изображения, или уберите их. Ваше сообщение остаётся здесь.",
    switched_off: "Изображения выключены. Включите их в настройках или уберите. Ваше сообщение остаётся здесь.",
    no_image: "«{name}» — не изображение, которое этот браузер может прочитать. Выберите файл PNG, JPEG, WebP или GIF.",
    no_document: "«{name}» нельзя добавить: сообщение принимает только изображения. Скопируйте текст и вставьте его сюда или добавьте снимок страницы.",
    too_large: "«{name}» больше 50 МБ. Уменьшите его и добавьте снова.",
    too_many: "Сообщение вмещает изображений: {n}. Сначала отправьте эти, потом добавьте остальные.",
    replying: "Ответ на",
    no_reply: "Не отвечать на него",
};
