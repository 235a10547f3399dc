//! Conversation list: grouped by project and by date, filtered by text and tag, with a link to the archive. A long list
//! is drawn page by page as the user scrolls. Its code is loaded once there is something to list. See [`crate::parts`].

use super::{
    conversation_groups::{Groups, MANY, Of, Shared, group_of, heading, ids_of},
    conversation_item::ConversationItem,
    icon::{Icon, Picture},
    keyed_list::KeyedList,
    list_menus::LazyListMenus,
    project_group::{ProjectHeading, content_of},
    shown_when::{shown_when, styled},
};
use crate::{
    chat::use_chat,
    loaded::NotLoaded,
    parts::loaded_when_called,
    state::{Folds, Projects, Wanted, grouped_by_project, tags},
    texts,
};
use leptos::{html::Div, prelude::*};

/// Number of conversations drawn at first, and added when the user scrolls near the end.
const PAGE: usize = 200;
/// Distance to the end, in pixels, below which more are drawn.
const NEAR: i32 = 600;

loaded_when_called! { history:
    fn conversation_list() -> Result<AnyView, NotLoaded> {
        Ok(view! { <ConversationList/> }.into_any())
    }
}

/// Conversation list, loaded once there is a conversation or a project.
#[component]
pub fn LazyConversationList() -> impl IntoView {
    let chat = use_chat();
    let is_wanted =
        move || !chat.storage.conversations.with(Vec::is_empty) || !chat.connection.projects.with(Vec::is_empty);
    shown_when(is_wanted, || styled(conversation_list()), || ())
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
fn ConversationList() -> impl IntoView {
    let chat = use_chat();
    let listed = chat.storage.conversations;
    let archive = chat.panels.archive;
    let words = RwSignal::new(String::new());
    let tag = RwSignal::new(None::<String>);
    let most = RwSignal::new(PAGE);
    // No chip shows a chosen tag in the archive.
    let shown_tag = move || tag.get().filter(|_| !archive.get());
    let wanted = move || Wanted { words: words.get(), tag: shown_tag(), archived: archive.get() };
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
    let texts = texts::conversations::list_rows();
    view! {
        <div class="list" node_ref=frame on:scroll=scrolled>
            <Show when=move || archive.get()>
                <button class="text-button" data-testid="archive-close" on:click=move |_| archive.set(false)>
                    <Icon picture=Picture::Back/>
                    {texts.back}
                </button>
            </Show>
            <Show when=move || { listed.with(Vec::len) >= MANY || words.with(|words| !words.is_empty()) }>
                <Filter words/>
            </Show>
            <Tags tag/>
            <LazyListMenus shared/>
            <KeyedList each key=|of| *of children=move |of| view! { <Section of shared/> }/>
            <Show when=move || groups.with(|(groups, _)| groups.is_empty()) && listed.with(|all| !all.is_empty())>
                <NoneFound is_filtered=Signal::derive(move || shown_tag().is_some() || words.with(|words| !words.is_empty()))/>
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
                <KeyedList each=ids key=|id| *id children=move |id| view! { <ConversationItem id menu/> }/>
            </ul>
            {project.map(|id| view! {
                <p class="quiet" hidden=move || !is_empty(id)>{texts::projects::project_groups().empty}</p>
            })}
        </section>
    }
}

fn is_near_end(frame: NodeRef<Div>) -> bool {
    let Some(frame) = frame.get_untracked() else { return false };
    frame.scroll_height() - frame.scroll_top() - frame.client_height() < NEAR
}

/// Text field that filters the list.
#[component]
fn Filter(words: RwSignal<String>) -> impl IntoView {
    let texts = texts::conversations::list_rows();
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
fn NoneFound(is_filtered: Signal<bool>) -> impl IntoView {
    let (texts, archive) = (texts::conversations::list_rows(), use_chat().panels.archive);
    let why = move || match (is_filtered.get(), archive.get()) {
        (true, _) => texts.none,
        (false, true) => texts.none_archived,
        (false, false) => texts.all_archived,
    };
    view! { <p class="quiet" data-testid="conversations-none">{why}</p> }
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
            <div class="chips" role="group" aria-label=texts::conversations::list_rows().tags>
                <KeyedList each=move || all.get() key=Clone::clone children=chip/>
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
                {move || texts::conversations::list_rows().archive.say(archived.get() as u64)}
            </button>
        </Show>
    }
}
