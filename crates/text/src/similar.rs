//! Compares the meaning of two short texts without a model. Which of them is kept is decided elsewhere.
//!
//! Character n-grams alone consider `likes cats` and `likes cars` the same, so they only provide a measure. The words
//! decide: those that carry meaning must be the same, in the same order, apart from their endings. A negation, a
//! number, a name or any other word in only one of the texts makes them different: storing a fact twice costs less than
//! losing one.

use super::normal::{is_cyrillic, normal_word, words};

/// Least similarity of near-duplicates, per mille. Texts with the same words are far above it, unless one of them
/// consists mostly of fillers.
const LEAST_SIMILARITY: u32 = 500;

/// Fillers, which do not change a fact about the user. Pronouns other than `I` are not fillers: they may mean someone
/// else.
const FILLERS: &[&str] = &[
    // English
    "a",
    "an",
    "the",
    "user",
    "i",
    "am",
    "is",
    "are",
    "be",
    "do",
    "does",
    "really",
    "very",
    "also",
    "just",
    "quite",
    // Ukrainian
    "користувач",
    "користувачка",
    "я",
    "є",
    "дуже",
    "також",
    "теж",
    // Russian
    "пользователь",
    "пользовательница",
    "очень",
    "также",
    "тоже",
];

/// Inflectional endings of Ukrainian and Russian words, without those of the past tense.
const ENDINGS: &[&str] = &[
    "", "а", "я", "о", "е", "и", "ы", "і", "ї", "у", "ю", "й", "ь", "ой", "ей", "ом", "ем", "ам", "ям", "ах", "ях",
    "ов", "ев", "ів", "їв", "ами", "ями", "ий", "ый", "ій", "ая", "яя", "ое", "ее", "ого", "его", "ому", "ему", "ым",
    "им", "ім", "ых", "их", "іх", "ую", "юю", "ої", "ою", "ею", "єю", "єм",
];

/// A text prepared for comparison with many others.
///
/// ```
/// use ricordo_text::similar::Fingerprint;
///
/// let known = Fingerprint::of("User lives in Kyiv");
/// assert!(known.is_near_duplicate(&Fingerprint::of("The user lives in Kyiv.")));
/// assert!(!known.is_near_duplicate(&Fingerprint::of("The user lives in Lviv.")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// All trigrams of the normal form, each packed into a number, sorted.
    grams: Vec<u64>,
    words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    normal: String,
    /// Whether it is capitalized. The endings of names are significant: `Ivan` and `Ivana` are two people.
    is_name: bool,
}

impl Fingerprint {
    /// The fingerprint of a text.
    pub fn of(text: &str) -> Self {
        let mut found = Vec::new();
        let mut normal = String::with_capacity(text.len() + 2);
        for word in words(text) {
            let word_normal = normal_word(word);
            normal.push(' ');
            normal.push_str(&word_normal);
            push_meaning(&word_normal, word.starts_with(char::is_uppercase), &mut found);
        }
        if !normal.is_empty() {
            normal.push(' ');
        }
        Self { grams: grams(&normal), words: found }
    }

    /// Similarity, 0 to 1000: the share of common trigrams (Dice's coefficient). Two texts without words are equal.
    pub fn similarity_per_mille(&self, other: &Self) -> u32 {
        let all = self.grams.len() + other.grams.len();
        if all == 0 {
            return 1000;
        }
        let (mut left, mut right) = (self.grams.as_slice(), other.grams.as_slice());
        let mut common = 0;
        while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
            common += usize::from(first == second);
            if first <= second {
                left = left_rest;
            }
            if second <= first {
                right = right_rest;
            }
        }
        u32::try_from(2000 * common / all).unwrap_or(1000)
    }

    /// Whether the two mean the same in different wording.
    pub fn is_near_duplicate(&self, other: &Self) -> bool {
        self.words.len() == other.words.len()
            && self.words.iter().zip(&other.words).all(|(left, right)| left.is_same(right))
            && self.similarity_per_mille(other) >= LEAST_SIMILARITY
    }
}

/// Similarity of two texts, 0 to 1000. See [`Fingerprint::similarity_per_mille`].
pub fn similarity_per_mille(left: &str, right: &str) -> u32 {
    Fingerprint::of(left).similarity_per_mille(&Fingerprint::of(right))
}

/// Whether the two mean the same in different wording. Use [`Fingerprint`]s to compare one text with many.
pub fn is_near_duplicate(left: &str, right: &str) -> bool {
    Fingerprint::of(left).is_near_duplicate(&Fingerprint::of(right))
}

impl Word {
    fn is_same(&self, other: &Self) -> bool {
        self.normal == other.normal
            || (!self.is_name && !other.is_name && differ_in_ending(&self.normal, &other.normal))
    }
}

/// Adds the meaningful words of a contraction: `doesn't` is only a negation.
fn push_meaning(normal: &str, is_name: bool, found: &mut Vec<Word>) {
    let (word, negated) = match normal {
        "cannot" | "can't" => ("can", true),
        "won't" => ("will", true),
        _ => match normal.strip_suffix("n't") {
            Some(word) => (word, true),
            None => (["'s", "'m", "'re"].iter().find_map(|end| normal.strip_suffix(end)).unwrap_or(normal), false),
        },
    };
    if !FILLERS.contains(&word) {
        found.push(Word { normal: word.to_owned(), is_name });
    }
    if negated {
        found.push(Word { normal: "not".to_owned(), is_name: false });
    }
}

