//! Secrets recognized by the label before them: `password is …`, `пароль: …`, `api key = …`.

use super::shapes::has_digit;
use crate::{floor::floor, normal::is_cyrillic};

/// Labels of a password. A label also matches inflected forms: `паролем`.
const PASSWORD: &[&str] = &["password", "passwd", "passphrase", "passcode", "pwd", "парол"];
/// Labels of a numeric code.
const CODE: &[&str] =
    &["pin", "pin code", "pin-code", "cvv", "cvc", "пин", "пин-код", "пін", "пін-код", "пинкод", "пінкод"];
/// Labels of a key.
const KEY: &[&str] = &[
    "api key",
    "api-key",
    "api_key",
    "apikey",
    "access key",
    "access_key",
    "secret key",
    "secret_key",
    "client secret",
    "client_secret",
    "secret",
    "token",
    "токен",
    "api-ключ",
    "api ключ",
    "ключ api",
    "апі-ключ",
    "апи-ключ",
    "секретный ключ",
    "секретний ключ",
    "ключ доступа",
    "ключ доступу",
];
/// Words that may link the label to the secret instead of a sign.
const LINKS: &[&str] = &["is", "was", "equals", "це", "такий", "это", "такой"];
/// Words that introduce what the password is for.
const BELONGS: &[&str] =
    &["for", "to", "of", "on", "in", "from", "від", "для", "до", "на", "у", "в", "от", "к", "wi-fi", "wifi"];
/// Words after `password` that show that no password follows, such as a password manager.
const STRANGERS: &[&str] = &["manager", "managers", "generator", "policy", "length", "reset"];
/// Remarks about a password that do not reveal it.
const REMARKS: &[&str] = &[
    "wrong",
    "correct",
    "right",
    "valid",
    "invalid",
    "incorrect",
    "weak",
    "strong",
    "secret",
    "safe",
    "lost",
    "empty",
    "unknown",
    "same",
    "different",
    "private",
    "short",
    "long",
    "good",
    "bad",
    "fine",
    "secure",
    "here",
    "there",
    "optional",
    "none",
    "null",
    "true",
    "false",
    "string",
    "text",
    "important",
    "easy",
    "hard",
    "simple",
    "complex",
    "stolen",
    "gone",
    "known",
    "hidden",
    "forgotten",
    "broken",
    "over",
    "ready",
    "okay",
    "back",
    "public",
    "available",
    "mandatory",
    "necessary",
    "visible",
    "readable",
    "unique",
    "random",
    "enough",
    "again",
    "case-sensitive",
    "забув",
    "забула",
    "немає",
    "невідомий",
    "потрібен",
    "простий",
    "складний",
    "секрет",
    "забыл",
    "забыла",
    "нет",
    "неизвестен",
    "нужен",
    "простой",
    "сложный",
    "wi-fi",
    "wifi",
];
/// Most words between the label and its link: `password for the old mail is`.
const REACH: usize = 5;
/// Bytes examined after a label, so that a text full of labels takes linear time.
const NEAR: usize = 300;

/// Whether the text reveals a password, a PIN or a card's code.
pub(super) fn has_password(text: &str) -> bool {
    let lower = lower(text);
    let password = after(&lower, text, PASSWORD, true).any(tells_password);
    password || after(&lower, text, CODE, false).any(tells_code)
}

/// Whether a plausible key follows a key label.
pub(super) fn has_labelled_key(text: &str) -> bool {
    let is_key = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.' | '+' | '/');
    let tells_key = |value: &str| {
        value.len() >= 12
            && value.chars().all(is_key)
            && has_digit(value)
            && value.contains(|char: char| char.is_ascii_alphabetic())
    };
    after(&lower(text), text, KEY, false).any(|label| {
        tells_key(first_word(label.rest)) || linked(label.rest).is_some_and(|linked| tells_key(linked.value))
    })
}

/// The text after a label.
#[derive(Clone, Copy)]
struct Labelled<'a> {
    rest: &'a str,
    cyrillic: bool,
}

/// How a value is linked to its label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// A colon or an equals sign.
    Sign,
    Dash,
    /// A word such as `is`.
    Word,
}

struct Linked<'a> {
    value: &'a str,
    tie: Tie,
    quoted: bool,
    /// Whether the line or sentence ends with the value.
    last: bool,
    /// Whether there are words between label and link that may change the subject: `password length is`.
    loose: bool,
}

fn tells_password(label: Labelled<'_>) -> bool {
    let word = first_word(label.rest);
    let mixed = has_digit(word) && word.contains(char::is_alphabetic) && word.len() >= 6;
    // With a capital or a dot it is the name of a service.
    let plain = word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    (mixed || (label.cyrillic && plain && !is_remark(word)))
        || linked(label.rest).is_some_and(|linked| is_password(&linked, label.cyrillic))
}

