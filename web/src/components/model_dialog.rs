//! Model picker: the models of all providers.

use super::{dialog::Dialog, field_keys::is_composing, keyed_list::KeyedList};
use crate::{
    chat::{Chat, size, use_chat},
    state::{Choice, ChoiceGroup, DialogKind, picker::by_connection},
    texts::{comparing::comparing, connect::connect, fill, number, picker::picker, shell::shell, tenths},
    words::says_less,
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
    let texts = picker();
    chat.connection.ask_for_lists();
    let filter = RwSignal::new(String::new());
    let only_here = RwSignal::new(untrack(|| is_for_here(chat)));
    let shown = Memo::new(move |before: Option<&Shown>| {
        let filter = filter.get();
        let found = chat.connection.choices(&filter, usize::MAX);
        let before = before.filter(|before| before.filter == filter).map_or(&[][..], |before| &before.groups);
        let is_cut = found.len() > MOST;
        Shown { groups: by_connection(before, found, MOST), filter, is_cut }
    });
    // Enter in the filter picks the first match.
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter"
            && !is_composing(&event)
            && let Some(first) = shown.with_untracked(Shown::first)
        {
            event.prevent_default();
            chat.pick(first, only_here.get_untracked());
        }
    };
    view! {
        <div class="content models">
            <input class="input" id="model-filter" type="search" data-testid="model-filter" aria-label=texts.filter
                placeholder=texts.filter autocomplete="off" spellcheck="false"
                prop:value=move || filter.get() on:keydown=enter
                on:input=move |event| filter.set(event_target_value(&event))/>
            <Groups shown only_here/>
            <p class="quiet" role="status">
                {move || shown.with(|shown| match shown.groups.is_empty() {
                    true => texts.none,
                    false if shown.is_cut => texts.more,
                    false => "",
                })}
            </p>
            <AskSeveral/>
            <Silent/>
        </div>
        <Footer only_here/>
    }
}

