//! Geometry of the list: the loaded messages, with empty spacers above and below for all others. Decides what to load,
//! and how the spacer above changes so that nothing moves on screen.

use super::HeightEstimate;
use crate::floats;
use ricordo_core::branch::Sequence;

/// Browsers lay out no element taller than about 17 million pixels. If the whole list would be taller, the spacers are
/// smaller than what they stand for.
const TALLEST: f64 = 10_000_000.0;
/// Messages are loaded this many screens before they are needed.
const AHEAD: f64 = 1.5;
/// Messages this many screens away are unloaded.
const BEHIND: f64 = 3.0;

/// Geometry of the list, in pixels from the top of the scrolled content.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport {
    /// Top of the visible part.
    pub top: f64,
    /// Height of the visible part.
    pub height: f64,
    /// Height of the spacer above the loaded messages.
    pub above: f64,
    /// Total height of the loaded messages.
    pub block: f64,
    /// Height of the spacer below them.
    pub below: f64,
    /// Whether there are messages above the loaded ones.
    pub has_older: bool,
    /// Whether there are messages below the loaded ones.
    pub has_newer: bool,
}

/// What to load next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FetchRequest {
    /// Nothing.
    Nothing,
    /// The messages just before the loaded ones.
    Older,
    /// The messages just after the loaded ones.
    Newer,
    /// The messages around this one, whose top goes to this distance from the top of the viewport.
    Seek(Sequence, f64),
    /// The last messages.
    End,
}

impl Viewport {
    /// Decides what to load. The loaded messages are those from `first` up to but not including `end`.
    pub fn fetch(&self, estimates: &HeightEstimate, first: Sequence, end: Sequence) -> FetchRequest {
        let (start, finish) = (self.above, self.above + self.block);
        let bottom = self.top + self.height;
        if self.has_older && bottom < start - self.height {
            let share = floats::within(self.top / start, 0.0, 1.0);
            let (sequence, within) = estimates.at(share * estimates.before(first));
            return FetchRequest::Seek(sequence, -within);
        }
        if self.has_newer && self.top > finish + self.height {
            let share = floats::within((bottom - finish) / self.below.max(1.0), 0.0, 1.0);
            if share > 0.999 {
                return FetchRequest::End;
            }
            let from = estimates.before(end);
            let (sequence, within) = estimates.at(from + share * (estimates.total() - from));
            return FetchRequest::Seek(sequence, self.height - within);
        }
        if self.has_older && self.top < start + AHEAD * self.height {
            return FetchRequest::Older;
        }
        if self.has_newer && bottom > finish - AHEAD * self.height {
            return FetchRequest::Newer;
        }
        FetchRequest::Nothing
    }

    /// Range in which messages stay loaded, in pixels from the top of the scrolled content.
    pub fn kept(&self) -> (f64, f64) {
        (self.top - BEHIND * self.height, self.top + (1.0 + BEHIND) * self.height)
    }

    /// Heights of the spacers that the whole conversation needs.
    pub fn rooms(&self, estimates: &HeightEstimate, first: Sequence, end: Sequence) -> (f64, f64) {
        let total = estimates.total();
        let scale = if total > TALLEST { TALLEST / total } else { 1.0 };
        let above = if self.has_older { estimates.before(first) * scale } else { 0.0 };
        let below = if self.has_newer { (total - estimates.before(end)) * scale } else { 0.0 };
        (above, below)
    }
}

