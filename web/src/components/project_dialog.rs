//! Dialog of a project: a new one, or one that exists.

use super::{
    dialog::Dialog,
    field::FormError,
    project_fields::{Colors, Instructions, ModelAndPreset, NameField, Outside},
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{DialogKind, FieldOf, ProjectForm},
    texts::{Counted, common::common, errors::Localized, projects},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{error::Error, id::ProjectId, memory::find::MemoryQuery, project::Project, scope::Scope};

/// Most models in the list. Some providers list hundreds.
const MODELS: usize = 500;

/// Dialog of a project.
#[component]
pub fn ProjectDialog() -> impl IntoView {
    let panels = use_chat().panels;
    let texts = projects::project();
    let title = move || if panels.project.get().is_some() { texts.edit } else { texts.new };
    view! {
        <Dialog open=panels.dialogs.of(DialogKind::Project) title=Signal::derive(title) id="project-dialog" has_form=true>
            <Form/>
        </Dialog>
    }
}

#[component]
fn Form() -> impl IntoView {
    let chat = use_chat();
    let texts = projects::project();
    let id = chat.panels.project.get_untracked();
    let stored = id.and_then(|id| chat.connection.project(id));
    let providers = chat.connection.providers.get_untracked();
    let form = ProjectForm::of(stored.as_ref().map(Project::text).unwrap_or_default(), &providers);
    chat.connection.ask_for_lists();
    let choices = Memo::new(move |_| chat.connection.choices("", MODELS));
    let error = RwSignal::new(None::<(FieldOf, String)>);
    let at = move |place: FieldOf| {
        Signal::derive(move || {
            error.with(|error| error.as_ref().filter(|(at, _)| *at == place).map(|(_, why)| why.clone()))
        })
    };
    let is_saving = StoredValue::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        if is_saving.get_value() {
            return;
        }
        is_saving.set_value(true);
        let text = form.text(&choices.get_untracked(), &chat.connection.providers.get_untracked());
        spawn_local(async move {
            match chat.save_project(id, text).await {
                Ok(()) => chat.panels.dialogs.close(DialogKind::Project),
                Err(refused) => show(&refused, error),
            }
            is_saving.set_value(false);
        });
    };
    view! {
        <form on:submit=save novalidate>
            <div class="content">
                <NameField form error=at(FieldOf::Name)/>
                <Colors chosen=form.color/>
                <Instructions form error=at(FieldOf::Instructions)/>
                <ModelAndPreset form choices/>
                <Outside is_on=form.uses_outside/>
                {id.map(|id| view! { <Learned id/><Delete id/> })}
            </div>
            <FormError error=at(FieldOf::Form) id="project-error"/>
            <footer>
                <button class="button" type="button" on:click=move |_| chat.panels.dialogs.close(DialogKind::Project)>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="project-save">
                    {if id.is_some() { common().save } else { texts.create }}
                </button>
            </footer>
        </form>
    }
}

/// Shows why a project was not stored, at the field that is wrong. The dialog may be closed by now.
fn show(refused: &Error, error: RwSignal<Option<(FieldOf, String)>>) {
    let place = FieldOf::error(refused);
    let _ = error.try_set(Some((place, refused.localized())));
    match place {
        FieldOf::Name => browser::focus_next_frame("project-name"),
        FieldOf::Instructions => browser::focus_next_frame("project-instructions"),
        FieldOf::Form => {}
    }
}

/// Numbers of the memories, tasks and documents of a project.
async fn count(chat: Chat, id: ProjectId) -> Result<[usize; 3], Error> {
    let (session, scope) = (chat.storage.session(), Scope::Project(id));
    let memories = session.memories(&MemoryQuery { scope: Some(scope), ..MemoryQuery::default() }).await?;
    let tasks = session.tasks().await?;
    let documents = session.documents().await?;
    let documents = documents.iter().filter(|document| document.scope == scope).count();
    Ok([memories.total, tasks.iter().filter(|task| task.scope == scope).count(), documents])
}

/// Links to the memories, the tasks and the documents, with their numbers. Until these are known the links take their room
/// unseen: below them is the button that deletes the project.
#[component]
fn Learned(id: ProjectId) -> impl IntoView {
    let chat = use_chat();
    let counts = RwSignal::new(None);
    spawn_local(async move {
        match count(chat, id).await {
            Ok(found) => drop(counts.try_set(Some(found))),
            Err(error) => chat.storage.report(&error),
        }
    });
    let texts = projects::project();
    let link = move |at: usize, test_id: &'static str, words: &'static Counted, kind: DialogKind| {
        let open = move |_| {
            chat.panels.dialogs.close(DialogKind::Project);
            chat.panels.show_learned(kind, Scope::Project(id));
        };
        let words = move || words.say(counts.get().unwrap_or([0; 3])[at] as u64);
        view! { <button class="link-button" type="button" data-testid=test_id on:click=open>{words}</button> }
    };
    let visibility = move || if counts.with(Option::is_some) { "visible" } else { "hidden" };
    view! {
        <p class="links" style:visibility=visibility>
            {link(0, "project-memories", &texts.memories, DialogKind::Memories)}
            {link(1, "project-tasks", &texts.tasks, DialogKind::Tasks)}
            {link(2, "project-documents", &texts.documents, DialogKind::Documents)}
        </p>
    }
}

/// Deletes the project, and says what that does. It can be undone, so it does not ask again.
#[component]
fn Delete(id: ProjectId) -> impl IntoView {
    let chat = use_chat();
    let delete = move |_| {
        chat.panels.dialogs.close(DialogKind::Project);
        chat.delete_project(id);
    };
    view! {
        <div class="field">
            <div>
                <button class="button danger" type="button" data-testid="project-dialog-delete" aria-describedby="project-delete-hint" on:click=delete>
                    {projects::projects().delete}
                </button>
            </div>
            <p class="hint" id="project-delete-hint">{projects::project().delete_about}</p>
        </div>
    }
}
