//! Setting of the prompt layers: their order, their shares of the budget, and which are left out.

use super::super::{
    field::FieldError,
    icon::{Icon, Picture},
};
use crate::{
    texts::{fill, number, settings::settings as texts},
    words,
};
use leptos::{ev::Event, prelude::*};
use ricordo_core::{
    compile::LayerKind,
    settings::{LayerLimits, default_layers},
};
use web_sys::HtmlInputElement;

/// Largest share in percent, and largest priority.
const MOST: u32 = 100;

/// Table of the layers. `typed` holds them as JSON, in the format of the stored record.
#[component]
pub fn LayersField(typed: RwSignal<String>, label: &'static str) -> impl IntoView {
    let limits = Memo::new(move |_| typed.with(|typed| parsed(typed)));
    let wrong = RwSignal::new(None::<String>);
    Effect::watch(move || typed.track(), move |(), _, _| wrong.set(None), false);
    let order = move || limits.with(|limits| limits.iter().map(|layer| layer.kind).collect::<Vec<_>>());
    let missing = move || {
        let missing = limits.with(|limits| missing(limits));
        missing.into_iter().map(|layer| view! { <Missing typed layer/> }).collect::<Vec<_>>()
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
                    <For each=order key=|kind| *kind children=move |kind| view! { <LayerRow typed limits kind wrong/> }/>
                </tbody>
            </table>
        </div>
        <FieldError error=wrong/>
        <div class="actions">{missing}</div>
    }
}

fn parsed(typed: &str) -> Vec<LayerLimits> {
    serde_json::from_str(typed).unwrap_or_default()
}

/// Parses a share or a priority; `None` if it is not a whole number from 0 to [`MOST`].
fn share_of(typed: &str) -> Option<u32> {
    typed.trim().parse().ok().filter(|share| *share <= MOST)
}

/// Moves a layer up or down the list. At either end it stays.
fn move_layer(limits: &mut [LayerLimits], kind: LayerKind, by: isize) {
    let from = limits.iter().position(|layer| layer.kind == kind);
    let to = from.and_then(|from| from.checked_add_signed(by)).filter(|to| *to < limits.len());
    if let (Some(from), Some(to)) = (from, to) {
        limits.swap(from, to);
    }
}

/// The layers that are left out, with the limits that they get when they are added back.
fn missing(limits: &[LayerLimits]) -> Vec<LayerLimits> {
    let is_listed = |kind: LayerKind| limits.iter().any(|layer| layer.kind == kind);
    default_layers().into_iter().filter(|layer| !is_listed(layer.kind)).collect()
}

/// Adds a layer back, before the new message, which is the last layer. Does nothing if it is in the list.
fn add(limits: &mut Vec<LayerLimits>, layer: LayerLimits) {
    if limits.iter().all(|listed| listed.kind != layer.kind) {
        limits.insert(limits.len().saturating_sub(1), layer);
    }
}

/// Applies a change to the list in `typed`.
fn change(typed: RwSignal<String>, change: impl FnOnce(&mut Vec<LayerLimits>)) {
    let mut limits = typed.with_untracked(|typed| parsed(typed));
    change(&mut limits);
    typed.set(serde_json::to_string(&limits).unwrap_or_default());
}

/// Number field of a layer: label, getter and setter.
type Share = (&'static str, fn(&LayerLimits) -> u32, fn(&mut LayerLimits, u32));

#[component]
fn LayerRow(
    typed: RwSignal<String>,
    limits: Memo<Vec<LayerLimits>>,
    kind: LayerKind,
    /// Error of the table.
    wrong: RwSignal<Option<String>>,
) -> impl IntoView {
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
        let put = move |event: Event| {
            let Some(value) = share_of(&event_target_value(&event)) else {
                // The field shows the value in force again.
                event_target::<HtmlInputElement>(&event).set_value(&untrack(shown));
                let allowed = fill(texts().number, &[("min", "0"), ("max", &number(MOST.into()))]);
                return wrong.set(Some(format!("{name}, {label}: {allowed}")));
            };
            wrong.set(None);
            change(typed, |all| all.iter_mut().filter(|layer| layer.kind == kind).for_each(|layer| set(layer, value)));
        };
        view! {
            <td>
                <input class="input" type="number" min="0" max=MOST aria-label=format!("{name}: {label}")
                    prop:value=shown on:change=put/>
            </td>
        }
    });
    let step = move |by: isize| change(typed, |all| move_layer(all, kind, by));
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
fn Missing(typed: RwSignal<String>, layer: LayerLimits) -> impl IntoView {
    view! {
        <button class="link-button" type="button" on:click=move |_| change(typed, |all| add(all, layer))>
            {fill(texts().add_layer, &[("name", words::layer(layer.kind))])}
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(limits: &[LayerLimits]) -> Vec<LayerKind> {
        limits.iter().map(|layer| layer.kind).collect()
    }

    #[test]
    fn a_share_is_a_whole_number_up_to_a_hundred_and_anything_else_is_refused() {
        for (typed, share) in [("0", Some(0)), (" 25 ", Some(25)), ("100", Some(100)), ("007", Some(7))] {
            assert_eq!(share_of(typed), share, "{typed:?}");
        }
        for typed in ["", " ", "many", "-1", "101", "2.5", "2,5", "99999999999999999999", "٢٥", "25 %", "1e2"] {
            assert_eq!(share_of(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn a_layer_moves_one_place_and_stays_at_the_ends() {
        let all = kinds(&default_layers());
        let moved = |kind, by| {
            let mut limits = default_layers();
            move_layer(&mut limits, kind, by);
            kinds(&limits)
        };
        assert_eq!(moved(all[0], -1), all);
        assert_eq!(moved(all[all.len() - 1], 1), all);
        assert_eq!(moved(all[2], 1)[2..4], [all[3], all[2]]);
        assert_eq!(moved(all[2], -1)[1..3], [all[2], all[1]]);
        let mut none = Vec::new();
        move_layer(&mut none, LayerKind::Recall, 1);
        assert_eq!(none, []);
    }

    #[test]
    fn a_removed_layer_is_offered_and_comes_back_before_the_new_message_once() {
        let mut limits = default_layers();
        assert_eq!(missing(&limits), []);
        limits.retain(|layer| layer.kind != LayerKind::Memories);
        let [memories] = missing(&limits)[..] else { panic!("one is missing") };
        // A second press before the button is gone changes nothing.
        add(&mut limits, memories);
        add(&mut limits, memories);
        assert_eq!(kinds(&limits)[limits.len() - 2..], [LayerKind::Memories, LayerKind::Message]);
        assert_eq!((limits.len(), missing(&limits)), (default_layers().len(), Vec::new()));
        let mut none = Vec::new();
        add(&mut none, memories);
        assert_eq!(none, [memories]);
    }

    #[test]
    fn text_that_is_no_list_of_layers_is_an_empty_one() {
        for typed in ["", "{", "null", "[1]", r#"[{"kind":"moon","floor":0,"ceiling":1,"priority":1}]"#] {
            assert_eq!(parsed(typed), [], "{typed}");
        }
        let all = serde_json::to_string(&default_layers()).unwrap();
        assert_eq!(parsed(&all), default_layers());
    }
}