/// Compensates for content that moved down by `by` pixels. Returns the new height of the spacer above and the distance
/// to scroll so that the content stays in place. It scrolls as little as possible, because scrolling stops the momentum
/// of a touch scroll.
pub fn hold(above: f64, has_older: bool, by: f64) -> (f64, f64) {
    let wanted = above - by;
    let room = if has_older { wanted.max(0.0) } else { 0.0 };
    (room, by + room - above)
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn viewport() -> impl Strategy<Value = Viewport> {
        let sizes = (0.0..1e6f64, 300.0..2e3f64, 0.0..1e6f64, 1.0..5e4f64, 0.0..1e6f64);
        (sizes, any::<bool>(), any::<bool>()).prop_map(|((top, height, above, block, below), has_older, has_newer)| {
            let (above, below) = (if has_older { above } else { 0.0 }, if has_newer { below } else { 0.0 });
            let top = top.min((above + block + below - height).max(0.0));
            Viewport { top, height, above, block, below, has_older, has_newer }
        })
    }

    fn estimates() -> HeightEstimate {
        HeightEstimate::new(0, 10_000, 60.0)
    }

    proptest! {
        #[test]
        fn where_nothing_is_missing_all_that_is_seen_is_there(viewport in viewport()) {
            if viewport.fetch(&estimates(), 4_000, 4_100) == FetchRequest::Nothing {
                let is_whole_above = !viewport.has_older || viewport.top >= viewport.above;
                let is_whole_below = !viewport.has_newer || viewport.top + viewport.height <= viewport.above + viewport.block;
                prop_assert!(is_whole_above && is_whole_below);
            }
        }

        #[test]
        fn only_what_exists_is_asked_for(viewport in viewport()) {
            match viewport.fetch(&estimates(), 4_000, 4_100) {
                FetchRequest::Nothing => {}
                FetchRequest::Older => prop_assert!(viewport.has_older),
                FetchRequest::Newer | FetchRequest::End => prop_assert!(viewport.has_newer),
                FetchRequest::Seek(sequence, offset) => {
                    prop_assert!(sequence < 10_000);
                    prop_assert!(sequence < 4_000 && viewport.has_older || sequence >= 4_100 && viewport.has_newer);
                    prop_assert!(offset <= viewport.height);
                }
            }
        }

        #[test]
        fn what_is_kept_is_more_than_what_is_read_ahead(viewport in viewport()) {
            let (from, to) = viewport.kept();
            prop_assert!(from < viewport.top - AHEAD * viewport.height && to > viewport.top + (1.0 + AHEAD) * viewport.height);
        }

        #[test]
        fn what_is_held_does_not_move(above in 0.0..1e5f64, by in -1e5..1e5f64, has_older: bool) {
            let (room, scrolled) = hold(above, has_older, by);
            prop_assert!(room >= 0.0);
            // The content moved down by `by`, and up by what the spacer lost and by the scrolled distance.
            prop_assert!((by + (room - above) - scrolled).abs() < 1e-6);
            prop_assert!(!has_older || by > above || scrolled.abs() < 1e-6);
        }

        #[test]
        fn the_whole_is_never_too_tall(end in 2u32..3_000_000, tokens in 0.0..5_000.0f64) {
            let estimates = HeightEstimate::new(0, end, tokens);
            let viewport = Viewport { has_older: true, has_newer: true, ..Viewport::default() };
            let (above, below) = viewport.rooms(&estimates, end / 2, end / 2 + 1);
            prop_assert!(above + below <= TALLEST * 1.001);
        }
    }

    #[test]
    fn the_top_of_the_scrollbar_is_the_first_message_and_its_end_the_last() {
        let viewport =
            Viewport { height: 800.0, above: 5e5, block: 1e4, below: 5e5, has_older: true, has_newer: true, top: 0.0 };
        assert_eq!(viewport.fetch(&estimates(), 4_000, 4_100), FetchRequest::Seek(0, 0.0));
        let viewport = Viewport { top: 5e5 + 1e4 + 5e5 - 800.0, ..viewport };
        assert_eq!(viewport.fetch(&estimates(), 4_000, 4_100), FetchRequest::End);
    }

    #[test]
    fn rooms_are_empty_where_nothing_is_left() {
        let viewport = Viewport::default();
        assert_eq!(viewport.rooms(&estimates(), 0, 10_000), (0.0, 0.0));
    }
}
