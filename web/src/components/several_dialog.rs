//! Choice of several models for the next message, and the notice that says to whom it goes.

use super::{dialog::Dialog, keyed_list::KeyedList, model_choice::label_of};
use crate::{
    browser,
    chat::use_chat,
    state::{Choice, Compared, DialogKind},
    texts::{comparing::comparing as texts, fill, number, picker::picker},
};
use leptos::prelude::*;
use ricordo_core::{
    provider::{Provider, ProviderKind},
    session::MOST_MODELS,
};

/// Models shown at once.
const MOST_SHOWN: usize = 60;

/// Dialog in which the models are chosen.
#[component]
pub fn SeveralDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Several);
    view! {
        <Dialog open title=texts().title id="several-dialog">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let dialogs = chat.panels.dialogs;
    chat.connection.ask_for_lists();
    let filter = RwSignal::new(String::new());
    let picked = RwSignal::new(untrack(|| first_picked(chat.several.chosen.get())));
    let choices = Memo::new(move |before: Option<&(String, Vec<Choice>)>| {
        let (filter, found) = (filter.get(), chat.connection.choices(&filter.get(), usize::MAX));
        let shown = before.filter(|(of, _)| *of == filter).map(|(_, shown)| &shown[..]).unwrap_or_default();
        (filter, in_place(shown, found, MOST_SHOWN))
    });
    let count = Memo::new(move |_| picked.with(Vec::len));
    let can_ask = move || (2..=MOST_MODELS).contains(&count.get());
    let status = move || {
        let count = number(count.get() as u64);
        fill(texts().picked, &[("n", &count), ("most", &number(MOST_MODELS as u64))])
    };
    let ask = move |_| {
        if can_ask() {
            chat.several.chosen.set(picked.get_untracked());
            dialogs.close(DialogKind::Several);
            browser::focus_next_frame("composer");
        }
    };
    let connections = move |_| {
        dialogs.close(DialogKind::Several);
        dialogs.open(DialogKind::Provider);
    };
    view! {
        <div class="content models">
            <p>{texts().lead}</p>
            <p class="quiet">{texts().spends}</p>
            <input class="input" type="search" data-testid="several-filter" aria-label=picker().filter
                placeholder=picker().filter autocomplete="off" spellcheck="false"
                prop:value=move || filter.get() on:input=move |event| filter.set(event_target_value(&event))/>
            <ul class="several-models" data-testid="several-list">
                <KeyedList each=move || choices.get().1 key=Choice::name children=move |choice| view! { <Row choice choices picked/> }/>
            </ul>
            <Show when=move || choices.with(|(_, shown)| shown.is_empty())><p class="quiet">{picker().none}</p></Show>
            <button class="link-button" type="button" data-testid="several-connections" on:click=connections>
                {picker().connections}
            </button>
        </div>
        <footer>
            <p class="quiet left" role="status" data-testid="several-count">{status}</p>
            <button class="button primary" type="button" data-testid="several-ask"
                aria-disabled=move || (!can_ask()).to_string() on:click=ask>
                {texts().use_them}
            </button>
        </footer>
    }
}

/// At most `most` of what was found, that which is shown already first and where it was: a list that arrives moves no row that
/// the user is about to press.
fn in_place(shown: &[Choice], mut found: Vec<Choice>, most: usize) -> Vec<Choice> {
    let place = |choice: &Choice| shown.iter().position(|one| one.name() == choice.name()).unwrap_or(usize::MAX);
    found.sort_by_cached_key(place);
    found.truncate(most);
    found
}

/// The models that are chosen already, or else the one that answers.
fn first_picked(chosen: Vec<Choice>) -> Vec<Choice> {
    if !chosen.is_empty() {
        return chosen;
    }
    let chat = use_chat();
    vec![answering(chat.connection.choices("", usize::MAX), &chat.connection.provider())]
}

/// The choice of what answers now: as it is listed, or else as it is saved.
fn answering(listed: Vec<Choice>, now: &Provider) -> Choice {
    let is_it = |choice: &Choice| {
        choice.provider.id == now.id && (now.kind == ProviderKind::InPage || choice.model.id == now.model)
    };
    listed.into_iter().find(is_it).unwrap_or_else(|| Choice::saved(now))
}

/// Whether a model cannot be picked besides the picked ones: there are enough, or another one runs in the page already.
fn is_excluded(choice: &Choice, picked: &[Choice]) -> bool {
    let is_in_page = |one: &Choice| one.provider.kind == ProviderKind::InPage;
    let is_picked = picked.iter().any(|one| one.name() == choice.name());
    !is_picked && (picked.len() >= MOST_MODELS || is_in_page(choice) && picked.iter().any(is_in_page))
}

/// `choices`: the list, in which a server may say more of the model later.
#[component]
fn Row(choice: Choice, choices: Memo<(String, Vec<Choice>)>, picked: RwSignal<Vec<Choice>>) -> impl IntoView {
    let name = choice.name();
    let is_in_page = choice.provider.kind == ProviderKind::InPage;
    let key = name.clone();
    let is_picked = Memo::new(move |_| picked.with(|all| all.iter().any(|one| one.name() == key)));
    let is_excluded = Memo::new({
        let choice = choice.clone();
        move |_| picked.with(|all| is_excluded(&choice, all))
    });
    let why = move || (is_excluded.get() && is_in_page).then(|| format!(" · {}", texts().one_in_page));
    let label = label_of(&choice.provider, &choice.model.id);
    let toggle = move |event| {
        let is_on = event_target_checked(&event);
        picked.update(|all| {
            all.retain(|one| one.name() != name);
            if is_on {
                let now = choices.with_untracked(|(_, shown)| shown.iter().find(|one| one.name() == name).cloned());
                all.push(now.unwrap_or_else(|| choice.clone()));
            }
        });
    };
    view! {
        <li>
            <label class="check">
                <input type="checkbox" data-testid="several-item" prop:checked=move || is_picked.get()
                    disabled=move || is_excluded.get() on:change=toggle/>
                <span>{label}<span class="quiet">{why}</span></span>
            </label>
        </li>
    }
}

