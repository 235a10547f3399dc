//! Persona of the open conversation in the bar, personas to start an empty conversation with, and the picture of one.

use crate::{
    browser,
    chat::{Face, persona, use_chat},
    images,
    state::DialogKind,
    texts::{fill, personas::personas as texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{digest::Digest, id::TemplateId, template::Template};

/// Most personas that an empty conversation offers.
const OFFERED: usize = 8;

/// Picture of a persona. Its name stands beside it.
#[component]
pub fn FaceView(face: Face) -> impl IntoView {
    match face {
        Face::Image(image) => {
            let address = images::address_of(&image);
            let held = address.clone();
            on_cleanup(move || held.iter().for_each(|address| images::release(address)));
            view! { <img class="face" src=address alt=""/> }.into_any()
        }
        Face::Letter(letter, color) => {
            // Set as a property: the policy of the page allows no style attributes.
            let color = format!("var(--project-{})", color.name());
            view! { <span class="face" style:--face=color data-letter=letter aria-hidden="true"></span> }.into_any()
        }
    }
}

/// Picture of a stored persona.
pub fn face_of(template: &Template) -> Face {
    Face::of(&template.name, template.picture.as_deref())
}

/// Button in the bar that names the persona of the open conversation.
#[component]
pub fn PersonaButton() -> impl IntoView {
    let dialogs = use_chat().panels.dialogs;
    let shown = persona();
    move || {
        shown.get().map(|persona| {
            let label = fill(texts().of_open, &[("name", &persona.name)]);
            view! {
                <button class="persona-button" data-testid="persona-button" aria-haspopup="dialog" aria-label=label.clone()
                    title=label on:click=move |_| dialogs.open(DialogKind::Templates)>
                    <FaceView face=face_of(&persona)/>
                    <span class="name" dir="auto">{persona.name}</span>
                </button>
            }
        })
    }
}

/// Personas to start an empty conversation with; nothing if there are none.
#[component]
pub fn PersonaChoices() -> impl IntoView {
    let chat = use_chat();
    let all = RwSignal::new(Vec::<Template>::new());
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().templates().await {
                Ok(found) => {
                    if !found.is_empty() {
                        browser::later_style().await;
                    }
                    let _ = all.try_set(found);
                }
                Err(error) => chat.storage.report(&error),
            }
        });
    });
    let offered = move || all.get().into_iter().take(OFFERED).collect::<Vec<_>>();
    let chosen = move || chat.conversation.with(|open| open.as_ref().and_then(|open| open.template));
    let chip = move |persona: Template| {
        let id = persona.id;
        let is_chosen = move || chosen() == Some(id);
        let choose = move |_| chat.choose_persona(Some(id).filter(|_| !untrack(is_chosen)));
        view! {
            <button class="chip persona" data-testid="persona-choice" aria-pressed=move || is_chosen().to_string() on:click=choose>
                <FaceView face=face_of(&persona)/>
                <span dir="auto">{persona.name}</span>
            </button>
        }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty())>
            <section class="personas">
                <h3>{texts().begin_with}</h3>
                <div class="chips">
                    <For each=offered key=key_of children=chip/>
                </div>
            </section>
        </Show>
    }
}

/// What a chip is drawn again for.
fn key_of(persona: &Template) -> (TemplateId, String, Option<Digest>) {
    let picture = persona.picture.as_ref().map(|picture| Digest::of(picture.as_bytes()));
    (persona.id, persona.name.clone(), picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::testing::sample;

    #[test]
    fn a_chip_is_drawn_again_for_another_picture_of_the_same_length() {
        let with = |picture: &str| Template { picture: Some(picture.to_owned()), ..sample::template(1) };
        assert_eq!("🦊".len(), "🐻".len());
        assert_ne!(key_of(&with("🦊")), key_of(&with("🐻")));
        assert_eq!(key_of(&with("🦊")), key_of(&with("🦊")));
    }
}
