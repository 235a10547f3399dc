//! Templates dialog: the user's own templates and those that ship, to use, write, copy and delete.

use super::{
    dialog::Dialog,
    icon::Picture,
    keyed_list::KeyedList,
    persona::{FaceView, face_of},
    row_action::RowAction,
    template_editor::TemplateEditor,
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    markdown,
    state::{DialogKind, TemplateDraft},
    texts::{
        common::common,
        fill, language,
        personas::personas,
        templates::{shipped_of, templates as texts},
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    settings::{Settings, SystemPrompt},
    template::{SHIPPED, Template, shipped},
    text::excerpt::around,
};

/// Length of the excerpt in the list, in characters.
const SHOWN: usize = 140;
/// Id of the list of the user's own templates.
const LIST: &str = "template-list";

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
    let is_read = RwSignal::new(false);
    // Reload after each change and each undo.
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().templates().await {
                Ok(templates) => drop(own.try_set(templates)),
                Err(error) => chat.storage.report(&error),
            }
            let _ = is_read.try_set(true);
        });
    });
    view! {
        <Show when=move || draft.with(Option::is_some) fallback=move || view! { <List own is_read/> }>
            <TemplateEditor/>
        </Show>
    }
}

/// `is_read`: whether it is known which templates the user has. Nothing is drawn below them before.
#[component]
fn List(own: RwSignal<Vec<Template>>, is_read: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    // The editor, which the list replaces, had the focus.
    focus_list_if_lost();
    view! {
        <div class="content lists">
            <p class="quiet">{texts().about}</p>
            <Show when=move || is_read.get()>
                <section>
                    <h3>{texts().own}</h3>
                    <p class="quiet" hidden=move || own.with(|own| !own.is_empty())>{texts().no_own}</p>
                    <ul class="entries" id=LIST tabindex="-1" aria-label=texts().own>
                        <KeyedList each=move || own.get() key=Template::clone children=|template| view! { <OwnRow template/> }/>
                    </ul>
                    <button class="button" type="button" data-testid="template-new"
                        on:click=move |_| write(chat, TemplateDraft::default())>{texts().new}</button>
                </section>
                <section>
                    <h3>{texts().shipped}</h3>
                    <ul class="entries">{SHIPPED.map(|name| view! { <ShippedRow name/> }).into_iter().collect::<Vec<_>>()}</ul>
                </section>
            </Show>
        </div>
    }
}

/// Focuses the list if the focused element is gone.
fn focus_list_if_lost() {
    browser::focus_if_lost([LIST.to_owned()]);
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
    let edit = move || write(chat, draft.clone());
    let duplicate = move || duplicate(chat, copy.clone());
    let use_here = move |_| {
        chat.choose_persona(Some(id).filter(|_| !is_here.get_untracked()));
        chat.panels.dialogs.close(DialogKind::Templates);
    };
    let here = move || if is_here.get() { personas().leave } else { personas().use_here };
    on_cleanup(focus_list_if_lost);
    view! {
        <li data-testid="template" class="persona">
            <FaceView face=face_of(&template)/>
            <TemplateRow name=template.name text=template.text is_used is_here/>
            <span class="actions">
                <button class="button" data-testid="persona-use" on:click=use_here>{here}</button>
                <Everywhere is_used act=move || chat.use_template(id)/>
                <RowAction test_id="template-edit" picture=Picture::Write name=common().edit act=edit/>
                <RowAction test_id="template-duplicate" picture=Picture::Copy name=texts().duplicate act=duplicate/>
                <RowAction test_id="template-delete" picture=Picture::Bin name=common().delete act=move || chat.delete_template(id)/>
            </span>
        </li>
    }
}

/// Uses a persona in all conversations without one. Its icon is of no other action.
#[component]
fn Everywhere(is_used: Signal<bool>, act: impl Fn() + 'static) -> impl IntoView {
    let name = personas().use_everywhere;
    view! {
        <button class="icon-button" type="button" data-testid="template-use" aria-label=name title=name disabled=is_used
            on:click=move |_| act()>
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.5h17M3.5 14.5h17M12 3c-4.5 5-4.5 13 0 18 4.5-5 4.5-13 0-18z"></path>
            </svg>
        </button>
    }
}

#[component]
fn ShippedRow(name: &'static str) -> impl IntoView {
    let chat = use_chat();
    let text = shipped(name, language().prompts()).unwrap_or_default();
    let title = shipped_of(name).unwrap_or(name);
    let draft = TemplateDraft { name: title.to_owned(), text: text.to_owned(), ..TemplateDraft::default() };
    let copy = move || duplicate(chat, draft.clone());
    let is_used = Signal::derive(move || chat.connection.settings.with(|settings| is_default(settings, name)));
    view! {
        <li data-testid="template-shipped" class="persona" data-name=name>
            <TemplateRow name=title.to_owned() text=text.to_owned() is_used is_here=Signal::derive(|| false)/>
            <span class="actions">
                <button class="button" data-testid="template-use" disabled=is_used on:click=move |_| chat.use_shipped_template(name)>{personas().use_everywhere}</button>
                <RowAction test_id="template-duplicate" picture=Picture::Copy name=texts().duplicate act=copy/>
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
            <span class="about">{beginning(&text)}</span>
        </p>
    }
}

/// Beginning of a text without the marks of Markdown.
fn beginning(text: &str) -> String {
    around(&markdown::in_words(text), 0, SHOWN)
}

/// Opens the editor.
fn write(chat: Chat, draft: TemplateDraft) {
    chat.panels.template_draft.set(Some(draft));
    browser::focus_next_frame("template-name");
}

/// Starts a new template like another.
fn duplicate(chat: Chat, of: TemplateDraft) {
    write(chat, copy_of(of));
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
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::{id::TemplateId, time::Timestamp};

    #[test]
    fn a_shipped_template_has_a_name_in_each_language_and_no_file_name() {
        for language in UiLanguage::all() {
            speak(language);
            let names = SHIPPED.map(|name| shipped_of(name).unwrap());
            for (at, name) in names.iter().enumerate() {
                assert!(!name.is_empty() && !name.contains('.') && !names[..at].contains(name), "{name}");
            }
        }
    }

    #[test]
    fn the_beginning_of_a_template_has_no_marks_of_markdown() {
        assert_eq!(
            beginning("# You\n\n* Be **kind** to {username}.\n* Be `exact`."),
            "You Be kind to {username}. Be exact."
        );
        for name in SHIPPED {
            for language in UiLanguage::all() {
                let shown = beginning(shipped(name, language.prompts()).unwrap());
                assert!(!shown.is_empty() && !shown.contains(" - "), "{shown}");
            }
        }
    }

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
