//! Bar above the chat: the conversation's title, the model, and the size of the next prompt.

use super::{
    icon::{Icon, Picture},
    lazy::{Lazy, LazyPart},
    project_group::class_of,
};
use crate::{
    browser,
    chat::use_chat,
    floats::decimals,
    mount,
    state::DialogKind,
    texts::{fill, projects::project_groups, shell::shell, temporary::temporary},
    words::{self, short},
};
use leptos::prelude::*;
use ricordo_core::{conversation::Conversation, project::Project, provider::ProviderKind, settings::OwnSettings};

/// Bar above the chat.
#[component]
pub fn TopBar() -> impl IntoView {
    let chat = use_chat();
    let open_list = move |_| {
        chat.panels.list.set(true);
        browser::focus_next_frame("new-conversation");
    };
    let title = move || {
        let title = chat.conversation.with(|open| open.as_ref().map(|open| open.title.clone()).unwrap_or_default());
        if title.is_empty() { shell().new_conversation.to_owned() } else { title }
    };
    let is_temporary = Memo::new(move |_| chat.is_temporary());
    view! {
        <header class="bar">
            <button
                id="menu"
                class="icon-button menu"
                data-testid="menu"
                aria-label=shell().conversations
                aria-expanded=move || chat.panels.list.get().to_string()
                on:click=open_list
            >
                <Icon picture=Picture::Menu/>
            </button>
            <div class="titles">
                <Show
                    when=move || is_temporary.get()
                    fallback=move || view! { <h1 dir="auto" title=title>{title}</h1> }
                >
                    <h1 class="temporary-mark" data-testid="temporary-mark" title=temporary().about>
                        <Icon picture=Picture::Temporary/>
                        <span>{temporary().name}</span>
                    </h1>
                </Show>
                <ProjectButton/>
            </div>
            <ModelButton/>
            <Lazy open=chat.is_whole which=LazyPart::OutlineButton/>
            <Gauge/>
        </header>
    }
}

/// Button that names the project of the open conversation and opens it. Its name is below the title, and the button
/// covers both, so that it is large enough for a finger.
#[component]
fn ProjectButton() -> impl IntoView {
    let chat = use_chat();
    let of = move |read: fn(&Project) -> String| chat.connection.with_project_of_open(read);
    let name = move || of(|project| project.name.clone());
    let label = move || name().map(|name| fill(project_groups().open_in, &[("name", &name)]));
    let dot = move || of(|project| class_of(project.color));
    let open = move |_| {
        if let Some(id) = untrack(|| chat.connection.with_project_of_open(|project| project.id)) {
            chat.open_project(id);
        }
    };
    view! {
        <button class="project-button" data-testid="project-button" aria-haspopup="dialog" aria-label=label
            title=name hidden=move || name().is_none() on:click=open>
            <span class=dot aria-hidden="true"></span>
            <span class="name" dir="auto">{name}</span>
        </button>
    }
}

/// Button that shows the model that answers and opens the model picker, beside the button for the conversation's
/// settings.
#[component]
fn ModelButton() -> impl IntoView {
    let chat = use_chat();
    let name = Memo::new(move |_| {
        let is_in_page = chat.connection.provider().kind == ProviderKind::InPage;
        let name = chat.connection.answering_name();
        if is_in_page { short(&name).to_owned() } else { name }
    });
    let has_own = move || chat.conversation.with(|open| open.as_ref().is_some_and(has_own));
    view! {
        <button class="model-button" data-testid="model-button" aria-haspopup="dialog"
            aria-label=move || shell().model.replace("{model}", &name.get())
            title=name on:click=move |_| chat.panels.dialogs.open(DialogKind::Models)>
            <span class="name">{name}</span>
            <Icon picture=Picture::Chevron/>
        </button>
        <button class="icon-button own-button" class:set=has_own data-testid="own-button" aria-haspopup="dialog"
            aria-label=shell().own title=shell().own on:click=move |_| chat.panels.dialogs.open(DialogKind::Own)>
            <Icon picture=Picture::Sliders/>
        </button>
    }
}

fn has_own(open: &Conversation) -> bool {
    open.provider.is_some() || open.own != OwnSettings::default()
}

/// Gauge of the next prompt's size. Opens the inspector.
#[component]
fn Gauge() -> impl IntoView {
    let chat = use_chat();
    let gauge = Memo::new(move |_| chat.inspection.gauge());
    let share = move || gauge.get().map_or(0.0, share_of);
    let tokens = move || gauge.get().map(|(tokens, _)| words::number(tokens.into()));
    let budget = move || gauge.get().map(|(_, budget)| format!(" / {}", words::number(budget.into())));
    let unit = move || gauge.get().map(|_| format!(" {}", shell().tokens));
    let label = move || label_of(gauge.get());
    let toggle = move |_| {
        let open = !chat.panels.inspector.get_untracked();
        chat.panels.inspector.set(open);
        if open && mount::is_narrow() {
            browser::focus_next_frame("inspector-close");
        }
    };
    view! {
        <button
            id="inspector-toggle"
            class="gauge"
            data-testid="inspector-toggle"
            title=shell().context
            aria-label=label
            aria-expanded=move || chat.panels.inspector.get().to_string()
            on:click=toggle
        >
            <span class="track"><span class="fill" style:--share=move || decimals(share())></span></span>
            <span>{tokens}<span class="budget">{budget}<span class="unit">{unit}</span></span></span>
            <Icon picture=Picture::Layers/>
        </button>
    }
}

/// Share of the budget that the next prompt takes.
fn share_of((tokens, budget): (u32, u32)) -> f64 {
    f64::from(tokens) / f64::from(budget.max(1))
}

/// Accessible name of the gauge. It contains the visible text, so that users of voice control can say what they see.
fn label_of(gauge: Option<(u32, u32)>) -> String {
    let Some((tokens, budget)) = gauge else { return shell().context.to_owned() };
    let written = format!("{} / {}", words::number(tokens.into()), words::tokens(budget.into()));
    fill(shell().context_of, &[("tokens", &written)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, server};
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::time::Timestamp;

    #[test]
    fn the_gauge_is_full_at_the_budget_and_its_name_has_both_numbers() {
        for (gauge, share) in [((0, 8_000), 0.0), ((2_000, 8_000), 0.25), ((8_000, 8_000), 1.0), ((0, 0), 0.0)] {
            assert!((share_of(gauge) - share).abs() < f64::EPSILON, "{gauge:?}");
        }
        assert!(share_of((9_000, 8_000)) > 1.0, "it is over");
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(label_of(None), shell().context);
            let label = label_of(Some((1_200, 8_000)));
            assert!(label.contains(&words::number(1_200)) && label.contains(&words::number(8_000)), "{label}");
            assert!(!label.contains('{'), "{label}");
        }
    }

    #[test]
    fn the_button_is_marked_once_anything_is_set_for_this_conversation_alone() {
        let open = conversation(1, "", Timestamp(0));
        assert!(!has_own(&open));
        assert!(has_own(&Conversation { provider: Some(server(1, "").id), ..open.clone() }));
        let own = OwnSettings { send_now: Some(false), ..OwnSettings::default() };
        assert!(has_own(&Conversation { own, ..open }), "also what is switched off");
    }
}
