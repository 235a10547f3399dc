//! Network state, as far as the browser knows.

use leptos::prelude::window;
use ricordo_core::provider::is_loopback;
use web_sys::Url;

/// Whether the browser is sure that there is no network.
pub fn is_offline() -> bool {
    !window().navigator().on_line()
}

/// Whether an address is on this computer, which is reachable without a network.
pub fn is_here(address: &str) -> bool {
    Url::new(address).is_ok_and(|url| is_this_computer(&url.hostname()))
}

/// Whether a host, as the browser writes it, is this computer.
fn is_this_computer(host: &str) -> bool {
    is_loopback(host.trim_matches(['[', ']']))
}

#[cfg(test)]
mod tests {
    use super::is_this_computer;

    #[test]
    fn a_host_that_only_begins_like_this_computer_is_another_one() {
        for host in ["localhost", "model.localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1"] {
            assert!(is_this_computer(host), "{host}");
        }
        for host in ["127.example.org", "127.0.0.1.example.org", "localhost.example.org", "192.168.0.1", "[::2]", ""] {
            assert!(!is_this_computer(host), "{host}");
        }
    }
}
