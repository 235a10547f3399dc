//! Page of the documents: adds files, and lists what was added by where it is used.

use super::{add::Add, outcomes::Outcomes, row::Row};
use crate::{
    browser,
    chat::{Chat, Whose, grouped, use_chat},
    components::{
        exchange::{dragged_over, dropped},
        keyed_list::KeyedList,
        memory::{Page, Place},
    },
    state::FilesToAdd,
    texts::{documents::documents as texts, fill},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{document::Document, project::Project, scope::Scope};

/// Rows that a group shows at first, and more at each press of its button.
const STEP: usize = 50;

/// Documents page.
#[component]
pub fn DocumentsDialog() -> impl IntoView {
    view! { <Page place=Place::Documents><Content/></Page> }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let all = RwSignal::new(None::<Vec<Document>>);
    load(chat, all);
    // The scope of the project whose dialog led here.
    let led = chat.panels.learned_in.try_update_untracked(Option::take).flatten();
    let chosen = RwSignal::new(led);
    let scope = crate::components::scope_select::scope_of_new(chosen);
    let is_over = RwSignal::new(false);
    let add = move |files| {
        let (is_folder, scope) = (false, scope.get_untracked());
        chat.add_documents(FilesToAdd { files, is_folder, scope, of_message: None, preparing: Vec::new() });
    };
    let has_some = move || all.with(|all| all.as_ref().is_some_and(|all| !all.is_empty()));
    let is_empty = move || all.with(|all| all.as_ref().is_some_and(Vec::is_empty));
    view! {
        <div class="content lists documents" data-testid="documents-drop"
            on:dragover=dragged_over(is_over) on:dragleave=move |_| is_over.set(false) on:drop=dropped(is_over, add)>
            <p class="quiet">{texts().intro}" "{texts().stored}</p>
            <Add scope chosen is_over/>
            <Outcomes/>
            <Show when=has_some><Groups all led/></Show>
            <Show when=is_empty>
                <p class="quiet" data-testid="documents-none">{texts().none}</p>
            </Show>
            <Show when=has_some><p class="quiet">{texts().sent}</p></Show>
        </div>
    }
}

/// Reloads the list when the stored data changes.
fn load(chat: Chat, all: RwSignal<Option<Vec<Document>>>) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().documents().await {
                Ok(documents) => drop(all.try_set(Some(documents))),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
}

#[component]
fn Groups(all: RwSignal<Option<Vec<Document>>>, led: Option<Scope>) -> impl IntoView {
    let chat = use_chat();
    let groups = Memo::new(move |_| {
        let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
        let project = match led {
            Some(Scope::Project(id)) => Some(id),
            _ => chat.conversation.with(|open| {
                chat.connection.projects.with(|all| Project::of(open.as_ref()?, all).map(|project| project.id))
            }),
        };
        all.with(|all| grouped(all.as_deref().unwrap_or_default(), open, project))
    });
    let whose = move || groups.with(|groups| groups.iter().map(|(whose, _)| *whose).collect::<Vec<_>>());
    let group = move |whose: Whose| {
        let own = Memo::new(move |_| {
            let found = groups.with(|groups| groups.iter().find(|(of, _)| *of == whose).map(|(_, own)| own.clone()));
            found.unwrap_or_default()
        });
        let row = move |document: Document| {
            let id = document.id;
            let current = Memo::new(move |_| {
                let found = own.with(|own| own.iter().find(|other| other.id == id).cloned());
                found.unwrap_or_else(|| document.clone())
            });
            view! { <Row document=current/> }
        };
        // Hundreds of rows at once would hold up the page.
        let shown = RwSignal::new(STEP);
        let rows = move || own.with(|own| own.iter().take(shown.get()).cloned().collect::<Vec<_>>());
        let has_more = Memo::new(move |_| own.with(|own| own.len() > shown.get()));
        let show_more = move |_| {
            shown.update(|shown| *shown += STEP);
            if !has_more.get_untracked() {
                browser::focus_next_frame("document-list");
            }
        };
        view! {
            <section data-testid="document-group" data-of=key(whose)>
                <h3 dir="auto">{chat.connection.projects.with_untracked(|all| title(whose, all))}</h3>
                <ul class="entries"><KeyedList each=rows key=|document| document.id children=row/></ul>
                <Show when=move || has_more.get()>
                    <button class="link-button" type="button" data-testid="documents-more" on:click=show_more>
                        {texts().later}
                    </button>
                </Show>
            </section>
        }
    };
    view! {
        <div class="document-groups" id="document-list" tabindex="-1" aria-label=texts().title role="group">
            <KeyedList each=whose key=|whose| *whose children=group/>
        </div>
    }
}

fn key(whose: Whose) -> &'static str {
    match whose {
        Whose::Conversation => "conversation",
        Whose::Project(_) => "project",
        Whose::Everywhere => "everywhere",
        Whose::Others => "others",
    }
}

fn title(whose: Whose, projects: &[Project]) -> String {
    match whose {
        Whose::Conversation => texts().of_conversation.to_owned(),
        Whose::Project(id) => {
            let name = projects.iter().find(|one| one.id == id).map(|one| one.name.as_str());
            fill(texts().of_project, &[("name", name.unwrap_or_default())])
        }
        Whose::Everywhere => texts().of_everywhere.to_owned(),
        Whose::Others => texts().of_others.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::testing::sample;
    use std::collections::BTreeSet;

    #[test]
    fn each_group_of_documents_has_a_title_and_a_name_of_its_own() {
        let project = Project { name: "Rome {name}".to_owned(), ..sample::project(1) };
        let groups = [Whose::Conversation, Whose::Project(project.id), Whose::Everywhere, Whose::Others];
        assert_eq!(groups.map(key).into_iter().collect::<BTreeSet<_>>().len(), groups.len());
        for language in UiLanguage::all() {
            speak(language);
            let titles = groups.map(|whose| title(whose, std::slice::from_ref(&project)));
            assert_eq!(titles.iter().collect::<BTreeSet<_>>().len(), groups.len(), "{titles:?}");
            assert!(titles[1].contains("Rome {name}"), "a name is put in once: {}", titles[1]);
            let gone = title(groups[1], &[]);
            assert!(!gone.contains('{'), "the project was deleted in another tab: {gone}");
        }
    }
}
