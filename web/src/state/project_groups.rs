//! Groups the list of conversations by project, and those of no project by last use. Pure.

use super::groups::{Span, Wanted, grouped};
use ricordo_core::{
    conversation::Conversation,
    id::{ConversationId, ProjectId},
    time::Now,
};

/// A group of the list, in the order in which they are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// A project.
    Project(ProjectGroup),
    /// Conversations of no project.
    Rest(Span, Vec<ConversationId>),
}

/// A project in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectGroup {
    /// The project.
    pub project: ProjectId,
    /// Number of matching conversations, including those that are not drawn.
    pub count: usize,
    /// Whether its conversations are drawn.
    pub is_open: bool,
    /// Whether that is up to the user: the matches of a filter are always drawn.
    pub can_fold: bool,
    /// Conversations to draw: pinned ones first, then by last use.
    pub ids: Vec<ConversationId>,
}

/// The projects of the list.
pub struct Projects<'a> {
    /// All projects, in the order of the list.
    pub all: &'a [ProjectId],
    /// Projects whose conversations the user has hidden.
    pub folded: &'a [ProjectId],
}

/// Groups the first `most` matching conversations, and counts all that are not in a folded project. `listed` must be
/// ordered by last use, newest first.
pub fn grouped_by_project(
    listed: &[Conversation],
    wanted: &Wanted,
    now: Now,
    most: usize,
    projects: &Projects<'_>,
) -> (Vec<Group>, usize) {
    // A project that no longer exists groups nothing: its conversations must not disappear from the list.
    let of = |one: &Conversation| one.project.filter(|of| projects.all.contains(of));
    let found: Vec<_> = wanted.of(listed).map(|one| (of(one), one)).collect();
    let is_filtered = wanted.is_filtered();
    let (mut groups, mut total) = (Vec::new(), 0);
    for &project in projects.all {
        let own: Vec<_> = found.iter().filter(|(of, _)| *of == Some(project)).map(|(_, one)| *one).collect();
        // An empty project is shown, so that a new one can be filled, but not among the results of a filter.
        if own.is_empty() && is_filtered {
            continue;
        }
        // Matches of a filter are always shown.
        let is_open = is_filtered || !projects.folded.contains(&project);
        let room = most.saturating_sub(total);
        let ids = if is_open { pinned_first(&own, room) } else { Vec::new() };
        total += if is_open { own.len() } else { 0 };
        groups.push(Group::Project(ProjectGroup { project, count: own.len(), is_open, can_fold: !is_filtered, ids }));
    }
    let rest = found.iter().filter(|(of, _)| of.is_none()).map(|(_, one)| *one);
    let (spans, others) = grouped(rest, now, most.saturating_sub(total));
    groups.extend(spans.into_iter().map(|(span, ids)| Group::Rest(span, ids)));
    (groups, total + others)
}

