//! Model picker: the models of all providers.

use super::{dialog::Dialog, field_keys::is_composing};
use crate::{
    browser,
    chat::{Chat, size, use_chat},
    state::{Choice, DialogKind},
    texts::{comparing::comparing, connect::connect, number, picker::picker, shell::shell},
    words::model_name,
};
use leptos::{ev::KeyboardEvent, prelude::*};
use ricordo_browser::APP_WEIGHTS_BYTES;
use ricordo_core::{
    in_page::CATALOGUE,
    provider::{Provider, ProviderKind},
};

/// Models shown at once. Some providers list hundreds.
const MOST: usize = 60;

/// Model picker dialog.
#[component]
pub fn ModelDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Models);
    view! {
        <Dialog open title=picker().title id="model-dialog">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let panels = chat.panels;
    let texts = picker();
    chat.connection.ask_for_lists();
    let filter = RwSignal::new(String::new());
    let only_here = RwSignal::new(untrack(|| is_for_here(chat)));
    let choices = Memo::new(move |_| chat.connection.choices(&filter.get(), MOST + 1));
    let rows = move || {
        choices.get().into_iter().take(MOST).map(|choice| view! { <Row choice only_here/> }).collect::<Vec<_>>()
    };
    // Enter in the filter picks the first match.
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter"
            && !is_composing(&event)
            && let Some(first) = choices.with_untracked(|all| all.first().cloned())
        {
            event.prevent_default();
            chat.pick(first, only_here.get_untracked());
        }
    };
    let connections = move |_| {
        panels.dialogs.close(DialogKind::Models);
        panels.dialogs.open(DialogKind::Provider);
    };
    // On a phone, the top bar has no room for a button for these settings.
    let own = move |_| {
        panels.dialogs.close(DialogKind::Models);
        panels.dialogs.open(DialogKind::Own);
    };
    browser::focus_next_frame("model-filter");
    view! {
        <div class="content models">
            <input class="input" id="model-filter" type="search" data-testid="model-filter" aria-label=texts.filter
                placeholder=texts.filter autocomplete="off" spellcheck="false"
                prop:value=move || filter.get() on:keydown=enter
                on:input=move |event| filter.set(event_target_value(&event))/>
            <ul data-testid="model-list">{rows}</ul>
            <p class="quiet" role="status">
                {move || match choices.with(Vec::len) {
                    0 => texts.none,
                    many if many > MOST => texts.more,
                    _ => "",
                }}
            </p>
            <AskSeveral/>
            <Silent/>
        </div>
        <footer>
            <label class="check left">
                <input type="checkbox" data-testid="model-only-here" prop:checked=move || only_here.get()
                    on:change=move |event| only_here.set(event_target_checked(&event))/>
                <span>{texts.only_here}</span>
            </label>
            <button class="button narrow" type="button" data-testid="model-own" on:click=own>{shell().own}</button>
            <button class="button" type="button" data-testid="model-connections" on:click=connections>{texts.connections}</button>
        </footer>
    }
}

/// Button that opens the choice of several models.
#[component]
fn AskSeveral() -> impl IntoView {
    let dialogs = use_chat().panels.dialogs;
    let open = move |_| {
        dialogs.close(DialogKind::Models);
        dialogs.open(DialogKind::Several);
    };
    view! {
        <button class="link-button" type="button" data-testid="model-several" on:click=open>{comparing().open}</button>
    }
}

/// Whether a model is first picked for the open conversation alone: because it has one of its own, or because its project
/// has one, so that a model for all conversations would not answer here.
fn is_for_here(chat: Chat) -> bool {
    chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.provider.is_some()))
        || chat.connection.answering_project().is_some()
        || chat.panels.dialogs.of(DialogKind::Own).get()
}

/// Whether a choice is the one that answers. A connection in this page has one model, its weights.
fn is_answering(choice: &Choice, answers: &Provider) -> bool {
    let is_in_page = choice.provider.kind == ProviderKind::InPage;
    choice.provider.id == answers.id && (is_in_page || choice.model.id == answers.model)
}

/// Providers whose models could not be listed, and why.
#[component]
fn Silent() -> impl IntoView {
    let connection = use_chat().connection;
    move || {
        let known = connection.lists.known.get();
        let silent = known.into_iter().filter_map(|(id, list)| Some((id, list.err()?)));
        let line = |(id, why): (_, String)| {
            let name =
                connection.providers.with(|all| all.iter().find(|one| one.id == id).map(|one| one.name.clone()))?;
            Some(view! { <p class="quiet" title=why>{picker().no_list.replace("{name}", &name)}</p> })
        };
        silent.map(line).collect::<Vec<_>>()
    }
}

