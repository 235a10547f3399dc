//! Where a popover goes beside the button that opens it.

use crate::floats::within;

/// Space between the button and the popover, and between the popover and the edge of the window, in pixels.
const GAP: f64 = 4.0;

/// Edges of the button, in pixels from the corner of the window.
#[derive(Clone, Copy, Debug)]
pub struct Opener {
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Left and top of a popover of this size in a window of this size: below the button if there is room, otherwise above,
/// and always inside the window.
pub fn place(opener: Opener, (width, height): (f64, f64), (wide, high): (f64, f64)) -> (f64, f64) {
    let left = within(opener.right - width, GAP, (wide - width - GAP).max(GAP));
    let below = opener.bottom + GAP;
    let above = opener.top - height - GAP;
    (left, if below + height <= high { below } else { above.max(GAP) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: (f64, f64) = (1_000.0, 800.0);

    fn at(right: f64, top: f64) -> Opener {
        Opener { right, top, bottom: top + 30.0 }
    }

    #[test]
    fn a_popover_is_below_its_button_or_above_where_there_is_no_room() {
        assert_eq!(place(at(500.0, 100.0), (200.0, 300.0), WINDOW), (300.0, 134.0));
        assert_eq!(place(at(500.0, 700.0), (200.0, 300.0), WINDOW), (300.0, 396.0));
        assert_eq!(place(at(500.0, 466.0), (200.0, 300.0), WINDOW).1, 500.0, "it just fits");
        assert_eq!(place(at(500.0, 467.0), (200.0, 300.0), WINDOW).1, 163.0, "it just does not");
    }

    #[test]
    fn a_popover_never_leaves_the_window_at_the_left_or_at_the_top() {
        for (opener, size) in [
            (at(50.0, 100.0), (200.0, 300.0)),
            (at(0.0, 0.0), (200.0, 300.0)),
            (at(1_500.0, 100.0), (200.0, 300.0)),
            (at(500.0, 400.0), (200.0, 790.0)),
            (at(500.0, 400.0), (2_000.0, 2_000.0)),
            (at(-50.0, -100.0), (200.0, 300.0)),
        ] {
            let (left, top) = place(opener, size, WINDOW);
            assert!(left >= GAP, "{opener:?} {size:?}: {left}");
            assert!(left + size.0 <= WINDOW.0 || left == GAP, "{opener:?} {size:?}: {left}");
            assert!(top >= GAP || opener.bottom < 0.0, "{opener:?} {size:?}: {top}");
        }
    }
}
