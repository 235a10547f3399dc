//! The token counter in use: estimates the tokens of a text for the current model.
//!
//! It corrects our estimate by the counts that the provider has reported. For a stored message it uses the exact count
//! if the message was counted with the vocabulary in use.

use super::images::ImageRule;
use crate::{
    labels::tools_used_line,
    message::{Message, Part, Role, SentBack, Tokenizer, sends_reasoning},
};
use ricordo_record::{calibration::Calibration, language::Language};
use ricordo_text::tokens::{Family, Scale, estimate};
use serde::{Deserialize, Serialize};

/// Overhead of a message besides its text, in tokens: its role and the delimiters.
pub const TOKENS_PER_MESSAGE: u32 = 4;

/// Margin kept free in each prompt, per mille of the budget: the deviation of single prompts from their estimate.
pub(crate) const MARGIN_PER_MILLE: u64 = 65;
/// Overhead of the chat template around all messages, in tokens.
const TEMPLATE_TOKENS: u32 = 8;

/// Counts tokens for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The model's scale, known by its name or narrowed down by reported counts.
    pub scale: Scale,
    /// The model's count per 1,000 estimated tokens: 1,000 to 2,500.
    pub per_mille: u32,
    /// The vocabulary whose exact counts are used if a message has one.
    pub tokenizer: Option<Tokenizer>,
    /// Whether the estimate was corrected by counts that the provider reported.
    pub is_corrected: bool,
    /// How the model counts images.
    #[serde(default)]
    pub images: ImageRule,
}

impl Default for Counter {
    /// The uncorrected estimate.
    fn default() -> Self {
        let images = ImageRule::default();
        Self { scale: Scale::default(), per_mille: 1_000, tokenizer: None, is_corrected: false, images }
    }
}

impl Counter {
    /// The counter for a model, from its calibration so far.
    pub fn of(model: &str, calibration: Calibration, tokenizer: Option<Tokenizer>) -> Self {
        let calibration = calibration.in_force();
        let scale = calibration.scale(model);
        // Exact counts of one vocabulary say nothing about a model that is known to use another.
        let tokenizer = tokenizer.filter(|one| !scale.is_known() || scale == Scale::of(family_of(*one)));
        let (per_mille, is_corrected) = (calibration.per_mille(), calibration.samples > 0);
        Self { scale, per_mille, tokenizer, is_corrected, images: ImageRule::of(model) }
    }

    /// Size of a text, in tokens.
    pub fn text(&self, text: &str) -> u32 {
        self.scaled(self.scale.text(text))
    }

    /// Size of a message with these parts, in tokens.
    pub fn parts(&self, parts: &[Part]) -> u32 {
        // How a model counts text says nothing about its images.
        self.scaled(words(parts, &self.scale)).saturating_add(self.images.parts(parts))
    }

    /// Exact size of a stored message, in tokens, if it was counted with the model's vocabulary.
    pub fn exactly(&self, message: &Message) -> Option<u32> {
        message.exact.filter(|exact| Some(exact.tokenizer) == self.tokenizer).map(|exact| exact.tokens)
    }

    /// Size of a stored message, in tokens: the stored count if the model counts that way.
    pub fn stored(&self, message: &Message) -> u32 {
        match self.exactly(message) {
            Some(exact) => exact,
            // A model's own images are sent as notes, which is how the stored size counts them.
            _ if message.role == Role::Assistant && has_images(message) => self.scaled(message.tokens),
            _ if self.scale.is_plain() && !has_images(message) => self.scaled(message.tokens),
            _ => self.parts(&message.parts),
        }
    }

    /// Factor from the stored estimate to this model's count for text such as the sample, per mille. Never below that of a text
    /// that both count alike.
    pub fn per_mille(&self, sample: &str) -> u32 {
        let stored = u64::from(estimate(sample).max(1));
        let counted = u64::from(self.text(sample)) * 1_000 / stored;
        u32::try_from(counted).unwrap_or(u32::MAX).max(self.scaled(1_000))
    }

