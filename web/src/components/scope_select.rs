//! Select that shows and changes where a memory or a task is used, and the forms of it: in a row, for a new entry, as a
//! filter.

use crate::{
    browser,
    chat::use_chat,
    state::{ScopeChoice, scope_key},
    texts::projects::scope as texts,
};
use leptos::{html::Select, prelude::*};
use ricordo_core::scope::Scope;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// Select of a scope.
#[component]
pub fn ScopeSelect(
    /// Scope that is in effect.
    chosen: Memo<Scope>,
    /// Scopes to choose from; `chosen` is among them.
    choices: Memo<Vec<ScopeChoice>>,
    /// Called with the chosen scope.
    choose: Callback<Scope>,
    class: &'static str,
    test_id: &'static str,
) -> impl IntoView {
    let select = NodeRef::<Select>::new();
    let change = move |event| {
        if let Some(scope) = with_key(choices, &event_target_value(&event)) {
            choose.run(scope);
        }
        // Shows what is in effect until the change is stored, which may fail.
        if let (Some(select), Some(now)) = (select.get_untracked(), chosen.try_get_untracked()) {
            select.set_value(&scope_key(now));
        }
    };
    let options = move || {
        let option = |ScopeChoice { scope, key, name }| {
            view! { <option value=key dir="auto" prop:selected=move || chosen.get() == scope>{name}</option> }
        };
        choices.get().into_iter().map(option).collect::<Vec<_>>()
    };
    view! {
        <select class=class data-testid=test_id aria-label=texts().title title=texts().title node_ref=select
            on:change=change>
            {options}
        </select>
    }
}

/// The scope among the choices whose option has this value.
fn with_key(choices: Memo<Vec<ScopeChoice>>, key: &str) -> Option<Scope> {
    choices.with_untracked(|all| all.iter().find(|one| one.key == key).map(|one| one.scope))
}

/// Scope of an entry of a list. Without projects it is shown only if it is narrower than everywhere.
#[component]
pub fn ScopeOfRow(
    /// Scope of the entry.
    scope: Memo<Scope>,
    /// Changes the scope.
    choose: Callback<Scope>,
    test_id: &'static str,
    /// Id of the list, which gets the focus if the entry leaves it because of the filter.
    list: &'static str,
) -> impl IntoView {
    let chat = use_chat();
    let is_shown = Memo::new(move |_| chat.with_scopes(|scopes| scopes.is_shown(scope.get())));
    let choices = Memo::new(move |_| chat.with_scopes(|scopes| scopes.all(Some(scope.get()))));
    // Only then: an entry also goes while it is edited, and the focus is in its field.
    let was_chosen = Arc::new(AtomicBool::new(false));
    let choose = {
        let was_chosen = was_chosen.clone();
        Callback::new(move |scope| {
            was_chosen.store(true, Relaxed);
            choose.run(scope);
        })
    };
    on_cleanup(move || {
        if was_chosen.load(Relaxed) {
            browser::focus_if_lost([list.to_owned()]);
        }
    });
    view! {
        <Show when=move || is_shown.get()>
            <ScopeSelect chosen=scope choices choose class="chip scope" test_id/>
        </Show>
    }
}

/// Scope of a new entry, beside its field; shown once there are projects.
#[component]
pub fn ScopeOfNew(
    /// Scope that the entry gets.
    scope: Memo<Scope>,
    /// Scope that the user chose.
    chosen: RwSignal<Option<Scope>>,
    test_id: &'static str,
) -> impl IntoView {
    let chat = use_chat();
    let is_shown = Memo::new(move |_| chat.with_scopes(|scopes| scopes.has_projects()));
    let choices = Memo::new(move |_| chat.with_scopes(|scopes| scopes.all(Some(scope.get()))));
    let choose = Callback::new(move |scope| chosen.set(Some(scope)));
    view! {
        <Show when=move || is_shown.get()>
            <ScopeSelect chosen=scope choices choose class="input" test_id/>
        </Show>
    }
}

/// Scope of a new entry: the one that the user chose, or else the one of the open conversation.
pub fn scope_of_new(chosen: RwSignal<Option<Scope>>) -> Memo<Scope> {
    let chat = use_chat();
    Memo::new(move |_| chosen.get().unwrap_or_else(|| chat.with_scopes(|scopes| scopes.of_typed())))
}

/// Filter of a list by scope; shown once there are projects.
#[component]
pub fn ScopeFilter(
    /// Scope whose entries are listed; `None` for all.
    chosen: Memo<Option<Scope>>,
    /// Called with the chosen scope.
    choose: Callback<Option<Scope>>,
    test_id: &'static str,
) -> impl IntoView {
    let chat = use_chat();
    let choices = Memo::new(move |_| {
        chat.with_scopes(|scopes| {
            let is_shown = scopes.has_projects() || chosen.get().is_some();
            if is_shown { scopes.all(chosen.get()) } else { Vec::new() }
        })
    });
    let change = move |event| choose.run(with_key(choices, &event_target_value(&event)));
    let options = move || {
        let option = |ScopeChoice { scope, key, name }| {
            view! { <option value=key dir="auto" prop:selected=move || chosen.get() == Some(scope)>{name}</option> }
        };
        choices.get().into_iter().map(option).collect::<Vec<_>>()
    };
    view! {
        <Show when=move || choices.with(|choices| !choices.is_empty())>
            <select class="input" data-testid=test_id aria-label=texts().title on:change=change>
                <option value="">{texts().any}</option>
                {options}
            </select>
        </Show>
    }
}
