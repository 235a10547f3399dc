//! Collects, step by step, the observations from which `ricordo_core::doctor` diagnoses a connection.

use super::{
    HttpModel,
    address::{self, is_local},
    body::Body,
    diagnose,
    request::{Connection, Method},
};
use crate::global::origin;
use ricordo_core::{
    cancel::Cancel,
    compile::background_request::test_request,
    doctor::{Listing, Observations, Permission, Server, diagnose as decide, other_addresses},
    error::{ModelError, ModelErrorKind as Kind},
    message::Finish,
    model::{ChatEvent, ChatModel},
    provider::Provider,
    settings::Settings,
    wire::{ListedModel, Protocol, llama_context, shown},
};
use std::cell::Cell;

/// Most bytes read of a model's details. Ollama includes licences.
const LONGEST_DETAILS: usize = 1024 * 1024;

/// Examines the connection to a provider up to the first step that fails. `on_progress` is called after each step.
pub async fn examine(
    model: &HttpModel,
    provider: &Provider,
    settings: &Settings,
    on_progress: &dyn Fn(&Observations),
) -> Observations {
    let mut seen = Observations::new(provider.kind, &provider.base_url, &provider.model);
    seen.has_key = model.key.as_ref().is_some_and(|key| !key.trim().is_empty());
    seen.wanted_tokens = settings.context_max_tokens.saturating_add(settings.max_response_tokens);
    if !look_at_address(&mut seen, &provider.base_url).await {
        return seen;
    }
    on_progress(&seen);
    if decide(&seen).cause.is_some() {
        return seen;
    }
    ask_for_models(&mut seen, model).await;
    on_progress(&seen);
    if decide(&seen).cause.is_some() || seen.model.is_empty() {
        return seen;
    }
    seen.answer = Some(first_word(model, provider, settings).await);
    on_progress(&seen);
    if decide(&seen).works() {
        let details = details(model, &seen).await;
        seen.context = Some(details.context_tokens);
        note(&mut seen, details);
    }
    seen
}

/// Records what the address and the browser's rules say; `false` if the address is invalid.
async fn look_at_address(seen: &mut Observations, base_url: &str) -> bool {
    let Ok(address) = address::check(base_url, "") else {
        seen.is_address = false;
        return false;
    };
    let page_host = address::check(&origin(), "").map(|page| page.host).unwrap_or_default();
    seen.is_local = is_local(&address.host);
    seen.is_page_remote = !is_local(&page_host);
    seen.is_mixed = diagnose::is_mixed(&address).await;
    if seen.is_local {
        seen.permission = diagnose::local_network(&address.host).await;
    }
    true
}

async fn ask_for_models(seen: &mut Observations, model: &HttpModel) {
    match model.models().await {
        Ok(models) => {
            let owner = models.iter().find_map(|model| model.owner.as_deref());
            seen.server = Server::guess(seen.kind, &model.base_url, owner);
            seen.listing = Some(Listing::Models(models));
        }
        Err(error) => match error.kind {
            Kind::TimedOut => seen.listing = Some(Listing::TooLong),
            Kind::LocalNetworkRefused => seen.permission = Permission::Denied,
            Kind::Unreachable => {
                seen.listing = Some(Listing::NoAnswer);
                seen.is_there = Some(false);
            }
            Kind::OriginRefused => {
                seen.listing = Some(Listing::NoAnswer);
                seen.is_there = Some(true);
                let plain = address::check(&model.base_url, model.protocol.models_path(&model.base_url));
                seen.answers_without_headers = Some(match plain {
                    Ok(address) => diagnose::is_readable(&address.url, &[]).await,
                    Err(_) => false,
                });
            }
            kind => {
                if matches!(kind, Kind::NotFound | Kind::NotTheProtocol | Kind::BadRequest) {
                    seen.better_address = better_address(seen, model).await;
                }
                seen.listing = Some(Listing::Refused(error));
            }
        },
    }
}

