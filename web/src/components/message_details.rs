//! What is known of a message: when, by which model, how large, how it ended.

use crate::texts::errors::Told;
use crate::{
    components::moment,
    state::use_chat,
    texts::{message::message as said, number},
    words,
};
use leptos::prelude::*;
use ricordo_core::message::{Finish, Message, Role};
use std::sync::Arc;

/// The list.
#[component]
pub fn Details(message: Arc<Message>) -> impl IntoView {
    let rows = details(&message, moment(use_chat(), message.created_at)).into_iter().map(|(name, value)| {
        view! { <div><dt>{name}</dt><dd dir="auto">{value}</dd></div> }
    });
    view! { <dl class="details" data-testid="message-details">{rows.collect::<Vec<_>>()}</dl> }
}

fn details(message: &Message, written: String) -> Vec<(&'static str, String)> {
    let said = said();
    let mut rows = vec![(said.when, written)];
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
        Finish::Failed { failure } => failure.error.told(),
        finish => words::ended(finish).unwrap_or(said().ended_well).to_owned(),
    }
}
