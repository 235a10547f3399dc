//! Heading of a project in the conversation list, which folds its conversations, and the button of its menu.

use super::{
    icon::{Icon, Picture},
    menu::{MenuButton, Opener},
};
use crate::{
    chat::{Chat, use_chat},
    state::{Folds, ProjectGroup, heading_of},
    texts::{conversations::conversations, fill, projects::project_groups},
};
use leptos::prelude::*;
use ricordo_core::{
    id::ProjectId,
    project::{Project, ProjectColor},
};

/// Id of the menu element of the projects.
pub const PROJECT_MENU: &str = "project-menu";

/// Id of the button that opens the menu of a project.
pub fn more_of(project: ProjectId) -> String {
    format!("project-more-{project}")
}

/// Id of the element with the conversations of a project.
pub fn content_of(project: ProjectId) -> String {
    format!("project-content-{project}")
}

/// Dot in the color of a project.
#[component]
pub fn Dot(color: ProjectColor) -> impl IntoView {
    view! { <span class=class_of(color) aria-hidden="true"></span> }
}

/// Class of a dot, which gives it its color.
pub fn class_of(color: ProjectColor) -> String {
    format!("dot {}", color.name())
}

/// Heading of a project.
#[component]
pub fn ProjectHeading(
    id: ProjectId,
    group: Signal<Option<ProjectGroup>>,
    folds: Folds,
    /// Project whose menu is open.
    menu: RwSignal<Option<ProjectId>>,
) -> impl IntoView {
    let chat = use_chat();
    let texts = project_groups();
    let projects = chat.connection.projects;
    let of = move |read: fn(&Project) -> String| {
        projects.with(|all| all.iter().find(|one| one.id == id).map(read)).unwrap_or_default()
    };
    let name = Signal::derive(move || of(|project| project.name.clone()));
    let dot = move || of(|project| class_of(project.color));
    let count = move || group.with(|group| group.as_ref().map_or(0, |group| group.count));
    let is_open = move || group.with(|group| group.as_ref().is_some_and(|group| group.is_open));
    let is_active = move || !is_open() && is_in(chat, id);
    let fold = move |_| {
        folds.toggle(id, &projects.with_untracked(|all| all.iter().map(|Project { id, .. }| *id).collect::<Vec<_>>()));
    };
    view! {
        <div class="conversation project" class:active=is_active>
            <h2>
                <button
                    id=heading_of(id)
                    class="open"
                    data-testid="project"
                    title=name
                    aria-expanded=move || is_open().to_string()
                    aria-controls=content_of(id)
                    disabled=move || group.with(|group| group.as_ref().is_some_and(|group| !group.can_fold))
                    on:click=fold
                >
                    <Icon picture=Picture::Chevron/>
                    <span class=dot aria-hidden="true"></span>
                    <span class="name" dir="auto">{name}</span>
                    <span aria-hidden="true">{count}</span>
                    <span class="visually-hidden">{move || texts.count.say(count() as u64)}</span>
                </button>
            </h2>
            <span class="actions">
                <MenuButton
                    opener=Opener {
                        id: more_of(id),
                        menu: PROJECT_MENU,
                        is_open: Signal::derive(move || menu.get() == Some(id)),
                    }
                    class="icon-button"
                    test_id="project-more"
                    label=Signal::derive(move || fill(texts.more_for, &[("name", &name.get())]))
                    title=conversations().more_actions
                    open=move || menu.set(Some(id))
                />
            </span>
        </div>
    }
}

/// Whether the open conversation is in a project. Where its row is folded, the heading stands for it.
fn is_in(chat: Chat, project: ProjectId) -> bool {
    chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.project == Some(project)))
}

/// Button that creates the first project. With projects, their menus have it.
#[component]
pub fn FirstProject() -> impl IntoView {
    let chat = use_chat();
    let new = project_groups().new;
    view! {
        <button
            class="icon-button"
            data-testid="new-project"
            aria-label=new
            title=new
            hidden=move || chat.connection.projects.with(|all| !all.is_empty())
            on:click=move |_| chat.new_project(None)
        >
            <Icon picture=Picture::Folder/>
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A color without a rule or a token is drawn as nothing.
    #[test]
    fn each_color_of_a_project_is_in_the_style_sheets() {
        let (rules, tokens) = (include_str!("../../style/later/projects.css"), include_str!("../../style/tokens.css"));
        for color in ProjectColor::ALL {
            let name = color.name();
            let rule = format!(".{} {{\n  background: var(--project-{name});\n}}", class_of(color).replace(' ', "."));
            assert!(rules.contains(&rule), "{rule}");
            assert!(tokens.contains(&format!("--project-{name}: ")), "{name}");
        }
    }

    #[test]
    fn no_two_elements_of_projects_have_the_same_id() {
        let projects = [1, 2].map(|number| ricordo_core::testing::sample::project(number).id);
        let ids = projects.map(|id| [more_of(id), content_of(id), heading_of(id)]);
        assert_eq!(ids.iter().flatten().collect::<BTreeSet<_>>().len(), 6, "{ids:?}");
    }
}