/// Another address that has a list of models.
async fn better_address(seen: &Observations, model: &HttpModel) -> Option<String> {
    for base_url in other_addresses(seen.kind, &model.base_url) {
        let elsewhere = HttpModel { base_url: base_url.clone(), ..model.clone() };
        if elsewhere.models().await.is_ok() {
            return Some(base_url);
        }
    }
    None
}

/// Waits for the first text of a short reply, then cancels it. A model that spends all its tokens on thoughts that it does
/// not show answers, too.
async fn first_word(model: &HttpModel, provider: &Provider, settings: &Settings) -> Result<(), ModelError> {
    let cancelled = Cancel::default();
    let is_at_limit = Cell::new(false);
    let on_event = |event: ChatEvent| {
        let is_word = match &event {
            ChatEvent::Text { text } | ChatEvent::Reasoning { text } => !text.is_empty(),
            _ => false,
        };
        if is_word {
            cancelled.cancel();
        }
        is_at_limit.set(is_at_limit.get() || event == ChatEvent::Finish { finish: Finish::Length });
    };
    match model.stream(&test_request(provider, settings), &on_event, &cancelled).await {
        Err(error) if error.kind == Kind::EmptyReply && is_at_limit.get() => Ok(()),
        ended => ended,
    }
}

/// Details of the chosen model, from the list and from a further request where the server supports one.
async fn details(model: &HttpModel, seen: &Observations) -> ListedModel {
    let known = seen.chosen().cloned().unwrap_or_else(|| ListedModel::named(&seen.model));
    let root = model.base_url.trim().trim_end_matches('/').trim_end_matches("/v1").trim_end_matches("/api");
    let asked = |path: &'static str| async move { get(model, root, path, None).await.unwrap_or_default() };
    match seen.server {
        Server::Ollama => {
            let question = serde_json::json!({ "model": seen.model }).to_string();
            let body = get(model, root, "api/show", Some(question)).await.unwrap_or_default();
            match shown(&seen.model, &body) {
                // The model's maximum context says nothing about the context the server runs it with, which this
                // protocol does not report.
                Some(more) if model.protocol != Protocol::Ollama => {
                    ListedModel { context_tokens: known.context_tokens, ..known.with(more) }
                }
                Some(more) => known.with(more),
                None => known,
            }
        }
        Server::LlamaCpp => {
            let context_tokens = llama_context(&asked("props").await).or(known.context_tokens);
            ListedModel { context_tokens, ..known }
        }
        Server::LmStudio => {
            let listed = Protocol::OpenAi.models(&asked("api/v0/models").await).unwrap_or_default();
            match listed.into_iter().find(|listed| listed.id == seen.model) {
                Some(more) => known.with(more),
                None => known,
            }
        }
        Server::Vllm | Server::Hosted | Server::Other => known,
    }
}

/// Replaces the listed model by its details.
fn note(seen: &mut Observations, details: ListedModel) {
    let id = seen.chosen().map(|listed| listed.id.clone());
    if let Some(Listing::Models(models)) = &mut seen.listing
        && let Some(listed) = models.iter_mut().find(|listed| Some(&listed.id) == id.as_ref())
    {
        *listed = ListedModel { id: listed.id.clone(), ..details };
    }
}

/// Body of a successful response; `None` if the request failed.
async fn get(model: &HttpModel, root: &str, path: &str, question: Option<String>) -> Option<Vec<u8>> {
    let key = model.key.as_deref();
    let connection = Connection::new(model.protocol, root, path, key, model.response_timeout_seconds).ok()?;
    let method = question.as_ref().map_or(Method::Get, |question| Method::Post(question.as_bytes()));
    let response = connection.send(method).await.ok().filter(gloo_net::http::Response::ok)?;
    let mut body = Body::of(&response);
    connection.in_time(body.read_up_to(LONGEST_DETAILS)).await.ok()
}