fn pinned_first(own: &[&Conversation], most: usize) -> Vec<ConversationId> {
    let (pinned, others) = own.iter().copied().partition::<Vec<&Conversation>, _>(|one| one.pinned);
    pinned.into_iter().chain(others).map(|one| one.id).take(most).collect()
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, conversation_id};
    use proptest::prelude::*;
    use ricordo_core::time::Timestamp;

    const NOW: Now = Now { at: Timestamp(0), offset_minutes: 0 };

    /// Conversations 1 to 6, of which the first two are in project `a`, and the third and fourth in `b`.
    fn listed() -> Vec<Conversation> {
        let projects = [Some('a'), Some('a'), Some('b'), Some('b'), None, None];
        let listed = (1..).zip(projects).map(|(number, of)| Conversation {
            project: of.map(project),
            ..conversation(number, &format!("Title {number}"), Timestamp(0))
        });
        listed.collect()
    }

    fn project(letter: char) -> ProjectId {
        ProjectId::new(Timestamp(0), [letter as u8; 10])
    }

    fn shown(listed: &[Conversation], wanted: &Wanted, most: usize, all: &[char], folded: &[char]) -> (String, usize) {
        let letter = |id| all.iter().copied().find(|letter| project(*letter) == id).unwrap_or('?');
        let [all, folded] = [all, folded].map(|letters| letters.iter().copied().map(project).collect::<Vec<_>>());
        let projects = Projects { all: &all, folded: &folded };
        let (groups, total) = grouped_by_project(listed, wanted, NOW, most, &projects);
        let numbers = |ids: &[ConversationId]| -> String {
            let number = |id| (1..=6).find(|number| conversation_id(*number) == id).unwrap_or_default();
            ids.iter().map(|id| number(*id).to_string()).collect()
        };
        let groups = groups.into_iter().map(|group| match group {
            Group::Project(ProjectGroup { project: id, count, is_open, ids, .. }) => {
                format!("{}{count}{}{}", letter(id), if is_open { "+" } else { "-" }, numbers(&ids))
            }
            Group::Rest(span, ids) => format!("{span:?}:{}", numbers(&ids)),
        });
        (groups.collect::<Vec<_>>().join(" "), total)
    }

    fn all(listed: &[Conversation]) -> String {
        shown(listed, &Wanted::default(), 100, &['a', 'b'], &[]).0
    }

    #[test]
    fn projects_come_above_the_dates_and_pinned_ones_first_within() {
        let mut listed = listed();
        assert_eq!(all(&listed), "a2+12 b2+34 Today:56");
        listed[3].pinned = true;
        listed[5].pinned = true;
        assert_eq!(all(&listed), "a2+12 b2+43 Pinned:6 Today:5");
    }

    #[test]
    fn without_projects_the_list_is_as_it_was() {
        let shown = shown(&listed(), &Wanted::default(), 100, &[], &[]);
        assert_eq!(shown, ("Today:123456".to_owned(), 6), "nor does a deleted project hide its conversations");
    }

    #[test]
    fn a_folded_project_says_how_many_it_has_and_takes_no_room() {
        let listed = listed();
        let with = |most| shown(&listed, &Wanted::default(), most, &['a', 'b'], &['a']);
        assert_eq!(with(100), ("a2- b2+34 Today:56".to_owned(), 4));
        assert_eq!(with(3), ("a2- b2+34 Today:5".to_owned(), 4));
        assert_eq!(with(1), ("a2- b2+3".to_owned(), 4), "the next page draws the others");
    }

    #[test]
    fn a_filter_opens_folded_projects_and_leaves_out_those_without_a_match() {
        let listed = listed();
        let words = |words: &str| {
            let wanted = Wanted { words: words.to_owned(), ..Wanted::default() };
            shown(&listed, &wanted, 100, &['a', 'b', 'c'], &['a', 'b']).0
        };
        assert_eq!(words("title 2"), "a1+2");
        assert_eq!(words("title 5"), "Today:5");
        assert_eq!(words("nothing"), "");
        assert_eq!(words(" "), "a2- b2- c0+ Today:56", "white space is no filter, and a new project is shown");
    }

    #[test]
    fn the_archive_is_grouped_too_and_shows_no_empty_project() {
        let mut listed = listed();
        listed[2].archived = true;
        let wanted = Wanted { archived: true, ..Wanted::default() };
        assert_eq!(shown(&listed, &wanted, 100, &['a', 'b'], &['b']).0, "b1+3");
        assert_eq!(all(&listed), "a2+12 b1+4 Today:56");
    }

    /// Conversations that were used in the last hundred days, last used first. Of the projects `a`, `b` and `c`, none has `c`.
    fn any_list() -> impl Strategy<Value = Vec<Conversation>> {
        let of = prop_oneof![Just(None), Just(Some('a')), Just(Some('b')), Just(Some('x'))];
        let one = (of, 0..100i64, any::<bool>(), any::<bool>());
        prop::collection::vec(one, 0..40).prop_map(|mut list| {
            list.sort_by_key(|(_, days_ago, ..)| *days_ago);
            let listed = (1..).zip(list).map(|(number, (of, days_ago, pinned, archived))| Conversation {
                project: of.map(project),
                pinned,
                archived,
                ..conversation(number, "Title", Timestamp(-days_ago * 86_400_000))
            });
            listed.collect()
        })
    }

    fn drawn(
        listed: &[Conversation],
        wanted: &Wanted,
        most: usize,
        folded: &[ProjectId],
    ) -> (Vec<ConversationId>, usize) {
        let all = ['a', 'b', 'c'].map(project);
        let (groups, total) = grouped_by_project(listed, wanted, NOW, most, &Projects { all: &all, folded });
        let ids = groups.into_iter().flat_map(|group| match group {
            Group::Project(group) => group.ids,
            Group::Rest(_, ids) => ids,
        });
        (ids.collect(), total)
    }

    proptest! {
        #[test]
        fn each_conversation_is_drawn_once_and_a_longer_list_begins_like_a_shorter_one(
            listed in any_list(),
            archived: bool,
            most in 0..50usize,
            folds in any::<bool>(),
        ) {
            let wanted = Wanted { archived, ..Wanted::default() };
            let folded = if folds { vec![project('a')] } else { Vec::new() };
            let (ids, total) = drawn(&listed, &wanted, 1_000, &folded);
            // The matches of a filter are drawn although their project is folded.
            let is_hidden = |one: &Conversation| folds && !archived && one.project == Some(project('a'));
            let mut expected: Vec<_> =
                listed.iter().filter(|one| one.archived == archived && !is_hidden(one)).map(|one| one.id).collect();
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(&sorted, &expected);
            prop_assert_eq!(total, ids.len());
            let (first, same_total) = drawn(&listed, &wanted, most, &folded);
            prop_assert_eq!(&first[..], &ids[..most.min(ids.len())], "what is on screen does not move");
            prop_assert_eq!(same_total, total, "so that the list knows that there is more");
        }
    }
}
