//! Fields of a persona besides its name and prompt: its picture and its preset.

use super::{field::FieldError, persona::FaceView, preset_select::PresetSelect};
use crate::{
    chat::{Face, use_chat},
    images,
    state::TemplateDraft,
    texts::personas::personas as texts,
};
use leptos::{ev::Event, html::Input, prelude::*, task::spawn_local};

/// Most characters of an emoji, which may be made of several.
const LONGEST_EMOJI: usize = 12;

/// Picture of the draft, and what changes it.
#[component]
pub fn PictureField() -> impl IntoView {
    let draft = use_chat().panels.template_draft;
    let error = RwSignal::new(None::<String>);
    let file = NodeRef::<Input>::new();
    let picture = Memo::new(move |_| draft.with(|draft| draft.as_ref().and_then(|draft| draft.picture.clone())));
    let face = Memo::new(move |_| {
        let name = draft.with(|draft| draft.as_ref().map(|draft| draft.name.clone()).unwrap_or_default());
        Face::of(&name, picture.get().as_deref())
    });
    let set = move |picture: Option<String>| {
        draft.update(|draft| draft.iter_mut().for_each(|draft| draft.picture = picture.clone()))
    };
    let emoji = move || picture.get().filter(|picture| !picture.starts_with("data:")).unwrap_or_default();
    let typed = move |event: Event| {
        let text: String = event_target_value(&event).trim().chars().take(LONGEST_EMOJI).collect();
        set(Some(text).filter(|text| !text.is_empty()));
    };
    let chosen = move |_| {
        let Some(field) = file.get_untracked() else { return };
        let Some(picked) = field.files().and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            let made = images::small(&picked).await;
            // By now, the editor may be closed, and another template's draft be in its place.
            let is_closed = error.try_set(made.is_err().then(|| texts().no_image.to_owned())).is_some();
            if let (Ok(made), false) = (made, is_closed) {
                set(Some(made));
            }
            field.set_value("");
        });
    };
    let press = move |_| file.get_untracked().iter().for_each(|field| field.click());
    view! {
        <div class="field" role="group" aria-label=texts().picture>
            <span class="label" aria-hidden="true">{texts().picture}</span>
            <div class="line persona-picture">
                {move || view! { <FaceView face=face.get()/> }}
                <button class="button" type="button" data-testid="persona-choose-picture" on:click=press>{texts().choose_picture}</button>
                <input class="input" data-testid="persona-emoji" aria-label=texts().emoji placeholder=texts().emoji autocomplete="off"
                    prop:value=emoji on:input=typed/>
                <button class="button" type="button" data-testid="persona-remove-picture" disabled=move || picture.get().is_none()
                    on:click=move |_| set(None)>{texts().remove_picture}</button>
            </div>
            <input type="file" accept="image/*" hidden data-testid="persona-file" node_ref=file on:change=chosen/>
            <p class="hint">{texts().picture_about}</p>
            <FieldError error/>
        </div>
    }
}

/// Preset of the draft.
#[component]
pub fn PresetField() -> impl IntoView {
    let draft = use_chat().panels.template_draft;
    let now = |draft: &Option<TemplateDraft>| draft.as_ref().and_then(|draft| draft.preset.clone()).unwrap_or_default();
    let chosen = RwSignal::new(draft.with_untracked(now));
    Effect::new(move |_| {
        let preset = Some(chosen.get()).filter(|preset| !preset.is_empty());
        draft.update(|draft| draft.iter_mut().for_each(|draft| draft.preset = preset.clone()));
    });
    view! {
        <div class="field">
            <label for="persona-preset">{texts().preset}</label>
            <PresetSelect id="persona-preset" chosen default=texts().no_preset.to_owned()/>
        </div>
    }
}
