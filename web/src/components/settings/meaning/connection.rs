//! A model of a connection that recall by meaning uses: which one, a check, and what is sent to it.

use super::{
    super::super::{field::FieldError, field_keys::is_composing},
    MeaningGone, MeaningState,
};
use crate::{
    address::host_of,
    chat::{Chat, use_chat},
    texts::{fill, meaning::meaning},
    words,
};
use leptos::{ev::KeyboardEvent, prelude::*, task::spawn_local};
use ricordo_core::{
    id::ProviderId,
    provider::Provider,
    session::ToEmbed,
    settings::{EmbeddedBy, Embeddings},
};

/// What the check of a model found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Check {
    /// It waits for the response.
    Running,
    /// The dimension of the vectors.
    Works(usize),
    /// Why it does not work.
    Fails(String),
}

/// The fields, and how far it is if it is on.
#[component]
pub fn ConnectionPanel() -> impl IntoView {
    let chat = use_chat();
    let has_any = Memo::new(move |_| !chat.connection.with_embeddings().is_empty());
    view! {
        <div class="status" data-testid="meaning-panel">
            <MeaningGone/>
            <Show when=move || has_any.get() fallback=|| view! { <p class="hint">{meaning().none}</p> }>
                <Form/>
            </Show>
        </div>
    }
}

#[component]
fn Form() -> impl IntoView {
    let chat = use_chat();
    let texts = meaning();
    let servers = chat.connection.with_embeddings();
    let in_force = Memo::new(move |_| chat.connection.settings.with(|settings| settings.embeddings.clone()));
    let Embeddings { provider, model, .. } = in_force.get_untracked();
    let first = provider.filter(|id| servers.iter().any(|one| one.id == *id)).or(servers.first().map(|one| one.id));
    let chosen = RwSignal::new(first);
    let model = RwSignal::new(model.unwrap_or_default());
    let check = RwSignal::new(None::<Check>);
    let wanted = move || (chosen.get(), model.with(|model| model.trim().to_owned()));
    // What was found is about another model.
    Effect::watch(wanted, move |_, _, _| check.set(None), false);
    let amount = RwSignal::new(None::<ToEmbed>);
    let is_on = Memo::new(move |_| {
        let (provider, model) = wanted();
        let receives = |now: &Embeddings| chat.connection.providers.with(|all| all.iter().any(|one| one.embeds(now)));
        in_force.with(|now| now.provider == provider && now.model == Some(model) && receives(now))
    });
    let another = Memo::new(move |_| !is_on.get() && in_force.with(|now| now.by != EmbeddedBy::Nothing));
    view! {
        <Show when=move || is_on.get()>
            <div class="head"><span class="badge">{texts.is_on}</span></div>
            <MeaningState/>
        </Show>
        <div class="field">
            <label for="meaning-server">{texts.which}</label>
            <select class="input" id="meaning-server" data-testid="meaning-server"
                on:change=move |event| chosen.set(event_target_value(&event).parse().ok())>
                {servers.into_iter().map(|one| option(&one, first)).collect::<Vec<_>>()}
            </select>
        </div>
        <ModelField model run=Callback::new(move |()| try_it(chat, chosen, model, check))/>
        <Found check/>
        <Privacy chosen=Signal::derive(move || chosen.get()) amount is_on/>
        <Show when=move || another.get()><ChangeHint/></Show>
        <div class="actions">
            <button class="button" type="button" data-testid="meaning-check" disabled=move || check.get() == Some(Check::Running)
                on:click=move |_| try_it(chat, chosen, model, check)>{texts.check}</button>
            <Show when=move || !is_on.get()>
                <button class="button primary" type="button" data-testid="meaning-turn-on"
                    disabled=move || !may_turn_on(amount.get(), check.get().as_ref())
                    on:click=move |_| turn_on(chat, chosen, model, check)>
                    {move || if another.get() { texts.change } else { texts.turn_on }}
                </button>
            </Show>
        </div>
    }
}

/// Whether the model can be turned on: the user has been told how much is sent, and nothing is being checked.
fn may_turn_on(amount: Option<ToEmbed>, check: Option<&Check>) -> bool {
    amount.is_some() && check != Some(&Check::Running)
}

/// What another model means for what is prepared.
#[component]
fn ChangeHint() -> impl IntoView {
    let chat = use_chat();
    let texts = meaning();
    let is_elsewhere = move || chat.connection.settings.with(|settings| settings.vector_store.is_elsewhere());
    let elsewhere = move || is_elsewhere().then_some(texts.change_hint_elsewhere);
    view! { <p class="hint" data-testid="meaning-change">{texts.change_hint}" "{elsewhere}</p> }
}

