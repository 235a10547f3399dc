//! Tests of the lines.

use super::*;
use crate::state::testing::message_id;
use proptest::prelude::*;
use ricordo_core::time::Timestamp;

const HEIGHTS: Heights = Heights { turn: 44, row: 32, label: 28 };
const HOUR: i64 = 3_600_000;

fn row(sequence: Sequence, kind: OutlineKind, text: &str) -> OutlineRow {
    OutlineRow {
        kind,
        message: message_id(sequence),
        sequence,
        text: text.to_owned(),
        at: Timestamp(i64::from(sequence) * HOUR),
        offset_minutes: None,
        mark: None,
    }
}

fn heading(sequence: Sequence, number: u32) -> OutlineRow {
    row(sequence, OutlineKind::Heading { level: 2, number }, "Heading")
}

/// Turns at the hours 0, 2, 4 … of the first days, with two headings in each reply.
fn rows(turns: u32) -> Vec<OutlineRow> {
    let rows = (0..turns).flat_map(|turn| {
        [row(2 * turn, OutlineKind::Turn, "Question"), heading(2 * turn + 1, 0), heading(2 * turn + 1, 1)]
    });
    rows.collect()
}

#[allow(clippy::field_reassign_with_default, reason = "the other fields are private")]
fn held(boundary: Option<Sequence>, spans: &[(Sequence, Sequence)]) -> Held {
    let compressed = (1..).zip(spans).map(|(number, (from, to))| Compressed {
        id: SummaryId::new(Timestamp(number), [1; 10]),
        from: *from,
        to: *to,
        messages: to - from,
        is_sent: true,
    });
    let mut held = Held::default();
    held.boundary = boundary;
    held.compressed = compressed.collect();
    held
}

fn keys(rows: &[OutlineRow], held: &Held, is_whole: bool, words: &str, offset_minutes: i32) -> Vec<LineKey> {
    let query = Query::new(words);
    let source = Source { rows, is_whole, held: Some(held), query: &query, offset_minutes, heights: HEIGHTS };
    lines(&source).iter().map(|line| line.key).collect()
}

/// Keys as one letter each.
fn letters(keys: &[LineKey]) -> String {
    let letter = |key: &LineKey| match key {
        LineKey::Day(_) => 'D',
        LineKey::Row(_, 0) => 'T',
        LineKey::Row(..) => 'h',
        LineKey::Summary(_) => 'S',
        LineKey::Boundary => '|',
    };
    keys.iter().map(letter).collect()
}

#[test]
fn a_day_begins_above_its_first_turn_on_the_clock_of_the_user() {
    let rows = rows(13);
    let days = |offset| letters(&keys(&rows, &Held::default(), true, "", offset));
    assert_eq!(days(0), format!("D{}DThh", "Thh".repeat(12)));
    assert_eq!(days(4 * 60), format!("D{}D{}", "Thh".repeat(10), "Thh".repeat(3)));
}

#[test]
fn the_boundary_is_above_the_first_row_that_is_not_forgotten_and_a_summary_above_what_it_covers() {
    let rows = rows(4);
    let list = |boundary, spans: &[_]| letters(&keys(&rows, &held(boundary, spans), true, "", 0));
    assert_eq!(list(Some(4), &[]), "DThhThh|ThhThh");
    assert_eq!(list(Some(0), &[]), "DThhThhThhThh", "nothing is forgotten");
    assert_eq!(list(Some(99), &[]), "DThhThhThhThh|", "everything is forgotten");
    assert_eq!(list(None, &[(0, 4), (4, 6)]), "DSThhThhSThhThh");
    assert_eq!(list(Some(2), &[(2, 4)]), "DThh|SThhThhThh");
}

#[test]
fn while_earlier_rows_are_not_read_their_summaries_are_not_listed() {
    let part = &rows(4)[6..];
    assert_eq!(letters(&keys(part, &held(None, &[(0, 4)]), false, "", 0)), "DThhThh");
    assert_eq!(letters(&keys(part, &held(None, &[(0, 4)]), true, "", 0)), "DSThhThh", "their messages were deleted");
}

