//! What is known of a message: when, by which model, how large, how it ended.

use crate::{
    texts::{message::message as said, number, tag},
    words,
};
use leptos::prelude::*;
use ricordo_core::message::{Finish, Message, Role};
use std::sync::Arc;

/// The list.
#[component]
pub fn Details(message: Arc<Message>) -> impl IntoView {
    let rows = details(&message).into_iter().map(|(name, value)| {
        view! { <div><dt>{name}</dt><dd dir="auto">{value}</dd></div> }
    });
    view! { <dl class="details" data-testid="message-details">{rows.collect::<Vec<_>>()}</dl> }
}

fn details(message: &Message) -> Vec<(&'static str, String)> {
    let said = said();
    let mut rows = vec![(said.when, moment(message.created_at.0))];
    if let Some(model) = message.model.clone().filter(|model| !model.is_empty()) {
        rows.push((said.model, model));
    }
    match message.usage {
        None => rows.push((said.size, words::tokens(message.tokens.into()))),
        Some(usage) => {
            rows.push((said.prompt, words::tokens(usage.prompt_tokens.into())));
            rows.extend(usage.cached_tokens.map(|cached| (said.cached, number(cached.into()))));
            rows.push((said.written, words::tokens(usage.completion_tokens.into())));
        }
    }
    if message.role == Role::Assistant {
        rows.extend(message.finish.as_ref().map(|finish| (said.ended, ended(finish))));
    }
    rows
}

fn ended(finish: &Finish) -> String {
    match finish {
        Finish::Failed { failure } => failure.error.to_string(),
        finish => words::ended(finish).unwrap_or(said().ended_well).to_owned(),
    }
}

/// The whole moment, as the language of the page writes it.
#[allow(clippy::cast_precision_loss, reason = "a moment in milliseconds is far below 2^53")]
fn moment(at: i64) -> String {
    js_sys::Date::new(&(at as f64).into()).to_locale_string(tag(), &js_sys::Object::new()).into()
}