fn differ_in_ending(left: &str, right: &str) -> bool {
    let common = left.chars().zip(right.chars()).take_while(|(left, right)| left == right);
    let (letters, stem) = common.fold((0, 0), |(letters, bytes), (char, _)| (letters + 1, bytes + char.len_utf8()));
    if letters < 3 || !left[..stem].chars().all(char::is_alphabetic) {
        return false;
    }
    let endings = (&left[stem..], &right[stem..]);
    if left.starts_with(is_cyrillic) {
        return ENDINGS.contains(&endings.0) && ENDINGS.contains(&endings.1);
    }
    let alike = |short: &str, long: &str| match short {
        "" => matches!(long, "s" | "es" | "ing"),
        "e" | "s" | "es" => long == "ing",
        "y" => long == "ies",
        _ => false,
    };
    alike(endings.0, endings.1) || alike(endings.1, endings.0)
}

fn grams(normal: &str) -> Vec<u64> {
    // A character has 21 bits, so three of them fit.
    let join = |gram: u64, char: char| ((gram << 21) | u64::from(u32::from(char))) & ((1 << 63) - 1);
    let mut gram = 0;
    let mut grams: Vec<u64> = Vec::with_capacity(normal.len());
    for (at, char) in normal.chars().enumerate() {
        gram = join(gram, char);
        if at >= 2 {
            grams.push(gram);
        }
    }
    grams.sort_unstable();
    grams
}

#[cfg(test)]
mod tests {
    use super::{is_near_duplicate, similarity_per_mille};
    use proptest::prelude::*;

    #[test]
    fn the_same_fact_in_other_dress_is_a_near_duplicate() {
        for (left, right) in [
            ("User lives in Kyiv", "The user lives in Kyiv."),
            ("Likes cats", "The user likes cats!"),
            ("User doesn't eat meat", "The user does not eat meat"),
            ("User's name is Anna", "The user's name is Anna."),
            ("User works as a nurse", "User is working as a nurse"),
            ("Has 2 cats and a dog", "The user has 2 cats, and a dog."),
            ("Користувач живе у Києві", "Живе у Києві."),
            ("Любить каву з молоком", "Користувач дуже любить каву з молоком"),
            ("Користувачка має п’ять котів", "має п'ять котів"),
            ("Пользователь живёт в Киеве", "Живет в Киеве."),
            ("Пользователь учит испанский язык", "Учит испанский язык"),
            ("Работает в большой больнице", "работает в большую больницу"),
        ] {
            assert!(is_near_duplicate(left, right), "{left} / {right}");
        }
    }

    #[test]
    fn another_fact_is_not_however_alike_it_looks() {
        for (left, right) in [
            ("User lives in Kyiv", "User lives in Lviv"),
            ("likes cats", "does not like cats"),
            ("User likes cats", "User likes cars"),
            ("User likes cats", "User doesn't like cats"),
            ("User is 34 years old", "User is 35 years old"),
            ("Pays $5 a month", "Pays €5 a month"),
            ("Anna loves Boris", "Boris loves Anna"),
            ("Anna likes tea", "Hanna likes tea"),
            ("User lives in Kyiv", "User lived in Kyiv"),
            ("He likes tea", "She likes tea"),
            ("User prefers tea to coffee", "User prefers coffee to tea"),
            ("Knows C++", "Knows C#"),
            ("Любить котів", "Не любить котів"),
            ("Живе у Києві", "Живе у Львові"),
            ("Має 2 дітей", "Має 3 дітей"),
            ("Брата звати Іван", "Сестру звати Іванна"),
            ("Любит кошек", "Не любит кошек"),
            ("Живёт в Киеве", "Живёт в Харькове"),
            ("Друга зовут Александр", "Друга зовут Александра"),
            ("Родился в 1990 году", "Родился в 1991 году"),
            ("Работает врачом", "Работал врачом"),
        ] {
            assert!(!is_near_duplicate(left, right), "{left} / {right}");
        }
    }

    #[test]
    fn similarity_is_a_share_of_common_pieces() {
        assert_eq!(similarity_per_mille("", "…"), 1000);
        assert_eq!(similarity_per_mille("Ещё раз", "еще, раз!"), 1000);
        assert_eq!(similarity_per_mille("abc", "xyz"), 0);
        assert_eq!(similarity_per_mille("cat", ""), 0);
        // " cat " and " car ": one of three trigrams each is common.
        assert_eq!(similarity_per_mille("cat", "car"), 333);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_order_of_the_two_does_not_matter(left in any::<String>(), right in "[a-cA-C ]{0,12}") {
            prop_assert_eq!(similarity_per_mille(&left, &right), similarity_per_mille(&right, &left));
            prop_assert_eq!(is_near_duplicate(&left, &right), is_near_duplicate(&right, &left));
            prop_assert!(similarity_per_mille(&left, &right) <= 1000);
        }

        #[test]
        fn a_text_is_a_near_duplicate_of_itself(text in any::<String>()) {
            prop_assert!(is_near_duplicate(&text, &text));
        }
    }
}
