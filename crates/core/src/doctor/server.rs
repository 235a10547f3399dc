//! Local server software: names, default ports, and how to recognize it.

use super::known_at;
use crate::provider::ProviderKind;

/// The likely server software.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Server {
    /// Ollama.
    Ollama,
    /// LM Studio.
    LmStudio,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// A hosted provider on the internet.
    Hosted,
    /// Anything else.
    Other,
}

impl Server {
    /// The servers that are searched for on this computer.
    pub const LOCAL: [Self; 4] = [Self::Ollama, Self::LmStudio, Self::LlamaCpp, Self::Vllm];

    /// Display name; empty if unknown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LmStudio => "LM Studio",
            Self::LlamaCpp => "llama.cpp",
            Self::Vllm => "vLLM",
            Self::Hosted | Self::Other => "",
        }
    }

    /// The default port.
    pub fn port(self) -> Option<u16> {
        match self {
            Self::Ollama => Some(11_434),
            Self::LmStudio => Some(1_234),
            Self::LlamaCpp => Some(8_080),
            Self::Vllm => Some(8_000),
            Self::Hosted | Self::Other => None,
        }
    }

    /// The best protocol to use with it.
    pub fn kind(self) -> ProviderKind {
        if self == Self::Ollama { ProviderKind::Ollama } else { ProviderKind::OpenAiCompatible }
    }

    /// The default address on this computer. It uses the IP address, because a host name may resolve to one the server
    /// does not listen on.
    pub fn usual_address(self) -> Option<String> {
        let path = if self == Self::Ollama { "" } else { "/v1" };
        self.port().map(|port| format!("http://127.0.0.1:{port}{path}"))
    }

    /// The most likely server, judged by the owner of its models, by its protocol and by its port.
    pub fn guess(kind: ProviderKind, base_url: &str, owner: Option<&str>) -> Self {
        match (kind, owner) {
            (ProviderKind::Ollama, _) | (_, Some("library")) => return Self::Ollama,
            (ProviderKind::Anthropic, _) => return Self::Hosted,
            (_, Some("llamacpp")) => return Self::LlamaCpp,
            (_, Some("vllm")) => return Self::Vllm,
            (_, Some("organization_owner")) => return Self::LmStudio,
            _ => {}
        }
        if known_at(base_url).is_some() {
            return Self::Hosted;
        }
        let port = port_of(base_url);
        Self::LOCAL.into_iter().find(|server| server.port().is_some() && server.port() == port).unwrap_or(Self::Other)
    }
}

/// The port in an address.
fn port_of(base_url: &str) -> Option<u16> {
    let (_, rest) = base_url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    authority.rsplit_once(':')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_known_by_what_it_says_before_where_it_listens() {
        let guess = |base, owner| Server::guess(ProviderKind::OpenAiCompatible, base, owner);
        assert_eq!(guess("http://127.0.0.1:11434/v1", None), Server::Ollama);
        assert_eq!(guess("http://nas.local:1234/v1", None), Server::LmStudio);
        assert_eq!(guess("http://[::1]:8080", None), Server::LlamaCpp);
        assert_eq!(guess("http://127.0.0.1:8000/v1", Some("llamacpp")), Server::LlamaCpp);
        assert_eq!(guess("https://api.openai.com/v1", Some("openai")), Server::Hosted);
        assert_eq!(guess("https://example.org/v1", None), Server::Other);
        assert_eq!(Server::guess(ProviderKind::Ollama, "http://x", None), Server::Ollama);
        assert_eq!(Server::Ollama.usual_address().as_deref(), Some("http://127.0.0.1:11434"));
        assert_eq!(Server::Vllm.usual_address().as_deref(), Some("http://127.0.0.1:8000/v1"));
    }
}
