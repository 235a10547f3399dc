//! Form to connect to a model that needs an API key: the provider, the key, and one of its models.

use super::{field::FormError, model_select::ModelSelect, server_fields::key_page};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{DialogKind, ServerForm, can_chat},
    texts::{connect::connect, errors::Localized, welcome::welcome},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{
    doctor::{KNOWN, KnownProvider},
    wire::ListedModel,
};

/// Form that asks for the key first and, once the provider accepts it, for the model.
#[component]
pub fn KeyEntry() -> impl IntoView {
    let chat = use_chat();
    let texts = connect();
    let entry = Entry::new();
    let Entry { at, key, models, chosen, error, is_asking } = entry;
    let go = move |event: SubmitEvent| {
        event.prevent_default();
        entry.go(chat);
    };
    view! {
        <form class="key-form" on:submit=go novalidate>
            <h3>{welcome().with_key.name}</h3>
            <Providers at changed=Callback::new(move |()| entry.forget())/>
            <div class="field">
                <label for="connect-key">{texts.key}</label>
                <input class="input" id="connect-key" data-testid="connect-key" type="password" autocomplete="off"
                    prop:value=move || key.get()
                    on:input=move |event| { key.set(event_target_value(&event)); entry.forget(); }/>
                <p class="hint">{texts.key_privacy}</p>
                {move || key_page(entry.known())}
            </div>
            <Show when=move || models.with(|all| !all.is_empty())>
                <div class="field"><span class="label">{texts.model}</span><ModelSelect models=models.get() chosen/></div>
            </Show>
            <FormError error id="connect-error"/>
            <button class="button primary" type="submit" data-testid="connect-go" disabled=is_asking>
                {move || match (is_asking.get(), models.with(Vec::is_empty)) {
                    (true, _) => texts.connecting,
                    (false, true) => texts.connect,
                    (false, false) => texts.use_it,
                }}
            </button>
        </form>
    }
}

/// What is typed and chosen, and what the provider answered.
#[derive(Clone, Copy)]
struct Entry {
    /// Index of the provider.
    at: RwSignal<usize>,
    key: RwSignal<String>,
    /// Models that the provider offers for the key.
    models: RwSignal<Vec<ListedModel>>,
    /// Id of the chosen model.
    chosen: RwSignal<String>,
    error: RwSignal<Option<String>>,
    is_asking: RwSignal<bool>,
}

impl Entry {
    fn new() -> Self {
        Self {
            at: RwSignal::new(0),
            key: RwSignal::new(String::new()),
            models: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(String::new()),
            error: RwSignal::new(None),
            is_asking: RwSignal::new(false),
        }
    }

    fn known(self) -> &'static KnownProvider {
        KNOWN.get(self.at.get()).unwrap_or(&KNOWN[0])
    }

    /// Another provider or key: what was answered is not about it.
    fn forget(self) {
        self.models.set(Vec::new());
        self.error.set(None);
    }

    /// Asks the provider for its models, or connects to the chosen one.
    fn go(self, chat: Chat) {
        let typed = self.key.with_untracked(|key| key.trim().to_owned());
        if typed.is_empty() {
            self.error.set(Some(connect().key_missing.to_owned()));
            return browser::focus_next_frame("connect-key");
        }
        if self.is_asking.get_untracked() {
            return;
        }
        self.is_asking.set(true);
        self.error.set(None);
        let (known, model) = (untrack(|| self.known()), self.chosen_model());
        let asked = (self.at.get_untracked(), typed.clone());
        spawn_local(async move {
            let answer = match model {
                Some(model) => connect_to(chat, known, &model, typed).await.map(|()| None),
                None => list_models(chat, known, typed).await.map(Some),
            };
            let _ = self.is_asking.try_set(false);
            self.take(&asked, answer);
        });
    }

    fn chosen_model(self) -> Option<ListedModel> {
        let wanted = self.chosen.get_untracked();
        self.models.with_untracked(|all| all.iter().find(|model| model.id == wanted).cloned())
    }

    /// Shows an answer, unless it is about another provider or key than the fields hold by now. `asked`: index of the
    /// provider, and the key.
    fn take(self, asked: &(usize, String), answer: Result<Option<Vec<ListedModel>>, String>) {
        let is_same_key = self.key.try_with_untracked(|key| key.trim() == asked.1) == Some(true);
        if !is_same_key || self.at.get_untracked() != asked.0 {
            return;
        }
        match answer {
            Ok(None) => {}
            Ok(Some(listed)) => {
                self.chosen.set(listed.first().map(|model| model.id.clone()).unwrap_or_default());
                self.models.set(listed);
            }
            Err(refused) => self.error.set(Some(refused)),
        }
    }
}

