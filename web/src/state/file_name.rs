//! Names of exported files.

use super::Shape;
use crate::texts::conversations::conversations;

/// Longest name made from a title, in characters.
const LONGEST: usize = 60;

/// Name of an exported file. `title` is that of the exported conversation; `None` if everything is exported.
pub fn file_name(title: Option<&str>, shape: Shape, today: &str) -> String {
    let about = match title.map(plain) {
        None => "ricordo".to_owned(),
        Some(name) if name.is_empty() => plain(conversations().untitled),
        Some(name) => name,
    };
    match shape {
        Shape::Backup => format!("{about}-backup-{today}.json.gz"),
        Shape::Json => format!("{about}-{today}.json"),
        Shape::Markdown => format!("{about}-{today}.md"),
        Shape::WebPage | Shape::Print => format!("{about}-{today}.html"),
    }
}

/// Turns a title into a file name: letters, digits, and hyphens between words.
fn plain(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_title_becomes_a_name_that_every_file_system_takes() {
        for (title, name) in [
            ("My move to Rome", "My-move-to-Rome"),
            ("  a/b\\c: \"d\"? <e>|*.. ", "a-b-c-d-e"),
            ("../../etc/passwd", "etc-passwd"),
            ("Переїзд до Риму!", "Переїзд-до-Риму"),
            ("الانتقال إلى روما", "الانتقال-إلى-روما"),
            ("\u{202e}gnp.exe", "gnp-exe"),
            ("🦔 hedgehog 🦔", "hedgehog"),
        ] {
            assert_eq!(file_name(Some(title), Shape::Json, "2026-11-22"), format!("{name}-2026-11-22.json"));
        }
        let long = file_name(Some(&"ї".repeat(500)), Shape::Markdown, "2026-11-22");
        assert_eq!(long, format!("{}-2026-11-22.md", "ї".repeat(LONGEST)));
    }

    #[test]
    fn a_title_without_letters_is_untitled() {
        for language in UiLanguage::all() {
            speak(language);
            let untitled = file_name(Some(""), Shape::Markdown, "2026-11-22");
            assert!(untitled.starts_with(char::is_alphanumeric), "{untitled}");
            for title in [" ", "???", "🦔🦔", "--"] {
                assert_eq!(file_name(Some(title), Shape::Markdown, "2026-11-22"), untitled, "{title:?}");
            }
        }
    }

    #[test]
    fn the_ending_says_what_is_in_the_file() {
        let name = |shape| file_name(None, shape, "2026-11-22");
        assert_eq!(name(Shape::Backup), "ricordo-backup-2026-11-22.json.gz");
        assert_eq!(name(Shape::Json), "ricordo-2026-11-22.json");
        assert_eq!(name(Shape::Markdown), "ricordo-2026-11-22.md");
    }
}