#[test]
fn a_filter_lists_the_rows_that_contain_its_words_and_nothing_else() {
    let rows = rows(3);
    assert_eq!(letters(&keys(&rows, &held(Some(2), &[(2, 4)]), true, "quest", 0)), "TTT");
    assert!(keys(&rows, &Held::default(), true, "tram", 0).is_empty());
    assert_eq!(keys(&rows, &Held::default(), true, " ", 0).len(), 10);
}

#[test]
fn lines_follow_each_other_and_those_in_view_are_found() {
    let (rows, query) = (rows(50), Query::new(""));
    let source = Source { rows: &rows, is_whole: true, held: None, query: &query, offset_minutes: 0, heights: HEIGHTS };
    let lines = lines(&source);
    assert!(lines.windows(2).all(|pair| pair[0].end() == pair[1].top) && lines[0].top == 0);
    assert_eq!(between(&lines, 0.0, 28.0), 0..1);
    assert_eq!(between(&lines, 28.0, 29.0), 1..2);
    assert_eq!(between(&lines, -50.0, 1e9), 0..lines.len());
    assert_eq!(between(&lines, 1e9, 2e9), lines.len()..lines.len());
    assert_eq!(beside(&lines, 1, false), None, "a day leads nowhere");
    assert_eq!((beside(&lines, 0, true), beside(&lines, 1, true)), (Some(1), Some(2)));
    assert_eq!(beside(&lines, lines.len() - 1, true), None);
    assert_eq!(beside(&[], 0, true), None);
}

#[test]
fn a_message_belongs_to_its_first_row_or_to_the_turn_before_it() {
    let rows = vec![row(2, OutlineKind::Turn, "One"), heading(5, 0), heading(5, 1), row(6, OutlineKind::Turn, "Two")];
    for (sequence, at) in [(1, None), (2, Some(0)), (4, Some(0)), (5, Some(1)), (6, Some(3)), (99, Some(3))] {
        assert_eq!(row_of(&rows, sequence, 0), at.map(|at: usize| LineKey::of(&rows[at])), "{sequence}");
    }
    assert_eq!(row_of(&[], 3, 0), None);
}

#[test]
fn within_a_message_the_row_is_that_of_the_last_heading_that_has_begun() {
    let pinned = row(5, OutlineKind::Reply, "Pinned");
    // The text of the second heading is empty, so it has no row.
    let rows = vec![row(4, OutlineKind::Turn, "One"), pinned, heading(5, 0), heading(5, 2), heading(7, 0)];
    for (sequence, begun, at) in
        [(5, 0, 1), (5, 1, 2), (5, 2, 2), (5, 3, 3), (5, 9, 3), (7, 0, 4), (7, 1, 4), (4, 2, 0), (6, 1, 3)]
    {
        assert_eq!(row_of(&rows, sequence, begun), Some(LineKey::of(&rows[at])), "{begun} of {sequence}");
    }
    let headed = |sequence| with_headings(&rows, sequence);
    assert_eq!([3, 4, 5, 6, 7].map(headed), [None, None, Some(message_id(5)), None, Some(message_id(7))]);
}

#[test]
fn rows_that_are_read_again_replace_those_of_their_span() {
    let mut known = rows(4);
    let all = known.clone();
    assert!(!differs(&known, &all[6..], Some(4), Sequence::MAX));
    // Another branch from the sequence 4 on, and an erased beginning.
    let other = vec![row(4, OutlineKind::Turn, "Other")];
    assert!(differs(&known, &other, Some(4), Sequence::MAX));
    replace(&mut known, other.clone(), Some(4), Sequence::MAX);
    assert_eq!(known, [&all[..6], &other[..]].concat());
    replace(&mut known, Vec::new(), None, 2);
    assert_eq!(known, [&all[3..6], &other[..]].concat());
}

