//! Answers of several models side by side: what each wrote, how long it took and what it cost, and which one to keep.

use super::{
    dialog::Dialog,
    icon::{Icon, Picture},
    messages::{Messages, MessagesPart},
    model_choice::label_of,
};
use crate::{
    browser,
    chat::use_chat,
    state::{Column, Compared, DialogKind, Pause, Step, amount},
    texts::{comparing::comparing as texts, errors::Localized, failed::failed, fill, message::message, number},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    fork::Fork,
    id::MessageId,
    mark::{Rating, rating_of},
    message::{Finish, Message, Usage},
    provider::Provider,
    statistics::{Price, price_of_reply},
};

/// Page with the answers.
#[component]
pub fn AnswersDialog() -> impl IntoView {
    let chat = use_chat();
    let open = chat.panels.dialogs.of(DialogKind::Answers);
    view! {
        <Dialog open title=texts().compared id="answers-page" is_page=true>
            {move || chat.several.shown.get().map(|compared| view! { <Content compared/> })}
        </Dialog>
    }
}

#[component]
fn Content(compared: Compared) -> impl IntoView {
    let chat = use_chat();
    let Compared { sequence, columns, .. } = compared;
    let is_coming = Memo::new(move |_| chat.is_streaming());
    let status = move || if is_coming.get() { texts().arriving } else { texts().choose };
    let answered = columns.iter().map(|column| (column.model.as_str(), column.provider.as_ref()));
    let names = names_of(&answered.collect::<Vec<_>>());
    let jumps = names.iter().enumerate().map(|(at, name)| {
        let jump = move |_| browser::focus_next_frame(element_of(at));
        view! { <button class="button" type="button" on:click=jump>{name.clone()}</button> }
    });
    let jumps = jumps.collect::<Vec<_>>();
    let columns = columns.into_iter().zip(names).enumerate();
    let columns = columns.map(|(at, (column, name))| view! { <Answer at name column sequence is_coming/> });
    let columns = columns.collect::<Vec<_>>();
    view! {
        <div class="content">
            <div class="comparison-head">
                <p class="quiet" role="status">{status}</p>
                <Show when=move || is_coming.get()>
                    <button class="button" type="button" data-testid="answers-stop" on:click=move |_| chat.stop()>
                        {texts().stop}
                    </button>
                </Show>
            </div>
            <nav class="comparison-names" aria-label=texts().models>{jumps}</nav>
            <div class="comparison" data-testid="comparison">{columns}</div>
        </div>
    }
}

/// Names of the columns, by the model and the connection of each: the model. Where columns have the same model, the connection
/// tells them apart, and a number where the connection is the same or unknown.
fn names_of(answers: &[(&str, Option<&Provider>)]) -> Vec<String> {
    let is_only = |model: &str| answers.iter().filter(|(other, _)| *other == model).count() == 1;
    let named = answers.iter().map(|(model, provider)| match provider {
        Some(provider) if !is_only(model) => label_of(provider, model),
        _ => (*model).to_owned(),
    });
    let named: Vec<String> = named.collect();
    let alike = |name: &String, among: &[String]| among.iter().filter(|other| *other == name).count();
    let numbered = named.iter().enumerate().map(|(at, name)| match alike(name, &named) {
        1 => name.clone(),
        _ => format!("{name} ({})", alike(name, &named[..=at])),
    });
    numbered.collect()
}

/// Id of a column.
fn element_of(at: usize) -> String {
    format!("answer-{at}")
}

