//! How the page looks: theme, contrast and text size. They apply at once and are kept in this browser, outside the database,
//! because they are needed before the first paint; the script in `index.html` applies them.

use crate::{
    browser,
    chat::use_chat,
    mount,
    state::SettingsForm,
    texts::settings::{appearance as texts, settings},
};
use leptos::prelude::*;

/// Names that the choices are kept under, and the attributes of the root element.
const THEME: &str = "theme";
const CONTRAST: &str = "contrast";
const TEXT: &str = "text";
/// Kept for more contrast.
const MORE: &str = "more";
/// Themes and text sizes as they are kept. An empty one is the default.
const THEMES: [&str; 3] = ["", "light", "dark"];
const SIZES: [&str; 4] = ["small", "", "large", "largest"];

/// Words that a search finds the rows by.
fn shown(name: &str) -> String {
    let texts = texts();
    match name {
        THEME => format!("{} {} {}", texts.theme, texts.themes.join(" "), texts.contrast),
        _ => format!("{} {} {}", texts.size, texts.sizes.join(" "), texts.size_help),
    }
}

/// Whether a search finds one of the rows. An element looks like the page around it.
pub fn is_found(form: SettingsForm) -> bool {
    mount::is_page() && [THEME, TEXT].iter().any(|name| form.finds(&shown(name)))
}

/// Rows of the appearance.
#[component]
pub fn Appearance(form: SettingsForm) -> impl IntoView {
    mount::is_page().then(|| {
        view! {
            <div class="setting" id="setting-theme" hidden=move || !form.finds(&shown(THEME))>
                <Segments name=THEME label=texts().theme values=&THEMES names=&texts().themes/>
                <Contrast/>
            </div>
            <div class="setting" id="setting-text" hidden=move || !form.finds(&shown(TEXT))>
                <Segments name=TEXT label=texts().size values=&SIZES names=&texts().sizes/>
                <p class="hint">{texts().size_help}</p>
            </div>
        }
    })
}

fn choose(name: &str, value: &str, notices: crate::state::Notices) {
    if !browser::choose_look(name, value) {
        notices.trouble(settings().not_kept);
    }
}

#[component]
fn Segments(
    name: &'static str,
    label: &'static str,
    values: &'static [&'static str],
    names: &'static [&'static str],
) -> impl IntoView {
    let notices = use_chat().notices;
    let chosen = browser::look(name).unwrap_or_default();
    let segments = values.iter().zip(names).map(|(value, shown)| {
        let id = if value.is_empty() { "default" } else { value };
        view! {
            <label>
                <input type="radio" name=format!("look-{name}") data-testid=format!("{name}-{id}")
                    checked=*value == chosen on:change=move |_| choose(name, value, notices)/>
                <span>{*shown}</span>
            </label>
        }
    });
    view! {
        <span class="label" id=format!("look-{name}")>{label}</span>
        <div class="segments" role="radiogroup" aria-labelledby=format!("look-{name}")>{segments.collect::<Vec<_>>()}</div>
    }
}

#[component]
fn Contrast() -> impl IntoView {
    let notices = use_chat().notices;
    let change = move |event| choose(CONTRAST, if event_target_checked(&event) { MORE } else { "" }, notices);
    view! {
        <label class="check">
            <input type="checkbox" data-testid="contrast-more" checked=browser::look(CONTRAST).is_some() on:change=change/>
            <span>{texts().contrast}</span>
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_name() {
        assert_eq!((texts().themes.len(), texts().sizes.len()), (THEMES.len(), SIZES.len()));
    }
}
