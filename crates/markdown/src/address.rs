//! Link addresses, and which of them are safe to follow.

/// An address as it was written. It is followed only when it is [safe](Address::safe).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// An address as it was written.
    pub fn new(written: impl Into<String>) -> Self {
        Self(written.into())
    }

    /// The raw address, for display only.
    pub fn written(&self) -> &str {
        &self.0
    }

    /// The address, when a click may follow it: `http`, `https` and `mailto`. Everything else — scripts, data, files,
    /// what would lead into this very page — is `None`.
    pub fn safe(&self) -> Option<&str> {
        self.on_the_web().or_else(|| self.after("mailto:").then_some(&*self.0))
    }

    /// The address, when it leads to another host over `http` or `https`.
    pub fn on_the_web(&self) -> Option<&str> {
        (self.after("https://") || self.after("http://")).then_some(&*self.0)
    }

    /// Whether it begins so, goes on, and holds nothing that a browser would drop or read as something else.
    fn after(&self, scheme: &str) -> bool {
        let begins = self.0.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        begins && self.0.len() > scheme.len() && !self.0.chars().any(|letter| letter.is_control() || letter == '\\')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_web_and_mail_are_safe() {
        for written in
            ["https://example.org/a?b#c", "HTTP://EXAMPLE.ORG", "mailto:a@example.org", "https://приклад.укр/"]
        {
            assert_eq!(Address::new(written).safe(), Some(written));
        }
        assert_eq!(Address::new("mailto:a@example.org").on_the_web(), None);
    }

    #[test]
    fn everything_else_is_not() {
        for written in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://example.org/1",
            "//example.org",
            "/path",
            "#hash",
            "",
            "https:",
            "https://",
            "http:example.org",
            "https:\\\\example.org",
            "https://exa\tmple.org",
            "ftp://example.org",
        ] {
            assert_eq!(Address::new(written).safe(), None, "{written}");
        }
    }
}
