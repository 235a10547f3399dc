//! Template editor: the text, the variables to insert, and a live preview of what the model would receive.

use super::{
    icon::{Icon, Picture},
    persona_fields::{PictureField, PresetField},
};
use crate::{
    chat::use_chat,
    state::TemplateDraft,
    texts::{
        common::common,
        fill,
        templates::{templates as texts, variable_of},
    },
    words,
};
use leptos::{ev::SubmitEvent, html::Textarea, prelude::*, task::spawn_local};
use ricordo_core::{
    compile::Warning,
    template::{Substituted, VARIABLES, Variables, substitute},
};

/// Editor of the template draft.
#[component]
pub fn TemplateEditor() -> impl IntoView {
    let chat = use_chat();
    let draft = chat.panels.template_draft;
    let field = NodeRef::<Textarea>::new();
    let text = move || draft.with(|draft| draft.as_ref().map(|draft| draft.text.clone()).unwrap_or_default());
    let name = move || draft.with(|draft| draft.as_ref().map(|draft| draft.name.clone()).unwrap_or_default());
    let set = move |change: &dyn Fn(&mut TemplateDraft)| draft.update(|draft| draft.iter_mut().for_each(change));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        draft.get_untracked().into_iter().for_each(|written| chat.save_template(written));
    };
    view! {
        <form on:submit=save novalidate>
            <div class="content">
                <div class="field">
                    <label for="template-name">{texts().name}</label>
                    <input class="input" id="template-name" data-testid="template-name" autocomplete="off" dir="auto"
                        prop:value=name
                        on:input=move |event| set(&|draft| draft.name = event_target_value(&event))/>
                </div>
                <PictureField/>
                <div class="field">
                    <label for="template-text">{texts().text}</label>
                    <textarea class="input" id="template-text" data-testid="template-text" rows="8" dir="auto" node_ref=field
                        prop:value=text
                        on:input=move |event| set(&|draft| draft.text = event_target_value(&event))></textarea>
                </div>
                <VariableList field/>
                <Preview/>
                <PresetField/>
            </div>
            <footer>
                <button class="button" type="button" data-testid="template-cancel" on:click=move |_| draft.set(None)>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="template-save">{common().save}</button>
            </footer>
        </form>
    }
}

/// Variables; a click inserts one at the cursor.
#[component]
fn VariableList(field: NodeRef<Textarea>) -> impl IntoView {
    let draft = use_chat().panels.template_draft;
    let insert = move |name: &'static str| {
        let Some(field) = field.get_untracked() else { return };
        let _ = field.focus();
        let (from, to) = (field.selection_start().ok().flatten(), field.selection_end().ok().flatten());
        let end = field.value().encode_utf16().count();
        let place = |at: Option<u32>| at.unwrap_or(u32::try_from(end).unwrap_or(u32::MAX));
        let text = format!("{{{name}}}");
        let _ = field.set_range_text_with_start_and_end(&text, place(from), place(to));
        // The browser leaves the cursor before it.
        let after = place(from).saturating_add(u32::try_from(text.encode_utf16().count()).unwrap_or_default());
        let _ = field.set_selection_range(after, after);
        draft.update(|draft| draft.iter_mut().for_each(|draft| draft.text = field.value()));
    };
    let rows = VARIABLES.map(|known| {
        let name = known.name;
        let label = fill(texts().insert, &[("name", name)]);
        view! {
            <dt>
                <button class="link-button" type="button" data-testid="template-variable" aria-label=label on:click=move |_| insert(name)>
                    <code>"{"{name}"}"</code>
                </button>
            </dt>
            <dd>{variable_of(name).unwrap_or(known.help)}</dd>
        }
    });
    view! {
        <details class="fold">
            <summary>{texts().variables}</summary>
            <dl class="variables">{rows.into_iter().collect::<Vec<_>>()}</dl>
        </details>
    }
}

/// Preview of what the model would receive now, with warnings.
#[component]
fn Preview() -> impl IntoView {
    let chat = use_chat();
    let draft = chat.panels.template_draft;
    let values = RwSignal::new(Variables::default());
    spawn_local(async move {
        if let Some(id) = chat.id() {
            match chat.storage.session().template_values(id).await {
                Ok(read) => drop(values.try_set(read)),
                Err(error) => chat.storage.report(&error),
            }
        }
    });
    let shown = Memo::new(move |_| {
        values.with(|values| {
            draft.with(|draft| draft.as_ref().map(|draft| substitute(&draft.text, values)).unwrap_or_default())
        })
    });
    let text = move || match shown.with(|shown| shown.text.clone()) {
        empty if empty.trim().is_empty() => texts().nothing.to_owned(),
        text => text,
    };
    let warnings = move || {
        let problems = shown.with(problems).into_iter();
        problems
            .map(|sentence| view! { <li><Icon picture=Picture::Warning/><span>{sentence}</span></li> })
            .collect::<Vec<_>>()
    };
    view! {
        <section class="preview">
            <h3>{texts().preview}</h3>
            <p class="whole" data-testid="template-preview" dir="auto">{text}</p>
            <ul class="warnings" data-testid="template-warnings" aria-live="polite">{warnings}</ul>
        </section>
    }
}

fn problems(shown: &Substituted) -> Vec<String> {
    let unknown = shown.unknown.iter().cloned().map(Warning::UnknownVariable);
    let volatile = shown.volatile.iter().map(|name| Warning::VolatileVariable((*name).to_owned()));
    unknown.chain(volatile).map(|warning| words::warning(&warning)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_warns_of_each_variable_that_is_unknown_or_changes_all_the_time() {
        let of = |text: &str| problems(&substitute(text, &Variables::default()));
        assert!(of("Hello").is_empty() && of("").is_empty() && of("{").is_empty());
        let volatile = VARIABLES.iter().map(|known| of(&format!("{{{}}}", known.name)).len()).collect::<Vec<_>>();
        assert!(volatile.contains(&0) && volatile.contains(&1), "{volatile:?}");
        let unknown = of("{no_such_name}");
        assert!(matches!(&unknown[..], [one] if one.contains("no_such_name")), "{unknown:?}");
    }
}
