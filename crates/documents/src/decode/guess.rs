//! Tells the encoding of a text that is not in Unicode, or says that it cannot be told.
//!
//! Cyrillic is told by how frequent its letters are and by its capitals: read in a wrong encoding, words are of rare letters
//! and have capitals in the middle. Western European is told by its accents, which stand alone among ASCII letters.

use super::encodings::{Encoding, IBM866, KOI8_U, WINDOWS_1251, WINDOWS_1252};

/// Fewest Cyrillic letters that say anything.
const FEWEST_LETTERS: usize = 8;
/// What a reading scores at least, of 1: in the right encoding texts score 0.6 to 1.
const LEAST: f32 = 0.55;
/// How much better than every other one it must be. Texts in capitals alone are 0.2 apart, the wrong way round.
const MARGIN: f32 = 0.3;
/// The most frequent letters of Russian and Ukrainian.
pub(super) const FREQUENT: &str = "оеаинтсрвлкмдпуіья";
/// Characters that are no letters and stand in texts of all these encodings.
const SIGNS: &str = "«»„“”‘’‚–—…№§©®°·•€™±\u{a0}";
/// Further signs of windows-1252.
const WESTERN_SIGNS: &str = "¡¿¢£¥ª²³µ¶¹º¼½¾×÷´¨¸†‡‰‹›";
/// Those of them that stand beside no letter.
const ALONE: &str = "¢£¥¹¼½¾¶÷¸";
/// Those that stand behind no letter.
const OPENING: &str = "¡¿";
/// The accented letters of German, French, Spanish with Catalan, Portuguese, Italian, the languages of the north, Dutch,
/// and Icelandic. Others that share bytes with them, such as Polish, Czech, Hungarian and Turkish, mix these.
const LANGUAGES: [&str; 8] = [
    "äöüßéèà",
    "àâæçéèêëîïôœùûüÿ",
    "áéíñóúüçàèòïªº",
    "áâãàçéêíóôõúüªº",
    "àèéìíòóùúî",
    "åäöæøéü",
    "éëïöüèáóíêç",
    "áðéíóúýþæö",
];
/// Letters of windows-1251 at the bytes at which windows-1255 has the Hebrew ones.
const HEBREW: std::ops::RangeInclusive<char> = 'а'..='ъ';

/// The text, and the encoding that it is in; `None`: it cannot be told.
pub(super) fn text(bytes: &[u8]) -> Option<(String, Encoding)> {
    cyrillic(bytes).or_else(|| western(bytes))
}

fn cyrillic(bytes: &[u8]) -> Option<(String, Encoding)> {
    let mut best: Option<(f32, String, Encoding)> = None;
    let mut second = f32::MIN;
    for encoding in [WINDOWS_1251, KOI8_U, IBM866] {
        let Some(text) = encoding.decode(bytes) else { continue };
        let score = score(&text);
        match &best {
            Some((most, ..)) if score <= *most => second = second.max(score),
            before => {
                second = before.as_ref().map_or(second, |(most, ..)| second.max(*most));
                best = Some((score, text, encoding));
            }
        }
    }
    let (score, text, encoding) = best?;
    let may_be_hebrew = || text.chars().filter(|char| is_cyrillic(*char)).all(|char| HEBREW.contains(&char));
    let is_clear = score >= LEAST && score - second >= MARGIN && !(encoding == WINDOWS_1251 && may_be_hebrew());
    is_clear.then_some((text, encoding))
}

fn is_cyrillic(char: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&char)
}

/// How much a reading looks like a Cyrillic text, at most 1.
fn score(text: &str) -> f32 {
    let (mut letters, mut frequent, mut wrong) = (0_usize, 0_usize, 0.0_f32);
    for word in text.split(|char: char| !char.is_alphabetic()).filter(|word| !word.is_ascii()) {
        let (all, own) = (word.chars().count(), word.chars().filter(|char| is_cyrillic(*char)).count());
        letters += own;
        frequent += word.chars().filter(|char| FREQUENT.contains(char.to_lowercase().next().unwrap_or(*char))).count();
        wrong += if own < all { all as f32 } else { wrong_case(word) };
    }
    wrong += signs(text).filter(|char| !SIGNS.contains(*char)).count() as f32;
    if letters < FEWEST_LETTERS { f32::MIN } else { (frequent as f32 - wrong) / letters as f32 }
}

/// Characters outside ASCII that are no letters.
fn signs(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|char| !char.is_ascii() && !char.is_alphabetic())
}

/// How many letters of a word speak against it by their case.
fn wrong_case(word: &str) -> f32 {
    let all = word.chars().count();
    let capitals = word.chars().filter(|char| char.is_uppercase()).count();
    let is_first = word.chars().next().is_some_and(char::is_uppercase);
    match capitals {
        0 => 0.0,
        1 if is_first => 0.0,
        // An abbreviation, or a heading.
        _ if capitals == all => 0.3 * all as f32,
        _ => all as f32,
    }
}

/// The text in windows-1252, if its accents are those of one language, few, and among ASCII letters, and if no sign stands
/// where the letters of other encodings do.
fn western(bytes: &[u8]) -> Option<(String, Encoding)> {
    let text = WINDOWS_1252.decode(bytes)?;
    let is_sign = |char: char| SIGNS.contains(char) || WESTERN_SIGNS.contains(char);
    let chars: Vec<char> = text.chars().collect();
    let is_odd = signs(&text).any(|char| !is_sign(char)) || has_sign_in_word(&chars);
    let is_clear = !is_odd && has_few_accents(&text) && has_accents_of_one_language(&text);
    is_clear.then_some((text, WINDOWS_1252))
}

/// Polish and others have letters where windows-1252 has signs.
fn has_sign_in_word(chars: &[char]) -> bool {
    let beside = chars.windows(2).any(|two| match two {
        [before, sign] if before.is_alphabetic() => ALONE.contains(*sign) || OPENING.contains(*sign),
        [sign, after] => after.is_alphabetic() && ALONE.contains(*sign),
        _ => false,
    });
    let within = chars.windows(3).any(|three| match three {
        [before, sign, after] => WESTERN_SIGNS.contains(*sign) && before.is_alphabetic() && after.is_alphabetic(),
        _ => false,
    });
    beside || within
}

/// Whether the accents stand alone among ASCII letters. Alphabets of their own fill whole words.
fn has_few_accents(text: &str) -> bool {
    let (mut accents, mut runs, mut beside_ascii) = (0_usize, 0_usize, 0_usize);
    for word in text.split(|char: char| !char.is_alphabetic()).filter(|word| !word.is_ascii()) {
        let has_ascii = word.chars().any(|char| char.is_ascii());
        let mut was_accent = false;
        for char in word.chars() {
            let is_accent = !char.is_ascii();
            accents += usize::from(is_accent);
            runs += usize::from(is_accent && !was_accent);
            beside_ascii += usize::from(is_accent && has_ascii);
            was_accent = is_accent;
        }
    }
    // Quotes and dashes alone are at the same bytes in most of these encodings.
    accents == 0 || (accents * 10 <= runs * 13 && beside_ascii * 10 >= accents * 8)
}

/// Whether nine in ten accented letters are of one language.
fn has_accents_of_one_language(text: &str) -> bool {
    let accents: Vec<char> =
        text.chars().filter(|char| !char.is_ascii() && char.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let of = |language: &str| accents.iter().filter(|char| language.contains(**char)).count();
    accents.is_empty() || LANGUAGES.iter().any(|language| of(language) * 10 >= accents.len() * 9)
}
