//! List of the layers of a request: how much each uses and may use, and its content.

use super::{fold::Fold, piece::Pieces, recalled::RecalledPieces};
use crate::{
    state::Asked,
    texts::{fill, inspector::inspector},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    compile::LayerKind,
    inspect::{Inspected, InspectedLayer, Share},
};
use std::sync::Arc;

/// Pieces of a layer shown at first.
const FIRST: usize = 20;

/// List of the layers.
#[component]
pub fn LayerRows(asked: Memo<Option<Asked>>) -> impl IntoView {
    let rows = move || {
        let shown = asked.get()?.inspected;
        let row = |layer: &InspectedLayer| view! { <LayerRow layer=layer.clone() shown=shown.clone()/> };
        Some(shown.layers.iter().map(row).collect::<Vec<_>>())
    };
    view! { <ul class="rows layers">{rows}</ul> }
}

#[component]
fn LayerRow(layer: InspectedLayer, shown: Arc<Inspected>) -> impl IntoView {
    let (key, tokens) = (layer.kind.name(), layer.tokens);
    let head = head(&layer, &shown);
    let share = share_text(layer.share);
    let all = Arc::clone(&shown);
    let pieces = move || all.pieces.iter().filter(|piece| piece.layer == layer.kind).cloned().collect::<Vec<_>>();
    let is_recall = layer.kind == LayerKind::Recall && !shown.recalled.is_empty();
    let recalled = move || is_recall.then(|| view! { <RecalledPieces pieces=shown.recalled.clone()/> });
    let content = if layer.items == 0 {
        view! { <div class="head" title=share>{head}</div> }.into_any()
    } else {
        view! {
            <Fold key=format!("layer {key}") head>
                <p class="quiet" data-testid="inspector-share">{share.clone()}</p>
                {recalled()}
                <Pieces pieces=pieces() first=FIRST named=false/>
            </Fold>
        }
        .into_any()
    };
    view! { <li data-testid="inspector-layer" data-kind=key data-tokens=tokens>{content}</li> }
}

/// Header of a layer, always visible.
fn head(layer: &InspectedLayer, shown: &Inspected) -> AnyView {
    let detail = detail_of(layer.kind, layer.items as u64);
    let budget = shown.budget;
    view! {
        <span class="dot"></span>
        <span>
            {words::layer(layer.kind)}
            {detail.map(|detail| view! { <span class="detail">{detail}</span> })}
        </span>
        <span>{words::number(layer.tokens.into())}</span>
        <span class="share">{words::percent(layer.tokens.into(), shown.tokens.into())}</span>
        {layer.share.map(|share| view! { <Range share tokens=layer.tokens budget/> })}
    }
    .into_any()
}

/// How many things a layer has, where that says something.
fn detail_of(kind: LayerKind, items: u64) -> Option<String> {
    match kind {
        _ if items == 0 => Some(inspector().nothing_to_send.to_owned()),
        LayerKind::Window => Some(words::messages(items)),
        LayerKind::Tools => Some(words::tools(items)),
        _ => None,
    }
}

/// Bar that shows the usage of a layer between its floor and ceiling, as shares of the whole budget. The same is
/// given in words below the header.
#[component]
fn Range(share: Share, tokens: u32, budget: u32) -> impl IntoView {
    let part = |tokens: u32| format!("{:.2}%", f64::from(tokens) * 100.0 / f64::from(budget.max(1)));
    view! {
        <span
            class="range"
            aria-hidden="true"
            style:--used=part(tokens)
            style:--floor=part(share.floor)
            style:--ceiling=part(share.ceiling)
        >
            <i></i>
        </span>
    }
}

/// Sentence that says how much a layer may use.
fn share_text(share: Option<Share>) -> String {
    let texts = inspector();
    match share {
        None => texts.whole.to_owned(),
        Some(Share { floor, ceiling }) => {
            let (floor_text, ceiling) = (words::tokens(floor.into()), words::tokens(ceiling.into()));
            let sentence = if floor == 0 { texts.ceiling } else { texts.share };
            fill(sentence, &[("floor", &floor_text), ("ceiling", &ceiling)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_layer_says_its_guaranteed_and_its_largest_share() {
        speak(UiLanguage::En);
        let text = |floor, ceiling| share_text(Some(Share { floor, ceiling }));
        let (both, only_ceiling) = (text(400, 1_600), text(0, 1_600));
        assert!(both.contains(&words::tokens(400)) && both.contains(&words::tokens(1_600)), "{both}");
        assert!(!only_ceiling.contains(" 0 tokens") && only_ceiling.contains("1,600 tokens"), "{only_ceiling}");
        assert_ne!(share_text(None), text(0, 0));
    }

    #[test]
    fn a_layer_counts_messages_and_tools_and_says_of_any_that_it_is_empty() {
        for language in UiLanguage::all() {
            speak(language);
            let nothing = inspector().nothing_to_send;
            for (kind, of_many) in [
                (LayerKind::Window, Some(words::messages(1_200))),
                (LayerKind::Tools, Some(words::tools(1_200))),
                (LayerKind::SystemPrompt, None),
                (LayerKind::Recall, None),
                (LayerKind::Message, None),
            ] {
                assert_eq!(
                    (detail_of(kind, 0).as_deref(), detail_of(kind, 1_200)),
                    (Some(nothing), of_many),
                    "{kind:?}"
                );
            }
        }
    }
}
