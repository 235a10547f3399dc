//! Comparison with the previous request: how much of the prefix can be reused, the first byte that differs, and what
//! changed in each layer.

use crate::{
    chat::use_chat,
    state::{DialogKind, Tab},
    texts::{fill, inspection::inspection},
    words,
};
use leptos::prelude::*;
use ricordo_core::inspect::{Comparison, Difference, LayerChange};

/// Comparison in one line for the panel, with a link to the full one.
#[component]
pub fn Reuse() -> impl IntoView {
    let chat = use_chat();
    let comparison = Memo::new(move |_| chat.inspection.comparison());
    let open = move |_| {
        chat.inspection.tab.set(Tab::Compare);
        chat.panels.dialogs.open(DialogKind::Inspection);
    };
    move || {
        comparison.get().map(|comparison| {
            view! {
                <section>
                    <h3>{inspection().compare}</h3>
                    <p class="quiet" data-testid="inspector-reuse">{reused(&comparison)}</p>
                    <button class="link-button" data-testid="inspector-compare" on:click=open>
                        {inspection().see_changes}
                    </button>
                </section>
            }
        })
    }
}

/// Full comparison, for the page.
#[component]
pub fn ComparisonView() -> impl IntoView {
    let chat = use_chat();
    let comparison = Memo::new(move |_| chat.inspection.comparison());
    let before = Memo::new(move |_| chat.inspection.before().and_then(|before| before.reply));
    let show_before = move |id| {
        view! {
            <button class="button" data-testid="inspection-before" on:click=move |_| chat.inspection.show_past(id)>
                {inspection().show_before}
            </button>
        }
    };
    view! {
        {move || match comparison.get() {
            None => view! { <p class="quiet">{inspection().no_earlier}</p> }.into_any(),
            Some(comparison) => view! { <Whole comparison/> }.into_any(),
        }}
        {move || before.get().map(|(id, _)| show_before(id))}
    }
}

#[component]
fn Whole(comparison: Comparison) -> impl IntoView {
    let share = format!("{:.2}%", f64::from(comparison.reused_tokens()) * 100.0 / f64::from(comparison.tokens.max(1)));
    let place = place_of(&comparison);
    view! {
        <section>
            <p data-testid="inspection-reuse">{reused(&comparison)}</p>
            <div class="stack" aria-hidden="true"><i class="reused" style:width=share></i></div>
        </section>
        {match (comparison.difference, place) {
            (Some(difference), Some(place)) => view! { <Place difference place/> }.into_any(),
            _ => view! { <p data-testid="inspection-identical">{inspection().identical}</p> }.into_any(),
        }}
        <Changes layers=comparison.layers/>
    }
}

/// Where the two requests differ first; `None` if they do not. Bytes are counted from 1 on screen.
fn place_of(comparison: &Comparison) -> Option<String> {
    let difference = comparison.difference.as_ref()?;
    let [byte, bytes] = [comparison.shared_bytes + 1, comparison.bytes].map(|count| words::number(count as u64));
    let values = [("byte", &*byte), ("bytes", &bytes), ("layer", words::layer(difference.layer))];
    Some(fill(inspection().first_byte, &values))
}

/// First point where the two requests differ, with the text around it.
#[component]
fn Place(difference: Difference, place: String) -> impl IntoView {
    let texts = inspection();
    let Difference { shared, before, after, .. } = difference;
    let side = |name: &'static str, shared: String, words: String, nothing: &'static str| {
        let words = if words.is_empty() {
            view! { <em>{nothing}</em> }.into_any()
        } else {
            view! { <mark>{words}</mark> }.into_any()
        };
        view! {
            <figure>
                <figcaption>{name}</figcaption>
                <pre class="request"><span class="shared">{shared}</span>{words}</pre>
            </figure>
        }
    };
    view! {
        <section data-testid="inspection-difference">
            <p>{place}</p>
            <div class="sides">
                {side(texts.then, shared.clone(), before, texts.ended)}
                {side(texts.now, shared, after, texts.ends)}
            </div>
        </section>
    }
}

