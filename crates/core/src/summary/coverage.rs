//! Coverage of compressed history on the active branch: which messages are covered, and which are not yet.

use super::{Coverage, Stale, Summary, SummaryKind, standing::stale};
use crate::{
    branch::{Sequence, shared_until},
    message::{Message, Role},
    snapshot::Snapshot,
};
use std::ops::Range;

/// The compressed summaries in force on the active branch, by position.
pub fn compressed(snapshot: &Snapshot) -> Vec<(&Summary, Coverage)> {
    let mut found: Vec<_> = own(snapshot).filter(|(summary, _)| stale(summary, snapshot).is_none()).collect();
    ricordo_text::small_sort::by_key(&mut found, |(summary, coverage)| (coverage.from, summary.id));
    found
}

/// The parts of `range` that no compressed summary in force covers, oldest first.
pub fn uncovered(snapshot: &Snapshot, range: Range<Sequence>) -> Vec<Range<Sequence>> {
    let mut found = Vec::new();
    let mut from = range.start;
    for (_, coverage) in compressed(snapshot) {
        if coverage.from.min(range.end) > from {
            found.push(from..coverage.from.min(range.end));
        }
        from = from.max(coverage.to);
    }
    if from < range.end {
        found.push(from..range.end);
    }
    found
}

/// The ranges in `range` to be compressed, oldest first: the uncovered parts, cut where a summary ends that a forget
/// has put out of force. Undoing the forget puts that summary back in force, and no two summaries in force may overlap.
pub fn to_cover(snapshot: &Snapshot, range: Range<Sequence>) -> Vec<Range<Sequence>> {
    let cut = |span: Range<Sequence>| {
        let left = own(snapshot).map(|(_, coverage)| coverage).filter(|coverage| coverage.from < span.start);
        let inside = left.map(|coverage| coverage.to).filter(|to| (span.start + 1..span.end).contains(to));
        let ends = ricordo_text::small_sort::set(inside.chain([span.end]));
        let mut from = span.start;
        let pieces = ends.into_iter().map(move |to| std::mem::replace(&mut from, to)..to);
        pieces.collect::<Vec<_>>()
    };
    uncovered(snapshot, range).into_iter().flat_map(cut).collect()
}

/// The first place from `from` on where a compressed summary begins or ends, in force or not. A new summary that ends
/// there overlaps no other, now or after an undo.
pub fn next_edge(snapshot: &Snapshot, from: Sequence) -> Option<Sequence> {
    own(snapshot).flat_map(|(_, coverage)| [coverage.from, coverage.to]).filter(|edge| *edge >= from).min()
}

/// The longest run of `oldest` that can become one summary: without gaps, without words that a person wrote, and overlapping
/// no stale summary in part, which may be in force again.
pub fn mergeable<'a, 's>(
    snapshot: &Snapshot,
    oldest: &'a [(&'s Summary, Coverage)],
) -> Option<&'a [(&'s Summary, Coverage)]> {
    let fits = |run: &[(&Summary, Coverage)]| {
        let (from, to) = extent(run);
        let has_gap = run.windows(2).any(|pair| pair[1].1.from > pair[0].1.to);
        let is_edited = run.iter().any(|(summary, _)| summary.edited_at.is_some());
        !has_gap
            && !is_edited
            && own(snapshot).all(|(_, other)| {
                let is_beside = other.to <= from || to <= other.from;
                is_beside || (from <= other.from && other.to <= to) || (other.from <= from && to <= other.to)
            })
    };
    (2..=oldest.len()).rev().flat_map(|length| oldest.windows(length)).find(|run| fits(run))
}

/// What several summaries cover together: the first message, and one past the last.
pub fn extent(run: &[(&Summary, Coverage)]) -> (Sequence, Sequence) {
    let from = run.iter().map(|(_, coverage)| coverage.from).min().unwrap_or(0);
    let to = run.iter().map(|(_, coverage)| coverage.to).max().unwrap_or(0);
    (from, to)
}

/// One past the last covered message; `None` if nothing is covered.
pub fn covered_until(snapshot: &Snapshot) -> Option<Sequence> {
    compressed(snapshot).iter().map(|(_, coverage)| coverage.to).max()
}

/// The ranges that were covered once and are not any more, oldest first, without forgotten messages and those on
/// another branch; cut as in [`to_cover`].
pub fn to_rebuild(snapshot: &Snapshot) -> Vec<Range<Sequence>> {
    let boundary = snapshot.boundary().unwrap_or(0);
    let mut found: Vec<Range<Sequence>> = own(snapshot)
        .filter(|(summary, _)| !matches!(stale(summary, snapshot), None | Some(Stale::Within)))
        .map(|(_, coverage)| {
            let shared = shared_until(&snapshot.branches, coverage.branch, snapshot.conversation.active_branch);
            coverage.from.max(boundary)..coverage.to.min(shared)
        })
        .filter(|range| !range.is_empty())
        .flat_map(|range| to_cover(snapshot, range))
        .collect();
    ricordo_text::small_sort::by_key(&mut found, |range| (range.start, range.end));
    found
}

/// Where to cut without splitting a turn: the last turn start in `from + 1..=to`. `starts` are those from `from` on
/// ([`starts`]). `None` if there is none after `from`.
pub fn turn_before(starts: &[Sequence], from: Sequence, to: Sequence) -> Option<Sequence> {
    starts.iter().copied().filter(|start| (from + 1..=to).contains(start)).max()
}

/// The first turn start at or after `to`; `None` if there is none.
pub fn turn_after(starts: &[Sequence], to: Sequence) -> Option<Sequence> {
    starts.iter().copied().filter(|start| *start >= to).min()
}

