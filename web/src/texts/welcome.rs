//! What the empty page says.

use super::{Pick, language};

/// The empty page.
pub struct Welcome {
    /// The empty conversation.
    pub headline: &'static str,
    /// What this is.
    pub lead: &'static str,
    /// The model in this page.
    pub in_page: Choice,
    /// A server on this computer.
    pub on_this_computer: Choice,
    /// A provider that wants an API key.
    pub with_key: Choice,
    /// A server by its address.
    pub other_address: Choice,
    /// Questions to begin with.
    pub examples: [&'static str; 3],
    /// Examples for the model in the page.
    pub try_here: &'static str,
    /// Who answers: `{model}`, `{name}`.
    pub engine: &'static str,
    /// Another one.
    pub change: &'static str,
}

/// One choice of a model.
pub struct Choice {
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
}

/// The sentences of the empty page, in the language of the page.
pub fn welcome() -> &'static Welcome {
    language().pick(&EN, &UK, &RU)
}

static EN: Welcome = Welcome {
    headline: "A conversation that stays with you",
    lead: "Ricordo is a private chat: your conversations are kept in this browser alone, and you see exactly what a model is sent.",
    in_page: Choice {
        name: "In this page",
        about: "A small model answers at once, without any server. The first answer downloads 94 MB from this site.",
    },
    on_this_computer: Choice { name: "On this computer", about: "Look for Ollama, LM Studio, llama.cpp and vLLM." },
    with_key: Choice { name: "With a key", about: "OpenAI, Anthropic, OpenRouter, Mistral, Groq, DeepSeek, Gemini." },
    other_address: Choice { name: "Another address", about: "Any server of your own, here or elsewhere." },
    examples: [
        "What is the capital of France?",
        "Name three colours and say what each makes people feel.",
        "Write a short thank-you note to a neighbour.",
    ],
    try_here: "Or ask the model in this page right away:",
    engine: "{model} at {name} answers. ",
    change: "Change",
};

static UK: Welcome = Welcome {
    headline: "Розмова, що лишається з вами",
    lead: "Ricordo — приватний чат: розмови зберігаються лише в цьому браузері, і ви бачите точно, що надсилається моделі.",
    in_page: Choice {
        name: "На цій сторінці",
        about: "Невелика модель відповідає одразу, без жодного сервера. Перша відповідь завантажить 94 МБ з цього сайту.",
    },
    on_this_computer: Choice {
        name: "На цьому комп’ютері", about: "Пошукати Ollama, LM Studio, llama.cpp і vLLM."
    },
    with_key: Choice {
        name: "З ключем", about: "OpenAI, Anthropic, OpenRouter, Mistral, Groq, DeepSeek, Gemini."
    },
    other_address: Choice {
        name: "Інша адреса", about: "Будь-який ваш сервер, тут чи деінде."
    },
    examples: [
        "Яка столиця Франції?",
        "Назвіть три кольори та скажіть, що кожен із них викликає в людей.",
        "Напишіть коротку подяку сусідові.",
    ],
    try_here: "Або запитайте модель на цій сторінці просто зараз:",
    engine: "Відповідає {model} на {name}. ",
    change: "Змінити",
};

static RU: Welcome = Welcome {
    headline: "Разговор, который остаётся с вами",
    lead: "Ricordo — приватный чат: разговоры хранятся только в этом браузере, и вы видите точно, что отправляется модели.",
    in_page: Choice {
        name: "На этой странице",
        about: "Небольшая модель отвечает сразу, без всякого сервера. Первый ответ загрузит 94 МБ с этого сайта.",
    },
    on_this_computer: Choice {
        name: "На этом компьютере", about: "Поискать Ollama, LM Studio, llama.cpp и vLLM."
    },
    with_key: Choice {
        name: "С ключом", about: "OpenAI, Anthropic, OpenRouter, Mistral, Groq, DeepSeek, Gemini."
    },
    other_address: Choice {
        name: "Другой адрес", about: "Любой ваш сервер, здесь или в другом месте."
    },
    examples: [
        "Какая столица Франции?",
        "Назовите три цвета и скажите, что каждый из них вызывает у людей.",
        "Напишите короткую благодарность соседу.",
    ],
    try_here: "Или спросите модель на этой странице прямо сейчас:",
    engine: "Отвечает {model} на {name}. ",
    change: "Изменить",
};
