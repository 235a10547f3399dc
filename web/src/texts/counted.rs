//! Sentences with a number, in the plural forms of a language. The browser decides which form is right.

use super::{Category, fill, intl, number};

/// A sentence with a number. `{n}` is replaced by the number.
pub struct Counted {
    /// Whether the forms are English: in English itself, and where a language lacks the sentence.
    pub is_english: bool,
    /// Forms by category. The last one is for every other category.
    pub forms: &'static [(Category, &'static str)],
}

impl Counted {
    /// Sentence for a number.
    pub fn say(&self, count: u64) -> String {
        let category = match count {
            1 if self.is_english => Category::One,
            _ if self.is_english => Category::Other,
            _ => intl::category(count),
        };
        let form = self.forms.iter().find(|(of, _)| *of == category).or(self.forms.last());
        fill(form.map_or("", |(_, form)| form), &[("n", &number(count))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    const MESSAGES: Counted =
        Counted { is_english: true, forms: &[(Category::One, "{n} message"), (Category::Other, "{n} messages")] };

    #[test]
    fn english_forms_follow_english_rules() {
        speak(UiLanguage::Uk);
        let sentences = [0, 1, 2, 21].map(|n| MESSAGES.say(n));
        assert_eq!(sentences, ["0 messages", "1 message", "2 messages", "21 messages"]);
    }

    #[test]
    fn a_category_without_a_form_takes_the_last() {
        speak(UiLanguage::Uk);
        let forms = &[(Category::Zero, "none"), (Category::Two, "a pair"), (Category::Other, "{n} MB")];
        assert_eq!(Counted { is_english: false, forms }.say(1), "1 MB");
        let forms = &[(Category::Other, "{n} MB")];
        assert_eq!(Counted { is_english: true, forms }.say(1), "1 MB");
    }
}