#[component]
fn Answer(at: usize, name: String, column: Column, sequence: Sequence, is_coming: Memo<bool>) -> impl IntoView {
    let chat = use_chat();
    let branch = column.branch;
    let shown = Memo::new(move |_| {
        let is_shown = |fork: &Fork| fork.sequence == sequence && fork.siblings.get(fork.shown) == Some(&branch);
        chat.actions.forks.with(|forks| forks.iter().any(is_shown))
    });
    let Column { row, calls, pause, .. } = column.clone();
    let requested = column.provider.as_ref().map(|provider| provider.model.clone());
    let reply = row.message.clone();
    let facts = {
        let reply = reply.clone();
        move || {
            reply.with(|reply| {
                let reply = reply.as_ref()?;
                let requests = calls.get().into_iter().chain([reply.usage]);
                let used = Used { requests: requests.collect(), requested: requested.as_deref() };
                Some(chat.connection.settings.with(|now| facts(reply, &used, &now.prices)))
            })
        }
    };
    let paused = pause.now.clone();
    let state = move || match (reply.get(), paused.get()) {
        (Some(reply), _) => ended(&reply),
        (None, Some(paused)) => Some(paused.error.localized()),
        (None, None) => Some(texts().coming.to_owned()),
    };
    let (label, title) = (name.clone(), name.clone());
    let body = StoredValue::new(row);
    view! {
        <section class="answer" id=element_of(at) tabindex="-1" aria-label=label data-testid="answer">
            <header>
                <h3 dir="auto">{title}</h3>
                <Show when=move || shown.get()><span class="badge">{texts().in_conversation}</span></Show>
            </header>
            <p class="quiet" data-testid="answer-facts">{facts}</p>
            <div class="answer-text"><Messages part=MessagesPart::Answer(body)/></div>
            {move || state().map(|state| view! { <p class="quiet" data-testid="answer-state">{state}</p> })}
            <Countdown pause/>
            <Choices name column sequence is_coming/>
        </section>
    }
}

/// Countdown to the time when a request is sent again, and what ends it.
#[component]
fn Countdown(pause: Pause) -> impl IntoView {
    let now = pause.now.clone();
    let seconds = Memo::new(move |_| now.with(|now| now.as_ref().map(|paused| paused.seconds)));
    let words = move || fill(failed().again_in, &[("n", &number(seconds.get().unwrap_or_default()))]);
    let pause = StoredValue::new_local(pause);
    view! {
        <Show when=move || seconds.get().is_some()>
            <div class="answer-pause">
                <span class="countdown" data-testid="answer-countdown">{words}</span>
                <button class="button" type="button" data-testid="answer-now"
                    on:click=move |_| pause.with_value(Pause::try_now)>{texts().try_now}</button>
                <button class="button" type="button" data-testid="answer-give-up"
                    on:click=move |_| pause.with_value(Pause::give_up)>{texts().stop_waiting}</button>
            </div>
        </Show>
    }
}

/// What can be done with an answer. One without text can only be asked for again.
#[component]
fn Choices(name: String, column: Column, sequence: Sequence, is_coming: Memo<bool>) -> impl IntoView {
    let chat = use_chat();
    let Column { branch, provider, row, pause, .. } = column;
    let reply = Memo::new(move |_| row.message.get());
    let is_paused = Memo::new(move |_| pause.now.with(Option::is_some));
    let has_text = move || !is_paused.get() && reply.with(|reply| has_text(reply.as_deref()));
    let rated = Memo::new(move |_| reply.with(|reply| reply.as_ref().map(|reply| reply.id)).filter(|_| has_text()));
    let is_cut = move || reply.with(|reply| reply.as_deref().is_some_and(is_cut));
    let again = provider.map(|provider| {
        let ask = move |_| {
            if let Some(reply) = reply.with_untracked(|reply| reply.as_ref().map(|reply| reply.id)) {
                chat.ask_again(sequence, reply, &provider);
            }
        };
        let ask = StoredValue::new(ask);
        view! {
            <Show when=move || !is_coming.get() && is_cut()>
                <button class="button" type="button" data-testid="answer-again"
                    on:click=move |event| ask.with_value(|ask| ask(event))>{texts().again}</button>
            </Show>
        }
    });
    let keep = move |_| {
        if !is_coming.get_untracked() {
            chat.keep_answer(sequence, branch);
        }
    };
    let keep_of = StoredValue::new(fill(texts().keep_of, &[("name", &name)]));
    view! {
        <footer>
            <Show when=has_text>
                <button class="button primary" type="button" data-testid="answer-keep" aria-label=keep_of.get_value()
                    aria-disabled=move || is_coming.get().to_string() on:click=keep>{texts().keep}</button>
            </Show>
            {again}
            {move || rated.get().map(|reply| view! { <Thumbs reply/> })}
        </footer>
    }
}

