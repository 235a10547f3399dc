//! A history for the core. The only place of the benchmarks that calls compile.

use ricordo_core::{
    compile::{Compiled, LayerKind, Outgoing, compile, message_tokens},
    error::CompileError,
    id::ProviderId,
    message::{ExactTokens, Role, Tokenizer, text_of},
    provider::{Provider, ProviderKind},
    settings::Settings,
    snapshot::{NextPlace, Snapshot},
    testing::sample,
    time::{Now, Timestamp},
};
use serde::Deserialize;

/// Input of a benchmark.
#[derive(Deserialize)]
pub(crate) struct Input {
    #[serde(default)]
    settings: Settings,
    messages: Vec<String>,
    /// Exact size of each message in `o200k_base`, in tokens; empty to use estimates.
    #[serde(default)]
    exact: Vec<u32>,
}

pub(crate) struct History {
    pub(crate) settings: Settings,
    snapshot: Snapshot,
    provider: Provider,
    compiled: Option<Compiled>,
    /// Time of the last compiled request, which is the time of a message that is added.
    last: Timestamp,
}

impl From<Input> for History {
    fn from(input: Input) -> Self {
        let provider = Provider {
            id: ProviderId::new(Timestamp(0), [0; 10]),
            name: "Benchmark".to_owned(),
            kind: ProviderKind::OpenAiCompatible,
            base_url: String::new(),
            model: "gpt-4o".to_owned(),
            context_tokens: None,
            supports_images: false,
            has_tools: false,
        };
        let snapshot = Snapshot::empty(sample::conversation(0), vec![sample::branch(0)]);
        let mut history = Self { settings: input.settings, snapshot, provider, compiled: None, last: Timestamp(0) };
        input.messages.iter().for_each(|text| history.add(text));
        if !input.exact.is_empty() {
            history.snapshot.counter.tokenizer = Some(Tokenizer::O200k);
        }
        for (message, tokens) in history.snapshot.messages.iter_mut().zip(input.exact) {
            message.exact = Some(ExactTokens { tokenizer: Tokenizer::O200k, tokens });
        }
        history
    }
}

impl History {
    /// Adds a message with its estimated size.
    pub(crate) fn add(&mut self, text: &str) {
        let NextPlace { sequence, tokens_before } = self.snapshot.next_place();
        let mut message = sample::message(0, sequence, text);
        message.tokens = message_tokens(&message.parts);
        message.tokens_before = tokens_before;
        message.created_at = self.last;
        message.offset_minutes = Some(0);
        self.snapshot.messages.push(message);
    }

    pub(crate) fn compile(&mut self, text: &str, at: i64) -> Result<u32, CompileError> {
        let now = Now { at: Timestamp(at), offset_minutes: 0 };
        self.last = now.at;
        let compiled = compile(&self.snapshot, &Outgoing::text(text), &self.settings, &self.provider, &now)?;
        Ok(self.compiled.insert(compiled).tokens)
    }

    /// Tokens of the last request's window, the room that the other layers and the margin left it, and whether anything
    /// was omitted.
    pub(crate) fn window(&self) -> (u32, u32, bool) {
        let Some(compiled) = &self.compiled else { return (0, 0, false) };
        let layer = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window);
        let tokens = layer.map_or(0, |layer| layer.tokens);
        let room = compiled.budget - compiled.estimate.margin - (compiled.tokens - tokens);
        (tokens, room, !compiled.omitted.is_empty())
    }

    pub(crate) fn request(&self) -> Vec<(Role, String)> {
        let messages = self.compiled.iter().flat_map(|compiled| &compiled.request.messages);
        messages.map(|message| (message.role, text_of(&message.parts))).collect()
    }
}
