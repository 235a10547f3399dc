//! Filters of the search: this conversation only, documents only, the author, and the date.

use crate::{chat::use_chat, state::Since, texts};
use leptos::prelude::*;
use ricordo_core::message::Role;

/// Options for the author, in the order of their labels.
const ROLES: [Option<Role>; 3] = [None, Some(Role::User), Some(Role::Assistant)];

/// Filter chips.
#[component]
pub fn Filters() -> impl IntoView {
    let chat = use_chat();
    let finding = chat.finding;
    let texts = texts::finding::finding();
    let is_here = move || finding.only.get().is_some();
    let only_here = move |_| {
        finding.only.update(|only| *only = if only.is_some() { None } else { chat.id() });
        finding.ask(chat);
    };
    let only_documents = move |_| {
        finding.toggle_documents();
        finding.ask(chat);
    };
    let role = Signal::derive(move || ROLES.iter().position(|role| *role == finding.role.get()).unwrap_or(0));
    let since = Signal::derive(move || Since::ALL.iter().position(|since| *since == finding.since.get()).unwrap_or(0));
    let choose_role = move |at: usize| {
        finding.choose_role(ROLES.get(at).copied().flatten());
        finding.ask(chat);
    };
    let choose_since = move |at: usize| {
        finding.since.set(Since::ALL.get(at).copied().unwrap_or_default());
        finding.ask(chat);
    };
    view! {
        <div class="chips">
            <button
                class="chip"
                type="button"
                data-testid="search-here"
                aria-pressed=move || is_here().to_string()
                on:click=only_here
            >
                {texts.only_here}
            </button>
            <button
                class="chip"
                type="button"
                data-testid="search-documents"
                aria-pressed=move || finding.documents.get().to_string()
                on:click=only_documents
            >
                {texts.only_documents}
            </button>
            <Choice id="search-role" label=texts.role names=&texts.roles chosen=role choose=Callback::new(choose_role)/>
            <Choice id="search-time" label=texts.time names=&texts.times chosen=since choose=Callback::new(choose_since)/>
            <Show when=move || finding.since.get() == Since::Range>
                <Day is_last=false/>
                <Day is_last=true/>
            </Show>
        </div>
    }
}

#[component]
fn Choice(
    id: &'static str,
    label: &'static str,
    names: &'static [&'static str],
    chosen: Signal<usize>,
    choose: Callback<usize>,
) -> impl IntoView {
    let options = names.iter().enumerate().map(|(at, name)| {
        view! { <option value=at selected=move || chosen.get() == at>{*name}</option> }
    });
    view! {
        <select
            class="chip"
            data-testid=id
            aria-label=label
            data-set=move || (chosen.get() > 0).to_string()
            on:change=move |event| choose.run(event_target_value(&event).parse().unwrap_or(0))
        >
            {options.collect::<Vec<_>>()}
        </select>
    }
}

#[component]
fn Day(is_last: bool) -> impl IntoView {
    let chat = use_chat();
    let finding = chat.finding;
    let texts = texts::finding::finding();
    let value = move || finding.days.with(|(from, until)| if is_last { until.clone() } else { from.clone() });
    let change = move |event| {
        let day = event_target_value(&event);
        finding.days.update(|(from, until)| if is_last { *until = day } else { *from = day });
        finding.ask(chat);
    };
    view! {
        <input
            class="chip"
            type="date"
            data-testid=if is_last { "search-until" } else { "search-from" }
            aria-label=if is_last { texts.until } else { texts.from }
            prop:value=value
            on:input=change
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_choice_of_a_filter_has_a_label_in_each_language_and_the_first_hides_nothing() {
        assert_eq!((ROLES[0], Since::ALL[0]), (None, Since::default()));
        for language in UiLanguage::all() {
            speak(language);
            let texts = texts::finding::finding();
            assert_eq!((texts.roles.len(), texts.times.len()), (ROLES.len(), Since::ALL.len()));
        }
    }
}
