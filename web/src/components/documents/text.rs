//! The text of a document, some chunks at a time. It can be opened at a chunk, which is highlighted.

use crate::{
    browser,
    chat::{Chat, facts_of, use_chat},
    components::{dialog::Dialog, keyed_list::KeyedList},
    state::{DialogKind, ShownDocument},
    texts::documents::{documents as texts, path, position},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::document::{Chunk, ChunkPlace, Document, DocumentKind};
use std::ops::Range;

/// Chunks that are loaded at a time.
const STEP: u32 = 30;
/// Chunks shown before the one that the text is opened at.
const BEFORE: u32 = 5;
/// Id of the element that scrolls.
const FRAME: &str = "document-text";

/// Dialog with the text of a document.
#[component]
pub fn DocumentDialog() -> impl IntoView {
    let panels = use_chat().panels;
    let open = panels.dialogs.of(DialogKind::Document);
    view! {
        <Dialog open title=texts().text_title id="document-dialog" is_page=true>
            {move || panels.document.get().map(|shown| view! { <Content shown/> })}
        </Dialog>
    }
}

/// What is loaded of a document.
#[derive(Clone, Copy)]
struct Loaded {
    chat: Chat,
    shown: ShownDocument,
    /// The document; the inner `None`: it no longer exists. The outer one: it is not loaded yet.
    document: RwSignal<Option<Option<Document>>>,
    passages: RwSignal<Vec<Passage>>,
    /// Numbers of the chunks that are loaded.
    span: RwSignal<Range<u32>>,
    /// Whether chunks are being loaded.
    is_loading: StoredValue<bool>,
}

/// A chunk as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Passage {
    number: u32,
    /// Where it is, if that is not clear from the passage before.
    place: Option<String>,
    text: String,
}

impl Loaded {
    /// Loads chunks beside those that are loaded, or the first ones.
    fn load(self, wanted: Range<u32>, is_first: bool) {
        let Self { chat, shown, document, passages, span, is_loading } = self;
        if is_loading.try_update_value(|is_loading| std::mem::replace(is_loading, true)).unwrap_or(true) {
            return;
        }
        spawn_local(async move {
            let read = chat.read_document(shown.id, wanted.clone()).await;
            // The dialog may have been closed meanwhile.
            if is_loading.try_set_value(false).is_some() {
                return;
            }
            let (read, chunks) = match read {
                Ok(Some(read)) => read,
                Ok(None) => return document.set(Some(None)),
                // The button is there to try again.
                Err(_) => return,
            };
            document.set(Some(Some(read)));
            let first_new = chunks.first().map(|chunk| element_of(chunk.number));
            let is_before = !is_first && wanted.end <= span.with_untracked(|span| span.start);
            let add_them = move || {
                passages.update(|passages| add(passages, chunks, is_before));
                span.update(|span| {
                    *span = if is_first { wanted } else { span.start.min(wanted.start)..span.end.max(wanted.end) };
                });
            };
            if is_before {
                let first_before = element_of(span.with_untracked(|span| span.start));
                browser::hold_in_place(FRAME, first_before, add_them, |passage| {
                    // The button that had it is gone with the last step.
                    if browser::nothing_has_focus() {
                        browser::focus_in_place(passage);
                    }
                });
            } else {
                add_them();
                // As above, behind the passages.
                browser::focus_if_lost(first_new.filter(|_| !is_first));
            }
            if let Some(number) = shown.chunk.filter(|_| is_first) {
                let element = element_of(number);
                browser::focus_in_middle(element.clone(), element);
            }
        });
    }
}

/// Adds chunks before or behind the passages.
fn add(passages: &mut Vec<Passage>, chunks: Vec<Chunk>, is_before: bool) {
    let mut before: Option<ChunkPlace> = None;
    let new = chunks.into_iter().map(|Chunk { number, text, place, .. }| {
        let words = words_of(&place, before.as_ref());
        before = Some(place);
        Passage { number, place: words, text }
    });
    let new: Vec<Passage> = new.collect();
    if is_before {
        passages.splice(0..0, new);
    } else {
        passages.extend(new);
    }
}

/// Where a passage is, if it is under another heading, in another file or on another page than the one before.
fn words_of(place: &ChunkPlace, before: Option<&ChunkPlace>) -> Option<String> {
    let key = |place: &ChunkPlace| (place.path.clone(), place.headings.clone(), place.pages());
    if before.is_some_and(|before| key(before) == key(place)) {
        return None;
    }
    let names = [path(place), position(place)];
    let words = names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" · ");
    (!words.is_empty()).then_some(words)
}

/// The first chunks to load.
fn first_of(shown: ShownDocument) -> Range<u32> {
    let start = shown.chunk.unwrap_or_default().saturating_sub(BEFORE);
    start..start + STEP
}

fn element_of(number: u32) -> String {
    format!("passage-{number}")
}

