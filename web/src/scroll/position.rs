//! Where the view goes, as numbers: whether it follows the end, and where a message is placed and kept.

use crate::{floats::within, list::FetchRequest};

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

/// Index of the row whose place on screen is kept: the first one that begins in the viewport, or the one that fills it. As
/// below, `place` returns the distance of a row from the top of the viewport, and its height; `None` if it is not drawn.
pub(super) fn kept_row<T>(rows: &[T], viewport: f64, place: impl Fn(&T) -> Option<(f64, f64)>) -> Option<usize> {
    // The rows are in order, so a binary search finds the first one that begins in the viewport.
    let at = rows.partition_point(|row| place(row).is_some_and(|(top, _)| top < 0.0));
    let begins = rows.get(at).and_then(place).is_some_and(|(top, _)| top < viewport);
    if begins { Some(at) } else { at.checked_sub(1) }
}

/// Index of the row that is being read: the last one that begins no lower than where a target is placed.
pub(super) fn read_row<T>(rows: &[T], viewport: f64, place: impl Fn(&T) -> Option<(f64, f64)>) -> Option<usize> {
    let line = place_of_target(0.0, viewport) + 1.0;
    rows.partition_point(|row| place(row).is_none_or(|(top, _)| top <= line)).checked_sub(1)
}

/// Number of rows, at the end that is not fetched, that lie wholly outside of what is kept: from and to a distance from the
/// top of the viewport.
pub(super) fn rows_beyond<T>(
    rows: &[T],
    fetch: FetchRequest,
    (from, to): (f64, f64),
    place: impl Fn(&T) -> Option<(f64, f64)>,
) -> usize {
    match fetch {
        FetchRequest::Older => rows.iter().rev().take_while(|row| place(row).is_some_and(|(top, _)| top > to)).count(),
        FetchRequest::Newer => {
            rows.iter().take_while(|row| place(row).is_some_and(|(top, height)| top + height < from)).count()
        }
        _ => 0,
    }
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

    /// Places of rows of these heights, of which the first is at `top`.
    fn stacked(top: f64, heights: &[f64]) -> Vec<Option<(f64, f64)>> {
        let places = heights.iter().scan(top, |next, height| {
            let top = *next;
            *next += height;
            Some(Some((top, *height)))
        });
        places.collect()
    }

    fn kept(rows: &[Option<(f64, f64)>]) -> Option<usize> {
        kept_row(rows, 800.0, |row| *row)
    }

    fn read(rows: &[Option<(f64, f64)>]) -> Option<usize> {
        read_row(rows, 800.0, |row| *row)
    }

    #[test]
    fn the_row_that_stays_in_place_begins_in_view_or_fills_it() {
        for (top, heights, row) in [
            (0.0, &[100.0, 100.0][..], Some(0)),
            (-1.0, &[100.0, 100.0], Some(1)),
            (-100.0, &[100.0, 100.0], Some(1)),
            (300.0, &[100.0], Some(0)),
            // A long message fills the view, and the next one begins below it.
            (-500.0, &[5_000.0, 100.0], Some(0)),
            (-500.0, &[1_300.0, 100.0], Some(0)),
            (-500.0, &[1_299.0, 100.0], Some(1)),
            (-900.0, &[100.0, 100.0], Some(1)),
            (801.0, &[100.0], None),
            (0.0, &[], None),
        ] {
            assert_eq!(kept(&stacked(top, heights)), row, "{heights:?} from {top}");
        }
        let drawn = stacked(-150.0, &[100.0, 100.0, 100.0]);
        assert_eq!(kept(&[&drawn[..2], &[None]].concat()), Some(1), "the next row is not drawn yet");
        assert_eq!(kept(&[None, None]), None);
    }

    #[test]
    fn the_message_that_is_read_is_the_one_that_a_jump_to_it_shows_there() {
        // Wherever a jump puts the top of a message, that message is the one that is read then.
        for height in [40.0, 700.0, 5_000.0] {
            let place = place_of_target(height, 800.0);
            assert_eq!(read(&stacked(place - 300.0, &[300.0, height, 200.0])), Some(1), "{height}");
        }
        assert_eq!(read(&stacked(-2_000.0, &[5_000.0, 100.0])), Some(0), "its beginning is far above");
        assert_eq!(read(&stacked(400.0, &[100.0, 100.0])), None, "the first one begins further down");
        assert_eq!(read(&[]), None);
        assert_eq!(read(&[stacked(0.0, &[100.0]), vec![None, None]].concat()), Some(2), "rows that are not drawn yet");
    }

    #[test]
    fn only_rows_that_are_wholly_outside_at_the_other_end_are_unloaded() {
        let beyond = |rows: &[_], fetch, kept| rows_beyond(rows, fetch, kept, |row: &Option<(f64, f64)>| *row);
        // Tops at -300, -200, … 500.
        let rows = stacked(-300.0, &[100.0; 9]);
        for (fetch, kept, count) in [
            (FetchRequest::Older, (-9_000.0, 300.0), 2),
            (FetchRequest::Older, (-9_000.0, 299.0), 3),
            (FetchRequest::Older, (-9_000.0, 9_000.0), 0),
            (FetchRequest::Newer, (-100.0, 9_000.0), 1),
            (FetchRequest::Newer, (-99.0, 9_000.0), 2),
            (FetchRequest::Newer, (-9_000.0, 0.0), 0),
            (FetchRequest::Seek(3, 0.0), (0.0, 0.0), 0),
            (FetchRequest::End, (0.0, 0.0), 0),
            (FetchRequest::Nothing, (0.0, 0.0), 0),
        ] {
            assert_eq!(beyond(&rows, fetch, kept), count, "{fetch:?} {kept:?}");
        }
        let not_drawn = [&[None], &rows[..]].concat();
        assert_eq!(beyond(&not_drawn, FetchRequest::Newer, (1e6, 2e6)), 0, "nobody knows where it is");
        assert_eq!(beyond(&[], FetchRequest::Older, (0.0, 0.0)), 0);
    }
}