/// Server form for a known provider.
fn form_of(chat: Chat, known: &KnownProvider, model: &ListedModel, key: String) -> ServerForm {
    let timeout = chat.connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
    ServerForm { key, ..ServerForm::found(known.kind, known.base_url, model, timeout) }
}

/// Connects to the model, which answers from now on. The error is a sentence for the user.
async fn connect_to(chat: Chat, known: &KnownProvider, model: &ListedModel, key: String) -> Result<(), String> {
    let form = form_of(chat, known, model, key);
    chat.use_server(form).await.map_err(|refused| refused.localized())?;
    chat.panels.dialogs.close(DialogKind::Connect);
    browser::focus_next_frame("composer");
    Ok(())
}

/// Checks the key by listing the models; returns those that can chat. The error is a sentence for the user.
async fn list_models(chat: Chat, known: &KnownProvider, key: String) -> Result<Vec<ListedModel>, String> {
    let form = form_of(chat, known, &ListedModel::default(), key);
    let mut listed = chat.connection.models_of(&form).await.map_err(|refused| refused.localized())?;
    listed.retain(|model| can_chat(known.kind, &model.id));
    Ok(listed)
}

#[component]
fn Providers(at: RwSignal<usize>, changed: Callback<()>) -> impl IntoView {
    let one = move |(place, known): (usize, &'static KnownProvider)| {
        let choose = move |_| {
            at.set(place);
            changed.run(());
        };
        view! {
            <label>
                <input type="radio" name="known-provider" prop:checked=move || at.get() == place on:change=choose/>
                <span>{known.name}</span>
            </label>
        }
    };
    view! {
        <div class="segments" role="radiogroup" aria-label=connect().provider>
            {KNOWN.iter().enumerate().map(one).collect::<Vec<_>>()}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Form with this provider and key.
    fn entry(at: usize, key: &str) -> Entry {
        let entry = Entry::new();
        entry.at.set(at);
        entry.key.set(key.to_owned());
        entry
    }

    fn listed(ids: &[&str]) -> Result<Option<Vec<ListedModel>>, String> {
        Ok(Some(ids.iter().map(|id| ListedModel::named(*id)).collect()))
    }

    #[test]
    fn the_chosen_model_is_one_of_the_listed_ones_or_none() {
        let entry = entry(1, "sk-one");
        entry.take(&(1, "sk-one".to_owned()), listed(&["a", "b"]));
        let chosen = |id: &str| {
            entry.chosen.set(id.to_owned());
            entry.chosen_model().map(|model| model.id)
        };
        assert_eq!(chosen("b").as_deref(), Some("b"));
        assert_eq!((chosen(""), chosen("gone")), (None, None));
    }

    #[test]
    fn an_answer_offers_the_models_of_its_provider_and_the_first_of_them_is_chosen() {
        let entry = entry(1, " sk-one\n");
        let asked = (1, "sk-one".to_owned());
        entry.take(&asked, Err("Wrong key.".to_owned()));
        assert_eq!((entry.error.get_untracked().as_deref(), entry.chosen_model()), (Some("Wrong key."), None));
        entry.forget();
        entry.take(&asked, listed(&["a", "b"]));
        assert_eq!((entry.error.get_untracked(), entry.chosen_model()), (None, Some(ListedModel::named("a"))));
        entry.forget();
        entry.take(&asked, listed(&[]));
        assert_eq!((entry.chosen.get_untracked().as_str(), entry.chosen_model()), ("", None));
    }

    #[test]
    fn an_answer_that_comes_after_the_provider_or_the_key_changed_is_about_something_else() {
        let asked = (1, "sk-one".to_owned());
        for (at, key, is_taken) in
            [(1, "sk-one", true), (1, "sk-one ", true), (0, "sk-one", false), (1, "sk-on", false), (1, "", false)]
        {
            for answer in [listed(&["a"]), Err("Wrong key.".to_owned())] {
                let entry = entry(at, key);
                entry.take(&asked, answer);
                let is_shown = entry.chosen_model().is_some() || entry.error.get_untracked().is_some();
                assert_eq!(is_shown, is_taken, "{at} {key:?}");
            }
        }
    }
}
