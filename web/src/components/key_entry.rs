//! Form to connect to a model that needs an API key: the provider, the key, and one of its models.

use super::{field::FormError, model_select::ModelSelect, server_fields::key_page};
use crate::texts::errors::Localized;
use crate::{
    browser,
    state::{Chat, DialogKind, ServerForm, use_chat},
    texts::{connect::connect, welcome::welcome},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{
    doctor::{KNOWN, KnownProvider},
    provider::ProviderKind,
    wire::ListedModel,
};

/// Form that asks for the key first and, once the provider accepts it, for the model.
#[component]
pub fn KeyEntry() -> impl IntoView {
    let chat = use_chat();
    let texts = connect();
    let (at, key) = (RwSignal::new(0_usize), RwSignal::new(String::new()));
    let (models, chosen) = (RwSignal::new(Vec::<ListedModel>::new()), RwSignal::new(String::new()));
    let (error, is_asking) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let known = move || KNOWN.get(at.get()).unwrap_or(&KNOWN[0]);
    let forget = move || {
        models.set(Vec::new());
        error.set(None);
    };
    let go = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = key.with_untracked(|key| key.trim().to_owned());
        if typed.is_empty() {
            error.set(Some(texts.key_missing.to_owned()));
            return browser::focus_next_frame("connect-key");
        }
        if is_asking.get_untracked() {
            return;
        }
        is_asking.set(true);
        error.set(None);
        let (known, model) = (untrack(known), chosen_model(models, chosen));
        spawn_local(async move {
            let refused = match model {
                Some(model) => connect_to(chat, known, &model, typed).await.err(),
                None => list_models(chat, known, typed, models, chosen).await.err(),
            };
            let _ = error.try_set(refused);
            let _ = is_asking.try_set(false);
        });
    };
    view! {
        <form class="key-form" on:submit=go novalidate>
            <h3>{welcome().with_key.name}</h3>
            <Providers at changed=Callback::new(move |()| forget())/>
            <div class="field">
                <label for="connect-key">{texts.key}</label>
                <input class="input" id="connect-key" data-testid="connect-key" type="password" autocomplete="off"
                    prop:value=move || key.get()
                    on:input=move |event| { key.set(event_target_value(&event)); forget(); }/>
                <p class="hint">{texts.key_privacy}</p>
                {move || key_page(known())}
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

fn chosen_model(models: RwSignal<Vec<ListedModel>>, chosen: RwSignal<String>) -> Option<ListedModel> {
    let wanted = chosen.get_untracked();
    models.with_untracked(|all| all.iter().find(|model| model.id == wanted).cloned())
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

/// Checks the key by listing the models, and offers the chat models. The error is a sentence for the user.
async fn list_models(
    chat: Chat,
    known: &KnownProvider,
    key: String,
    models: RwSignal<Vec<ListedModel>>,
    chosen: RwSignal<String>,
) -> Result<(), String> {
    let form = form_of(chat, known, &ListedModel::default(), key);
    let mut listed = chat.connection.models_of(&form).await.map_err(|refused| refused.localized())?;
    listed.retain(|model| chats(known.kind, &model.id));
    let _ = chosen.try_set(listed.first().map(|model| model.id.clone()).unwrap_or_default());
    let _ = models.try_set(listed);
    Ok(())
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

/// Whether a model can chat, by its id. OpenAI lists models of every kind without saying which of them can.
fn chats(kind: ProviderKind, id: &str) -> bool {
    let others = [
        "embedding",
        "tts",
        "whisper",
        "dall-e",
        "moderation",
        "image",
        "realtime",
        "transcribe",
        "sora",
        "babbage",
        "davinci",
    ];
    kind == ProviderKind::Anthropic || !others.iter().any(|other| id.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_talk_is_not_offered() {
        for id in ["text-embedding-3-small", "whisper-1", "gpt-4o-realtime-preview", "gpt-image-1"] {
            assert!(!chats(ProviderKind::OpenAiCompatible, id), "{id}");
        }
        for id in ["gpt-5", "mistral-large-latest", "deepseek/deepseek-chat"] {
            assert!(chats(ProviderKind::OpenAiCompatible, id), "{id}");
        }
    }

    #[test]
    fn the_chosen_model_is_one_of_the_listed_ones_or_none() {
        let models = RwSignal::new(vec![ListedModel::named("a"), ListedModel::named("b")]);
        let chosen = |id: &str| chosen_model(models, RwSignal::new(id.to_owned())).map(|model| model.id);
        assert_eq!(chosen("b").as_deref(), Some("b"));
        assert_eq!((chosen(""), chosen("gone")), (None, None));
    }

    #[test]
    fn a_name_of_anthropic_is_offered_whatever_it_holds() {
        assert!(chats(ProviderKind::Anthropic, "claude-image-5"));
        assert!(chats(ProviderKind::OpenAiCompatible, ""));
    }
}
