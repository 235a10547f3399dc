//! How a request is written for one model of one server: what is left out or put in another form, because the server
//! refused it before.

/// What a model of a server accepts, as far as its refusals have told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestOptions {
    /// Whether to ask OpenAI-compatible servers for token counts (`stream_options`). The other protocols always send
    /// them.
    pub stream_options: bool,
    /// Whether to send `temperature` and `top_p`. Reasoning models refuse them.
    pub sampling: bool,
    /// Whether OpenAI's protocol gets the limit of the reply under the other one of its two names, `max_tokens` and
    /// `max_completion_tokens`, than the name of the model suggests.
    pub other_limit: bool,
    /// Where system messages may be. Anthropic's protocol has them apart.
    pub system: SystemMessages,
    /// Whether the ids of tool calls have the nine letters and digits that Mistral demands, in OpenAI's protocol.
    pub short_call_ids: bool,
}

impl Default for RequestOptions {
    /// Requests everything.
    fn default() -> Self {
        Self {
            stream_options: true,
            sampling: true,
            other_limit: false,
            system: SystemMessages::Anywhere,
            short_call_ids: false,
        }
    }
}

/// Where a model accepts system messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemMessages {
    /// Between all other messages.
    Anywhere,
    /// One at the beginning, then the user and the assistant in turn: what the templates of many local models demand.
    First,
    /// Nowhere: only the user and the assistant in turn.
    Never,
}
