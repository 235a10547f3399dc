//! Details of a message: time, model, size, and how it ended.

use crate::{
    chat::use_chat,
    texts::{errors::Localized, fill, message::message as texts, number},
    words,
};
use leptos::prelude::*;
use ricordo_core::message::{Finish, Message, Role};
use std::sync::Arc;

/// List of the details.
#[component]
pub fn Details(message: Arc<Message>) -> impl IntoView {
    let rows = details(&message, use_chat().date_time(message.created_at)).into_iter().map(|(name, value)| {
        view! { <div><dt>{name}</dt><dd dir="auto">{value}</dd></div> }
    });
    view! { <dl class="details" data-testid="message-details">{rows.collect::<Vec<_>>()}</dl> }
}

fn details(message: &Message, written: String) -> Vec<(&'static str, String)> {
    let texts = texts();
    let mut rows = vec![(texts.when, written)];
    if let Some(model) = message.model.clone().filter(|model| !model.is_empty()) {
        rows.push((texts.model, model));
    }
    match message.usage {
        None => rows.push((texts.size, words::tokens(message.tokens.into()))),
        Some(usage) => {
            rows.push((texts.prompt, words::tokens(usage.prompt_tokens.into())));
            rows.extend(usage.cached_tokens.map(|cached| (texts.cached, number(cached.into()))));
            rows.push((texts.written, words::tokens(usage.completion_tokens.into())));
        }
    }
    let seconds = |ms: u32| fill(texts.took, &[("n", &words::seconds(ms))]);
    rows.extend(message.first_word_ms.map(|ms| (texts.first_word, seconds(ms))));
    rows.extend(message.total_ms.map(|ms| (texts.duration, seconds(ms))));
    if message.role == Role::Assistant {
        rows.extend(message.finish.as_ref().map(|finish| (texts.ended, ended(finish))));
    }
    rows
}

fn ended(finish: &Finish) -> String {
    match finish {
        Finish::Failed { failure } => failure.error.localized(),
        finish => words::ended(finish).unwrap_or(texts().ended_well).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{failed, message, reply};
    use ricordo_core::{error::ModelErrorKind, message::Usage};

    fn names(message: &Message) -> Vec<&'static str> {
        details(message, "today".to_owned()).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn a_message_of_the_user_has_its_time_and_size_and_no_end() {
        assert_eq!(names(&message(1, Role::User, "Hi")), [texts().when, texts().size]);
    }

    #[test]
    fn a_reply_shows_the_counts_of_the_provider_where_there_are_any() {
        let reply = Message { model: Some("m".to_owned()), ..reply(1, "Paris", Finish::Complete) };
        assert_eq!(names(&reply), [texts().when, texts().model, texts().size, texts().ended]);
        let counted = |cached_tokens| {
            let usage = Usage { prompt_tokens: 1_000, completion_tokens: 5, cached_tokens, written_tokens: None };
            names(&Message { usage: Some(usage), model: Some(String::new()), ..reply.clone() })
        };
        assert_eq!(counted(None), [texts().when, texts().prompt, texts().written, texts().ended]);
        assert_eq!(counted(Some(0)), [texts().when, texts().prompt, texts().cached, texts().written, texts().ended]);
    }

    #[test]
    fn a_reply_shows_how_long_it_took_where_that_was_measured() {
        let timed = Message { total_ms: Some(3_210), ..reply(1, "Paris", Finish::Complete) };
        assert_eq!(names(&timed), [texts().when, texts().size, texts().duration, texts().ended]);
        let rows = details(&Message { first_word_ms: Some(412), ..timed }, String::new());
        assert_eq!(rows[2].0, texts().first_word);
        assert!(rows[2].1.contains("0.4") && rows[3].1.contains("3.2"), "{rows:?}");
    }

    #[test]
    fn each_end_has_words_of_its_own() {
        let mut all: Vec<String> = [
            Finish::Complete,
            Finish::Length,
            Finish::ContentFilter,
            Finish::Stopped,
            Finish::Interrupted,
            failed(ModelErrorKind::TimedOut, None),
        ]
        .iter()
        .map(ended)
        .collect();
        all.sort();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]) && all.iter().all(|words| !words.is_empty()), "{all:?}");
        assert_eq!(ended(&Finish::ToolCalls), ended(&Finish::Complete));
    }
}
