//! The script of a text: that of most of its letters.

/// A script, or a group of scripts whose languages are seldom mixed with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// English, German, Polish, …
    Latin,
    /// Ukrainian, Russian, …
    Cyrillic,
    /// Chinese and Japanese.
    Ideographic,
    /// Korean.
    Hangul,
    /// Arabic, Persian, Urdu, …
    Arabic,
    /// All others, and texts without letters.
    Other,
}

impl Script {
    /// Every script. The index of one is the byte that stands for it.
    pub(super) const ALL: [Self; 6] =
        [Self::Latin, Self::Cyrillic, Self::Ideographic, Self::Hangul, Self::Arabic, Self::Other];

    /// The script of most letters of a text; the first one if several have as many.
    pub fn of(text: &str) -> Self {
        let mut counts = [0_u32; Self::ALL.len()];
        for char in text.chars().filter(|char| char.is_alphabetic()) {
            counts[Self::of_letter(char).index()] += 1;
        }
        let most = counts.iter().max().copied().filter(|most| *most > 0);
        Self::ALL.into_iter().find(|script| Some(counts[script.index()]) == most).unwrap_or(Self::Other)
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }

    fn of_letter(letter: char) -> Self {
        match letter {
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Self::Latin,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{fb50}'..='\u{fdff}' => Self::Arabic,
            '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}' => Self::Ideographic,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' => Self::Hangul,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Script;

    #[test]
    fn most_letters_decide() {
        for (text, script) in [
            ("Where is the key?", Script::Latin),
            ("Gdzie są źdźbła?", Script::Latin),
            ("Де ключ від Wi-Fi?", Script::Cyrillic),
            ("鍵はどこですか", Script::Ideographic),
            ("열쇠가 어디에", Script::Hangul),
            ("أين المفتاح", Script::Arabic),
            ("Πού είναι", Script::Other),
            ("12 + 3 = 15 👍", Script::Other),
            ("", Script::Other),
        ] {
            assert_eq!(Script::of(text), script, "{text}");
        }
        assert!((0..).zip(Script::ALL).all(|(index, script)| script.index() == index));
    }
}
