//! What an image costs in a prompt. Each provider has its own rule, and the difference between two of them is up to
//! thirtyfold.

use crate::message::Part;
use serde::{Deserialize, Serialize};

/// Sizes of which an image of unknown size counts as the dearer one. The page attaches no longer sides.
const UNKNOWN: [(u32, u32); 2] = [(2_048, 2_048), (2_048, 768)];
/// What an image of 100 pixels a side costs at least, in tokens, by the rules below.
pub(crate) const LEAST_PER_IMAGE: u32 = 16;

/// How a model counts images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageRule {
    /// OpenAI's rule for high detail: the image is scaled down to fit 2,048 pixels, then its short side to 768; it costs `base`
    /// and `tile` for each started tile of 512 pixels.
    Tiles {
        /// Tokens of the image itself.
        base: u32,
        /// Tokens of a tile.
        tile: u32,
    },
    /// The image is scaled down to a longest side and to `most` squares, and each started square costs the same.
    Squares {
        /// Side of a square, in pixels.
        side: u32,
        /// Longest side of the image, in pixels.
        longest: u32,
        /// Most squares.
        most: u32,
        /// Tokens of a square, in thousandths.
        each: u32,
    },
    /// Every image costs the same.
    Fixed(u32),
}

impl Default for ImageRule {
    /// That of GPT-4o, which is in the middle of what others count.
    fn default() -> Self {
        Self::Tiles { base: 85, tile: 170 }
    }
}

/// Beginnings of models' names, without the maker, and their rules. The first one that fits applies. Sources: the vision
/// guides of OpenAI, Anthropic, Google, xAI and Mistral, corrected by what users of OpenAI measured, and the model cards of Gemma
/// and Qwen; as of November 2026.
const RULES: &[(&str, ImageRule)] = &[
    ("gpt-4o-mini", ImageRule::Tiles { base: 2_833, tile: 5_667 }),
    ("gpt-4.1-mini", patches(1_620)),
    ("gpt-4.1-nano", patches(2_460)),
    ("gpt-5-mini", patches(1_200)),
    ("gpt-5-nano", patches(1_500)),
    ("gpt-5.", ImageRule::Squares { side: 32, longest: 2_048, most: 2_500, each: 1_200 }),
    ("gpt-5", ImageRule::Tiles { base: 70, tile: 140 }),
    ("o4-mini", patches(1_720)),
    ("o1", ImageRule::Tiles { base: 75, tile: 150 }),
    ("o3", ImageRule::Tiles { base: 75, tile: 150 }),
    ("claude-3", CLAUDE),
    ("claude-opus-4-7", NEW_CLAUDE),
    ("claude-opus-4.7", NEW_CLAUDE),
    ("claude-opus-4-8", NEW_CLAUDE),
    ("claude-opus-4.8", NEW_CLAUDE),
    ("claude-opus-4", CLAUDE),
    ("claude-sonnet-4", CLAUDE),
    ("claude-haiku-4", CLAUDE),
    ("claude", NEW_CLAUDE),
    ("gemini-1", ImageRule::Squares { side: 768, longest: 3_072, most: 16, each: 258_000 }),
    ("gemini-2", ImageRule::Squares { side: 768, longest: 3_072, most: 16, each: 258_000 }),
    ("gemini", ImageRule::Fixed(1_120)),
    ("gemma", ImageRule::Fixed(280)),
    ("grok", ImageRule::Squares { side: 448, longest: 2_048, most: 7, each: 256_000 }),
    ("pixtral", ImageRule::Squares { side: 16, longest: 1_024, most: 4_096, each: 1_016 }),
    ("mistral", MISTRAL),
    ("ministral", MISTRAL),
    ("magistral", MISTRAL),
    ("qwen2", QWEN),
    ("qwen3", ImageRule::Squares { side: 32, longest: 8_192, most: 16_384, each: 1_000 }),
    ("qwen", QWEN),
];

/// A patch is a square of 32 pixels.
const fn patches(each: u32) -> ImageRule {
    ImageRule::Squares { side: 32, longest: 2_048, most: 1_536, each }
}

const CLAUDE: ImageRule = ImageRule::Squares { side: 28, longest: 1_568, most: 1_600, each: 1_000 };
const NEW_CLAUDE: ImageRule = ImageRule::Squares { side: 28, longest: 2_576, most: 4_784, each: 1_000 };
const MISTRAL: ImageRule = ImageRule::Squares { side: 28, longest: 1_540, most: 3_025, each: 1_018 };
const QWEN: ImageRule = ImageRule::Squares { side: 28, longest: 8_192, most: 16_384, each: 1_000 };

