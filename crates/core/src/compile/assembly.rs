//! Assembles the layers in the order of the settings.

use super::{
    Counter, Layer, LayerKind, Omitted, OmittedReason, Origin, Outgoing, Warning,
    item::{Item, unzip},
    weight::TOKENS_PER_TOOL,
};
use crate::{
    manifest::{SourceId, Written},
    memory::Memory,
    model::{RequestMessage, ToolSpec},
    settings::LayerLimits,
};

/// The size of a tool with its schema, in tokens.
pub(super) fn tool_tokens(tool: &ToolSpec, counter: Counter) -> u32 {
    let schema = counter.text(&serde_json::to_string(&tool.parameters).unwrap_or_default());
    let words = counter.text(&tool.name).saturating_add(counter.text(&tool.description));
    schema.saturating_add(words).saturating_add(TOKENS_PER_TOOL)
}

/// The facts that the system prompt had no room for.
pub(super) fn dropped_facts(facts: &[&Memory], counter: Counter) -> Omitted {
    let tokens: u64 = facts.iter().map(|fact| u64::from(counter.text(&fact.text))).sum();
    let sources = facts.iter().map(|fact| SourceId::Memory(fact.id)).collect();
    Omitted::items(LayerKind::Memories, OmittedReason::Ceiling, tokens, sources)
}

/// A request that is being assembled.
pub(super) struct Assembly {
    counter: Counter,
    order: Vec<LayerLimits>,
    parts: Vec<Part>,
    tools: Vec<ToolSpec>,
}

struct Part {
    kind: LayerKind,
    messages: Vec<RequestMessage>,
    origins: Vec<Origin>,
    tokens: u32,
    sources: Vec<SourceId>,
}

/// An assembled request.
pub(super) struct Assembled {
    pub(super) messages: Vec<RequestMessage>,
    pub(super) origins: Vec<Origin>,
    pub(super) layers: Vec<Layer>,
    pub(super) tools: Vec<ToolSpec>,
    pub(super) stable_messages: usize,
    pub(super) warnings: Vec<Warning>,
}

impl Assembly {
    pub(super) fn new(counter: Counter, order: Vec<LayerLimits>) -> Self {
        Self { counter, order, parts: Vec::new(), tools: Vec::new() }
    }

    /// Adds as many tools as fit, in their order.
    pub(super) fn tools(&mut self, tools: &[ToolSpec], most: u32, omitted: &mut Vec<Omitted>) {
        let mut tokens = 0;
        for tool in tools {
            let more = tool_tokens(tool, self.counter);
            if tokens + more > most {
                omitted.push(left_out(LayerKind::Tools, more, Vec::new()));
                continue;
            }
            tokens += more;
            self.tools.push(tool.clone());
        }
        if !self.tools.is_empty() {
            self.push(LayerKind::Tools, Vec::new(), Vec::new(), tokens, Vec::new());
        }
    }

    /// Adds messages that were made for this request.
    pub(super) fn items(&mut self, kind: LayerKind, items: Vec<Item>) {
        let tokens = items.iter().map(|item| self.counter.parts(&item.message.parts)).sum();
        let origins = items.iter().map(|item| Origin { sources: item.sources.clone(), ..Origin::default() }).collect();
        let (messages, sources) = unzip(items);
        self.push(kind, messages, origins, tokens, sources);
    }

    /// Adds as many of the items as fit, first come first served.
    pub(super) fn fitting(&mut self, kind: LayerKind, items: Vec<Item>, most: u32, omitted: &mut Vec<Omitted>) {
        let mut left = most;
        let mut fitting = Vec::new();
        for item in items {
            let tokens = self.counter.parts(&item.message.parts);
            if tokens > left {
                omitted.push(left_out(kind, tokens, item.sources));
                continue;
            }
            left -= tokens;
            fitting.push(item);
        }
        self.items(kind, fitting);
    }

