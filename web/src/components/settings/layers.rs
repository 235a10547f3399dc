//! Setting of the prompt layers: their order, their shares of the budget, and which are left out.

use super::super::icon::{Icon, Picture};
use crate::{
    texts::{fill, settings::settings as texts},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    compile::LayerKind,
    settings::{LayerLimits, default_layers},
};

/// Table of the layers. `typed` holds them as JSON, in the format of the stored record.
#[component]
pub fn LayersField(typed: RwSignal<String>, label: &'static str) -> impl IntoView {
    let limits =
        Memo::new(move |_| typed.with(|typed| serde_json::from_str::<Vec<LayerLimits>>(typed).unwrap_or_default()));
    let order = move || limits.with(|limits| limits.iter().map(|layer| layer.kind).collect::<Vec<_>>());
    let missing = move || {
        let shown = order();
        let all = default_layers().into_iter().map(|layer| layer.kind);
        all.filter(|kind| !shown.contains(kind)).map(|kind| view! { <Missing typed kind/> }).collect::<Vec<_>>()
    };
    view! {
        <h4 class="label" id="layers" tabindex="-1">{label}</h4>
        <div class="wide">
            <table class="stats shares" aria-labelledby="layers">
                <thead>
                    <tr>
                        <th scope="col">{texts().layer}</th>
                        <th scope="col">{texts().floor}</th>
                        <th scope="col">{texts().ceiling}</th>
                        <th scope="col">{texts().priority}</th>
                        <td></td>
                    </tr>
                </thead>
                <tbody>
                    <For each=order key=|kind| *kind children=move |kind| view! { <LayerRow typed limits kind/> }/>
                </tbody>
            </table>
        </div>
        <div class="acts">{missing}</div>
    }
}

/// Applies a change to the list in `typed`.
fn change(typed: RwSignal<String>, change: impl FnOnce(&mut Vec<LayerLimits>)) {
    let mut limits = typed.with_untracked(|typed| serde_json::from_str::<Vec<LayerLimits>>(typed).unwrap_or_default());
    change(&mut limits);
    typed.set(serde_json::to_string(&limits).unwrap_or_default());
}

/// Number field of a layer: label, getter and setter.
type Share = (&'static str, fn(&LayerLimits) -> u32, fn(&mut LayerLimits, u32));

#[component]
fn LayerRow(typed: RwSignal<String>, limits: Memo<Vec<LayerLimits>>, kind: LayerKind) -> impl IntoView {
    let name = words::layer(kind);
    let shares: [Share; 3] = [
        (texts().floor, |layer| layer.floor, |layer, value| layer.floor = value),
        (texts().ceiling, |layer| layer.ceiling, |layer, value| layer.ceiling = value),
        (texts().priority, |layer| layer.priority, |layer, value| layer.priority = value),
    ];
    let cells = shares.map(|(label, get, set)| {
        let shown = move || {
            limits.with(|all| all.iter().find(|layer| layer.kind == kind).map(get).unwrap_or_default().to_string())
        };
        let put = move |text: String| {
            // Text that is not a number becomes 0.
            let value = text.trim().parse().unwrap_or_default();
            change(typed, |all| all.iter_mut().filter(|layer| layer.kind == kind).for_each(|layer| set(layer, value)));
        };
        view! {
            <td>
                <input class="input" type="number" min="0" max="100" aria-label=format!("{name}: {label}")
                    prop:value=shown on:change=move |event| put(event_target_value(&event))/>
            </td>
        }
    });
    let step = move |by: isize| {
        change(typed, |all| {
            let from = all.iter().position(|layer| layer.kind == kind);
            let to = from.and_then(|from| from.checked_add_signed(by)).filter(|to| *to < all.len());
            if let (Some(from), Some(to)) = (from, to) {
                all.swap(from, to);
            }
        });
    };
    let named = |sentence: &str| fill(sentence, &[("name", name)]);
    let is_required = matches!(kind, LayerKind::SystemPrompt | LayerKind::Message);
    view! {
        <tr>
            <th scope="row">{name}</th>
            {cells.into_iter().collect::<Vec<_>>()}
            <td class="moves">
                <button class="icon-button" type="button" aria-label=named(texts().up) on:click=move |_| step(-1)>"↑"</button>
                <button class="icon-button" type="button" aria-label=named(texts().down) on:click=move |_| step(1)>"↓"</button>
                <button class="icon-button" type="button" aria-label=named(texts().remove_layer) disabled=is_required
                    on:click=move |_| change(typed, |all| all.retain(|layer| layer.kind != kind))>
                    <Icon picture=Picture::Cross/>
                </button>
            </td>
        </tr>
    }
}

/// Button that adds back a layer that is left out.
#[component]
fn Missing(typed: RwSignal<String>, kind: LayerKind) -> impl IntoView {
    let add = move |_| {
        let Some(layer) = default_layers().into_iter().find(|layer| layer.kind == kind) else { return };
        // Insert before the new message, which is always the last layer.
        change(typed, |all| all.insert(all.len().saturating_sub(1), layer));
    };
    view! {
        <button class="link-button" type="button" on:click=add>
            {fill(texts().add_layer, &[("name", words::layer(kind))])}
        </button>
    }
}
