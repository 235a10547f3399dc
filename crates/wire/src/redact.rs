//! Removes API keys from text.

/// Replacement for a key.
const MASK: &str = "[key]";

/// Removes the secret and everything that looks like a key: what follows `Bearer` or `x-api-key:`, and words that begin
/// with `sk-`. Servers repeat the key they were sent, some with a few letters masked.
pub fn redact(text: &str, secret: Option<&str>) -> String {
    let known = match secret.map(str::trim).filter(|secret| !secret.is_empty()) {
        Some(secret) => text.replace(secret, MASK),
        None => text.to_owned(),
    };
    let mut out = String::with_capacity(known.len());
    let (mut after_bearer, mut after_name) = (false, false);
    for piece in known.split_inclusive(|char: char| !is_key_char(char)) {
        let word = piece.trim_end_matches(|char: char| !is_key_char(char));
        let looks_like_key = word.starts_with("sk-") && word.len() > 8;
        if (after_bearer && !word.is_empty()) || looks_like_key {
            out.push_str(MASK);
            out.push_str(&piece[word.len()..]);
        } else {
            out.push_str(piece);
        }
        // Anthropic names the bare header in its message about an invalid key; the key itself follows only after a
        // colon.
        after_name = word.eq_ignore_ascii_case("x-api-key") || (after_name && word.is_empty());
        after_bearer = word.eq_ignore_ascii_case("bearer")
            || (after_bearer && word.is_empty())
            || (after_name && piece.ends_with(':'));
    }
    out
}

fn is_key_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.' | '*' | '+' | '/' | '=' | '~')
}

#[cfg(test)]
mod tests {
    use super::redact;

    #[test]
    fn the_key_is_gone_wherever_it_stands() {
        let text = "Incorrect API key: k3y. Got 'k3y' and k3yk3y";
        assert!(!redact(text, Some(" k3y ")).contains("k3y"));
    }

    #[test]
    fn what_looks_like_a_key_goes_too() {
        assert_eq!(redact("provided: sk-proj-****abcd, see docs", None), "provided: [key], see docs");
        assert_eq!(redact("Authorization: Bearer  abc.def-1\nok", None), "Authorization: Bearer  [key]\nok");
        assert_eq!(redact("X-Api-Key: abc.def-1\nok", None), "X-Api-Key: [key]\nok");
        assert_eq!(redact(r#"{"x-api-key":"abc","a":1}"#, None), r#"{"x-api-key":"[key]","a":1}"#);
    }

    #[test]
    fn other_text_stays() {
        let text = "Das Modell «llama» ist nicht da. 🦔 sk- task-force";
        assert_eq!(redact(text, None), text);
        assert_eq!(redact(text, Some("")), text);
        let anthropic = r#"{"message":"invalid x-api-key"},"request_id":"req_1"}"#;
        assert_eq!(redact(anthropic, None), anthropic);
    }
}