fn option(server: &Provider, first: Option<ProviderId>) -> impl IntoView + use<> {
    view! { <option value=server.id.to_string() selected=Some(server.id) == first>{named(server)}</option> }
}

/// Name of a connection, with its host unless that is the name.
fn named(server: &Provider) -> String {
    let host = host_of(&server.base_url);
    if server.name == host { host.to_owned() } else { format!("{} ({host})", server.name) }
}

#[component]
fn ModelField(model: RwSignal<String>, run: Callback<()>) -> impl IntoView {
    let texts = meaning();
    // Enter would save the form around it.
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !is_composing(&event) {
            event.prevent_default();
            run.run(());
        }
    };
    view! {
        <div class="field">
            <label for="meaning-model">{texts.model}</label>
            <input class="input" id="meaning-model" data-testid="meaning-model" autocomplete="off" autocapitalize="none"
                spellcheck="false" dir="auto" aria-describedby="meaning-model-hint" prop:value=move || model.get()
                on:keydown=on_key on:input=move |event| model.set(event_target_value(&event))/>
            <p class="hint" id="meaning-model-hint">{texts.model_hint}</p>
        </div>
    }
}

/// What the check found.
#[component]
fn Found(check: RwSignal<Option<Check>>) -> impl IntoView {
    let error = Signal::derive(move || match check.get() {
        Some(Check::Fails(why)) => Some(why),
        _ => None,
    });
    let outcome = move || match check.get() {
        Some(Check::Running) => Some(meaning().checking.to_owned()),
        Some(Check::Works(dimension)) => Some(fill(meaning().works, &[("n", &words::number(dimension as u64))])),
        _ => None,
    };
    view! {
        <p class="hint" role="status" data-testid="meaning-checked">{outcome}</p>
        <FieldError error id="meaning-error"/>
    }
}

