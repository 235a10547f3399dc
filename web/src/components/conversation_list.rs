//! Conversation list: grouped by project and by date, filtered by text and tag, with a link to the archive. A long list
//! is drawn page by page as the user scrolls.

use super::{
    conversation_item::ConversationItem,
    conversation_row::OfRow,
    icon::{Icon, Picture},
    lazy::LazyListMenus,
    project_group::{ProjectHeading, content_of},
};
use crate::{
    dates,
    state::{Folds, Group, ProjectGroup, Projects, Span, Wanted, grouped_by_project, tags, use_chat},
    texts,
};
use leptos::{html::Div, prelude::*};
use ricordo_core::{
    id::{ConversationId, ProjectId},
    time::Now,
};

/// Number of conversations drawn at first, and added when the user scrolls near the end.
const PAGE: usize = 200;
/// Number of conversations from which the filter field is shown.
pub(super) const MANY: usize = 6;
/// Distance to the end, in pixels, below which more are drawn.
const NEAR: i32 = 600;

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

/// Groups of the conversations that match. `most`: how many are drawn.
fn groups(wanted: impl Fn() -> Wanted + Send + Sync + 'static, folds: Folds, most: RwSignal<usize>) -> Memo<Groups> {
    let chat = use_chat();
    Memo::new(move |_| {
        let all: Vec<_> = chat.connection.projects.with(|all| all.iter().map(|project| project.id).collect());
        let folded = folds.0.get();
        let projects = Projects { all: &all, folded: &folded };
        chat.storage
            .conversations
            .with(|listed| grouped_by_project(listed, &wanted(), chat.storage.now(), most.get(), &projects))
    })
}

/// Conversation list.
#[component]
pub fn ConversationList() -> impl IntoView {
    let chat = use_chat();
    let listed = chat.storage.conversations;
    let archive = chat.panels.archive;
    let words = RwSignal::new(String::new());
    let tag = RwSignal::new(None::<String>);
    let most = RwSignal::new(PAGE);
    let wanted = move || Wanted { words: words.get(), tag: tag.get(), archived: archive.get() };
    let folds = Folds::kept();
    let groups = groups(wanted, folds, most);
    let (menu, project_menu) = (RwSignal::new(None), RwSignal::new(None));
    let is_choosing = RwSignal::new(false);
    let shared = Shared { groups, folds, menu, project_menu, filter: (words, tag), is_choosing };
    let each = move || match is_choosing.get() {
        true => Vec::new(),
        false => groups.with(|(groups, _)| groups.iter().map(Of::group).collect::<Vec<_>>()),
    };
    let hidden = Memo::new(move |_| groups.with(|(_, total)| total.saturating_sub(most.get())));
    let frame = NodeRef::<Div>::new();
    let more = move || most.update(|most| *most += PAGE);
    let scrolled = move |_| {
        if is_near_end(frame) && hidden.get_untracked() > 0 {
            more();
        }
    };
    let texts = texts::conversations::conversations();
    view! {
        <div class="list" node_ref=frame on:scroll=scrolled>
            <Show when=move || archive.get()>
                <button class="text-button" data-testid="archive-close" on:click=move |_| archive.set(false)>
                    <Icon picture=Picture::Back/>
                    {texts.back}
                </button>
            </Show>
            <Show when=move || { listed.with(Vec::len) >= MANY }>
                <Filter words/>
            </Show>
            <Tags tag/>
            <LazyListMenus shared/>
            <For each key=|of| *of children=move |of| view! { <Section of shared/> }/>
            <Show when=move || groups.with(|(groups, _)| groups.is_empty()) && listed.with(|all| !all.is_empty())>
                <NoneFound words/>
            </Show>
            <Show when=move || { hidden.get() > 0 }>
                <button class="text-button" data-testid="conversations-more" on:click=move |_| more()>
                    {move || texts.more.say(hidden.get().min(PAGE) as u64)}
                </button>
            </Show>
            <ToArchive/>
        </div>
    }
}