fn is_password(linked: &Linked<'_>, after_cyrillic: bool) -> bool {
    let value = linked.value;
    let masked = value.chars().all(|char| matches!(char, '*' | '•' | '.' | '…'));
    if value.chars().count() < 4 || is_remark(value) || masked {
        return false;
    }
    if linked.loose {
        return has_digit(value);
    }
    let odd = value.chars().skip(1).any(char::is_uppercase)
        || value.contains(|char: char| !char.is_alphabetic() && !matches!(char, '-' | '\''));
    let latin = value.is_ascii();
    odd || linked.quoted
        || linked.last
            && match linked.tie {
                Tie::Sign => true,
                Tie::Dash => latin && after_cyrillic,
                Tie::Word => latin,
            }
}

fn tells_code(label: Labelled<'_>) -> bool {
    let is_code = |value: &str| (3..=8).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
    is_code(first_word(label.rest)) || linked(label.rest).is_some_and(|linked| is_code(linked.value))
}

/// The text after each occurrence of a label as a word. `text` and `lower` have the same byte offsets.
fn after<'a>(lower: &'a str, text: &'a str, labels: &'a [&str], inflected: bool) -> impl Iterator<Item = Labelled<'a>> {
    let found = labels.iter().flat_map(move |label| lower.match_indices(label));
    found.filter_map(move |(start, label)| {
        if lower[..start].ends_with(char::is_alphanumeric) {
            return None;
        }
        let rest = &lower[start + label.len()..];
        let ending = rest.find(|char: char| !char.is_alphabetic()).unwrap_or(rest.len());
        let ends = ending == 0 || (inflected && ending <= 6 && !matches!(&rest[..ending], "ей" | "ів"));
        // `password-protected`, `password_hash`.
        let mut behind = rest[ending..].chars();
        let compound = behind.next().is_some_and(|char| matches!(char, '-' | '_'))
            && behind.next().is_some_and(char::is_alphanumeric);
        let cyrillic = label.starts_with(is_cyrillic);
        let rest = &text[start + label.len() + ending..];
        (ends && !compound).then(|| Labelled { rest: &rest[..floor(rest, NEAR)], cyrillic })
    })
}

/// The value linked to the label by a sign or a word within the same line and sentence.
fn linked(rest: &str) -> Option<Linked<'_>> {
    let mut left = rest.lines().next().unwrap_or_default();
    let mut loose = false;
    for passed in 0..=REACH {
        let word = left.trim_start();
        let sign = [(":", Tie::Sign), ("=", Tie::Sign), ("— ", Tie::Dash), ("– ", Tie::Dash), ("- ", Tie::Dash)]
            .iter()
            .find_map(|(sign, tie)| Some((word.strip_prefix(sign)?, *tie)));
        if let Some((value, tie)) = sign {
            return Some(link(value, tie, loose));
        }
        let end = word.find(|char: char| char.is_whitespace() || matches!(char, ':' | '=')).unwrap_or(word.len());
        let passing = lower(&word[..end]);
        if LINKS.contains(&passing.as_str()) && end < word.len() {
            return Some(link(&word[end..], Tie::Word, loose));
        }
        // There is no link beyond the end of a sentence.
        if end == 0 || passing.ends_with(['.', '!', '?', ',', ';']) || STRANGERS.contains(&passing.as_str()) {
            return None;
        }
        loose |= passed == 0 && !BELONGS.contains(&passing.as_str());
        left = &word[end..];
    }
    None
}

fn link(rest: &str, tie: Tie, loose: bool) -> Linked<'_> {
    let mut rest = rest.trim_start_matches(|char: char| char.is_whitespace() || matches!(char, ':' | '=' | '>'));
    for word in ["is ", "now ", "still ", "теперь ", "тепер ", "это ", "це "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let quoted = rest.starts_with(['"', '\'', '`', '«', '“', '„']);
    let value = first_word(rest);
    let behind = rest.split_once(value).map_or("", |(_, behind)| behind).trim_start_matches(is_wrapping);
    let last = behind.trim_start().is_empty() || behind.starts_with(['.', '!', '?', ',', ';']);
    Linked { value, tie, quoted, last, loose }
}

/// The first word, without surrounding quotes and final punctuation.
fn first_word(rest: &str) -> &str {
    let word = rest.split_whitespace().next().unwrap_or_default();
    word.trim_start_matches(is_wrapping).trim_end_matches(|char| is_wrapping(char) || matches!(char, '.' | ',' | ';'))
}

fn is_wrapping(char: char) -> bool {
    matches!(char, '"' | '\'' | '`' | '«' | '»' | '“' | '”' | '„' | '(' | ')' | '<' | '>' | '*')
}

fn is_remark(word: &str) -> bool {
    let word = lower(word);
    // `required`, `missing`, `probably`.
    let ending = word.len() > 5 && ["ed", "ing", "ly"].iter().any(|ending| word.ends_with(ending));
    ending || REMARKS.contains(&word.as_str())
}

/// Lower-cases without changing byte offsets.
fn lower(text: &str) -> String {
    let lower = |char: char| {
        let mut lower = char.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(lower), None) if lower.len_utf8() == char.len_utf8() => lower,
            _ => char,
        }
    };
    text.chars().map(lower).collect()
}