#[component]
fn Content(shown: ShownDocument) -> impl IntoView {
    let chat = use_chat();
    let first = first_of(shown);
    let loaded = Loaded {
        chat,
        shown,
        document: RwSignal::new(None),
        passages: RwSignal::new(Vec::new()),
        span: RwSignal::new(first.clone()),
        is_loading: StoredValue::new(false),
    };
    loaded.load(first, true);
    let Loaded { document, span, .. } = loaded;
    let is_gone = move || document.with(|document| matches!(document, Some(None)));
    let has_earlier = move || span.with(|span| span.start > 0);
    let has_later = move || {
        let chunks =
            document.with(|document| document.as_ref().and_then(Option::as_ref).map(|document| document.chunks));
        chunks.is_some_and(|chunks| span.with(|span| span.end < chunks))
    };
    let earlier = move |_| {
        let start = span.with_untracked(|span| span.start);
        loaded.load(start.saturating_sub(STEP)..start, false);
    };
    let later = move |_| {
        let end = span.with_untracked(|span| span.end);
        loaded.load(end..end + STEP, false);
    };
    view! {
        <div class="content document-text" id=FRAME>
            <Head document/>
            <Show when=is_gone><p class="quiet" data-testid="document-gone">{texts().gone}</p></Show>
            <Show when=has_earlier>
                <button class="link-button" type="button" data-testid="document-earlier" on:click=earlier>{texts().earlier}</button>
            </Show>
            <Passages loaded/>
            <Show when=has_later>
                <button class="link-button" type="button" data-testid="document-later" on:click=later>{texts().later}</button>
            </Show>
        </div>
    }
}

/// Name of the document, and what is known of it.
#[component]
fn Head(document: RwSignal<Option<Option<Document>>>) -> impl IntoView {
    let chat = use_chat();
    move || {
        let document = document.get().flatten()?;
        let facts = facts_of(&document, &chat.date_time(document.added_at));
        Some(view! {
            <div>
                <h3 dir="auto" data-testid="document-title">{document.name}</h3>
                <p class="quiet">{facts}</p>
            </div>
        })
    }
}

#[component]
fn Passages(loaded: Loaded) -> impl IntoView {
    let Loaded { document, passages, shown, .. } = loaded;
    let is_code = Memo::new(move |_| {
        let kind = document.with(|document| document.as_ref().and_then(Option::as_ref).map(|document| document.kind));
        kind.is_some_and(has_columns)
    });
    let passage = move |Passage { number, place, text }: Passage| {
        let is_found = shown.chunk == Some(number);
        let label = is_found.then_some(texts().found_here);
        view! {
            <section class="passage" class:found=is_found id=element_of(number) tabindex="-1" aria-label=label
                data-testid="document-passage" data-number=number.to_string() data-found=is_found.to_string()>
                {place.map(|place| view! { <p class="place" dir="auto">{place}</p> })}
                <p class="whole" dir="auto">{text}</p>
            </section>
        }
    };
    view! {
        <div class="passages" class:code=move || is_code.get()>
            <KeyedList each=move || passages.get() key=|passage| passage.number children=passage/>
        </div>
    }
}

/// Whether the columns of a text matter.
fn has_columns(kind: DocumentKind) -> bool {
    matches!(kind, DocumentKind::Csv | DocumentKind::Json | DocumentKind::Code | DocumentKind::Repository)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{id::DocumentId, testing::sample};

    fn id() -> DocumentId {
        sample::document(1).id
    }

    fn chunk(number: u32, heading: &str) -> Chunk {
        let place = ChunkPlace { headings: vec![heading.to_owned()], ..ChunkPlace::default() };
        Chunk { document: id(), number, text: number.to_string(), place }
    }

    #[test]
    fn a_text_opens_a_little_before_the_passage_that_was_used() {
        let first = |chunk| first_of(ShownDocument { id: id(), chunk });
        assert_eq!(first(None), 0..STEP);
        assert_eq!(first(Some(2)), 0..STEP);
        assert_eq!(first(Some(100)), 95..95 + STEP);
    }

    #[test]
    fn passages_stay_in_order_and_name_a_place_once() {
        let mut passages = Vec::new();
        add(&mut passages, vec![chunk(4, "Feeding"), chunk(5, "Feeding"), chunk(6, "Sleep")], false);
        add(&mut passages, vec![chunk(7, "Sleep")], false);
        add(&mut passages, vec![chunk(2, "Start"), chunk(3, "Start")], true);
        assert_eq!(passages.iter().map(|one| one.number).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
        let places: Vec<Option<&str>> = passages.iter().map(|one| one.place.as_deref()).collect();
        assert_eq!(places[..5], [Some("Start"), None, Some("Feeding"), None, Some("Sleep")]);
    }

    #[test]
    fn lines_alone_are_no_new_place() {
        let at = |from, to| ChunkPlace { lines: Some((from, to)), ..ChunkPlace::default() };
        assert_eq!(words_of(&at(1, 9), None).as_deref(), Some("lines 1–9"));
        assert_eq!(words_of(&at(10, 20), Some(&at(1, 9))), None);
        assert_eq!(words_of(&ChunkPlace::default(), None), None);
    }
}
