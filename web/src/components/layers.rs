//! The layers of a request as a bar and a list, and what was left out of it.

use crate::words;
use leptos::prelude::*;
use ricordo_core::compile::{Layer, LayerKind, Omitted};

/// The layers.
#[component]
pub fn Layers(layers: Vec<Layer>, tokens: u32, budget: u32, tools: usize) -> impl IntoView {
    let width = move |layer: &Layer| format!("{:.2}%", f64::from(layer.tokens) * 100.0 / f64::from(budget.max(1)));
    let bar = layers.iter().map(|layer| {
        view! {
            <i data-kind=words::layer_key(layer.kind) style:width=width(layer)></i>
        }
    });
    let bar: Vec<_> = bar.collect();
    let rows: Vec<_> = layers.into_iter().map(|layer| view! { <LayerRow layer tokens tools/> }).collect();
    view! {
        <div class="stack" aria-hidden="true">{bar}</div>
        <ul class="rows">{rows}</ul>
    }
}

#[component]
fn LayerRow(layer: Layer, tokens: u32, tools: usize) -> impl IntoView {
    let kind = words::layer_key(layer.kind);
    let detail = match layer.kind {
        LayerKind::Window => Some(words::messages((layer.to - layer.from) as u64)),
        LayerKind::Tools => Some(words::tools(tools as u64)),
        _ => None,
    };
    view! {
        <li data-testid="inspector-layer" data-kind=kind data-tokens=layer.tokens>
            <span class="dot"></span>
            <span>
                {words::layer(layer.kind)}
                {detail.map(|detail| view! { <span class="detail">{detail}</span> })}
            </span>
            <span>{words::number(layer.tokens.into())}</span>
            <span class="share">{words::percent(layer.tokens.into(), tokens.into())}</span>
        </li>
    }
}

/// What was left out, and why.
#[component]
pub fn OmittedList(omitted: Vec<Omitted>) -> impl IntoView {
    let rows = omitted.into_iter().map(|omitted| {
        let what = if omitted.messages == 0 {
            words::layer(omitted.layer).to_owned()
        } else {
            words::messages(omitted.messages.into())
        };
        view! {
            <li data-testid="inspector-omitted">
                <span>{what}<span class="detail">{words::omitted(omitted.reason)}</span></span>
                <span>{words::number(omitted.tokens)}</span>
            </li>
        }
    });
    let rows: Vec<_> = rows.collect();
    view! {
        <section>
            <h3>"Left out"</h3>
            {if rows.is_empty() {
                view! { <p class="quiet">"Nothing. All of the conversation is sent."</p> }.into_any()
            } else {
                view! { <ul class="rows plain">{rows}</ul> }.into_any()
            }}
        </section>
    }
}
