//! The content of a whole request, from which the estimate for each vocabulary follows.

use crate::{
    message::{Part, sends_reasoning},
    model::{ChatRequest, RequestMessage, ToolSpec},
    tokens::{Family, LEAST_PER_IMAGE, Mix, Scale, fixed_tokens, sent_back},
};

/// The least a message costs beyond its text, in tokens.
const LEAST_PER_MESSAGE: u32 = 4;
/// The cost of a tool beyond its name, description and schema, in tokens.
pub(super) const TOKENS_PER_TOOL: u32 = 8;

/// The text of a request and its overhead. Images have their least size, because a server that counts them low would otherwise
/// seem to have read less than was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    mix: Mix,
    messages: u32,
    /// What costs the same in every vocabulary, in tokens.
    fixed: u32,
}

impl Weight {
    /// The weight of a request.
    pub fn of(request: &ChatRequest) -> Self {
        Self::of_parts(&request.messages, &request.tools)
    }

    pub(super) fn of_parts(messages: &[RequestMessage], tools: &[ToolSpec]) -> Self {
        let mut weight = Self { messages: u32::try_from(messages.len()).unwrap_or(u32::MAX), ..Self::default() };
        let parts = messages.iter().flat_map(|message| {
            let thinks = sends_reasoning(&message.parts);
            message.parts.iter().map(move |part| (part, thinks))
        });
        for (part, thinks) in parts {
            weight.fixed = weight.fixed.saturating_add(fixed_tokens(part));
            match part {
                Part::Text { text } => weight.text(text),
                Part::ToolCall { name, arguments, back, .. } => {
                    weight.text(name);
                    weight.text(arguments);
                    sent_back(back.as_deref()).for_each(|text| weight.text(text));
                }
                Part::ToolResult { content, .. } => weight.text(content),
                Part::File { name, .. } => weight.text(name),
                Part::Reasoning { text } if thinks => weight.text(text),
                Part::Image { .. } => weight.fixed = weight.fixed.saturating_add(LEAST_PER_IMAGE),
                Part::Reasoning { .. } | Part::ToolsUsed { .. } => {}
            }
        }
        for tool in tools {
            weight.fixed = weight.fixed.saturating_add(TOKENS_PER_TOOL);
            weight.text(&tool.name);
            weight.text(&tool.description);
            weight.text(&serde_json::to_string(&tool.parameters).unwrap_or_default());
        }
        weight
    }

    fn text(&mut self, text: &str) {
        self.mix += Mix::of(text);
    }

    /// The size according to `scale`, in tokens.
    pub fn tokens(&self, scale: &Scale) -> u32 {
        let around = self.messages.saturating_mul(scale.tokens_per_message());
        scale.mix(&self.mix).saturating_add(around).saturating_add(self.fixed)
    }

    /// The smallest possible size, in tokens.
    pub fn least(&self, scale: &Scale) -> u32 {
        scale
            .least(&self.mix)
            .saturating_add(self.messages.saturating_mul(LEAST_PER_MESSAGE))
            .saturating_add(self.fixed)
    }

    /// The size in each family, in the order of [`Family::ALL`].
    pub fn by_family(&self) -> Vec<u32> {
        Family::ALL.into_iter().map(|family| self.tokens(&Scale::of(family))).collect()
    }
}