/// Where turns begin among `messages`.
pub fn starts(messages: &[Message]) -> Vec<Sequence> {
    messages.iter().filter(|message| message.role == Role::User).map(|message| message.sequence).collect()
}

/// The compressed summaries of the conversation, with their coverage of it.
fn own(snapshot: &Snapshot) -> impl Iterator<Item = (&Summary, Coverage)> {
    let here = snapshot.conversation.id;
    snapshot.summaries.iter().filter(|summary| summary.kind == SummaryKind::Compressed).filter_map(move |summary| {
        summary.coverage.iter().find(|coverage| coverage.conversation == here).map(|coverage| (summary, *coverage))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        forget::Forget,
        testing::sample::{self, branch_id, conversation_id, forget_id},
        time::Timestamp,
    };
    use proptest::prelude::*;
    use std::slice::from_ref;

    fn snapshot(spans: &[(Sequence, Sequence)]) -> Snapshot {
        let mut snapshot = Snapshot::empty(sample::conversation(1), vec![sample::branch(1)]);
        snapshot.summaries = (0..).zip(spans).map(|(n, (from, to))| sample::compressed(1, n, *from, *to)).collect();
        snapshot
    }

    fn forget(before: Sequence) -> Forget {
        Forget { id: forget_id(1), conversation: conversation_id(1), branch: branch_id(1), before, at: Timestamp(0) }
    }

    #[test]
    fn what_is_not_covered_is_found_between_and_behind() {
        let snapshot = snapshot(&[(10, 20), (0, 5), (25, 30)]);
        assert_eq!(uncovered(&snapshot, 0..40), [5..10, 20..25, 30..40]);
        assert_eq!(uncovered(&snapshot, 3..22), [5..10, 20..22]);
        assert_eq!(uncovered(&snapshot, 11..19), []);
        assert_eq!(covered_until(&snapshot), Some(30));
    }

    #[test]
    fn what_a_forget_leaves_of_a_summary_is_made_again() {
        let mut snapshot = snapshot(&[(0, 20), (20, 30)]);
        assert_eq!(to_rebuild(&snapshot), []);
        snapshot.forgets.push(forget(12));
        assert_eq!(to_rebuild(&snapshot).first(), Some(&(12..20)));
        snapshot.summaries.push(sample::compressed(1, 9, 12, 20));
        assert_eq!(to_rebuild(&snapshot), []);
    }

    #[test]
    fn what_a_forget_may_give_back_is_covered_apart() {
        let mut snapshot = snapshot(&[(0, 20), (4, 18)]);
        assert_eq!(to_cover(&snapshot, 0..40), from_ref(&(20..40)));
        snapshot.forgets.push(forget(17));
        assert_eq!(to_cover(&snapshot, 17..40), [17..18, 18..20, 20..40]);
        assert_eq!(to_cover(&snapshot, 17..20), [17..18, 18..20]);
        assert_eq!(to_cover(&snapshot, 25..40), from_ref(&(25..40)));
    }

    #[test]
    fn what_two_forgets_leave_is_made_again_apart() {
        let mut snapshot = snapshot(&[(0, 24), (6, 22)]);
        snapshot.forgets.push(forget(20));
        let rest = to_rebuild(&snapshot);
        assert!(rest.contains(&(20..22)) && rest.contains(&(22..24)) && !rest.contains(&(20..24)), "{rest:?}");
    }

    #[test]
    fn the_next_edge_is_where_any_summary_begins_or_ends() {
        let mut snapshot = snapshot(&[(0, 12), (15, 30)]);
        snapshot.forgets.push(forget(5));
        assert_eq!([11, 12, 13, 30].map(|from| next_edge(&snapshot, from)), [Some(12), Some(12), Some(15), Some(30)]);
        assert_eq!(next_edge(&snapshot, 31), None);
    }

    #[test]
    fn a_merge_has_no_gap_and_crosses_no_end_of_a_stale_summary() {
        let merged = |snapshot: &Snapshot| mergeable(snapshot, &compressed(snapshot)).map(extent);
        assert_eq!(merged(&snapshot(&[(0, 10), (10, 20), (20, 30)])), Some((0, 30)));
        assert_eq!(merged(&snapshot(&[(0, 10), (12, 20), (20, 30)])), Some((12, 30)));
        assert_eq!(merged(&snapshot(&[(0, 10)])), None);
        let mut forgotten = snapshot(&[(0, 20), (10, 20), (20, 30), (30, 40)]);
        forgotten.forgets.push(forget(10));
        assert_eq!(merged(&forgotten), Some((20, 40)));
    }

    #[test]
    fn a_cut_is_made_between_turns() {
        let messages: Vec<_> = (0..9).map(|n| sample::message(1, n, "Words")).collect();
        let starts = starts(&messages);
        assert_eq!((turn_before(&starts, 0, 5), turn_after(&starts, 5)), (Some(4), Some(6)));
        assert_eq!((turn_before(&starts, 4, 5), turn_after(&starts, 9)), (None, None));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_place_is_covered_or_not(
            spans in proptest::collection::vec((0u32..50, 1u32..20), 0..6), to in 0u32..70,
        ) {
            let spans: Vec<_> = spans.iter().map(|(from, length)| (*from, from + length)).collect();
            let snapshot = snapshot(&spans);
            let open = uncovered(&snapshot, 0..to);
            for place in 0..to {
                let covered = spans.iter().any(|(from, to)| (*from..*to).contains(&place));
                prop_assert_eq!(open.iter().filter(|range| range.contains(&place)).count(), usize::from(!covered));
            }
        }
    }
}
