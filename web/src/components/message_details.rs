//! Details of a message: time, model, size, and how it ended.

use crate::texts::errors::Localized;
use crate::{
    state::use_chat,
    texts::{message::message as texts, number},
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
