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
    use crate::texts::{UiLanguage, speak, welcome::welcome};

    #[test]
    fn the_first_words_are_those_of_the_welcome_page() {
        let page = include_str!("../../index.html");
        let sentences = page.split_once("const texts = {").and_then(|(_, rest)| rest.split_once("};")).unwrap().0;
        let tags: Vec<&str> = sentences.lines().filter_map(|line| line.trim().strip_suffix(": [")).collect();
        // Any other language of the page begins with the English words.
        assert!(tags.contains(&"en"), "{tags:?}");
        for tag in tags {
            speak(UiLanguage::all().find(|language| language.tag() == tag).unwrap());
            for words in [welcome().headline, welcome().lead] {
                assert!(sentences.contains(&format!("\"{words}\"")), "index.html does not say: {words}");
            }
        }
    }
}
