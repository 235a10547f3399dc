//! Shares of the budget per layer, and the order in which layers are sent.

use crate::{error::OutOfRange, layer::LayerKind};
use serde::{Deserialize, Serialize};

/// Position and share of a layer. A layer that is not listed is not sent, except for the system prompt and the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerLimits {
    /// The layer.
    pub kind: LayerKind,
    /// Share of the budget that it gets before any other layer gets more than its own floor, in percent. 0 to 100.
    pub floor: u32,
    /// Largest share of the budget that it may take, in percent. 0 to 100; 0 switches the layer off.
    pub ceiling: u32,
    /// Rank in the distribution: 1 before 2. Ties are broken by the order of the list.
    pub priority: u32,
}

impl LayerLimits {
    /// [`LayerLimits::floor`] of a budget, in tokens.
    pub fn floor_tokens(&self, budget: u32) -> u32 {
        percent(budget, self.floor)
    }

    /// [`LayerLimits::ceiling`] of a budget, in tokens.
    pub fn ceiling_tokens(&self, budget: u32) -> u32 {
        percent(budget, self.ceiling)
    }
}

fn percent(whole: u32, percent: u32) -> u32 {
    u32::try_from(u64::from(whole) * u64::from(percent) / 100).unwrap_or(u32::MAX)
}

/// The layers of preset `balanced`: stable first and volatile last.
///
/// The window gets at least a quarter of the budget whatever the other layers need, and everything they leave.
pub fn default_layers() -> Vec<LayerLimits> {
    let layer = |kind, floor, ceiling, priority| LayerLimits { kind, floor, ceiling, priority };
    vec![
        layer(LayerKind::SystemPrompt, 0, 100, 1),
        layer(LayerKind::Tools, 0, 20, 3),
        layer(LayerKind::Memories, 5, 20, 4),
        layer(LayerKind::Summaries, 10, 30, 5),
        layer(LayerKind::Window, 25, 100, 7),
        layer(LayerKind::Recall, 0, 40, 6),
        layer(LayerKind::Now, 0, 10, 2),
        layer(LayerKind::Message, 0, 100, 1),
    ]
}

/// Checks the shares.
///
/// # Errors
/// The first [`OutOfRange`]: a share above 100, a floor above its ceiling, or floors that add up to more than the budget. Its
/// field is the path `layers.window.ceiling` or `layers.window.floor`, and for the sum `layers.floors`.
pub fn check(layers: &[LayerLimits]) -> Result<(), OutOfRange> {
    let refuse = |field: String, given: u32, max: u32| {
        Err(OutOfRange { field, given: given.to_string(), min: 0, max: max.into() })
    };
    for layer in layers {
        let name = layer.kind.name();
        if layer.ceiling > 100 {
            return refuse(format!("layers.{name}.ceiling"), layer.ceiling, 100);
        }
        if layer.floor > layer.ceiling {
            return refuse(format!("layers.{name}.floor"), layer.floor, layer.ceiling);
        }
    }
    let floors: u32 = layers.iter().map(|layer| layer.floor).sum();
    if floors > 100 { refuse("layers.floors".to_owned(), floors, 100) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_that_cannot_be_kept_are_refused() {
        let mut layers = default_layers();
        assert_eq!(check(&layers), Ok(()));
        layers[2].floor = 21;
        assert_eq!(check(&layers).unwrap_err().field, "layers.memories.floor");
        layers[2].floor = 20;
        layers[4].floor = 80;
        assert_eq!(check(&layers).unwrap_err().field, "layers.floors");
        layers[4].ceiling = 101;
        assert_eq!(check(&layers).unwrap_err().field, "layers.window.ceiling");
    }
}
