//! The connection doctor: finds the exact cause of a connection problem, and the command that fixes it.
//!
//! It sends no requests itself: the browser observes ([`Observations`]), [`diagnose`] decides, [`cure()`] has the
//! commands. `server` knows the local servers, `known` the hosted providers, `prices` what their models cost. The page has the texts.

mod cure;
mod decide;
mod known;
mod observations;
mod prices;
mod server;

pub use cure::{System, cure};
pub use decide::{Cause, Diagnosis, Mark, STEPS, Step, diagnose};
pub use known::{KNOWN, KnownProvider, known_at};
pub use observations::{Listing, Observations, Permission};
pub use prices::{PRICES_OF, known_price};
pub use server::Server;

use crate::provider::ProviderKind;

/// Other addresses that may be meant for the same server: with a missing or superfluous path, or the path of another
/// protocol. The most likely first, without the given one.
pub fn other_addresses(kind: ProviderKind, base_url: &str) -> Vec<String> {
    let given = base_url.trim().trim_end_matches('/');
    let endings =
        ["/chat/completions", "/completions", "/models", "/messages", "/api/chat", "/api/tags", "/api", "/v1"];
    let mut root = given;
    while let Some(shorter) = endings.iter().find_map(|ending| root.strip_suffix(ending)) {
        root = shorter.trim_end_matches('/');
    }
    let guesses = match kind {
        ProviderKind::OpenAiCompatible => vec![format!("{root}/v1"), root.to_owned(), format!("{root}/api/v1")],
        ProviderKind::Ollama | ProviderKind::Anthropic => vec![root.to_owned()],
        ProviderKind::InPage => Vec::new(),
    };
    guesses.into_iter().filter(|guess| guess != given && guess.contains("://")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_too_much_or_too_little_is_guessed() {
        let openai = |base| other_addresses(ProviderKind::OpenAiCompatible, base);
        assert_eq!(openai("http://127.0.0.1:8080")[0], "http://127.0.0.1:8080/v1");
        assert_eq!(openai("http://127.0.0.1:8080/v1/chat/completions")[0], "http://127.0.0.1:8080/v1");
        assert_eq!(openai("https://example.org/v1/")[0], "https://example.org");
        assert_eq!(openai("https://openrouter.ai")[1], "https://openrouter.ai/api/v1");
        assert_eq!(other_addresses(ProviderKind::Ollama, "http://localhost:11434/v1"), ["http://localhost:11434"]);
        assert!(other_addresses(ProviderKind::Ollama, "http://localhost:11434/").is_empty());
        assert!(other_addresses(ProviderKind::InPage, "").is_empty());
        for base in ["http://", "", "/v1/v1/v1"] {
            openai(base);
        }
    }
}