/// Who receives the texts, and about how much that is.
#[component]
fn Privacy(
    #[prop(into)] chosen: Signal<Option<ProviderId>>,
    amount: RwSignal<Option<ToEmbed>>,
    is_on: Memo<bool>,
) -> impl IntoView {
    let chat = use_chat();
    let texts = meaning();
    Effect::new(move |_| {
        amount.set(None);
        let Some(id) = chosen.get() else { return };
        spawn_local(async move {
            match chat.to_embed(id).await {
                // Another connection may be chosen by now.
                Ok(_) if chosen.try_get_untracked().flatten() != Some(id) => {}
                Ok(found) => drop(amount.try_set(Some(found))),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
    let who = move || {
        let id = chosen.get()?;
        let provider = chat.connection.providers.with(|all| all.iter().find(|one| one.id == id).cloned())?;
        let sentence = if provider.is_on_this_computer() { texts.stays } else { texts.sends };
        Some(fill(sentence, &[("who", &named(&provider))]))
    };
    let how_much = move || amount.get().filter(|_| !is_on.get()).and_then(sentence);
    view! { <p data-testid="meaning-privacy">{who}" "{how_much}</p> }
}

/// How much is sent to begin with; `None`: nothing.
fn sentence(ToEmbed { messages, others, tokens }: ToEmbed) -> Option<String> {
    let texts = meaning();
    let others = (others > 0).then(|| texts.others.say(others));
    let texts_of_all = match (messages > 0, others) {
        (true, Some(others)) => fill(texts.both, &[("messages", &words::messages(messages)), ("others", &others)]),
        (true, None) => words::messages(messages),
        (false, others) => others?,
    };
    Some(fill(texts.amount, &[("texts", &texts_of_all), ("tokens", &words::tokens(tokens))]))
}

/// The choice that the fields hold; `None`, and a sentence, if the model is missing.
fn read(
    chosen: RwSignal<Option<ProviderId>>,
    model: RwSignal<String>,
    check: RwSignal<Option<Check>>,
) -> Option<(ProviderId, String)> {
    let model = model.with_untracked(|model| model.trim().to_owned());
    if model.is_empty() {
        check.set(Some(Check::Fails(meaning().model_missing.to_owned())));
        return None;
    }
    Some((chosen.get_untracked()?, model))
}

/// Whether the fields still hold this choice: otherwise what was found is about another model.
fn holds(chosen: RwSignal<Option<ProviderId>>, typed: RwSignal<String>, asked: &(ProviderId, String)) -> bool {
    let (provider, model) = asked;
    chosen.try_get_untracked().flatten() == Some(*provider)
        && typed.try_with_untracked(|typed| typed.trim() == model) == Some(true)
}

fn try_it(chat: Chat, chosen: RwSignal<Option<ProviderId>>, typed: RwSignal<String>, check: RwSignal<Option<Check>>) {
    let Some((provider, model)) = read(chosen, typed, check) else { return };
    check.set(Some(Check::Running));
    spawn_local(async move {
        let found = chat.try_embedder(provider, &model).await;
        if holds(chosen, typed, &(provider, model)) {
            check.set(Some(found.map_or_else(Check::Fails, Check::Works)));
        }
    });
}

fn turn_on(chat: Chat, chosen: RwSignal<Option<ProviderId>>, typed: RwSignal<String>, check: RwSignal<Option<Check>>) {
    let Some((provider, model)) = read(chosen, typed, check) else { return };
    check.set(Some(Check::Running));
    spawn_local(async move {
        let result = chat.embed_at(provider, model.clone()).await;
        if holds(chosen, typed, &(provider, model)) {
            check.set(result.err().map(Check::Fails));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn a_connection_is_shown_with_its_host_once() {
        let far = Provider { base_url: "https://api.example.org/v1".to_owned(), ..server(1, "m") };
        assert_eq!(named(&far), "Server 1 (api.example.org)");
        assert_eq!(named(&Provider { name: "api.example.org".to_owned(), ..far }), "api.example.org");
    }

    #[test]
    fn the_sentence_about_the_amount_names_messages_and_other_texts() {
        for language in UiLanguage::all() {
            speak(language);
            let of = |messages, others| sentence(ToEmbed { messages, others, tokens: 45_678 });
            let others = |count| meaning().others.say(count);
            assert_eq!(of(0, 0), None);
            for (messages, others, named) in [
                (12, 0, vec![words::messages(12)]),
                (12, 3, vec![words::messages(12), others(3)]),
                (0, 3, vec![others(3)]),
            ] {
                let sentence = of(messages, others).unwrap();
                assert!(named.iter().all(|name| sentence.contains(name)), "{sentence}");
                assert!(sentence.contains(&words::tokens(45_678)) && !sentence.contains('{'), "{sentence}");
                assert_eq!(sentence.contains(&words::number(12)), messages > 0, "{sentence}");
            }
        }
    }

    #[test]
    fn it_is_turned_on_only_once_the_amount_is_known_and_nothing_is_checked() {
        let amount = Some(ToEmbed::default());
        assert!(may_turn_on(amount, None) && may_turn_on(amount, Some(&Check::Works(8))));
        assert!(!may_turn_on(None, None) && !may_turn_on(None, Some(&Check::Works(8))));
        assert!(!may_turn_on(amount, Some(&Check::Running)));
    }

    #[test]
    fn nothing_is_checked_or_turned_on_without_a_model_and_its_connection() {
        let id = server(1, "m").id;
        for (typed, chosen, found, wrong) in [
            (" bge-m3 \n", Some(id), Some((id, "bge-m3".to_owned())), None),
            ("bge-m3", None, None, None),
            ("  ", Some(id), None, Some(meaning().model_missing)),
            ("", None, None, Some(meaning().model_missing)),
        ] {
            let check = RwSignal::new(None);
            assert_eq!(read(RwSignal::new(chosen), RwSignal::new(typed.to_owned()), check), found, "{typed:?}");
            let wrong = wrong.map(|wrong| Check::Fails(wrong.to_owned()));
            assert_eq!(check.get_untracked(), wrong, "{typed:?}");
        }
    }

    #[test]
    fn what_a_late_check_found_is_not_said_of_another_model() {
        let [one, two] = [1, 2].map(|number| server(number, "m").id);
        let (chosen, typed) = (RwSignal::new(Some(one)), RwSignal::new(" bge-m3 ".to_owned()));
        let asked = (one, "bge-m3".to_owned());
        assert!(holds(chosen, typed, &asked));
        typed.set("bge-m3-small".to_owned());
        assert!(!holds(chosen, typed, &asked), "another model");
        typed.set("bge-m3".to_owned());
        assert!(holds(chosen, typed, &asked), "the same one again");
        for other in [Some(two), None] {
            chosen.set(other);
            assert!(!holds(chosen, typed, &asked), "another connection, with a model of the same name");
        }
    }
}
