//! Entry point to the wire formats: for each protocol the bytes of a request, its path and its headers. A
//! [`Decoder`](crate::Decoder) reads replies, `models` reads lists of models.

use super::{anthropic, ollama, openai};
pub use crate::options::{RequestOptions, SystemMessages};
use ricordo_record::{provider::ProviderKind, request::ChatRequest};

/// The version of Anthropic's protocol that `anthropic` speaks.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Headers as pairs of a lower-case name and a value.
pub type Headers = Vec<(&'static str, String)>;

/// A protocol over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// OpenAI's chat completions.
    OpenAi,
    /// Ollama's own protocol.
    Ollama,
    /// Anthropic's Messages.
    Anthropic,
}

impl Protocol {
    /// The protocol of a provider kind; `None` for the model in this browser, which is not reached over HTTP.
    pub fn of(kind: ProviderKind) -> Option<Self> {
        match kind {
            ProviderKind::InPage => None,
            ProviderKind::OpenAiCompatible => Some(Self::OpenAi),
            ProviderKind::Ollama => Some(Self::Ollama),
            ProviderKind::Anthropic => Some(Self::Anthropic),
        }
    }

    /// The JSON body of the request. Deterministic: equal requests give equal bytes.
    pub fn request_body(self, request: &ChatRequest, options: RequestOptions) -> Vec<u8> {
        match self {
            Self::OpenAi => openai::request_body(request, options),
            Self::Ollama => ollama::request_body(request, options),
            Self::Anthropic => anthropic::request_body(request, options),
        }
    }

    /// The path that a request is posted to, relative to the base URL that the user typed.
    ///
    /// OpenAI-compatible base URLs include their `/v1`, because not all servers have it. Ollama's and Anthropic's have
    /// no path; one that ends with `/api` (Ollama) or `/v1` (Anthropic) is accepted, too.
    pub fn chat_path(self, base_url: &str) -> &'static str {
        match self {
            Self::OpenAi => "chat/completions",
            Self::Ollama if ends_with(base_url, "/api") => "chat",
            Self::Ollama => "api/chat",
            Self::Anthropic if ends_with(base_url, "/v1") => "messages",
            Self::Anthropic => "v1/messages",
        }
    }

    /// The path of the list of models, relative to the base URL that the user typed.
    pub fn models_path(self, base_url: &str) -> &'static str {
        match self {
            Self::OpenAi => "models",
            Self::Ollama if ends_with(base_url, "/api") => "tags",
            Self::Ollama => "api/tags",
            Self::Anthropic if ends_with(base_url, "/v1") => "models",
            Self::Anthropic => "v1/models",
        }
    }

    /// The headers of every request, except `content-type`. An empty key counts as no key.
    pub fn headers(self, key: Option<&str>) -> Headers {
        let key = key.filter(|key| !key.is_empty());
        match self {
            // No other headers: Ollama refuses the CORS preflight if there is one more.
            Self::OpenAi | Self::Ollama => {
                key.map(|key| ("authorization", format!("Bearer {key}"))).into_iter().collect()
            }
            Self::Anthropic => {
                let key = key.map(|key| ("x-api-key", key.to_owned()));
                let fixed = [
                    ("anthropic-version", ANTHROPIC_VERSION.to_owned()),
                    // Anthropic refuses requests from a web page without it.
                    ("anthropic-dangerous-direct-browser-access", "true".to_owned()),
                ];
                key.into_iter().chain(fixed).collect()
            }
        }
    }
}

pub(super) fn ends_with(base_url: &str, path: &str) -> bool {
    base_url.trim().trim_end_matches('/').ends_with(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_with_and_without_their_path() {
        let chat = |protocol: Protocol, base| format!("{base}/{}", protocol.chat_path(base));
        assert_eq!(chat(Protocol::OpenAi, "http://a/v1"), "http://a/v1/chat/completions");
        assert_eq!(chat(Protocol::Ollama, "http://localhost:11434"), "http://localhost:11434/api/chat");
        assert_eq!(chat(Protocol::Ollama, "http://localhost:11434/api"), "http://localhost:11434/api/chat");
        for base in ["https://api.anthropic.com", "https://api.anthropic.com/v1"] {
            assert_eq!(chat(Protocol::Anthropic, base), "https://api.anthropic.com/v1/messages");
        }
        assert_eq!(Protocol::Anthropic.models_path("https://x/v1/ "), "models");
        assert_eq!(Protocol::Ollama.models_path("http://x"), "api/tags");
        assert_eq!(Protocol::OpenAi.models_path("http://x/v1"), "models");
    }

    #[test]
    fn each_protocol_carries_the_key_its_own_way() {
        let names = |headers: Headers| headers.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(Protocol::OpenAi.headers(Some("k")), [("authorization", "Bearer k".to_owned())]);
        assert!(Protocol::Ollama.headers(Some("")).is_empty());
        let browser = ["anthropic-version", "anthropic-dangerous-direct-browser-access"];
        assert_eq!(names(Protocol::Anthropic.headers(None)), browser);
        let headers = Protocol::Anthropic.headers(Some("k"));
        assert_eq!(headers[0], ("x-api-key", "k".to_owned()));
        assert_eq!(headers.len(), 3);
    }

    #[test]
    fn lists_of_models_are_read() {
        let ids = |protocol: Protocol, body: &[u8]| {
            protocol.models(body).map(|models| models.into_iter().map(|model| model.id).collect::<Vec<_>>())
        };
        let openai = br#"{"object":"list","data":[{"id":"b","object":"model"},{"id":"a","owned_by":null}]}"#;
        assert_eq!(ids(Protocol::OpenAi, openai), Some(vec!["b".to_owned(), "a".to_owned()]));
        let ollama = br#"{"models":[{"name":"llama3.2:latest","model":"llama3.2:latest","size":1}]}"#;
        assert_eq!(ids(Protocol::Ollama, ollama), Some(vec!["llama3.2:latest".to_owned()]));
        let anthropic = br#"{"data":[{"type":"model","id":"claude-x","display_name":"X"}],"has_more":false}"#;
        assert_eq!(ids(Protocol::Anthropic, anthropic), Some(vec!["claude-x".to_owned()]));
        for protocol in [Protocol::OpenAi, Protocol::Ollama, Protocol::Anthropic] {
            for body in [b"<!doctype html>".as_slice(), b"{}", b"[]", br#"{"data":[7],"models":[{}]}"#] {
                assert_eq!(ids(protocol, body), None);
            }
        }
    }
}
