//! What was observed of a connection, piece by piece. What is not observed yet is `None`.

use super::Server;
use crate::{error::ModelError, provider::ProviderKind, wire::ListedModel};

/// Whether the browser lets the page reach the network near by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// The browser does not ask, or does not tell.
    #[default]
    Unknown,
    /// The user, or a rule, allows it.
    Granted,
    /// The user was not asked yet, or has not answered.
    Prompt,
    /// The user, or a rule, forbids it.
    Denied,
}

/// What came of asking for the list of models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The browser got no answer that it shows.
    NoAnswer,
    /// It took too long.
    TooLong,
    /// The models.
    Models(Vec<ListedModel>),
    /// An answer that is no list: what it means.
    Refused(ModelError),
}

/// Everything that is known of a connection so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observations {
    /// What the server is said to speak.
    pub kind: ProviderKind,
    /// What the server seems to be.
    pub server: Server,
    /// Whether a browser can call the address at all.
    pub is_address: bool,
    /// Whether the page came over https, and the address is plain http and not on this computer.
    pub is_mixed: bool,
    /// Whether the server is on this computer or near by.
    pub is_local: bool,
    /// Whether the page itself came from elsewhere, so that the browser asks before it lets it reach a local server.
    pub is_page_remote: bool,
    /// Whether the browser allows it.
    pub permission: Permission,
    /// Whether a key is sent.
    pub has_key: bool,
    /// What came of asking for the models.
    pub listing: Option<Listing>,
    /// Whether anybody answers when the page asks without wanting to see the answer.
    pub is_there: Option<bool>,
    /// Whether the page sees the answer when it asks without headers: then only the preflight is refused.
    pub answers_without_headers: Option<bool>,
    /// Another address, under which there is a list of models.
    pub better_address: Option<String>,
    /// The model's id; empty: none is chosen yet.
    pub model: String,
    /// What came of a short test: the first word, or why not.
    pub answer: Option<Result<(), ModelError>>,
    /// How many tokens the model takes, as far as anybody tells; `None`: not asked yet.
    pub context: Option<Option<u32>>,
    /// How many tokens the settings want for prompt and reply.
    pub wanted_tokens: u32,
}

impl Observations {
    /// Nothing observed yet.
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

    /// The models that are listed, as far as they are.
    pub fn models(&self) -> &[ListedModel] {
        match &self.listing {
            Some(Listing::Models(models)) => models,
            _ => &[],
        }
    }

    /// What the list tells of the chosen model.
    pub fn chosen(&self) -> Option<&ListedModel> {
        self.models().iter().find(|listed| is_same(&listed.id, &self.model))
    }
}

/// Ollama knows `llama3.2:latest` as `llama3.2`, too.
fn is_same(listed: &str, chosen: &str) -> bool {
    listed == chosen || listed.strip_suffix(":latest") == Some(chosen)
}
