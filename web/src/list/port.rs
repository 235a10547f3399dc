//! What is seen of the list: a stretch of messages that are in the page, with empty room above and below for all that are
//! not. Decides what is missing, and how the room above changes so that nothing moves on screen.

use super::Extent;
use ricordo_core::branch::Sequence;

/// Browsers lay out no element that is taller than some 17 million pixels. Where the whole would be taller, the rooms
/// above and below are smaller than what they stand for.
const TALLEST: f64 = 10_000_000.0;
/// Messages are read before they are needed: so many screens before.
const AHEAD: f64 = 1.5;
/// Messages so many screens away leave the page.
const BEHIND: f64 = 3.0;

/// Where everything is, in pixels from the top of what scrolls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Port {
    /// The top of what is seen.
    pub top: f64,
    /// How much is seen.
    pub height: f64,
    /// The room above the messages in the page.
    pub above: f64,
    /// How tall the messages in the page are together.
    pub block: f64,
    /// The room below them.
    pub below: f64,
    /// Whether there are messages above.
    pub has_older: bool,
    /// Whether there are messages below.
    pub has_newer: bool,
}

/// What is to be read next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// Nothing.
    Nothing,
    /// The messages right above.
    Older,
    /// The messages right below.
    Newer,
    /// This message, and its top at this distance from the top of what is seen.
    Seek(Sequence, f64),
    /// The last messages.
    End,
}

impl Port {
    /// What is to be read, where the messages in the page are those from `first` to before `end`.
    pub fn wish(&self, extent: &Extent, first: Sequence, end: Sequence) -> Wish {
        let (start, finish) = (self.above, self.above + self.block);
        let bottom = self.top + self.height;
        if self.has_older && bottom < start - self.height {
            let share = (self.top / start).clamp(0.0, 1.0);
            let (sequence, within) = extent.at(share * extent.before(first));
            return Wish::Seek(sequence, -within);
        }
        if self.has_newer && self.top > finish + self.height {
            let share = ((bottom - finish) / self.below.max(1.0)).clamp(0.0, 1.0);
            if share > 0.999 {
                return Wish::End;
            }
            let from = extent.before(end);
            let (sequence, within) = extent.at(from + share * (extent.total() - from));
            return Wish::Seek(sequence, self.height - within);
        }
        if self.has_older && self.top < start + AHEAD * self.height {
            return Wish::Older;
        }
        if self.has_newer && bottom > finish - AHEAD * self.height {
            return Wish::Newer;
        }
        Wish::Nothing
    }

    /// How far above the first seen and below the last seen pixel messages are kept.
    pub fn kept(&self) -> (f64, f64) {
        (self.top - BEHIND * self.height, self.top + (1.0 + BEHIND) * self.height)
    }

    /// The rooms above and below that the whole conversation needs.
    pub fn rooms(&self, extent: &Extent, first: Sequence, end: Sequence) -> (f64, f64) {
        let total = extent.total();
        let scale = if total > TALLEST { TALLEST / total } else { 1.0 };
        let above = if self.has_older { extent.before(first) * scale } else { 0.0 };
        let below = if self.has_newer { (total - extent.before(end)) * scale } else { 0.0 };
        (above, below)
    }
}

/// What was at a place is `by` pixels further down now. Gives the new room above, and how far to scroll so that it is
/// where it was: as little as can be, because scrolling stops the finger's swing.
pub fn hold(above: f64, has_older: bool, by: f64) -> (f64, f64) {
    let wanted = above - by;
    let room = if has_older { wanted.max(0.0) } else { 0.0 };
    (room, by + room - above)
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn port() -> impl Strategy<Value = Port> {
        let sizes = (0.0..1e6f64, 300.0..2e3f64, 0.0..1e6f64, 1.0..5e4f64, 0.0..1e6f64);
        (sizes, any::<bool>(), any::<bool>()).prop_map(|((top, height, above, block, below), has_older, has_newer)| {
            let (above, below) = (if has_older { above } else { 0.0 }, if has_newer { below } else { 0.0 });
            let top = top.min((above + block + below - height).max(0.0));
            Port { top, height, above, block, below, has_older, has_newer }
        })
    }

    fn extent() -> Extent {
        Extent::new(0, 10_000, 60.0)
    }

    proptest! {
        #[test]
        fn where_nothing_is_missing_all_that_is_seen_is_there(port in port()) {
            if port.wish(&extent(), 4_000, 4_100) == Wish::Nothing {
                let is_whole_above = !port.has_older || port.top >= port.above;
                let is_whole_below = !port.has_newer || port.top + port.height <= port.above + port.block;
                prop_assert!(is_whole_above && is_whole_below);
            }
        }

        #[test]
        fn only_what_exists_is_asked_for(port in port()) {
            match port.wish(&extent(), 4_000, 4_100) {
                Wish::Nothing => {}
                Wish::Older => prop_assert!(port.has_older),
                Wish::Newer | Wish::End => prop_assert!(port.has_newer),
                Wish::Seek(sequence, offset) => {
                    prop_assert!(sequence < 10_000);
                    prop_assert!(sequence < 4_000 && port.has_older || sequence >= 4_100 && port.has_newer);
                    prop_assert!(offset <= port.height);
                }
            }
        }

        #[test]
        fn what_is_kept_is_more_than_what_is_read_ahead(port in port()) {
            let (from, to) = port.kept();
            prop_assert!(from < port.top - AHEAD * port.height && to > port.top + (1.0 + AHEAD) * port.height);
        }

        #[test]
        fn what_is_held_does_not_move(above in 0.0..1e5f64, by in -1e5..1e5f64, has_older: bool) {
            let (room, scrolled) = hold(above, has_older, by);
            prop_assert!(room >= 0.0);
            // It moved down by `by`, up by what the room lost and by what is scrolled.
            prop_assert!((by + (room - above) - scrolled).abs() < 1e-6);
            prop_assert!(!has_older || by > above || scrolled.abs() < 1e-6);
        }

        #[test]
        fn the_whole_is_never_too_tall(end in 2u32..3_000_000, tokens in 0.0..5_000.0f64) {
            let extent = Extent::new(0, end, tokens);
            let port = Port { has_older: true, has_newer: true, ..Port::default() };
            let (above, below) = port.rooms(&extent, end / 2, end / 2 + 1);
            prop_assert!(above + below <= TALLEST * 1.001);
        }
    }

    #[test]
    fn the_top_of_the_scrollbar_is_the_first_message_and_its_end_the_last() {
        let port =
            Port { height: 800.0, above: 5e5, block: 1e4, below: 5e5, has_older: true, has_newer: true, top: 0.0 };
        assert_eq!(port.wish(&extent(), 4_000, 4_100), Wish::Seek(0, 0.0));
        let port = Port { top: 5e5 + 1e4 + 5e5 - 800.0, ..port };
        assert_eq!(port.wish(&extent(), 4_000, 4_100), Wish::End);
    }

    #[test]
    fn rooms_are_empty_where_nothing_is_left() {
        let port = Port::default();
        assert_eq!(port.rooms(&extent(), 0, 10_000), (0.0, 0.0));
    }
}