impl ImageRule {
    /// The rule of a model, by its name; that of GPT-4o for an unknown one.
    pub fn of(model: &str) -> Self {
        let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        RULES.iter().find(|(beginning, _)| name.starts_with(beginning)).map_or_else(Self::default, |(_, rule)| *rule)
    }

    /// Cost of the images among some parts, in tokens.
    pub(crate) fn parts(self, parts: &[Part]) -> u32 {
        let costs = parts.iter().map(|part| match part {
            Part::Image { width, height, .. } => self.image(*width, *height),
            _ => 0,
        });
        costs.fold(0, u32::saturating_add)
    }

    /// Cost of an image with sides in pixels, in tokens.
    fn image(self, width: Option<u32>, height: Option<u32>) -> u32 {
        let known = width.zip(height).filter(|(width, height)| *width > 0 && *height > 0);
        let Some((width, height)) = known else {
            return UNKNOWN.map(|(width, height)| self.image(Some(width), Some(height))).into_iter().max().unwrap_or(0);
        };
        let (long, short) = (u64::from(width.max(height)), u64::from(width.min(height)));
        let tokens = match self {
            Self::Tiles { base, tile } => {
                let (long, short) = within((long, short), 2_048);
                let (short, long) = within((short, long), 768);
                u64::from(base) + u64::from(tile) * long.div_ceil(512) * short.div_ceil(512)
            }
            Self::Squares { side, longest, most, each } => {
                let (long, short) = within((long, short), longest.into());
                let squares = long.div_ceil(side.into()) * short.div_ceil(side.into());
                (squares.min(most.into()) * u64::from(each)).div_ceil(1_000)
            }
            Self::Fixed(tokens) => tokens.into(),
        };
        u32::try_from(tokens).unwrap_or(u32::MAX)
    }
}

/// Two sides, scaled down so that the first one is at most `most`.
fn within((first, second): (u64, u64), most: u64) -> (u64, u64) {
    if first > most { (most, (second * most / first).max(1)) } else { (first, second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(model: &str, width: u32, height: u32) -> u32 {
        ImageRule::of(model).image(Some(width), Some(height))
    }

    #[test]
    fn an_image_costs_what_its_provider_says() {
        // The examples of OpenAI's vision guide.
        for (model, [square, tall, small]) in
            [("gpt-4o", [765, 1_105, 255]), ("openai/gpt-4o-mini-2024-07-18", [25_501, 36_835, 8_500])]
        {
            assert_eq!(
                [cost(model, 1024, 1024), cost(model, 2048, 4096), cost(model, 300, 200)],
                [square, tall, small]
            );
        }
        assert_eq!(cost("gpt-4.1-mini", 2400, 1800), 2_489, "as it was billed, but for rounding");
        assert_eq!(cost("gpt-5.4-mini", 576, 768), 519);
        // 28 pixels each, and no more than about 1,600 where nothing larger is read.
        assert_eq!(cost("claude-sonnet-4-5-20250929", 1092, 1092), 1_521);
        assert_eq!(cost("anthropic/claude-sonnet-4.5", 4000, 4000), 1_600);
        assert_eq!(cost("claude-opus-4-7", 2000, 1500), 3_888);
        assert_eq!([cost("gemini-2.5-flash", 300, 300), cost("gemini-3-pro", 300, 300)], [258, 1_120]);
        assert_eq!(cost("gemma-3-27b-it", 1600, 1200), 280);
        assert_eq!(cost("Qwen/Qwen2.5-VL-7B-Instruct", 1600, 1200), 58 * 43);
    }

    #[test]
    fn every_rule_has_bounds_and_an_unknown_size_counts_as_a_large_one() {
        for rule in RULES.iter().map(|(_, rule)| *rule).chain([ImageRule::default()]) {
            let [unknown, huge] = [rule.image(None, None), rule.image(Some(u32::MAX), Some(u32::MAX))];
            assert!(unknown < 64_000 && huge < 64_000, "{rule:?}: {unknown} {huge}");
            assert!(
                rule.image(Some(2_048), Some(1_536)) <= unknown && rule.image(Some(u32::MAX), Some(1)) <= huge * 2,
                "{rule:?}"
            );
            assert!(rule.image(Some(0), None) == unknown && rule.image(Some(1), Some(1)) > 0, "{rule:?}");
        }
    }

    #[test]
    fn no_rule_hides_a_later_one() {
        for (place, (beginning, _)) in RULES.iter().enumerate() {
            let found = RULES.iter().position(|(other, _)| beginning.starts_with(other));
            assert_eq!(found, Some(place), "{beginning}");
        }
    }
}
