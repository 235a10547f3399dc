//! Letters and their case. The results are those of the standard library, whose tables took most of the time of counting
//! tokens and of finding words in Ukrainian text: letters of the common scripts beyond ASCII are known here by their ranges.

/// A letter that is no digit in any script.
pub(crate) fn is_letter(char: char) -> bool {
    match char {
        _ if char.is_ascii() => char.is_ascii_alphabetic(),
        _ if is_common(char) => true,
        _ => char.is_alphabetic() && !char.is_numeric(),
    }
}

/// A letter or a digit.
pub(crate) fn is_alphanumeric(char: char) -> bool {
    match char {
        _ if char.is_ascii() => char.is_ascii_alphanumeric(),
        _ if is_common(char) => true,
        _ => char.is_alphanumeric(),
    }
}

pub(crate) fn is_upper(char: char) -> bool {
    match char {
        _ if char.is_ascii() => char.is_ascii_uppercase(),
        '\u{400}'..='\u{42f}' => true,
        '\u{430}'..='\u{45f}' => false,
        _ => char.is_uppercase(),
    }
}

pub(crate) fn is_lower(char: char) -> bool {
    match char {
        _ if char.is_ascii() => char.is_ascii_lowercase(),
        '\u{400}'..='\u{42f}' => false,
        '\u{430}'..='\u{45f}' => true,
        _ => char.is_lowercase(),
    }
}

/// Cyrillic, Chinese characters, Korean syllables: in these ranges there is nothing but letters.
fn is_common(char: char) -> bool {
    matches!(char, '\u{400}'..='\u{481}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_their_case_are_those_of_the_standard_library() {
        for char in '\0'..=char::MAX {
            assert_eq!(is_letter(char), char.is_alphabetic() && !char.is_numeric(), "{char:?}");
            assert_eq!(is_alphanumeric(char), char.is_alphanumeric(), "{char:?}");
            assert_eq!(is_upper(char), char.is_uppercase(), "{char:?}");
            assert_eq!(is_lower(char), char.is_lowercase(), "{char:?}");
        }
    }
}
