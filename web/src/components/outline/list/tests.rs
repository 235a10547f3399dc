//! Which lines of the outline are drawn, reached and kept in place.

use super::*;
use crate::state::testing::message_id;

/// A day, two turns, the boundary, and a turn.
fn lines() -> Vec<Line> {
    let row = |sequence| LineKey::Row(message_id(sequence), 0);
    let keys = [LineKey::Day(0), row(0), row(2), LineKey::Boundary, row(4)];
    (0..).zip(keys).map(|(at, key)| Line { key, at, top: 30 * at as u32, height: 30 }).collect()
}

#[test]
fn the_arrow_keys_pass_what_leads_nowhere_and_stop_at_the_ends() {
    let lines = lines();
    for (key, at, to) in [
        ("ArrowDown", Some(1), Some(2)),
        ("ArrowDown", Some(2), Some(4)),
        ("ArrowDown", Some(4), None),
        ("ArrowDown", None, Some(1)),
        ("ArrowUp", Some(4), Some(2)),
        ("ArrowUp", Some(1), None),
        ("ArrowUp", None, None),
        ("Home", Some(4), Some(1)),
        ("End", Some(1), Some(4)),
    ] {
        assert_eq!(moved(key, &lines, at), Some(to), "{key} {at:?}");
    }
    for key in ["a", " ", "Enter", "PageDown"] {
        assert_eq!(moved(key, &lines, Some(1)), None, "{key}");
    }
    for key in ["ArrowDown", "ArrowUp", "Home", "End"] {
        assert_eq!(moved(key, &[], None), Some(None), "{key} in an empty list");
    }
}

#[test]
fn an_outline_is_called_empty_only_once_all_of_it_was_read() {
    assert_eq!(nothing_because(false, true, true), None);
    assert_eq!(nothing_because(true, true, false), Some(texts().nothing));
    assert_eq!(nothing_because(true, false, true), Some(texts().empty));
    assert_eq!(nothing_because(true, false, false), None, "it is being read");
}

/// Key of the message with this sequence.
fn row(sequence: u32) -> LineKey {
    LineKey::Row(message_id(sequence), 0)
}

/// Lines of these keys, each 30 pixels high.
fn lines_of(keys: &[LineKey]) -> Vec<Line> {
    (0..).zip(keys).map(|(at, key)| Line { key: *key, at, top: 30 * at as u32, height: 30 }).collect()
}

#[test]
fn tab_reaches_the_chosen_line_or_the_one_being_read_or_the_last() {
    let lines = lines();
    for (chosen, current, reached) in [
        (Some(row(0)), Some(row(2)), Some(row(0))),
        (None, Some(row(2)), Some(row(2))),
        (None, None, Some(row(4))),
        // They are filtered out.
        (Some(row(9)), Some(row(2)), Some(row(2))),
        (Some(row(9)), Some(row(8)), Some(row(4))),
    ] {
        assert_eq!(reached_by_tab(&lines, chosen, current), reached, "{chosen:?} {current:?}");
    }
    assert_eq!(reached_by_tab(&[], Some(row(0)), None), None);
    assert_eq!(
        reached_by_tab(&lines_of(&[LineKey::Day(0), LineKey::Boundary]), None, None),
        None,
        "these lead nowhere"
    );
}

#[test]
fn the_line_that_tab_reaches_is_in_the_page_wherever_the_list_is_scrolled() {
    for (reached, indexes) in [
        (None, &[4, 5, 6][..]),
        (Some(5), &[4, 5, 6]),
        (Some(4), &[4, 5, 6]),
        (Some(3), &[3, 4, 5, 6]),
        (Some(0), &[0, 4, 5, 6]),
        (Some(7), &[4, 5, 6, 7]),
    ] {
        assert_eq!(drawn(4..7, reached).collect::<Vec<_>>(), indexes, "{reached:?}");
    }
    assert_eq!(drawn(3..3, Some(3)).collect::<Vec<_>>(), [3], "nothing is in view");
}

#[test]
fn older_lines_that_arrive_above_move_nothing_on_screen() {
    let [one, two, three, four] = [1, 2, 3, 4].map(row);
    let before = lines_of(&[three, four, LineKey::Boundary]);
    let after = lines_of(&[one, two, three, four, LineKey::Boundary]);
    for (top, moved) in [(0.0, Some(60.0)), (10.0, Some(70.0)), (30.0, Some(90.0)), (59.0, Some(119.0))] {
        assert_eq!(top_after(&before, &after, (top, 20.0)), moved, "{top}");
    }
    assert_eq!(top_after(&before, &before, (10.0, 20.0)), None, "nothing changed");
    assert_eq!(top_after(&before, &lines_of(&[one]), (10.0, 20.0)), None, "the line is filtered out");
    assert_eq!(top_after(&before, &after, (61.0, 20.0)), None, "a label is no line to hold on to");
}

#[test]
fn a_list_that_shows_its_end_shows_new_turns_there_and_one_that_was_never_scrolled_stays() {
    let before = lines_of(&[1, 2, 3].map(row));
    let after = lines_of(&[1, 2, 3, 4].map(row));
    for (top, height, shown) in [
        (30.0, 60.0, Some(90.0)),
        (28.5, 60.0, Some(90.0)),
        (27.0, 60.0, None),
        // All of it is in view without scrolling.
        (0.0, 90.0, None),
    ] {
        assert_eq!(top_after(&before, &after, (top, height)), shown, "{top}");
    }
    assert_eq!(top_after(&after, &before, (60.0, 60.0)), None, "it became shorter");
}