/// For which conversations a model is picked, and buttons to the settings beside that.
#[component]
fn Footer(only_here: RwSignal<bool>) -> impl IntoView {
    let (texts, dialogs) = (picker(), use_chat().panels.dialogs);
    let connections = move |_| {
        dialogs.close(DialogKind::Models);
        dialogs.open(DialogKind::Provider);
    };
    // On a phone, the top bar has no room for a button for these settings.
    let own = move |_| {
        dialogs.close(DialogKind::Models);
        dialogs.open(DialogKind::Own);
    };
    view! {
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

/// What is listed for a filter.
#[derive(Clone, PartialEq)]
struct Shown {
    filter: String,
    groups: Vec<ChoiceGroup>,
    /// Whether there are more than are listed.
    is_cut: bool,
}

impl Shown {
    /// The first one in the list.
    fn first(&self) -> Option<Choice> {
        self.groups.first().and_then(|group| group.choices.first()).cloned()
    }

    /// A choice with what is known of it now: the list of its connection may have arrived after its row.
    fn now(&self, choice: &Choice) -> Option<Choice> {
        let name = choice.name();
        self.groups.iter().flat_map(|group| &group.choices).find(|one| one.name() == name).cloned()
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

/// The models by connection.
#[component]
fn Groups(shown: Memo<Shown>, only_here: RwSignal<bool>) -> impl IntoView {
    // A connection whose list arrived late has a second group, below all others.
    let each = move || {
        let with_place =
            |(at, group): (usize, &ChoiceGroup)| (at, ChoiceGroup { choices: Vec::new(), ..group.clone() });
        shown.with(|shown| shown.groups.iter().enumerate().map(with_place).collect::<Vec<_>>())
    };
    let key = |(at, group): &(usize, ChoiceGroup)| (*at, group.is_only, group.provider.as_ref().map(|of| of.id));
    view! {
        <div data-testid="model-list">
            <KeyedList each key children=move |(at, group)| view! { <Group shown at group only_here/> }/>
        </div>
    }
}

/// Models under a heading, which the only group does not need. `at`: which of the groups it is.
#[component]
fn Group(shown: Memo<Shown>, at: usize, group: ChoiceGroup, only_here: RwSignal<bool>) -> impl IntoView {
    let ChoiceGroup { provider, is_only, .. } = group;
    let heading = provider.as_ref().map_or_else(|| picker().recent.to_owned(), place_of);
    let label = heading.clone();
    let has_place = is_only || provider.is_none();
    let each = move || shown.with(|shown| shown.groups.get(at).map(|group| group.choices.clone()).unwrap_or_default());
    view! {
        <section aria-label=label>
            {(!is_only).then(|| view! { <h3>{heading}</h3> })}
            <ul><KeyedList each key=Choice::name children=move |choice| view! { <Row shown choice has_place only_here/> }/></ul>
        </section>
    }
}

/// `has_place`: the row says which connection the model is of. What else it says stays as it was first shown: the lines of a row may
/// not become more under the pointer.
#[component]
fn Row(shown: Memo<Shown>, choice: Choice, has_place: bool, only_here: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let answers = Memo::new({
        let choice = choice.clone();
        move |_| is_answering(&choice, &chat.connection.provider())
    });
    let (name, id) = names(&choice);
    let title = (name != choice.model.id).then(|| choice.model.id.clone());
    let id = id.map(|id| view! { <span class="file-name">{id}</span> });
    let about = about(&choice, has_place);
    let pick = move |_| {
        let now = shown.with_untracked(|shown| shown.now(&choice)).unwrap_or_else(|| choice.clone());
        chat.pick(now, only_here.get_untracked());
    };
    view! {
        <li>
            <button class="pick" type="button" data-testid="model-item" title=title aria-current=move || answers.get().then_some("true") on:click=pick>
                <span class="name">{name}</span>
                <span class="what">{about}</span>
                {id}
                <Show when=move || answers.get()><span class="badge">{picker().current}</span></Show>
            </button>
        </li>
    }
}

/// Name of a model for people, and its id if that says more.
fn names(choice: &Choice) -> (String, Option<String>) {
    let (name, id) = (choice.shown_name(), &choice.model.id);
    let id = says_less(&name, id).then(|| id.clone());
    (name, id)
}

/// Name of a connection.
fn place_of(provider: &Provider) -> String {
    if provider.kind == ProviderKind::InPage { connect().kind_in_page.to_owned() } else { provider.name.clone() }
}

/// What is known about a model, after its connection if the row says that.
fn about(choice: &Choice, has_place: bool) -> String {
    let Choice { provider, model } = choice;
    let texts = picker();
    let is_in_page = provider.kind == ProviderKind::InPage;
    let parts = [
        has_place.then(|| place_of(provider)),
        if is_in_page { download_size(&provider.base_url) } else { model.bytes.map(size) },
        model.million_parameters.map(parameters),
        model.context_tokens.map(|tokens| texts.context.replace("{n}", &number(tokens.into()))),
        (model.supports_images == Some(true)).then(|| texts.supports_images.to_owned()),
        (model.has_tools == Some(true)).then(|| texts.tools.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Number of parameters: `3.2B parameters`, `135M parameters`.
fn parameters(millions: u32) -> String {
    let (sentence, count) = match u64::from(millions) {
        0..1_000 => (picker().million_parameters, number(millions.into())),
        millions if millions % 1_000 < 50 || millions >= 100_000 => {
            (picker().billion_parameters, number((millions + 500) / 1_000))
        }
        millions => (picker().billion_parameters, tenths((millions + 50) / 100)),
    };
    fill(sentence, &[("n", &count)])
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
    use ricordo_core::wire::ListedModel;

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
            ("gpt-5-mini", false, "GPT-5 mini", None),
            ("llama3.2:latest", false, "Llama3.2 latest", None),
            ("meta-llama/Llama-3.3-70B", false, "Llama 3.3 70B", Some("meta-llama/Llama-3.3-70B")),
            ("test-model", false, "test-model", None),
            ("", false, "", None),
            ("SmolLM2-135M-Instruct", true, "SmolLM2 135M Instruct", None),
            ("SmolLM2-135M-Instruct.Q4_1", true, "SmolLM2 135M Instruct", Some("SmolLM2-135M-Instruct.Q4_1")),
            ("/models/Qwen3-8B-F16.gguf", false, "Qwen3 8B", Some("/models/Qwen3-8B-F16.gguf")),
        ] {
            let kind = if is_in_page { ProviderKind::InPage } else { ProviderKind::OpenAiCompatible };
            let choice = Choice::saved(&Provider { kind, ..server(1, id) });
            assert_eq!(names(&choice), (name.to_owned(), file.map(str::to_owned)), "{id}");
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
                about(&choice, true)
            };
            assert_eq!(known(None, None, None), "Server 1");
            assert_eq!(known(None, Some(false), Some(false)), "Server 1", "what it cannot do is not said");
            let context = texts.context.replace("{n}", &number(8_192));
            assert_eq!(
                known(Some(8_192), Some(true), Some(true)),
                format!("Server 1 · {context} · {} · {}", texts.supports_images, texts.tools)
            );
            let page = about(&Choice::saved(&Provider::in_page()), true);
            assert!(page.starts_with(connect().kind_in_page) && page.contains(&size(APP_WEIGHTS_BYTES)), "{page}");
        }
    }

    #[test]
    fn a_row_below_the_name_of_its_connection_says_only_what_is_known_of_the_model() {
        speak(UiLanguage::En);
        let mut choice = Choice::saved(&server(1, "m"));
        choice.model = ListedModel { bytes: Some(2 << 30), million_parameters: Some(3_200), ..ListedModel::named("m") };
        assert_eq!(about(&choice, false), "2.0 GB · 3.2B parameters");
        assert_eq!(about(&choice, true), "Server 1 · 2.0 GB · 3.2B parameters");
        choice.model = ListedModel::named("m");
        assert_eq!(about(&choice, false), "");
    }

    #[test]
    fn parameters_are_counted_in_millions_and_billions() {
        speak(UiLanguage::En);
        for (millions, words) in [
            (135, "135M parameters"),
            (999, "999M parameters"),
            (1_000, "1B parameters"),
            (3_200, "3.2B parameters"),
            (7_610, "7.6B parameters"),
            (8_030, "8B parameters"),
            (116_829, "117B parameters"),
            (1_000_000, "1,000B parameters"),
        ] {
            assert_eq!(parameters(millions), words);
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
