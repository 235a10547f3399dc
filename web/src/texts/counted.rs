//! Sentences with a number, in the plural forms of a language. The browser decides which form is right.

use super::{Pick, language, tag};
use js_sys::{Array, Intl::PluralRules, Object};

/// A sentence with a number. `{n}` is replaced by the number. English has no `few` and `many`: leave them empty.
pub struct Counted {
    /// 1 message; 1 повідомлення, 21 повідомлення.
    pub one: &'static str,
    /// 2 повідомлення.
    pub few: &'static str,
    /// 5 повідомлень.
    pub many: &'static str,
    /// 2 messages.
    pub other: &'static str,
}

impl Counted {
    /// Sentence for a number.
    pub fn say(&self, count: u64) -> String {
        let form = match self.few {
            "" if count == 1 => self.one,
            "" => self.other,
            _ => self.of_category(&category(count)),
        };
        form.replace("{n}", &number(count))
    }

    fn of_category(&self, category: &str) -> &'static str {
        match category {
            "one" => self.one,
            "few" => self.few,
            "many" => self.many,
            _ => self.other,
        }
    }
}

/// Formats a number with the thousands separators of the language: `1,043`, `1 043`.
pub fn number(value: u64) -> String {
    let between = language().pick(",", "\u{a0}", "\u{a0}");
    let digits = value.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push_str(between);
        }
        grouped.push(digit);
    }
    grouped
}

#[allow(clippy::cast_precision_loss, reason = "what is counted here is far below 2^53")]
fn category(count: u64) -> String {
    PluralRules::new(&Array::of1(&tag().into()), &Object::new()).select(count as f64).into()
}
