//! Decides whether a provider runs on this computer.

use super::{Provider, ProviderKind};

impl Provider {
    /// Whether what is sent to it stays on this computer: it is the model in this browser, or its address is loopback.
    /// An address that cannot be parsed is remote.
    pub fn is_on_this_computer(&self) -> bool {
        self.kind == ProviderKind::InPage || is_address_here(&self.base_url)
    }
}

/// Whether the address of a server is loopback. One that cannot be parsed is not.
pub fn is_address_here(address: &str) -> bool {
    host(address).is_some_and(is_loopback)
}

/// Whether a host, given without port and brackets, is this computer. Only its usual form counts, which is that of the
/// browser: the page asks this at its start, and the parser of the standard library takes more room than the rest.
pub fn is_loopback(host: &str) -> bool {
    let is_name = host == "localhost" || host.ends_with(".localhost");
    is_name || matches!(host, "::1" | "::" | "0.0.0.0") || is_loopback_v4(host)
}

/// Whether a host is `127.` and three numbers of a byte.
fn is_loopback_v4(host: &str) -> bool {
    let is_byte = |number: &str| {
        let is_padded = number.len() > 1 && number.starts_with('0');
        number.bytes().all(|byte| byte.is_ascii_digit()) && !is_padded && number.parse::<u8>().is_ok()
    };
    let mut numbers = host.split('.');
    numbers.next() == Some("127") && numbers.clone().count() == 3 && numbers.all(is_byte)
}

/// The host of an address, without port and brackets. `None` if a browser might parse the host differently.
fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.trim().split_once("://")?;
    let is_http = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let authority = rest.split(['/', '?', '#']).next()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    if !is_http || !authority.bytes().all(is_plain) {
        return None;
    }
    match authority.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next(),
        None => authority.split(':').next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_here(base_url: &str) -> bool {
        let provider = Provider { kind: ProviderKind::OpenAiCompatible, ..Provider::in_page() };
        Provider { base_url: base_url.to_owned(), ..provider }.is_on_this_computer()
    }

    #[test]
    fn the_page_and_loopback_addresses_are_on_this_computer() {
        assert!(Provider::in_page().is_on_this_computer());
        let weights = Provider { base_url: "https://example.org/model.gguf".to_owned(), ..Provider::in_page() };
        assert!(weights.is_on_this_computer(), "the weights come from there, and nothing goes there");
        for address in
            ["http://localhost:11434", "HTTP://127.0.0.1:8080/v1", "https://[::1]:1/v1", " http://api.localhost "]
        {
            assert!(is_here(address), "{address}");
        }
    }

    #[test]
    fn whatever_may_lie_elsewhere_is_elsewhere() {
        for address in [
            "https://api.example.org/v1",
            "http://192.168.1.2:8080/v1",
            "http://localhost.example.org",
            "http://localhost@example.org",
            "http://example.org#@localhost",
            "http://example.org\\@localhost",
            "http://local\thost/",
            "http:///localhost",
            "//localhost/v1",
            "localhost:8080",
            "",
        ] {
            assert!(!is_here(address), "{address}");
        }
    }

    #[test]
    fn knows_this_machine() {
        for host in ["localhost", "api.localhost", "127.0.0.1", "127.9.9.9", "::1", "0.0.0.0"] {
            assert!(is_loopback(host), "{host}");
        }
        let numbers = ["127.0.0", "127.0.0.1.1", "127.0.0.256", "127.0.0.01", "127.0.0.+1", "127..0.1", "127.0.0.1."];
        for host in ["localhost.example.org", "192.168.1.2", "example.org", "128.0.0.1"].into_iter().chain(numbers) {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