/// Group of the list. `data-project` says where a dropped row goes; it is empty for no project.
#[component]
fn Section(of: Of, shared: Shared) -> impl IntoView {
    let Shared { groups, folds, menu, project_menu, .. } = shared;
    let ids = move || groups.with(|(groups, _)| ids_of(groups, of));
    let (project, heading) = match of {
        Of::Span(span) => (None, view! { <h2>{heading(span, use_chat().storage.now())}</h2> }.into_any()),
        Of::Project(id) => {
            let group = Signal::derive(move || groups.with(|(groups, _)| group_of(groups, id).cloned()));
            (Some(id), view! { <ProjectHeading id group folds menu=project_menu/> }.into_any())
        }
    };
    let is_empty = move |id| {
        groups.with(|(groups, _)| group_of(groups, id).is_some_and(|group| group.count == 0 && group.is_open))
    };
    view! {
        <section data-project=project.map(|id| id.to_string()).unwrap_or_default()>
            {heading}
            <ul id=project.map(content_of)>
                <For each=ids key=|id| *id children=move |id| view! { <ConversationItem id menu/> }/>
            </ul>
            {project.map(|id| view! {
                <p class="quiet" hidden=move || !is_empty(id)>{texts::projects::project_groups().empty}</p>
            })}
        </section>
    }
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

fn is_near_end(frame: NodeRef<Div>) -> bool {
    let Some(frame) = frame.get_untracked() else { return false };
    frame.scroll_height() - frame.scroll_top() - frame.client_height() < NEAR
}

/// Text field that filters the list.
#[component]
fn Filter(words: RwSignal<String>) -> impl IntoView {
    let texts = texts::conversations::conversations();
    view! {
        <input
            class="input"
            type="search"
            data-testid="conversation-filter"
            aria-label=texts.filter
            placeholder=texts.filter
            autocomplete="off"
            dir="auto"
            prop:value=move || words.get()
            on:input=move |event| words.set(event_target_value(&event))
        />
    }
}

/// Why the list is empty.
#[component]
fn NoneFound(words: RwSignal<String>) -> impl IntoView {
    let (texts, archive) = (texts::conversations::conversations(), use_chat().panels.archive);
    let why = move || if archive.get() && words.with(String::is_empty) { texts.none_archived } else { texts.none };
    view! { <p class="quiet" data-testid="conversations-none">{why}</p> }
}

/// Heading of a group. A month has its year unless that is the current one.
pub(super) fn heading(span: Span, now: Now) -> String {
    let texts = texts::conversations::conversations();
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

/// Tags to filter by; at most one is chosen.
#[component]
fn Tags(tag: RwSignal<Option<String>>) -> impl IntoView {
    let chat = use_chat();
    let all = Memo::new(move |_| chat.storage.conversations.with(|all| tags(all)));
    // Drop a chosen tag that no conversation has any more; it would hide everything.
    Effect::new(move |_| {
        if tag.with(|tag| tag.as_ref().is_some_and(|tag| all.with(|all| !all.contains(tag)))) {
            tag.set(None);
        }
    });
    let chip = move |name: String| {
        let (own, other) = (name.clone(), name.clone());
        let is_chosen = move || tag.with(|tag| tag.as_ref() == Some(&own));
        view! {
            <button
                class="chip"
                data-testid="conversation-tag"
                aria-pressed=move || is_chosen().to_string()
                on:click=move |_| tag.update(|tag| *tag = (tag.as_ref() != Some(&other)).then(|| other.clone()))
            >
                {name}
            </button>
        }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty()) && !chat.panels.archive.get()>
            <div class="chips" role="group" aria-label=texts::conversations::conversations().tags>
                <For each=move || all.get() key=Clone::clone children=chip/>
            </div>
        </Show>
    }
}

/// Link to the archive, shown if there is something in it.
#[component]
fn ToArchive() -> impl IntoView {
    let chat = use_chat();
    let archive = chat.panels.archive;
    let archived =
        Memo::new(move |_| chat.storage.conversations.with(|all| all.iter().filter(|one| one.archived).count()));
    view! {
        <Show when=move || { archived.get() > 0 && !archive.get() }>
            <button class="text-button" data-testid="archive-open" on:click=move |_| archive.set(true)>
                <Icon picture=Picture::Archive/>
                {move || texts::conversations::conversations().archive.say(archived.get() as u64)}
            </button>
        </Show>
    }
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
