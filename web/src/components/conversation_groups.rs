//! Groups of the conversation list, and the state that the list shares with what is loaded later: its menus, and the
//! list with check boxes.

use super::conversation_row::OfRow;
use crate::{
    dates,
    state::{Folds, Group, ProjectGroup, Span},
    texts,
};
use leptos::prelude::*;
use ricordo_core::{
    id::{ConversationId, ProjectId},
    time::Now,
};

/// Number of conversations from which the filter field is shown and selecting several is offered.
pub(super) const MANY: usize = 6;

/// Groups of the list, and the number of conversations in them that could be drawn.
pub(super) type Groups = (Vec<Group>, usize);

/// What a group is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Of {
    Project(ProjectId),
    Span(Span),
}

impl Of {
    pub(super) fn group(group: &Group) -> Self {
        match group {
            Group::Project(group) => Self::Project(group.project),
            Group::Rest(span, _) => Self::Span(*span),
        }
    }
}

/// What all groups share, and the parts of the list that are loaded later.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    pub(super) groups: Memo<Groups>,
    pub(super) folds: Folds,
    /// Row whose menu is open.
    pub(super) menu: RwSignal<Option<OfRow>>,
    /// Project whose menu is open.
    pub(super) project_menu: RwSignal<Option<ProjectId>>,
    /// Words and tag of the filter.
    pub(super) filter: (RwSignal<String>, RwSignal<Option<String>>),
    /// Whether several conversations are being selected. Then the list is drawn with check boxes instead.
    pub(super) is_choosing: RwSignal<bool>,
}

pub(super) fn group_of(groups: &[Group], id: ProjectId) -> Option<&ProjectGroup> {
    groups.iter().find_map(|group| match group {
        Group::Project(group) if group.project == id => Some(group),
        _ => None,
    })
}

/// Conversations of a group.
pub(super) fn ids_of(groups: &[Group], of: Of) -> Vec<ConversationId> {
    let found = groups.iter().find(|group| Of::group(group) == of);
    found.map_or_else(Vec::new, |group| match group {
        Group::Project(group) => group.ids.clone(),
        Group::Rest(_, ids) => ids.clone(),
    })
}

/// Heading of a group. A month has its year unless that is the current one.
pub(super) fn heading(span: Span, now: Now) -> String {
    let texts = texts::conversations::list_rows();
    match span {
        Span::Pinned => texts.pinned.to_owned(),
        Span::Today => texts.today.to_owned(),
        Span::Yesterday => texts.yesterday.to_owned(),
        Span::Week => texts.week.to_owned(),
        Span::Month(year, month) => dates::month(year, month, !is_in_year(now, year)),
    }
}

/// Whether the wall clock shows this year.
fn is_in_year(now: Now, year: i32) -> bool {
    now.wall_clock().is_some_and(|now| now.year == year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;
    use ricordo_core::time::Timestamp;

    #[test]
    fn a_month_of_another_year_is_told_by_the_wall_clock() {
        // The last hour of 1970 in UTC is the first of 1971 on a wall clock two hours ahead.
        let end = Timestamp(365 * 86_400_000 - 3_600_000);
        assert!(is_in_year(Now { at: end, offset_minutes: 0 }, 1970));
        assert!(!is_in_year(Now { at: end, offset_minutes: 120 }, 1970));
    }

    #[test]
    fn a_group_is_found_by_what_it_is_of_and_one_that_is_gone_is_empty() {
        let [rome, oslo] = [1, 2].map(|number| ricordo_core::testing::sample::project(number).id);
        let ids = |numbers: &[u8]| numbers.iter().map(|number| conversation_id(*number)).collect::<Vec<_>>();
        let project = ProjectGroup { project: rome, ids: ids(&[4, 2]), count: 5, is_open: true, can_fold: true };
        let groups = [
            Group::Project(project.clone()),
            Group::Rest(Span::Today, ids(&[9])),
            Group::Rest(Span::Month(2026, 11), ids(&[7, 3])),
        ];
        for (of, found) in [
            (Of::Project(rome), &[4, 2][..]),
            (Of::Project(oslo), &[]),
            (Of::Span(Span::Today), &[9]),
            (Of::Span(Span::Month(2026, 11)), &[7, 3]),
            (Of::Span(Span::Month(2025, 11)), &[]),
        ] {
            assert_eq!(ids_of(&groups, of), ids(found));
        }
        assert!(groups.iter().all(|group| !ids_of(&groups, Of::group(group)).is_empty()));
        assert_eq!((group_of(&groups, rome), group_of(&groups, oslo)), (Some(&project), None));
    }
}