#[component]
fn Row(choice: Choice, only_here: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let is_in_page = choice.provider.kind == ProviderKind::InPage;
    let answers = Memo::new({
        let choice = choice.clone();
        move |_| is_answering(&choice, &chat.connection.provider())
    });
    let (name, file) = names(&choice.model.id, is_in_page);
    let file = file.map(|file| view! { <span class="file-name">{file}</span> });
    let about = about(&choice);
    let pick = move |_| chat.pick(choice.clone(), only_here.get_untracked());
    view! {
        <li>
            <button class="pick" type="button" data-testid="model-item" aria-current=move || answers.get().then_some("true") on:click=pick>
                <span class="name">{name}</span>
                <span class="what">{about}</span>
                {file}
                <Show when=move || answers.get()><span class="badge">{picker().current}</span></Show>
            </button>
        </li>
    }
}

/// Name of a model for people, and its id if that says more.
fn names(id: &str, is_in_page: bool) -> (String, Option<String>) {
    let name = model_name(id, is_in_page);
    let says_more = name != id && name != id.replace('-', " ");
    (name, says_more.then(|| id.to_owned()))
}

/// Connection of a model, and what is known about the model.
fn about(choice: &Choice) -> String {
    let Choice { provider, model } = choice;
    let texts = picker();
    let is_in_page = provider.kind == ProviderKind::InPage;
    let parts = [
        Some(if is_in_page { connect().kind_in_page.to_owned() } else { provider.name.clone() }),
        is_in_page.then(|| download_size(&provider.base_url)).flatten(),
        model.context_tokens.map(|tokens| texts.context.replace("{n}", &number(tokens.into()))),
        (model.supports_images == Some(true)).then(|| texts.supports_images.to_owned()),
        (model.has_tools == Some(true)).then(|| texts.tools.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Size of the weights of a model in this browser, by their address; the app's own have none.
fn download_size(address: &str) -> Option<String> {
    let known = CATALOGUE.iter().find(|known| known.url == address).map(|known| u64::from(known.megabytes) << 20);
    known.or_else(|| address.is_empty().then_some(APP_WEIGHTS_BYTES)).map(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn one_model_of_one_connection_is_marked_as_the_one_that_answers() {
        let (one, two) = (server(1, "m"), server(2, "m"));
        let choice =
            |provider: &Provider, model: &str| Choice::saved(&Provider { model: model.to_owned(), ..provider.clone() });
        assert!(is_answering(&choice(&one, "m"), &one));
        assert!(!is_answering(&choice(&one, "other"), &one), "another model of the connection");
        assert!(!is_answering(&choice(&two, "m"), &one), "the same name at another connection");
        let page = Provider::in_page();
        assert!(is_answering(&choice(&page, "shown so"), &page) && !is_answering(&choice(&page, "m"), &one));
    }

    #[test]
    fn a_model_has_its_id_below_its_name_only_where_the_name_leaves_something_out() {
        for (id, is_in_page, name, file) in [
            ("gpt-5-mini", false, "gpt-5-mini", None),
            ("llama3.2:latest", false, "llama3.2:latest", None),
            ("", false, "", None),
            ("SmolLM2-135M-Instruct", true, "SmolLM2 135M Instruct", None),
            ("SmolLM2-135M-Instruct.Q4_1", true, "SmolLM2 135M Instruct", Some("SmolLM2-135M-Instruct.Q4_1")),
            ("/models/Qwen3-8B-F16.gguf", false, "Qwen3 8B", Some("/models/Qwen3-8B-F16.gguf")),
        ] {
            assert_eq!(names(id, is_in_page), (name.to_owned(), file.map(str::to_owned)), "{id}");
        }
    }

    #[test]
    fn a_row_of_the_picker_says_what_is_known_and_leaves_out_the_rest() {
        for language in UiLanguage::all() {
            speak(language);
            let texts = picker();
            let known = |context_tokens, supports_images, has_tools| {
                let mut choice = Choice::saved(&server(1, "m"));
                (choice.model.context_tokens, choice.model.supports_images, choice.model.has_tools) =
                    (context_tokens, supports_images, has_tools);
                about(&choice)
            };
            assert_eq!(known(None, None, None), "Server 1");
            assert_eq!(known(None, Some(false), Some(false)), "Server 1", "what it cannot do is not said");
            let context = texts.context.replace("{n}", &number(8_192));
            assert_eq!(
                known(Some(8_192), Some(true), Some(true)),
                format!("Server 1 · {context} · {} · {}", texts.supports_images, texts.tools)
            );
            let page = about(&Choice::saved(&Provider::in_page()));
            assert!(page.starts_with(connect().kind_in_page) && page.contains(&size(APP_WEIGHTS_BYTES)), "{page}");
        }
    }

    #[test]
    fn the_size_of_a_download_is_known_for_the_catalogue_and_for_the_weights_of_the_app() {
        speak(UiLanguage::En);
        assert!(CATALOGUE.iter().all(|known| download_size(known.url).is_some()));
        assert_eq!(download_size(""), Some(size(APP_WEIGHTS_BYTES)));
        assert_eq!(download_size("https://example.org/model.gguf"), None);
    }
}
