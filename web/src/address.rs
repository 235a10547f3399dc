//! Parses the page's address: the open conversation (`#/c/<id>`) and the database (`?db=<name>`). Also checks addresses
//! of servers.

use ricordo_core::id::ConversationId;

/// Database to use if the address names none.
pub const DEFAULT_DATABASE: &str = "ricordo";

/// Conversation named in a hash such as `#/c/0193…`.
pub fn conversation_of(hash: &str) -> Option<ConversationId> {
    hash.strip_prefix("#/c/")?.parse().ok()
}

/// Hash for a conversation.
pub fn hash_of(conversation: ConversationId) -> String {
    format!("#/c/{conversation}")
}

/// Database for the value of `?db=`; an empty value counts as none.
pub fn database_of(given: Option<String>) -> String {
    given.filter(|name| !name.is_empty()).unwrap_or_else(|| DEFAULT_DATABASE.to_owned())
}

/// Host of a server address, for display: `http://127.0.0.1:8090/v1` gives `127.0.0.1:8090`.
pub fn host_of(base_url: &str) -> &str {
    let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    // Browsers read a backslash as a slash.
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or(rest);
    authority.rsplit('@').next().unwrap_or(authority)
}

/// Scheme, host and port. An API key belongs to an origin and is never sent to another one.
pub fn origin_of(base_url: &str) -> String {
    let scheme = base_url.split_once("://").map_or("", |(scheme, _)| scheme);
    format!("{scheme}://{}", host_of(base_url)).to_lowercase()
}

/// What is wrong with a server address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is empty.
    Missing,
    /// It does not begin with `http://` or `https://`.
    Scheme,
    /// It has no host or contains whitespace.
    NoAddress,
}

/// Checks a server address. Returns `None` if no problem is visible.
pub fn trouble_with(base_url: &str) -> Option<Trouble> {
    if base_url.is_empty() {
        return Some(Trouble::Missing);
    }
    let scheme = base_url.split_once("://").map(|(scheme, _)| scheme.to_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Some(Trouble::Scheme);
    }
    let host = host_of(base_url);
    if host.is_empty() || host.starts_with(':') || base_url.contains(char::is_whitespace) {
        return Some(Trouble::NoAddress);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::time::Timestamp;

    #[test]
    fn a_hash_leads_back_to_its_conversation() {
        let id = ConversationId::new(Timestamp(1), [7; 10]);
        assert_eq!(conversation_of(&hash_of(id)), Some(id));
        for other in ["", "#", "#/c/", "#/c/one", "#/settings"] {
            assert_eq!(conversation_of(other), None, "{other}");
        }
    }

    #[test]
    fn an_empty_database_name_is_none() {
        assert_eq!(database_of(None), "ricordo");
        assert_eq!(database_of(Some(String::new())), "ricordo");
        assert_eq!(database_of(Some("work".to_owned())), "work");
    }

    #[test]
    fn people_read_the_host_and_never_what_stands_before_it() {
        assert_eq!(host_of("http://127.0.0.1:8090/v1"), "127.0.0.1:8090");
        assert_eq!(host_of("https://me:secret@example.org/v1?x=1"), "example.org");
    }

    #[test]
    fn a_key_belongs_to_scheme_host_and_port() {
        assert_eq!(origin_of("https://Example.org/v1"), origin_of("https://example.org/v2"));
        assert_ne!(origin_of("http://127.0.0.1:1/v1"), origin_of("http://localhost:1/v1"));
        assert_ne!(origin_of("http://example.org"), origin_of("https://example.org"));
        // The browser calls evil.test here: the key of example.org must not go there.
        assert_eq!(origin_of("https://evil.test\\@example.org/v1"), "https://evil.test");
        assert_eq!(origin_of("https://example.org@evil.test/v1"), "https://evil.test");
    }

    #[test]
    fn an_address_that_cannot_be_called_is_told() {
        for (bad, trouble) in [
            ("", Trouble::Missing),
            ("not a url", Trouble::Scheme),
            ("example.org/v1", Trouble::Scheme),
            ("localhost:8080", Trouble::Scheme),
            ("ftp://example.org", Trouble::Scheme),
            ("javascript://%0aalert(1)", Trouble::Scheme),
            ("http://", Trouble::NoAddress),
            ("http:///v1", Trouble::NoAddress),
            ("http://\\v1", Trouble::NoAddress),
            ("http://user@/v1", Trouble::NoAddress),
            ("http://:8080/v1", Trouble::NoAddress),
            ("https://user@:443", Trouble::NoAddress),
            ("http://a b", Trouble::NoAddress),
            ("http://example.org/\u{a0}v1", Trouble::NoAddress),
        ] {
            assert_eq!(trouble_with(bad), Some(trouble), "{bad}");
        }
        for good in
            ["http://127.0.0.1:8080/v1", "HTTPS://Example.org", "http://[::1]:11434", "https://münchen.example/v1"]
        {
            assert_eq!(trouble_with(good), None, "{good}");
        }
    }
}