    /// Adds stored messages, verbatim except for the format, and how each was formatted.
    pub(super) fn stored(&mut self, kind: LayerKind, messages: Vec<Item>, written: Vec<Written>, tokens: u32) {
        let origin = |sources: &[SourceId], written: Written| match sources {
            [SourceId::Message(id)] => Origin { stored: Some(*id), sources: Vec::new(), written: Some(written) },
            sources => Origin { sources: sources.to_vec(), ..Origin::default() },
        };
        let origins = messages.iter().zip(written).map(|(item, written)| origin(&item.sources, written)).collect();
        let (messages, sources) = unzip(messages);
        self.push(kind, messages, origins, tokens, sources);
    }

    /// Adds the current message and what followed it in this turn. `says_when`: it begins with the time it was written.
    /// A message with a quote is recorded as a fragment, and is not rebuilt from the stored message.
    pub(super) fn message(&mut self, messages: Vec<Item>, says_when: bool, outgoing: &Outgoing) {
        let tokens = messages.iter().map(|item| self.counter.parts(&item.message.parts)).sum();
        let rounds = outgoing.rounds.iter().map(|round| (Some(round.id), Written::default()));
        let stored = std::iter::once((None, Written { says_when, quote: None })).chain(rounds);
        let origins = messages.iter().zip(stored).map(|(item, (stored, written))| Origin {
            stored,
            sources: item.sources.clone(),
            written: Some(written),
        });
        let origins = origins.collect();
        let (messages, sources) = unzip(messages);
        self.push(LayerKind::Message, messages, origins, tokens, sources);
    }

    fn push(
        &mut self,
        kind: LayerKind,
        messages: Vec<RequestMessage>,
        origins: Vec<Origin>,
        tokens: u32,
        sources: Vec<SourceId>,
    ) {
        if tokens > 0 || !messages.is_empty() {
            self.parts.push(Part { kind, messages, origins, tokens, sources });
        }
    }

    /// The sources of everything so far.
    pub(super) fn sources(&self) -> impl Iterator<Item = SourceId> {
        self.parts.iter().flat_map(|part| part.sources.iter().copied())
    }

    /// The size of everything so far, in tokens.
    pub(super) fn tokens(&self) -> u32 {
        self.parts.iter().map(|part| part.tokens).fold(0, u32::saturating_add)
    }

    /// The size of the parts that stay the same from turn to turn, in tokens.
    pub(super) fn stable_tokens(&self) -> u32 {
        let stable = self.parts.iter().filter(|part| !is_volatile(part.kind));
        stable.map(|part| part.tokens).fold(0, u32::saturating_add)
    }

    /// Orders the layers: the system prompt and the project first, the message last, the others as the settings say.
    pub(super) fn finish(mut self, mut warnings: Vec<Warning>) -> Assembled {
        let place = |kind: LayerKind| match kind {
            LayerKind::SystemPrompt => 0,
            LayerKind::Project => 1,
            LayerKind::Message => usize::MAX,
            kind => self.order.iter().position(|layer| layer.kind == kind).map_or(usize::MAX - 1, |at| at + 2),
        };
        ricordo_text::small_sort::by_key(&mut self.parts, |part| place(part.kind));
        let mut assembled = Assembled {
            messages: Vec::new(),
            origins: Vec::new(),
            layers: Vec::new(),
            tools: self.tools,
            stable_messages: 0,
            warnings: Vec::new(),
        };
        let window = self.parts.iter().position(|part| part.kind == LayerKind::Window).unwrap_or(0);
        for part in &self.parts[..window] {
            if is_volatile(part.kind) {
                warnings.push(Warning::VolatileLayer(part.kind));
            }
        }
        assembled.warnings = warnings;
        let mut is_stable = true;
        for part in self.parts {
            let from = assembled.messages.len();
            assembled.messages.extend(part.messages);
            assembled.origins.extend(part.origins);
            let to = assembled.messages.len();
            is_stable &= !is_volatile(part.kind);
            if is_stable {
                assembled.stable_messages = to;
            }
            assembled.layers.push(Layer { kind: part.kind, from, to, tokens: part.tokens, sources: part.sources });
        }
        assembled
    }
}

fn is_volatile(kind: LayerKind) -> bool {
    matches!(kind, LayerKind::Recall | LayerKind::Now | LayerKind::Message)
}

fn left_out(layer: LayerKind, tokens: u32, sources: Vec<SourceId>) -> Omitted {
    Omitted::items(layer, OmittedReason::Budget, tokens, sources)
}
