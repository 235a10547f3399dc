//! Secrets recognized by their form, regardless of context.

/// Prefixes of well-known API keys, with the least number of characters that follow.
const KEY_STARTS: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("pk-lf-", 20),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("AIza", 30),
    ("hf_", 30),
    ("gsk_", 20),
    ("xai-", 20),
    ("r8_", 30),
    ("npm_", 30),
    ("pypi-", 30),
    ("SG.", 20),
    ("ya29.", 20),
    ("shpat_", 20),
    ("dop_v1_", 20),
];

/// Shortest random string that counts as a key: longer than a cryptocurrency address, which is public.
const RANDOM_LENGTH: usize = 35;

pub(super) fn has_private_key(text: &str) -> bool {
    text.split("-----BEGIN ").skip(1).any(|rest| {
        let header = rest.lines().next().unwrap_or_default().split("-----").next().unwrap_or_default();
        header.contains("PRIVATE KEY")
    })
}

/// Matches `scheme://user:password@host`, unless the password is masked.
pub(super) fn has_link_with_password(text: &str) -> bool {
    text.split("://").skip(1).any(|rest| {
        let end = rest.find(|char: char| char.is_whitespace() || matches!(char, '/' | '?' | '#' | '"' | '<' | '>'));
        let authority = &rest[..end.unwrap_or(rest.len())];
        let user = authority.rsplit_once('@').and_then(|(user, _)| user.split_once(':'));
        user.is_some_and(|(_, password)| password.contains(|char| !matches!(char, '*' | '•' | '.' | '…')))
    })
}

pub(super) fn has_known_key(text: &str) -> bool {
    words(text, |char| matches!(char, '-' | '_' | '.')).any(|word| {
        let known = KEY_STARTS.iter().any(|(start, least)| {
            word.strip_prefix(start).is_some_and(|rest| rest.len() >= *least && has_digit(rest) && !is_masked(rest))
        });
        known || is_slack(word) || is_amazon(word)
    })
}

/// Slack tokens such as `xoxb-…`.
fn is_slack(word: &str) -> bool {
    let rest = word.strip_prefix("xox").or_else(|| word.strip_prefix("xap"));
    let rest = rest.and_then(|rest| rest.get(1..)?.strip_prefix('-'));
    rest.is_some_and(|rest| rest.len() >= 10 && has_digit(rest))
}

/// AWS access key ids: `AKIA` or `ASIA` and sixteen capitals and digits.
fn is_amazon(word: &str) -> bool {
    let rest = word.strip_prefix("AKIA").or_else(|| word.strip_prefix("ASIA"));
    rest.is_some_and(|rest| {
        rest.len() == 16 && rest.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    })
}

pub(super) fn has_token(text: &str) -> bool {
    let signed = words(text, |char| matches!(char, '-' | '_' | '.')).any(is_signed_token);
    signed || has_bearer(text) || words(text, |char| matches!(char, '-' | '_' | ':')).any(is_bot_token)
}

/// JWTs: three parts of base64, of which the first two are JSON objects: `{"` is `eyJ`.
fn is_signed_token(word: &str) -> bool {
    let parts: Vec<_> = word.split('.').collect();
    matches!(parts[..], [head, body, signature] if head.starts_with("eyJ") && body.starts_with("eyJ")
        && head.len() >= 10 && signature.len() >= 10)
}

fn has_bearer(text: &str) -> bool {
    let mut words = words(text, |char| matches!(char, '-' | '_' | '.' | '~' | '+' | '/' | '=')).peekable();
    while let Some(word) = words.next() {
        let token = words.peek().is_some_and(|next| next.len() >= 12 && has_digit(next) && !is_masked(next));
        if word.eq_ignore_ascii_case("bearer") && token {
            return true;
        }
    }
    false
}

/// A Telegram bot token: `123456789:` and 35 characters.
fn is_bot_token(word: &str) -> bool {
    word.split_once(':').is_some_and(|(id, rest)| {
        (8..=10).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_digit())
            && rest.len() == 35
            && rest.bytes().all(is_key_byte)
    })
}

pub(super) fn has_random_string(text: &str) -> bool {
    // In links such strings are mostly ids.
    let plain = text.split_whitespace().filter(|word| !word.contains("://") && !word.starts_with("www."));
    plain.flat_map(|word| words(word, |char| matches!(char, '-' | '_' | '+' | '/' | '='))).any(is_random)
}

/// Whether the string switches between digits, capitals and small letters as often as random data does. Identifiers in
/// code and paths switch rarely; hashes and ids in hexadecimal are not secrets.
fn is_random(word: &str) -> bool {
    // File checksums, public keys, and cryptocurrency addresses.
    let public = ["sha1-", "sha256-", "sha384-", "sha512-", "AAAA", "bc1"].iter().any(|start| word.starts_with(start));
    let body = word.strip_prefix("0x").unwrap_or(word);
    let is_hex = body.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if word.len() < RANDOM_LENGTH || public || is_hex || digits < 3 {
        return false;
    }
    let classes: Vec<u8> = word.bytes().map(class).collect();
    let changes = classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let mut seen = [false; 256];
    word.bytes().for_each(|byte| seen[usize::from(byte)] = true);
    let different = seen.iter().filter(|seen| **seen).count();
    let signs = classes.iter().filter(|class| **class == 3).count();
    changes * 100 >= word.len() * 40 && different >= 14 && signs * 6 <= word.len()
}

fn class(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    }
}

pub(super) fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether the key is masked for display: `sk-…`, `xxxx`.
fn is_masked(word: &str) -> bool {
    let first = word.bytes().next();
    word.contains("...") || word.bytes().filter(|byte| Some(*byte) == first).count() * 2 > word.len()
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Runs of ASCII letters, digits and the given signs, without trailing dots.
fn words(text: &str, sign: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let words = text.split(move |char: char| !char.is_ascii_alphanumeric() && !sign(char));
    words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty())
}
