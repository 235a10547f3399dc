//! Fields of the dialog of a project: its color, its instructions, its model and preset, and what else it uses.

use super::{field::FieldError, model_choice::ModelChoice, preset_select::PresetSelect, project_group::Dot};
use crate::{
    state::{Choice, ProjectForm, length_near_limit},
    texts::{
        fill, number,
        picker::picker,
        projects::{colors, project},
    },
};
use leptos::prelude::*;
use ricordo_core::project::{LONGEST_INSTRUCTIONS, ProjectColor};

/// Name of a color.
fn name_of(color: ProjectColor) -> &'static str {
    let names = colors();
    match color {
        ProjectColor::Gray => names.gray,
        ProjectColor::Red => names.red,
        ProjectColor::Orange => names.orange,
        ProjectColor::Yellow => names.yellow,
        ProjectColor::Green => names.green,
        ProjectColor::Teal => names.teal,
        ProjectColor::Blue => names.blue,
        ProjectColor::Purple => names.purple,
    }
}

/// Text field for the name.
#[component]
pub fn NameField(form: ProjectForm, #[prop(into)] error: Signal<Option<String>>) -> impl IntoView {
    let value = form.name;
    view! {
        <div class="field">
            <label for="project-name">{project().name}</label>
            <input class="input" id="project-name" data-testid="project-name" autocomplete="off" dir="auto" autofocus
                aria-invalid=move || error.with(Option::is_some).to_string()
                prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
            <FieldError error/>
        </div>
    }
}

/// Colors to choose from.
#[component]
pub fn Colors(chosen: RwSignal<ProjectColor>) -> impl IntoView {
    let swatches = ProjectColor::ALL.map(|color| {
        view! {
            <label title=name_of(color)>
                <input type="radio" name="project-color" data-testid="project-color" value=color.name()
                    prop:checked=move || chosen.get() == color on:change=move |_| chosen.set(color)/>
                <Dot color/>
                <span class="visually-hidden">{name_of(color)}</span>
            </label>
        }
    });
    view! {
        <fieldset class="group colors">
            <legend>{project().color}</legend>
            <div>{swatches.into_iter().collect::<Vec<_>>()}</div>
        </fieldset>
    }
}

/// Text area for the instructions. Near the limit it says how long they are.
#[component]
pub fn Instructions(form: ProjectForm, #[prop(into)] error: Signal<Option<String>>) -> impl IntoView {
    let value = form.instructions;
    let length = move || {
        let length = value.with(|text| length_near_limit(text))?;
        let (n, max) = (number(length as u64), number(LONGEST_INSTRUCTIONS as u64));
        Some(fill(project().length, &[("n", &n), ("max", &max)]))
    };
    view! {
        <div class="field">
            <label for="project-instructions">{project().instructions}</label>
            <textarea class="input" id="project-instructions" data-testid="project-instructions" rows="5" dir="auto"
                aria-describedby="project-instructions-hint" aria-invalid=move || error.with(Option::is_some).to_string()
                prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))></textarea>
            <p class="hint" id="project-instructions-hint">{project().instructions_about}</p>
            <p class="hint" role="status" data-testid="project-length">{length}</p>
            <FieldError error/>
        </div>
    }
}

/// Drop-down lists of the model and the preset.
#[component]
pub fn ModelAndPreset(form: ProjectForm, choices: Memo<Vec<Choice>>) -> impl IntoView {
    view! {
        <div class="numbers">
            <div class="field">
                <label for="project-model">{project().model}</label>
                <ModelChoice id="project-model" choices chosen=form.model/>
            </div>
            <div class="field">
                <label for="project-preset">{project().preset}</label>
                <PresetSelect id="project-preset" chosen=form.preset default=picker().default.to_owned()/>
            </div>
        </div>
    }
}

/// Switch: whether requests contain what was learned outside the project.
#[component]
pub fn Outside(is_on: RwSignal<bool>) -> impl IntoView {
    view! {
        <div class="field">
            <label class="check">
                <input type="checkbox" data-testid="project-outside" aria-describedby="project-outside-hint"
                    prop:checked=move || is_on.get() on:change=move |event| is_on.set(event_target_checked(&event))/>
                <span>{project().outside}</span>
            </label>
            <p class="hint" id="project-outside-hint">{project().outside_about}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_color_has_a_name_of_its_own() {
        for language in UiLanguage::all() {
            speak(language);
            let names = ProjectColor::ALL.map(name_of);
            for (at, name) in names.iter().enumerate() {
                assert!(!name.is_empty() && !names[..at].contains(name), "{name}");
            }
        }
    }
}