/// The two ratings of a reply.
#[component]
fn Thumbs(reply: MessageId) -> impl IntoView {
    let chat = use_chat();
    let now = Memo::new(move |_| chat.transcript.marks.with(|marks| rating_of(marks, reply)));
    let thumb = move |rating: Rating, picture, label: &'static str, id| {
        let rate = move |_| chat.step(Step::Rate(reply, (now.get_untracked() != Some(rating)).then_some(rating)));
        view! {
            <button class="icon-button" type="button" data-testid=id aria-label=label title=label
                aria-pressed=move || (now.get() == Some(rating)).to_string() on:click=rate>
                <Icon picture/>
            </button>
        }
    };
    view! {
        <span class="thumbs">
            {thumb(Rating::Good, Picture::ThumbUp, message().good, "answer-good")}
            {thumb(Rating::Bad, Picture::ThumbDown, message().bad, "answer-bad")}
        </span>
    }
}

/// Whether there is something to keep: an answer that is coming may still get a text.
fn has_text(reply: Option<&Message>) -> bool {
    reply.is_none_or(|reply| !reply.text().is_empty())
}

/// Whether an answer can be asked for again: it did not come to its end.
fn is_cut(reply: &Message) -> bool {
    matches!(reply.finish, Some(Finish::Failed { .. } | Finish::Stopped | Finish::Interrupted))
}

/// How an answer ended, if not well.
fn ended(reply: &Message) -> Option<String> {
    match &reply.finish {
        Some(Finish::Failed { failure }) => Some(failure.error.localized()),
        Some(finish) => words::ended(finish).map(str::to_owned),
        None => None,
    }
}

/// What an answer used.
struct Used<'a> {
    /// Each of its requests, as the server counts it.
    requests: Vec<Option<Usage>>,
    /// The model that was asked for.
    requested: Option<&'a str>,
}

impl Used<'_> {
    /// Cost of all requests; `None` if one of them was not counted, or there is no price.
    fn cost(&self, served: &str, prices: &[Price]) -> Option<u64> {
        let price = price_of_reply(prices, served, self.requested)?;
        let costs = self.requests.iter().map(|usage| price.of((*usage)?.into()));
        costs.sum()
    }
}

