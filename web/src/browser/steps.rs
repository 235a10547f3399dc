//! Moves among elements with the keyboard.

/// Index that a step leads to from the element at `now`, wrapping at the ends or stopping there. The first one if none
/// is current.
pub fn next(now: Option<usize>, count: usize, step: isize, around: bool) -> usize {
    let (Some(now), Some(last)) = (now, count.checked_sub(1)) else { return 0 };
    let to = now.min(last).cast_signed().saturating_add(step);
    if around { to.rem_euclid(count.cast_signed()).cast_unsigned() } else { usize::try_from(to).unwrap_or(0).min(last) }
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn steps_go_around_or_stop_at_the_ends() {
        for (now, count, step, around, to) in [
            (None, 5, 1, true, 0),
            (None, 5, -1, false, 0),
            (Some(0), 5, 1, true, 1),
            (Some(4), 5, 1, true, 0),
            (Some(0), 5, -1, true, 4),
            (Some(4), 5, 1, false, 4),
            (Some(0), 5, -1, false, 0),
            (Some(2), 5, 1_000, false, 4),
            (Some(2), 5, -1_000, false, 0),
            (Some(0), 1, 1, true, 0),
            (Some(0), 1, -1, true, 0),
            // The focused element is being removed.
            (Some(9), 5, -1, false, 3),
            (Some(3), 0, 1, true, 0),
            (Some(1), 3, isize::MAX, false, 2),
            (Some(1), 3, isize::MIN, false, 0),
        ] {
            assert_eq!(next(now, count, step, around), to, "{step} from {now:?} of {count}");
        }
    }
}
