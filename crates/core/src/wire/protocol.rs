//! The door to the wire formats: for each protocol the bytes of a request, the path and the headers it goes with. Replies
//! are read by a [`Decoder`], lists of models in `models`.

use super::{anthropic, ollama, openai};
use crate::{model::ChatRequest, provider::ProviderKind};

pub use super::decoder::Decoder;

/// The version of Anthropic's protocol that `anthropic` speaks.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Headers, as names in lower case with their values.
pub type Headers = Vec<(&'static str, String)>;

/// A protocol that is spoken over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// OpenAI's chat completions.
    OpenAi,
    /// Ollama's own.
    Ollama,
    /// Anthropic's Messages.
    Anthropic,
}

/// What may be left out of a request where a server does not take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestOptions {
    /// Whether to ask OpenAI-compatible servers for the token counts (`stream_options`). The others send them unasked.
    pub stream_options: bool,
}

impl Default for RequestOptions {
    /// Everything is asked for.
    fn default() -> Self {
        Self { stream_options: true }
    }
}

impl Protocol {
    /// The protocol of a kind of provider; `None` for the model in the page, which is not asked over HTTP.
    pub fn of(kind: ProviderKind) -> Option<Self> {
        match kind {
            ProviderKind::InPage => None,
            ProviderKind::OpenAiCompatible => Some(Self::OpenAi),
            ProviderKind::Ollama => Some(Self::Ollama),
            ProviderKind::Anthropic => Some(Self::Anthropic),
        }
    }

    /// The body of the request, JSON. The same request gives the same bytes.
    pub fn request_body(self, request: &ChatRequest, options: RequestOptions) -> Vec<u8> {
        match self {
            Self::OpenAi => openai::request_body(request, options.stream_options),
            Self::Ollama => ollama::request_body(request),
            Self::Anthropic => anthropic::request_body(request),
        }
    }

    /// Where a request is posted, behind the address that the user typed.
    ///
    /// OpenAI-compatible addresses are typed with their `/v1`, because not all have it. Ollama's and Anthropic's are typed
    /// without a path; one that ends with `/api` (Ollama) or `/v1` (Anthropic) all the same is understood.
    pub fn chat_path(self, base_url: &str) -> &'static str {
        match self {
            Self::OpenAi => "chat/completions",
            Self::Ollama if ends_with(base_url, "/api") => "chat",
            Self::Ollama => "api/chat",
            Self::Anthropic if ends_with(base_url, "/v1") => "messages",
            Self::Anthropic => "v1/messages",
        }
    }

    /// Where the list of models is, behind the address that the user typed.
    pub fn models_path(self, base_url: &str) -> &'static str {
        match self {
            Self::OpenAi => "models",
            Self::Ollama if ends_with(base_url, "/api") => "tags",
            Self::Ollama => "api/tags",
            Self::Anthropic if ends_with(base_url, "/v1") => "models",
            Self::Anthropic => "v1/models",
        }
    }

    /// The headers of every request, `content-type` aside. An empty key is none.
    pub fn headers(self, key: Option<&str>) -> Headers {
        let key = key.filter(|key| !key.is_empty());
        match self {
            // No more than that: with one more, the browser's question whether it may is refused by Ollama.
            Self::OpenAi | Self::Ollama => {
                key.map(|key| ("authorization", format!("Bearer {key}"))).into_iter().collect()
            }
            Self::Anthropic => {
                let key = key.map(|key| ("x-api-key", key.to_owned()));
                let fixed = [
                    ("anthropic-version", ANTHROPIC_VERSION.to_owned()),
                    // Without it, Anthropic refuses requests from a web page.
                    ("anthropic-dangerous-direct-browser-access", "true".to_owned()),
                ];
                key.into_iter().chain(fixed).collect()
            }
        }
    }
}

fn ends_with(base_url: &str, path: &str) -> bool {
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