/// Times, size and cost of an answer.
fn facts(reply: &Message, used: &Used<'_>, prices: &[Price]) -> String {
    let seconds = |words: &str, ms: Option<u32>| ms.map(|ms| fill(words, &[("n", &words::seconds(ms))]));
    let mut facts: Vec<String> = Vec::new();
    facts.extend(seconds(texts().first_word, reply.first_word_ms));
    facts.extend(seconds(texts().in_all, reply.total_ms));
    let written = reply.usage.map_or(reply.tokens, |usage| usage.completion_tokens);
    facts.extend((!reply.text().is_empty()).then(|| words::tokens(written.into())));
    let cost = reply.model.as_deref().and_then(|model| used.cost(model, prices));
    facts.extend(cost.map(|cost| fill(texts().cost, &[("price", &amount(cost))])));
    facts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{failed, reply, server},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::error::ModelErrorKind;

    #[test]
    fn answers_of_one_model_are_told_apart_by_their_connections_and_by_numbers_where_these_are_alike() {
        speak(UiLanguage::En);
        let (one, two) = (server(1, ""), server(2, ""));
        let page = Provider::in_page();
        let other_key = Provider { name: one.name.clone(), ..server(3, "") };
        type Answers<'a> = &'a [(&'a str, Option<&'a Provider>)];
        let cases: [(Answers<'_>, &[&str]); 5] = [
            (&[("a", Some(&one)), ("b", Some(&two))], &["a", "b"]),
            (&[("a", Some(&one)), ("a", Some(&two)), ("b", Some(&two))], &["Server 1 · a", "Server 2 · a", "b"]),
            (
                &[("a", Some(&one)), ("b", Some(&two)), ("a", Some(&other_key))],
                &["Server 1 · a (1)", "b", "Server 1 · a (2)"],
            ),
            (&[("a", Some(&page)), ("a", Some(&one)), ("a", None)], &["In this browser · a", "Server 1 · a", "a"]),
            (&[("a", None), ("a", None)], &["a (1)", "a (2)"]),
        ];
        for (answers, names) in cases {
            assert_eq!(names_of(answers), names);
        }
    }

    #[test]
    fn an_answer_without_a_text_cannot_be_kept_and_one_that_was_cut_can_be_asked_for_again() {
        let failure = failed(ModelErrorKind::Unreachable, None);
        for (text, finish, keeps, asks_again) in [
            ("Paris", Finish::Complete, true, false),
            ("Par", Finish::Stopped, true, true),
            ("Par", Finish::Interrupted, true, true),
            ("Par", Finish::Length, true, false),
            ("", failure, false, true),
            ("", Finish::Complete, false, false),
        ] {
            let reply = reply(1, text, finish);
            assert_eq!((has_text(Some(&reply)), is_cut(&reply)), (keeps, asks_again), "{:?}", reply.finish);
        }
        assert!(has_text(None), "it is coming");
    }

    #[test]
    fn an_answer_says_why_it_ended_early_and_nothing_when_it_is_whole() {
        assert_eq!(ended(&reply(1, "Paris", Finish::Complete)), None);
        assert!(ended(&reply(1, "Par", Finish::Stopped)).is_some());
        assert!(ended(&reply(1, "", failed(ModelErrorKind::Unreachable, None))).is_some());
    }

    #[test]
    fn an_answer_shows_what_was_measured_and_costs_only_what_is_known() {
        speak(UiLanguage::En);
        let price = |model: &str| Price {
            model: model.to_owned(),
            prompt: 1_000_000,
            cached: 100_000,
            completion: 2_000_000,
            exact: false,
        };
        let usage = |cached_tokens| {
            Some(Usage { prompt_tokens: 100_000, completion_tokens: 50_000, cached_tokens, written_tokens: None })
        };
        let reply =
            |text: &str| Message { tokens: 40, model: Some("m".to_owned()), ..reply(1, text, Finish::Complete) };
        let timed = Message { first_word_ms: Some(412), total_ms: Some(3_210), ..reply("Paris") };
        let times =
            format!("{} · {}", fill(texts().first_word, &[("n", "0.4")]), fill(texts().in_all, &[("n", "3.2")]));
        let cost = |price: &str| fill(texts().cost, &[("price", price)]);
        for (reply, prices, shown) in [
            (reply("Paris"), vec![price("m")], "40 tokens".to_owned()),
            (reply(""), vec![price("m")], String::new()),
            (timed.clone(), vec![], format!("{times} · 40 tokens")),
            (
                Message { total_ms: None, usage: usage(None), ..timed.clone() },
                vec![price("other")],
                format!("{} · 50,000 tokens", fill(texts().first_word, &[("n", "0.4")])),
            ),
            (
                Message { usage: usage(None), ..reply("Paris") },
                vec![price("m")],
                format!("50,000 tokens · {}", cost(&amount(200_000))),
            ),
            (
                Message { usage: usage(Some(100_000)), ..reply("Paris") },
                vec![price("m")],
                format!("50,000 tokens · {}", cost(&amount(110_000))),
            ),
            (
                Message { usage: usage(None), model: None, ..reply("Paris") },
                vec![price("m")],
                "50,000 tokens".to_owned(),
            ),
            // The prompt was paid for, though nothing came.
            (Message { usage: usage(None), ..reply("") }, vec![price("m")], cost(&amount(200_000))),
        ] {
            let used = Used { requests: vec![reply.usage], requested: None };
            assert_eq!(facts(&reply, &used, &prices), shown);
        }
    }

    #[test]
    fn an_answer_that_called_tools_costs_all_its_requests() {
        let price =
            |model: &str| Price { model: model.to_owned(), prompt: 1_000_000, cached: 0, completion: 0, exact: false };
        let usage = Usage { prompt_tokens: 100, completion_tokens: 5, cached_tokens: None, written_tokens: None };
        let cost = |requests: &[Option<Usage>], requested, prices: &[Price]| {
            Used { requests: requests.to_vec(), requested }.cost("served", prices)
        };
        assert_eq!(cost(&[Some(usage), Some(usage)], None, &[price("served")]), Some(200));
        assert_eq!(cost(&[None, Some(usage)], None, &[price("served")]), None, "a part is not the cost");
        assert_eq!(cost(&[Some(usage)], Some("alias"), &[price("alias")]), Some(100));
    }
}
