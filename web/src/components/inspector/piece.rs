//! One piece of a request: its role, its text, and links to its sources.

use super::{long_text::LongText, scopes::ScopesOf};
use crate::{
    state::{DialogKind, use_chat},
    texts::{inspection::inspection, number},
    words,
};
use leptos::prelude::*;
use ricordo_core::{compile::LayerKind, inspect::Piece, manifest::SourceId};

/// Bytes of a piece that are shown at first.
const FIRST_WORDS: usize = 2 * 1024;

/// List of pieces.
#[component]
pub fn Pieces(
    /// Pieces, in the order of the request.
    pieces: Vec<Piece>,
    /// Number of pieces shown at first.
    first: usize,
    /// Whether each piece shows the name of its layer.
    named: bool,
) -> impl IntoView {
    let count = pieces.len();
    let most = RwSignal::new(first);
    let pieces = StoredValue::new(pieces);
    let piece = move |index: usize| {
        let piece = pieces.with_value(|pieces| pieces.get(index).cloned());
        piece.map(|piece| view! { <PieceView piece named/> })
    };
    let rest = move || number(count.saturating_sub(most.get()).min(first) as u64);
    view! {
        <ol class="pieces">
            <For each=move || 0..most.get().min(count) key=|index| *index children=piece/>
        </ol>
        <Show when=move || most.get() < count>
            <button class="link-button" on:click=move |_| most.update(|most| *most += first)>
                {move || inspection().show_rest.replace("{n}", &rest())}
            </button>
        </Show>
    }
}

#[component]
fn PieceView(piece: Piece, named: bool) -> impl IntoView {
    let Piece { layer, speaker, text, tokens, sources } = piece;
    let layer_name = named.then(|| view! { <span class="dot"></span> <strong>{words::layer(layer)}</strong> });
    view! {
        <li class="piece" data-testid="inspector-piece" data-kind=words::layer_key(layer)>
            <div class="by">
                {layer_name}
                <code>{speaker.name()}</code>
                <span class="detail">{words::tokens(tokens.into())}</span>
                {(layer != LayerKind::Recall).then(|| view! { <ScopesOf sources=sources.clone()/> })}
                <Sources layer sources/>
            </div>
            <LongText text first=FIRST_WORDS id="inspector-words"/>
        </li>
    }
}

/// Links to the sources of a piece: one for each message and summary, and one for all memories. A piece that comes from
/// the settings has a link to them. A recalled piece holds several passages, each of which has its own link beside the
/// reason for it.
#[component]
fn Sources(layer: LayerKind, sources: Vec<SourceId>) -> impl IntoView {
    let chat = use_chat();
    let texts = inspection();
    let link = move |name: String, go: Box<dyn Fn()>| {
        view! { <button class="link-button" data-testid="inspector-source" on:click=move |_| go()>{name}</button> }
    };
    let mut links = Vec::new();
    if layer == LayerKind::Recall {
        return links;
    }
    for source in sources.iter().copied() {
        let name = match source {
            SourceId::Message(_) => texts.go_to_message,
            SourceId::Summary(_) => texts.go_to_summary,
            SourceId::Project(_) => texts.go_to_project,
            SourceId::Memory(_) | SourceId::Chunk(..) => continue,
        };
        links.push(link(name.to_owned(), Box::new(move || chat.open_source(source))));
    }
    let memories = sources.iter().filter(|source| matches!(source, SourceId::Memory(_))).count();
    match (memories, layer) {
        (1.., _) => {
            let name = match memories {
                1 => texts.go_to_memories.to_owned(),
                count => format!("{} ({})", texts.go_to_memories, number(count as u64)),
            };
            links.push(link(name, Box::new(move || chat.panels.dialogs.open(DialogKind::Memories))));
        }
        (0, LayerKind::Memories) if links.is_empty() => {
            links.push(link(
                texts.go_to_memories.to_owned(),
                Box::new(move || chat.panels.dialogs.open(DialogKind::Memories)),
            ));
        }
        (0, LayerKind::SystemPrompt | LayerKind::Tools | LayerKind::Now) => {
            links.push(link(
                texts.go_to_settings.to_owned(),
                Box::new(move || chat.panels.dialogs.open(DialogKind::Settings)),
            ));
        }
        (0, _) => {}
    }
    links
}