/// Changes of each layer.
#[component]
fn Changes(layers: Vec<LayerChange>) -> impl IntoView {
    let texts = inspection();
    let rows: Vec<_> = layers.into_iter().map(change).collect();
    view! {
        <div class="wide" tabindex="0" role="region" aria-label=texts.compare>
            <table class="stats">
                <thead>
                    <tr>
                        <th scope="col">{texts.layer}</th>
                        <th scope="col">{texts.change}</th>
                        <th scope="col">{texts.then}</th>
                        <th scope="col">{texts.now}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn change(layer: LayerChange) -> impl IntoView {
    let size = |tokens: Option<u32>| tokens.map_or("–".to_owned(), |tokens| words::number(tokens.into()));
    view! {
        <tr>
            <th scope="row">{words::layer(layer.kind)}</th>
            <td>{became(layer)}</td>
            <td>{size(layer.before)}</td>
            <td>{size(layer.after)}</td>
        </tr>
    }
}

/// What happened to a layer, in a word.
fn became(layer: LayerChange) -> &'static str {
    let texts = inspection();
    match (layer.before, layer.after) {
        _ if layer.is_same => texts.same,
        (None, _) => texts.new,
        (_, None) => texts.gone,
        _ => texts.changed,
    }
}

fn reused(comparison: &Comparison) -> String {
    let texts = inspection();
    if comparison.other_model {
        return texts.other_model.to_owned();
    }
    let reused = comparison.reused_tokens();
    let share = words::percent(reused.into(), comparison.tokens.into());
    fill(texts.reused, &[("share", &share), ("tokens", &words::tokens(reused.into()))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::compile::LayerKind;

    fn comparison(other_model: bool, shared_tokens: u32, tokens: u32) -> Comparison {
        let (shared_bytes, bytes) = (shared_tokens as usize * 4, tokens as usize * 4);
        Comparison { other_model, difference: None, shared_bytes, bytes, shared_tokens, tokens, layers: Vec::new() }
    }

    #[test]
    fn how_much_is_reused_is_said_in_percent_and_tokens_and_never_for_another_model() {
        speak(UiLanguage::En);
        let text = reused(&comparison(false, 250, 1_000));
        assert!(text.contains("25%") && text.contains(&words::tokens(250)), "{text}");
        let other = reused(&comparison(true, 1_000, 1_000));
        assert_eq!(other, inspection().other_model);
        let empty = reused(&comparison(false, 0, 0));
        assert!(!empty.contains('{'), "{empty}");
    }

    #[test]
    fn a_layer_is_the_same_new_gone_or_changed() {
        let texts = inspection();
        let layer = |before, after, is_same| LayerChange { kind: LayerKind::Window, before, after, is_same };
        for (layer, word) in [
            (layer(Some(5), Some(5), true), texts.same),
            (layer(None, Some(5), false), texts.new),
            (layer(Some(5), None, false), texts.gone),
            (layer(Some(5), Some(5), false), texts.changed),
            (layer(Some(5), Some(9), false), texts.changed),
        ] {
            assert_eq!(became(layer), word, "{layer:?}");
        }
    }

    #[test]
    fn the_first_byte_that_differs_is_counted_from_one_and_named_with_its_layer() {
        for language in UiLanguage::all() {
            speak(language);
            let same = comparison(false, 300, 300);
            assert_eq!(place_of(&same), None);
            let difference = Difference {
                piece: 0,
                layer: LayerKind::Memories,
                at: 0,
                shared: String::new(),
                before: String::new(),
                after: String::new(),
            };
            let place = place_of(&Comparison { difference: Some(difference), ..comparison(false, 300, 500) }).unwrap();
            for part in [words::number(1_201).as_str(), &words::number(2_000), words::layer(LayerKind::Memories)] {
                assert!(place.contains(part) && !place.contains('{'), "{part}: {place}");
            }
        }
    }
}
