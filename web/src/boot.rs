//! The static content of index.html: the frame of the page, and on a first visit the text of the welcome page. It
//! covers the app until the app shows the same.

use leptos::prelude::document;

const ID: &str = "ricordo-boot";

/// Whether this is the page that index.html creates.
pub fn is_there() -> bool {
    document().get_element_by_id(ID).is_some()
}

/// Removes the static content once the app is rendered.
pub fn lift() {
    if let Some(boot) = document().get_element_by_id(ID) {
        boot.remove();
    }
}

#[cfg(test)]
mod tests {
    use crate::texts::{speak, welcome::welcome};
    use ricordo_core::settings::Language;

    #[test]
    fn the_first_words_are_those_of_the_welcome_page() {
        let page = include_str!("../../index.html");
        for language in [Language::En, Language::Uk, Language::Ru] {
            speak(language);
            for words in [welcome().headline, welcome().lead] {
                assert!(page.contains(&format!("\"{words}\"")), "index.html does not say: {words}");
            }
        }
    }
}
