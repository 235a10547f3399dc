//! Where the view goes, as numbers: whether it follows the end, and where a message is placed and kept.

use crate::floats::within;

/// Within this distance of the end, in pixels, the view counts as at the end.
const NEAR: f64 = 32.0;
/// Minimum distance of a target message from the top, in pixels, so that its frame is not cut off.
const TOP: f64 = 28.0;

/// Row whose position on screen is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    /// Key of the row.
    pub(super) key: u64,
    /// Distance of its top from the top of the viewport, in pixels.
    pub(super) offset: f64,
    /// Height of the row, in pixels.
    pub(super) height: f64,
}

impl Anchor {
    /// The anchor once its message has another height. The same text stays at the top of the viewport.
    pub(super) fn rescaled(self, height: f64) -> Self {
        if self.offset >= 0.0 || self.height <= 0.0 {
            return self;
        }
        Self { offset: self.offset * height / self.height, height, ..self }
    }
}

/// Whether the view follows the end after the user has scrolled by `moved` pixels to this distance from the end. `None`
/// if that does not change.
pub(super) fn follows_end(distance: f64, moved: f64, has_newer: bool) -> Option<bool> {
    match () {
        () if has_newer => Some(false),
        () if distance <= 2.0 || (moved >= 0.0 && distance < NEAR) => Some(true),
        () if moved < 0.0 => Some(false),
        () => None,
    }
}

/// Distance from the top at which a target message of this height is placed in the viewport. One that fits is placed a
/// little below the top, where people look for it.
pub(super) fn place_of_target(height: f64, viewport: f64) -> f64 {
    within(viewport - height, TOP, TOP.max(viewport / 5.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_follows_the_end_once_the_user_is_there_and_until_they_scroll_up() {
        for (distance, moved, follows) in [
            (0.0, 500.0, Some(true)),
            (NEAR - 1.0, 10.0, Some(true)),
            (NEAR - 1.0, 0.0, Some(true)),
            (NEAR, 10.0, None),
            // A small step up leaves the end, although it is near.
            (NEAR - 1.0, -5.0, Some(false)),
            (3.0, -1.0, Some(false)),
            // Rounded positions of a zoomed page.
            (1.5, -0.5, Some(true)),
            (900.0, -1.0, Some(false)),
            (900.0, 1.0, None),
        ] {
            assert_eq!(follows_end(distance, moved, false), follows, "{distance} after {moved}");
            assert_eq!(follows_end(distance, moved, true), Some(false), "the end is not loaded");
        }
    }

    #[test]
    fn a_target_is_seen_with_its_frame_whatever_its_height() {
        for (height, place) in [(100.0, 160.0), (700.0, 100.0), (790.0, TOP), (5_000.0, TOP), (0.0, 160.0)] {
            assert_eq!(place_of_target(height, 800.0), place, "{height}");
        }
        // A window so low that a fifth of it is less than the frame needs.
        assert_eq!(place_of_target(50.0, 100.0), TOP);
        assert_eq!(place_of_target(50.0, 0.0), TOP);
    }

    #[test]
    fn the_text_at_the_top_stays_there_when_the_width_changes() {
        let anchor = Anchor { key: 1, offset: -200.0, height: 400.0 };
        let moved = anchor.rescaled(800.0);
        assert_eq!((moved.offset, moved.height), (-400.0, 800.0), "still the middle of the message");
        let whole = Anchor { offset: 12.0, ..anchor };
        assert_eq!(whole.rescaled(800.0), whole, "its beginning is in view");
        let empty = Anchor { height: 0.0, ..anchor };
        assert_eq!(empty.rescaled(800.0), empty);
    }
}
