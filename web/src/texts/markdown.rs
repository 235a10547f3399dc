//! What is said in and around the Markdown of messages.

use super::{Pick, language};

/// Code, images, tables, footnotes.
pub struct Markdown {
    /// A block of code without a language.
    pub code: &'static str,
    /// Breaks long lines of code.
    pub wrap: &'static str,
    /// The browser refused to copy.
    pub not_copied: &'static str,
    /// A table.
    pub table: &'static str,
    /// A task that is done.
    pub done: &'static str,
    /// A task that is not done.
    pub to_do: &'static str,
    /// Loads an image from another host.
    pub load_image: &'static str,
    /// Why it is not there at once.
    pub image_waits: &'static str,
    /// It could not be loaded.
    pub image_failed: &'static str,
    /// An image without words for it.
    pub image: &'static str,
    /// Shows an image large.
    pub enlarge: &'static str,
    /// A footnote; its number follows.
    pub footnote: &'static str,
    /// From a footnote to where it is referred to.
    pub back: &'static str,
    /// Where code, a table, a formula stand in a text that is quoted or read out.
    pub in_words: [&'static str; 3],
}

/// Code, images, tables, footnotes, in the language of the page.
pub fn markdown() -> &'static Markdown {
    language().pick(&EN, &UK, &RU)
}

static EN: Markdown = Markdown {
    code: "Code",
    wrap: "Wrap lines",
    not_copied: "Select and copy it yourself",
    table: "Table",
    done: "Done",
    to_do: "To do",
    load_image: "Load image",
    image_waits: "Not loaded: the address of an image can tell its host what was said here.",
    image_failed: "The image could not be loaded: its host may show it to no other page. It opens in a tab of its own:",
    image: "Image",
    enlarge: "Show large",
    footnote: "Footnote",
    back: "Back to the text",
    in_words: ["(code)", "(table)", "(formula)"],
};

static UK: Markdown = Markdown {
    code: "Код",
    wrap: "Переносити рядки",
    not_copied: "Виділіть і скопіюйте самі",
    table: "Таблиця",
    done: "Зроблено",
    to_do: "Треба зробити",
    load_image: "Завантажити зображення",
    image_waits: "Не завантажено: адреса зображення може розповісти чужому серверу, про що тут ішлося.",
    image_failed: "Не вдалося завантажити зображення: його сервер може не показувати його іншим сторінкам. В окремій вкладці:",
    image: "Зображення",
    enlarge: "Показати більшим",
    footnote: "Виноска",
    back: "Назад до тексту",
    in_words: ["(код)", "(таблиця)", "(формула)"],
};

static RU: Markdown = Markdown {
    code: "Код",
    wrap: "Переносить строки",
    not_copied: "Выделите и скопируйте сами",
    table: "Таблица",
    done: "Сделано",
    to_do: "Нужно сделать",
    load_image: "Загрузить изображение",
    image_waits: "Не загружено: адрес изображения может рассказать чужому серверу, о чём здесь шла речь.",
    image_failed: "Не удалось загрузить изображение: его сервер может не показывать его другим страницам. В отдельной вкладке:",
    image: "Изображение",
    enlarge: "Показать крупнее",
    footnote: "Сноска",
    back: "Назад к тексту",
    in_words: ["(код)", "(таблица)", "(формула)"],
};