    /// Scales an estimate to the model. Next to exact counts it is scaled to its upper bound, because the budget then
    /// has no margin to cover it.
    pub fn scaled(&self, estimate: u32) -> u32 {
        let scaled = (u64::from(estimate) * u64::from(self.per_mille)).div_ceil(1_000);
        let scaled = if self.is_exact() { (scaled * 1_000).div_ceil(1_000 - MARGIN_PER_MILLE) } else { scaled };
        u32::try_from(scaled).unwrap_or(u32::MAX)
    }

    /// Whether the exact counts are the model's own: its name implies this vocabulary.
    pub fn is_exact(&self) -> bool {
        self.tokenizer.is_some_and(|tokenizer| self.scale == Scale::of(family_of(tokenizer)))
    }

    /// Tokens of a budget kept free: for an estimate that is too low, and for the chat template around all messages. If
    /// messages are counted exactly, for the template only.
    pub fn margin(&self, budget: u32) -> u32 {
        let per_mille = if self.is_exact() { 0 } else { MARGIN_PER_MILLE };
        let margin = (u64::from(budget) * per_mille).div_ceil(1_000);
        u32::try_from(margin).unwrap_or(u32::MAX).saturating_add(TEMPLATE_TOKENS).min(budget)
    }
}

/// The vocabulary family of a tokenizer.
fn family_of(tokenizer: Tokenizer) -> Family {
    match tokenizer {
        Tokenizer::O200k => Family::O200k,
        Tokenizer::Cl100k => Family::Cl100k,
    }
}

fn has_images(message: &Message) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::Image { .. }))
}

/// Estimated size of a message in a prompt, in tokens. Reasoning counts only where it is
/// sent back with a tool call.
pub fn message_tokens(parts: &[Part]) -> u32 {
    words(parts, &Scale::default()).saturating_add(ImageRule::default().parts(parts))
}

/// Size of a message on `scale` without its images, in tokens.
fn words(parts: &[Part], scale: &Scale) -> u32 {
    let thinks = sends_reasoning(parts);
    let sizes = parts.iter().map(|part| match part {
        Part::Reasoning { text } if thinks => scale.text(text),
        part => part_tokens(part, scale),
    });
    sizes.fold(scale.tokens_per_message(), u32::saturating_add)
}

fn part_tokens(part: &Part, scale: &Scale) -> u32 {
    let words = match part {
        Part::Text { text } => scale.text(text),
        Part::ToolCall { name, arguments, back, .. } => {
            let texts = [name.as_str(), arguments].into_iter().chain(sent_back(back.as_deref()));
            texts.map(|text| scale.text(text)).fold(0, u32::saturating_add)
        }
        Part::ToolResult { content, .. } => scale.text(content),
        Part::File { name, .. } => scale.text(name),
        Part::ToolsUsed { names } => scale.text(&tools_used_line(names, Language::En)),
        Part::Image { .. } | Part::Reasoning { .. } => 0,
    };
    words.saturating_add(fixed_tokens(part))
}

/// The texts that are sent back with a tool call.
pub(crate) fn sent_back(back: Option<&SentBack>) -> impl Iterator<Item = &str> {
    let texts = back.into_iter().flat_map(|back| [&back.extra_content, &back.reasoning_details]);
    texts.flatten().map(String::as_str)
}

/// The part of the cost that is the same in every vocabulary, without images, in tokens.
pub(crate) fn fixed_tokens(part: &Part) -> u32 {
    match part {
        Part::File { .. } => FILE_NOTE_TOKENS,
        _ => 0,
    }
}

/// `[file: …]` around the name, in tokens.
const FILE_NOTE_TOKENS: u32 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_follows_what_the_provider_counts() {
        let text = "word ".repeat(100);
        let plain = Counter::default().text(&text);
        assert_eq!(Counter { per_mille: 1_500, ..Counter::default() }.text(&text), (plain * 3).div_ceil(2));
        assert_eq!(Counter::default().scaled(u32::MAX), u32::MAX);
        assert_eq!(Counter { per_mille: 2_500, ..Counter::default() }.scaled(u32::MAX), u32::MAX);
    }
}
