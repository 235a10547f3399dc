//! What stands over a request: what it was sent to and when, how large it is, and the bar of its layers.

use crate::{
    state::Asked,
    texts::inspector::{fill, inspector},
    words,
};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{host::Host, inspect::InspectedLayer, time::Now};

/// The head.
#[component]
pub fn Head(asked: Memo<Option<Asked>>) -> impl IntoView {
    move || asked.get().map(|asked| head(&asked))
}

fn head(asked: &Asked) -> impl IntoView + use<> {
    let texts = inspector();
    let shown = &asked.inspected;
    let reply = words::tokens(shown.max_response_tokens.into());
    view! {
        <section data-testid="inspector-head">
            <p class="quiet">{sent_to(asked)}</p>
            <p class="total">
                <strong data-testid="inspector-tokens">{words::number(shown.tokens.into())}</strong>
                {fill(texts.of_budget, &[("budget", &words::tokens(shown.budget.into()))])}
            </p>
            <Stack layers=shown.layers.clone() budget=shown.budget/>
            <p class="quiet">{fill(texts.room, &[("tokens", &reply)])}</p>
            {shown.request.is_err().then(|| view! { <p class="quiet" data-testid="inspector-erased">{texts.erased}</p> })}
        </section>
    }
}

/// When it was sent, and to which model.
fn sent_to(asked: &Asked) -> String {
    let texts = inspector();
    let model = asked.inspected.model.as_str();
    let now = BrowserHost.now();
    match asked.at.map(|at| words::when(Now { at, ..now }, now)) {
        Some(when) => fill(texts.sent_at, &[("when", &when), ("model", model)]),
        None if model.is_empty() => String::new(),
        None => fill(texts.model, &[("model", model)]),
    }
}

/// The layers side by side, out of the whole budget.
#[component]
fn Stack(layers: Vec<InspectedLayer>, budget: u32) -> impl IntoView {
    let part = |layer: InspectedLayer| {
        let width = format!("{:.2}%", f64::from(layer.tokens) * 100.0 / f64::from(budget.max(1)));
        view! { <i data-kind=words::layer_key(layer.kind) style:width=width></i> }
    };
    let parts: Vec<_> = layers.into_iter().filter(|layer| layer.tokens > 0).map(part).collect();
    view! { <div class="stack" aria-hidden="true">{parts}</div> }
}
