//! Payment card numbers: 13 to 19 digits with a valid check digit and an issuer prefix.

/// Whether the text contains a card number, in one piece or in groups separated by one space or hyphen.
pub(super) fn has_card_number(text: &str) -> bool {
    let mut before = None;
    let mut rest = text;
    while let Some(start) = rest.find(|char: char| char.is_ascii_digit()) {
        before = rest[..start].chars().next_back().or(before);
        let run = run_length(&rest[start..]);
        // Phone numbers, decimals and parts of names are not cards.
        let part = before.is_some_and(|char| matches!(char, '+' | '.' | ',' | '_' | '/') || char.is_alphabetic());
        if !part && has_card(&rest[start..start + run]) {
            return true;
        }
        before = Some('0');
        rest = &rest[start + run..];
    }
    false
}

/// Length in bytes of a run of digits with single spaces or hyphens between them.
fn run_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while is_digit(end) || (matches!(bytes.get(end), Some(b' ' | b'-')) && is_digit(end + 1)) {
        end += 1;
    }
    end
}

/// Whether consecutive groups form a card number; there may be an expiry date next to it.
fn has_card(run: &str) -> bool {
    let groups: Vec<&str> = run.split([' ', '-']).collect();
    (0..groups.len()).any(|first| {
        let mut number = String::new();
        // Seven groups of three digits are longer than any card number.
        groups[first..].iter().take(7).take_while(|group| (3..=19).contains(&group.len())).any(|group| {
            number.push_str(group);
            is_card(number.as_bytes())
        })
    })
}

fn is_card(digits: &[u8]) -> bool {
    if !(13..=19).contains(&digits.len()) {
        return false;
    }
    let start = digits[..4].iter().fold(0_u32, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    // Issuer prefixes and lengths by ISO/IEC 7812.
    let issued = match start {
        2221..=2720 | 5100..=5599 => digits.len() == 16,
        3400..=3499 | 3700..=3799 => digits.len() == 15,
        3000..=3099 | 3600..=3699 | 3800..=3999 => digits.len() == 14,
        3528..=3589 => digits.len() >= 16,
        4000..=4999 => matches!(digits.len(), 13 | 16 | 19),
        2200..=2204 | 5000..=5099 | 5600..=6999 | 9860 => digits.len() >= 16,
        _ => false,
    };
    issued && has_right_check_digit(digits)
}

/// The Luhn check: every second digit from the right doubled, the sum of all digits a multiple of ten.
fn has_right_check_digit(digits: &[u8]) -> bool {
    let value = |(at, digit): (usize, &u8)| match (u32::from(digit - b'0'), at % 2) {
        (digit, 0) => digit,
        (digit, _) => digit * 2 / 10 + digit * 2 % 10,
    };
    digits.iter().rev().enumerate().map(value).sum::<u32>() % 10 == 0
}
