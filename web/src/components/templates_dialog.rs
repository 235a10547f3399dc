//! Templates dialog: the user's own templates and those that ship, to use, write, copy and delete.

use super::{
    dialog::Dialog,
    notice::NoticeView,
    persona::{FaceView, face_of},
    template_editor::TemplateEditor,
};
use crate::{
    chat::{Chat, use_chat},
    state::{DialogKind, TemplateDraft},
    texts::{common::common, fill, language, personas::personas, templates::templates as texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    settings::{Settings, SystemPrompt},
    template::{SHIPPED, Template, shipped},
    text::excerpt::around,
};

/// Length of the excerpt in the list, in characters.
const SHOWN: usize = 140;

/// Templates dialog.
#[component]
pub fn TemplatesDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Templates);
    view! {
        <Dialog open title=texts().title id="templates-dialog">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let draft = chat.panels.template_draft;
    let own = RwSignal::new(Vec::<Template>::new());
    // Reload after each change and each undo.
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().templates().await {
                Ok(templates) => drop(own.try_set(templates)),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
    view! {
        <Show when=move || draft.with(Option::is_some) fallback=move || view! { <List own/> }>
            <TemplateEditor/>
        </Show>
        <NoticeView/>
    }
}

#[component]
fn List(own: RwSignal<Vec<Template>>) -> impl IntoView {
    let chat = use_chat();
    let draft = chat.panels.template_draft;
    view! {
        <div class="content lists">
            <p class="quiet">{texts().about}</p>
            <section>
                <h3>{texts().own}</h3>
                <p class="quiet" hidden=move || own.with(|own| !own.is_empty())>{texts().no_own}</p>
                <ul class="entries">
                    {move || own.get().into_iter().map(|template| view! { <OwnRow template/> }).collect::<Vec<_>>()}
                </ul>
                <button class="button" type="button" data-testid="template-new"
                    on:click=move |_| draft.set(Some(TemplateDraft::default()))>{texts().new}</button>
            </section>
            <section>
                <h3>{texts().shipped}</h3>
                <ul class="entries">{SHIPPED.map(|name| view! { <ShippedRow name/> }).into_iter().collect::<Vec<_>>()}</ul>
            </section>
        </div>
    }
}

#[component]
fn OwnRow(template: Template) -> impl IntoView {
    let chat = use_chat();
    let id = template.id;
    let is_used = Signal::derive(move || chat.connection.settings.with(|settings| settings.template == Some(id)));
    let is_here = Signal::derive(move || {
        chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.template == Some(id)))
    });
    let draft = TemplateDraft::of(&template);
    let copy = draft.clone();
    let edit = move |_| chat.panels.template_draft.set(Some(draft.clone()));
    let duplicate = move |_| duplicate(chat, copy.clone());
    let use_here = move |_| {
        chat.choose_persona(Some(id).filter(|_| !is_here.get_untracked()));
        chat.panels.dialogs.close(DialogKind::Templates);
    };
    let here = move || if is_here.get() { personas().leave } else { personas().use_here };
    view! {
        <li data-testid="template" class="persona">
            <FaceView face=face_of(&template)/>
            <TemplateRow name=template.name text=template.text is_used is_here/>
            <span class="actions">
                <button class="link-button" data-testid="persona-use" on:click=use_here>{here}</button>
                <button class="link-button" data-testid="template-use" disabled=is_used on:click=move |_| chat.use_template(id)>{personas().use_everywhere}</button>
                <button class="link-button" data-testid="template-edit" on:click=edit>{common().edit}</button>
                <button class="link-button" data-testid="template-duplicate" on:click=duplicate>{texts().duplicate}</button>
                <button class="link-button" data-testid="template-delete" on:click=move |_| chat.delete_template(id)>{common().delete}</button>
            </span>
        </li>
    }
}

#[component]
fn ShippedRow(name: &'static str) -> impl IntoView {
    let chat = use_chat();
    let text = shipped(name, language().prompts()).unwrap_or_default();
    let draft = TemplateDraft { name: name.to_owned(), text: text.to_owned(), ..TemplateDraft::default() };
    let copy = move |_| duplicate(chat, draft.clone());
    let is_used = Signal::derive(move || chat.connection.settings.with(|settings| is_default(settings, name)));
    view! {
        <li data-testid="template-shipped" data-name=name>
            <TemplateRow name=name.to_owned() text=text.to_owned() is_used is_here=Signal::derive(|| false)/>
            <span class="actions">
                <button class="link-button" data-testid="template-use" disabled=is_used on:click=move |_| chat.use_shipped_template(name)>{personas().use_everywhere}</button>
                <button class="link-button" data-testid="template-duplicate" on:click=copy>{texts().duplicate}</button>
            </span>
        </li>
    }
}

/// Name and beginning of a template.
#[component]
fn TemplateRow(name: String, text: String, is_used: Signal<bool>, is_here: Signal<bool>) -> impl IntoView {
    view! {
        <p dir="auto">
            <strong>{name}</strong>
            <span class="kind" hidden=move || !is_here.get()>{personas().here}</span>
            <span class="kind" hidden=move || !is_used.get()>{personas().everywhere}</span>
            <span class="about">{around(&text, 0, SHOWN)}</span>
        </p>
    }
}

/// Starts a new template like another.
fn duplicate(chat: Chat, of: TemplateDraft) {
    chat.panels.template_draft.set(Some(copy_of(of)));
}

/// A new template that is like another.
fn copy_of(of: TemplateDraft) -> TemplateDraft {
    let name = fill(texts().copy_of, &[("name", &of.name)]);
    TemplateDraft { id: None, name, ..of }
}

/// Whether a shipped template is the default: its text is used, and no template of the user.
fn is_default(settings: &Settings, name: &str) -> bool {
    settings.template.is_none() && settings.system_prompt == SystemPrompt::shipped(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{id::TemplateId, time::Timestamp};

    #[test]
    fn a_copy_of_a_template_is_a_new_one_with_everything_but_the_name() {
        let of = TemplateDraft {
            id: Some(TemplateId::new(Timestamp(0), [1; 10])),
            name: "Tutor".to_owned(),
            text: "Ask back.".to_owned(),
            picture: Some("🦔".to_owned()),
            preset: Some("fast".to_owned()),
        };
        let copy = copy_of(of.clone());
        assert!(copy.id.is_none() && copy.name != of.name && copy.name.contains("Tutor"), "{}", copy.name);
        assert_eq!((copy.text, copy.picture, copy.preset), (of.text, of.picture, of.preset));
    }

    #[test]
    fn one_shipped_template_is_the_default_unless_the_user_has_one() {
        let of = |name| Settings { system_prompt: SystemPrompt::shipped(name), template: None, ..Settings::default() };
        for name in SHIPPED {
            let used: Vec<_> = SHIPPED.into_iter().filter(|other| is_default(&of(name), other)).collect();
            assert_eq!(used, [name]);
            let own = Settings { template: Some(TemplateId::new(Timestamp(0), [1; 10])), ..of(name) };
            assert!(!SHIPPED.into_iter().any(|other| is_default(&own, other)));
        }
    }
}
