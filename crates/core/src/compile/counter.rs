//! The counter in use: how many tokens a text takes, as far as we know the model.
//!
//! Our estimate, corrected by what the provider reported so far; for stored messages their exact size where it was
//! counted with the vocabulary in use.

use crate::{
    message::{Message, Part, Tokenizer},
    tokens::estimate,
};
use serde::{Deserialize, Serialize};

/// What a message costs beyond its words: its role and the marks around it, in tokens.
pub const TOKENS_PER_MESSAGE: u32 = 4;

/// How tokens are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// What the model counts where we estimate 1,000. 500 to 2,500.
    pub per_mille: u32,
    /// The vocabulary whose exact counts are used where a message has one.
    pub tokenizer: Option<Tokenizer>,
}

impl Default for Counter {
    /// The estimate as it is.
    fn default() -> Self {
        Self { per_mille: 1_000, tokenizer: None }
    }
}

impl Counter {
    /// The size of a text, in tokens.
    pub fn text(&self, text: &str) -> u32 {
        self.scaled(estimate(text))
    }

    /// The size of a message of these parts, in tokens.
    pub fn parts(&self, parts: &[Part]) -> u32 {
        self.scaled(message_tokens(parts))
    }

    /// The size of a stored message as it was counted when it was stored, in tokens.
    pub fn stored(&self, message: &Message) -> u32 {
        match message.exact {
            Some(exact) if Some(exact.tokenizer) == self.tokenizer => exact.tokens,
            _ => self.scaled(message.tokens),
        }
    }

    /// An estimate as the model counts.
    pub fn scaled(&self, estimate: u32) -> u32 {
        let scaled = (u64::from(estimate) * u64::from(self.per_mille)).div_ceil(1_000);
        u32::try_from(scaled).unwrap_or(u32::MAX)
    }
}

/// The estimated size of a message in a prompt, in tokens. Reasoning is not sent and does not count.
pub fn message_tokens(parts: &[Part]) -> u32 {
    parts.iter().map(part_tokens).fold(TOKENS_PER_MESSAGE, u32::saturating_add)
}

fn part_tokens(part: &Part) -> u32 {
    match part {
        Part::Text { text } => estimate(text),
        Part::ToolCall { name, arguments, .. } => estimate(name).saturating_add(estimate(arguments)),
        Part::ToolResult { content, .. } => estimate(content),
        Part::Image { width, height, .. } => image_tokens(*width, *height),
        Part::File { name, .. } => estimate(name).saturating_add(FILE_NOTE_TOKENS),
        Part::Reasoning { .. } => 0,
    }
}

/// `[file: …]` around the name.
const FILE_NOTE_TOKENS: u32 = 4;

/// What an image costs: OpenAI's published rule for high detail. It is fitted into 2,048 pixels, then its short side into
/// 768; each begun tile of 512 costs 170 tokens, and the image 85. An image of unknown size counts as the largest.
pub fn image_tokens(width: Option<u32>, height: Option<u32>) -> u32 {
    const TILE: u64 = 170;
    const BASE: u64 = 85;
    let (Some(width), Some(height)) = (width.filter(|w| *w > 0), height.filter(|h| *h > 0)) else {
        return 1_445;
    };
    let (mut long, mut short) = (u64::from(width.max(height)), u64::from(width.min(height)));
    if long > 2_048 {
        short = (short * 2_048 / long).max(1);
        long = 2_048;
    }
    if short > 768 {
        long = long * 768 / short;
        short = 768;
    }
    let tiles = long.div_ceil(512) * short.div_ceil(512);
    u32::try_from(BASE + TILE * tiles).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_costs_what_openai_says() {
        // The examples of OpenAI's vision guide.
        assert_eq!(image_tokens(Some(1024), Some(1024)), 765);
        assert_eq!(image_tokens(Some(2048), Some(4096)), 1_105);
        assert_eq!(image_tokens(Some(300), Some(200)), 255);
        assert_eq!(image_tokens(Some(0), None), 1_445);
        assert!(image_tokens(Some(u32::MAX), Some(1)) <= 1_445);
    }

    #[test]
    fn the_estimate_follows_what_the_provider_counts() {
        let text = "word ".repeat(100);
        let plain = Counter::default().text(&text);
        assert_eq!(Counter { per_mille: 1_500, tokenizer: None }.text(&text), (plain * 3).div_ceil(2));
        assert_eq!(Counter::default().scaled(u32::MAX), u32::MAX);
        assert_eq!(Counter { per_mille: 2_500, tokenizer: None }.scaled(u32::MAX), u32::MAX);
    }
}