/// Says above the composer which models the next message goes to.
#[component]
pub fn SeveralNotice() -> impl IntoView {
    let chat = use_chat();
    let chosen = chat.several.chosen;
    let open = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().map(|open| open.id)));
    // The choice is for the next message of one conversation.
    Effect::new(move |before: Option<_>| {
        let now = open.get();
        if before.is_some_and(|before| before != now) {
            chosen.set(Vec::new());
        }
        now
    });
    let sentence = move || {
        let names = chosen.with(|all| {
            let names = all.iter().map(|choice| label_of(&choice.provider, &choice.model.id));
            names.collect::<Vec<_>>().join(", ")
        });
        let count = chosen.with(Vec::len) as u64;
        fill(&texts().next.say(count), &[("names", &names)])
    };
    let one = move |_| {
        chosen.set(Vec::new());
        browser::focus_next_frame("composer");
    };
    let answers = chat.panels.dialogs.of(DialogKind::Answers);
    let arrive_unseen = move || {
        let is_arriving = |shown: &Compared| {
            let is_open = Some(shown.conversation) == open.get();
            is_open && shown.columns.iter().any(|column| column.row.message.with(Option::is_none))
        };
        let are_arriving = || chat.several.shown.with(|shown| shown.as_ref().is_some_and(is_arriving));
        !answers.get() && chat.is_streaming() && are_arriving()
    };
    view! {
        <Show when=arrive_unseen>
            <div class="notice several" role="status" data-testid="answers-arriving">
                <p>{texts().arriving}</p>
                <div class="answers">
                    <button class="link-button" data-testid="answers-open" on:click=move |_| answers.set(true)>
                        {texts().compared}
                    </button>
                </div>
            </div>
        </Show>
        <Show when=move || chosen.with(|chosen| !chosen.is_empty())>
            <div class="notice several" role="status" data-testid="several-notice">
                <p>{sentence}</p>
                <div class="answers">
                    <button class="link-button" data-testid="several-change"
                        on:click=move |_| chat.panels.dialogs.open(DialogKind::Several)>{texts().change}</button>
                    <button class="link-button" data-testid="several-one" on:click=one>{texts().ask_one}</button>
                </div>
            </div>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    fn choice(provider: &Provider, model: &str) -> Choice {
        Choice::saved(&Provider { model: model.to_owned(), ..provider.clone() })
    }

    #[test]
    fn at_most_as_many_models_are_picked_as_can_be_asked_and_one_of_them_in_the_page() {
        let (page, one) = (Provider::in_page(), server(1, "a"));
        let other_weights = Provider { kind: ProviderKind::InPage, ..server(9, "weights") };
        let names = ["a", "b", "c", "d", "e"];
        let picked: Vec<Choice> = names[..MOST_MODELS].iter().map(|name| choice(&one, name)).collect();
        assert!(is_excluded(&choice(&one, "e"), &picked));
        assert!(!is_excluded(&picked[0], &picked), "it can be taken out");
        assert!(!is_excluded(&choice(&one, "e"), &picked[1..]));
        let with_page = [choice(&page, "shipped"), choice(&one, "a")];
        assert!(is_excluded(&choice(&other_weights, "weights"), &with_page));
        assert!(!is_excluded(&with_page[0], &with_page) && !is_excluded(&choice(&page, "shipped"), &with_page[1..]));
    }

    #[test]
    fn a_list_that_arrives_moves_no_row_that_is_shown() {
        let (one, two) = (server(1, "a"), server(2, "x"));
        let shown = [choice(&one, "a"), choice(&two, "x")];
        let mut listed = choice(&two, "x");
        listed.model.context_tokens = Some(8_192);
        let found = vec![choice(&one, "a"), choice(&one, "b"), choice(&two, "v"), listed.clone()];
        assert_eq!(
            in_place(&shown, found.clone(), 9),
            [choice(&one, "a"), listed, choice(&one, "b"), choice(&two, "v")]
        );
        assert_eq!(in_place(&[], found.clone(), 9), found, "after another filter they have their own order");
        assert_eq!(in_place(&shown, found[1..3].to_vec(), 9), found[1..3], "what is there no longer is not shown");
        let last = [choice(&two, "v")];
        assert_eq!(in_place(&last, found, 2), [choice(&two, "v"), choice(&one, "a")], "what is shown is not cut off");
    }

    #[test]
    fn the_model_that_answers_is_picked_first_as_its_server_lists_it() {
        let (one, two) = (server(1, "a"), server(2, "a"));
        let mut listed = choice(&one, "a");
        listed.model.context_tokens = Some(8_192);
        let all = || vec![choice(&two, "a"), choice(&one, "b"), listed.clone()];
        assert_eq!(answering(all(), &one), listed);
        let unlisted = Provider { model: "c".to_owned(), ..one.clone() };
        assert_eq!(answering(all(), &unlisted), Choice::saved(&unlisted));
        let page = choice(&Provider::in_page(), "shown so");
        assert_eq!(answering(vec![page.clone()], &Provider::in_page()), page, "its model is its weights");
    }
}