#[test]
fn what_can_be_pressed_is_large_enough_for_a_finger() {
    assert_eq!(Heights::of(16, 36), Heights { turn: 44, row: 36, label: 28 });
    assert_eq!(Heights::of(16, 44), Heights { turn: 44, row: 44, label: 28 });
}

/// Rows of a conversation of which some messages were deleted, and what the next request holds.
fn any_outline() -> impl Strategy<Value = (Vec<OutlineRow>, Held)> {
    let rows = prop::collection::vec((1..40u32, 0..3u32), 0..40).prop_map(|steps| {
        let mut sequence = 0;
        let rows = steps.into_iter().flat_map(|(step, headings)| {
            sequence += step;
            let first = match headings {
                0 => row(sequence, OutlineKind::Turn, "Question"),
                _ => heading(sequence, 0),
            };
            [first].into_iter().chain((1..headings).map(move |number| heading(sequence, number)))
        });
        rows.collect::<Vec<_>>()
    });
    let boundary = proptest::option::of(0..1_000u32);
    let spans = prop::collection::btree_set(0..1_000u32, 0..5);
    (rows, boundary, spans).prop_map(|(rows, boundary, starts)| {
        let spans: Vec<_> = starts.into_iter().map(|from| (from, from + 1)).collect();
        (rows, held(boundary, &spans))
    })
}

proptest! {
    #[test]
    fn every_row_has_a_line_and_lines_stand_below_each_other_without_a_gap(
        (rows, held) in any_outline(),
        from in -50.0..3_000.0f64,
        height in 0.0..900.0f64,
        offset_minutes in -720..720i32,
    ) {
        let query = Query::new("");
        let source =
            Source { rows: &rows, is_whole: true, held: Some(&held), query: &query, offset_minutes, heights: HEIGHTS };
        let lines = lines(&source);
        let of_rows: Vec<_> = lines.iter().map(|line| line.key).filter(|key| matches!(key, LineKey::Row(..))).collect();
        prop_assert_eq!(of_rows, rows.iter().map(LineKey::of).collect::<Vec<_>>());
        prop_assert!(lines.first().is_none_or(|first| first.top == 0));
        prop_assert!(lines.windows(2).all(|pair| pair[0].end() == pair[1].top));
        let boundaries = lines.iter().filter(|line| line.key == LineKey::Boundary).count();
        prop_assert!(boundaries <= 1);
        // What is drawn is what touches the view, and nothing else.
        let in_view: Vec<_> = (0..lines.len())
            .filter(|at| f64::from(lines[*at].end()) > from && f64::from(lines[*at].top) < from + height)
            .collect();
        prop_assert_eq!(between(&lines, from, from + height).collect::<Vec<_>>(), in_view);
        for at in (0..lines.len()).filter(|at| lines[*at].key.leads()) {
            prop_assert_eq!(place(&lines, lines[at].key), Some(at));
            if let Some(next) = beside(&lines, at, true) {
                prop_assert!(lines[at + 1..next].iter().all(|line| !line.key.leads()));
                prop_assert_eq!(beside(&lines, next, false), Some(at), "the arrow keys lead back");
            }
        }
    }

    #[test]
    fn rows_that_are_read_again_in_pages_are_those_of_the_store(
        (rows, _) in any_outline(),
        (known, _) in any_outline(),
        page in 1..30usize,
    ) {
        // From the end, as they are read. What was known before is replaced page by page, whatever it was.
        let (mut shown, mut before, mut left) = (known, Sequence::MAX, &rows[..]);
        while let Some(last) = left.last() {
            let cut = left.len().saturating_sub(page);
            // A page holds all rows of its messages.
            let first = left[cut].sequence;
            let cut = left.partition_point(|row| row.sequence < first);
            let from = (cut > 0).then_some(first);
            prop_assert!(last.sequence < before);
            replace(&mut shown, left[cut..].to_vec(), from, before);
            prop_assert!(!differs(&shown, &left[cut..], from, before));
            (before, left) = (first, &left[..cut]);
        }
        if !rows.is_empty() {
            prop_assert_eq!(shown, rows);
        }
    }
}
