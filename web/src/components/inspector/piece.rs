//! One piece of a request: its role, its text, and links to its sources.

use super::{long_text::LongText, scopes::ScopesOf};
use crate::{
    chat::use_chat,
    state::DialogKind,
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
        <li class="piece" data-testid="inspector-piece" data-kind=layer.name()>
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
    let open = move |kind: DialogKind| -> Box<dyn Fn()> { Box::new(move || chat.panels.dialogs.open(kind)) };
    let shown = links_of(layer, &sources).into_iter().map(|to| match to {
        Link::Source(name, source) => link(name.to_owned(), Box::new(move || chat.open_source(source))),
        Link::Memories(0 | 1) => link(texts.go_to_memories.to_owned(), open(DialogKind::Memories)),
        Link::Memories(count) => {
            let name = format!("{} ({})", texts.go_to_memories, number(count as u64));
            link(name, open(DialogKind::Memories))
        }
        Link::Settings => link(texts.go_to_settings.to_owned(), open(DialogKind::Settings)),
    });
    shown.collect::<Vec<_>>()
}

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    /// To a source, with the name of the link.
    Source(&'static str, SourceId),
    /// To the memories; with their number, or 0 if the piece names none.
    Memories(usize),
    /// To the settings.
    Settings,
}

fn links_of(layer: LayerKind, sources: &[SourceId]) -> Vec<Link> {
    let texts = inspection();
    if layer == LayerKind::Recall {
        return Vec::new();
    }
    let named = |source: &SourceId| match source {
        SourceId::Message(_) => Some(texts.go_to_message),
        SourceId::Summary(_) => Some(texts.go_to_summary),
        SourceId::Project(_) => Some(texts.go_to_project),
        SourceId::Memory(_) | SourceId::Chunk(..) => None,
    };
    let own = sources.iter().filter_map(|source| Some(Link::Source(named(source)?, *source)));
    let mut links: Vec<Link> = own.collect();
    let memories = sources.iter().filter(|source| matches!(source, SourceId::Memory(_))).count();
    match (memories, layer) {
        (1.., _) => links.push(Link::Memories(memories)),
        (0, LayerKind::Memories) if links.is_empty() => links.push(Link::Memories(0)),
        (0, LayerKind::SystemPrompt | LayerKind::Tools | LayerKind::Now) => links.push(Link::Settings),
        (0, _) => {}
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message_id;
    use ricordo_core::{
        id::{MemoryId, ProjectId, SummaryId},
        time::Timestamp,
    };

    #[test]
    fn a_piece_leads_to_each_of_its_sources_and_once_to_all_its_memories() {
        let memory = |number| SourceId::Memory(MemoryId::new(Timestamp(0), [number; 10]));
        let message = SourceId::Message(message_id(1));
        let summary = SourceId::Summary(SummaryId::new(Timestamp(0), [1; 10]));
        let project = SourceId::Project(ProjectId::new(Timestamp(0), [1; 10]));
        let texts = inspection();
        for (layer, sources, links) in [
            (LayerKind::Memories, vec![memory(1), memory(2)], vec![Link::Memories(2)]),
            (LayerKind::Memories, vec![memory(1)], vec![Link::Memories(1)]),
            (LayerKind::Memories, vec![], vec![Link::Memories(0)]),
            (LayerKind::SystemPrompt, vec![], vec![Link::Settings]),
            (LayerKind::Now, vec![], vec![Link::Settings]),
            (LayerKind::Window, vec![], vec![]),
            (LayerKind::Window, vec![message], vec![Link::Source(texts.go_to_message, message)]),
            (
                LayerKind::Window,
                vec![summary, memory(1), project],
                vec![
                    Link::Source(texts.go_to_summary, summary),
                    Link::Source(texts.go_to_project, project),
                    Link::Memories(1),
                ],
            ),
            (LayerKind::Recall, vec![message, memory(1)], vec![]),
        ] {
            assert_eq!(links_of(layer, &sources), links, "{layer:?}");
        }
    }
}
