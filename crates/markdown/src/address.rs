//! Link addresses and whether they are safe to follow.

/// An unchecked address. It is followed only if it is [safe](Address::safe).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// An address, unchecked.
    pub fn new(written: impl Into<String>) -> Self {
        Self(written.into())
    }

    /// The raw address, for display only.
    pub fn written(&self) -> &str {
        &self.0
    }

    /// The address, if it may be followed: `http`, `https` and `mailto`. Everything else (scripts, data, files,
    /// anything that would lead into this page) is `None`.
    pub fn safe(&self) -> Option<&str> {
        self.on_the_web().or_else(|| self.after("mailto:").then_some(&*self.0))
    }

    /// What to show after the label of a link that may not be followed: its address, unless the label contains it. A place in
    /// the same text (`#usage`) is no address.
    pub fn refused(&self, label: &str) -> Option<String> {
        let address = self.0.trim();
        let is_known = address.is_empty() || address.starts_with('#') || label.contains(address);
        (self.safe().is_none() && !is_known).then(|| format!(" ({address})"))
    }

    /// The address, if it leads to another host over `http` or `https`.
    pub fn on_the_web(&self) -> Option<&str> {
        (self.after("https://") || self.after("http://")).then_some(&*self.0)
    }

    /// Whether the address starts with the scheme, is longer than it, and has no character that a browser would drop or
    /// reinterpret.
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
    fn a_refused_address_is_shown_unless_its_label_shows_it() {
        let refused = |address, label| Address::new(address).refused(label);
        assert_eq!(refused("tel:+123", "Call us").as_deref(), Some(" (tel:+123)"));
        assert_eq!(refused("javascript:alert(1)", "x").as_deref(), Some(" (javascript:alert(1))"));
        for (address, label) in [("https://a.b", "x"), ("tel:+123", "tel:+123"), ("", "x"), ("#usage", "Usage")] {
            assert_eq!(refused(address, label), None, "{address}");
        }
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
