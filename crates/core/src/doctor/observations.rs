//! Observations of a connection, made one by one. `None` means not observed yet.

use super::Server;
use crate::{error::ModelError, provider::ProviderKind, wire::ListedModel};

/// Whether the browser lets the page access the local network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// The browser does not ask for permission or does not reveal it.
    #[default]
    Unknown,
    /// The user or a policy allows it.
    Granted,
    /// The user was not asked yet or has not answered.
    Prompt,
    /// The user or a policy denies it.
    Denied,
}

/// The result of requesting the list of models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The browser shows no response.
    NoAnswer,
    /// Timed out.
    TooLong,
    /// The models.
    Models(Vec<ListedModel>),
    /// A response that is not a list, as an error.
    Refused(ModelError),
}

/// Everything known about a connection so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observations {
    /// The configured protocol.
    pub kind: ProviderKind,
    /// The likely server software.
    pub server: Server,
    /// Whether a browser can call the address at all.
    pub is_address: bool,
    /// Whether the page uses https and the address is plain http on another computer.
    pub is_mixed: bool,
    /// Whether the server is on this computer or in the local network.
    pub is_local: bool,
    /// Whether the page itself is not local, so that the browser asks for permission to access a local server.
    pub is_page_remote: bool,
    /// Permission to access the local network.
    pub permission: Permission,
    /// Whether a key is sent.
    pub has_key: bool,
    /// The result of requesting the list of models.
    pub listing: Option<Listing>,
    /// Whether the server answers a `no-cors` request.
    pub is_there: Option<bool>,
    /// Whether the page can read the response to a request without headers: then only the preflight is refused.
    pub answers_without_headers: Option<bool>,
    /// Another address that has a list of models.
    pub better_address: Option<String>,
    /// The model's id; empty if none is chosen yet.
    pub model: String,
    /// The result of a short test: a first token, or an error.
    pub answer: Option<Result<(), ModelError>>,
    /// The model's context in tokens, if the server reports it; the outer `None` means not requested yet.
    pub context: Option<Option<u32>>,
    /// Tokens that the settings want for prompt and reply.
    pub wanted_tokens: u32,
}

impl Observations {
    /// No observations yet.
    pub fn new(kind: ProviderKind, base_url: &str, model: &str) -> Self {
        Self {
            kind,
            server: Server::guess(kind, base_url, None),
            is_address: true,
            is_mixed: false,
            is_local: false,
            is_page_remote: false,
            permission: Permission::Unknown,
            has_key: false,
            listing: None,
            is_there: None,
            answers_without_headers: None,
            better_address: None,
            model: model.trim().to_owned(),
            answer: None,
            context: None,
            wanted_tokens: 0,
        }
    }

    /// The listed models; empty without a list.
    pub fn models(&self) -> &[ListedModel] {
        match &self.listing {
            Some(Listing::Models(models)) => models,
            _ => &[],
        }
    }

    /// The listed entry of the chosen model.
    pub fn chosen(&self) -> Option<&ListedModel> {
        self.models().iter().find(|listed| is_same(&listed.id, &self.model))
    }
}

/// Ollama accepts `llama3.2` for `llama3.2:latest`.
fn is_same(listed: &str, chosen: &str) -> bool {
    listed == chosen || listed.strip_suffix(":latest") == Some(chosen)
}
