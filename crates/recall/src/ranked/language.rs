//! Detects the language of a text by its letters.

/// A language with stems of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Ukrainian,
    Russian,
}

impl Language {
    /// The language of the Cyrillic words of a text. Ukrainian if no letter is decisive.
    pub(super) fn of_cyrillic(text: &str) -> Self {
        let (mut ukrainian, mut russian) = (0_u32, 0_u32);
        for char in text.chars() {
            match char {
                'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ' => ukrainian += 1,
                'ы' | 'э' | 'ъ' | 'ё' | 'Ы' | 'Э' | 'Ъ' | 'Ё' => russian += 1,
                _ => {}
            }
        }
        if russian > ukrainian { Self::Russian } else { Self::Ukrainian }
    }
}
