//! Guesses the language of a conversation from its letters, so that prompts follow it.

use ricordo_record::language::Language;

/// Letters unique to Ukrainian (і, ї, є, ґ) are about 7 in 100 of a text; letters unique to Russian (ы, э, ъ, ё) are
/// about 2 in 100, so they weigh more.
const RUSSIAN_WEIGHT: usize = 3;

/// Text counts as Cyrillic if at least one letter in four is, because names, links and code are Latin in any language.
const LATIN_PER_CYRILLIC: usize = 3;

/// The language of some texts: English if most letters are not Cyrillic, Russian if they are and no letter
/// distinguishes it from Ukrainian.
pub fn language_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Language {
    let (mut cyrillic, mut other, mut ukrainian, mut russian) = (0_usize, 0_usize, 0_usize, 0_usize);
    for letter in texts.into_iter().flat_map(str::chars) {
        match letter {
            'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ' => ukrainian += 1,
            'ы' | 'э' | 'ъ' | 'ё' | 'Ы' | 'Э' | 'Ъ' | 'Ё' => russian += 1,
            '\u{400}'..='\u{52f}' => cyrillic += 1,
            _ if letter.is_alphabetic() => other += 1,
            _ => {}
        }
    }
    cyrillic += ukrainian + russian;
    if cyrillic == 0 || cyrillic.saturating_mul(LATIN_PER_CYRILLIC) < other {
        Language::En
    } else if ukrainian > russian.saturating_mul(RUSSIAN_WEIGHT) {
        Language::Uk
    } else {
        Language::Ru
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_most_letters() {
        let expected = [
            ("How do I bake bread?", Language::En),
            ("Як спекти хліб удома?", Language::Uk),
            ("Как испечь хлеб дома?", Language::Ru),
            ("Объясни, что такое ёмкость", Language::Ru),
            ("ЯКІ НОВИНИ", Language::Uk),
            ("", Language::En),
            ("42 🙂 ?!", Language::En),
            ("Wie geht es dir?", Language::En),
            ("今日は", Language::En),
        ];
        for (text, language) in expected {
            assert_eq!(language_of([text]), language, "{text}");
        }
    }

    #[test]
    fn code_and_a_quotation_do_not_change_it() {
        let code = "fn main() { println!(\"x\"); }";
        assert_eq!(language_of(["Поясни, будь ласка, що робить ця програма і чому", code, code]), Language::Uk);
        assert_eq!(language_of(["What does the Russian word «да» mean, and how do I use it?"]), Language::En);
        let asked = "Що означає російське слово «объём»? Я не знайшов його у своєму словнику, і це дивно";
        assert_eq!(language_of([asked, "Мені потрібен переклад із прикладами, якщо вони є"]), Language::Uk);
    }
}
