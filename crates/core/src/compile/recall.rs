//! The recall layer: at most three messages, one with memories and summaries, one with messages of conversations, one
//! with texts of documents, each with the best pieces that fit.

use super::{
    Counter, LayerKind, Omitted, OmittedReason, WindowFormat,
    format::name_of,
    item::Item,
    outgoing::{Recalled, RecalledContent, RecalledMessage},
    quoted::quoted,
};
use crate::{
    labels::labels,
    manifest::SourceId,
    message::Role,
    model::RequestMessage,
    recalled::{RecallKind, RecalledPiece},
    time::Now,
};

/// The recalled pieces that could be sent, best first.
pub(super) struct Pieces<'a> {
    all: Vec<Recalled>,
    format: &'a WindowFormat,
}

/// What is sent of them.
#[derive(Default)]
pub(super) struct FittedRecall {
    /// At most one message for each kind.
    pub(super) items: Vec<Item>,
    /// What the messages hold, memories first.
    pub(super) pieces: Vec<RecalledPiece>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(all: Vec<Recalled>, format: &'a WindowFormat) -> Self {
        Self { all, format }
    }

    /// The size of all pieces, in tokens.
    pub(super) fn tokens(&self, counter: Counter) -> u32 {
        tokens(&written(&self.all, self.format), counter)
    }

    /// Whether any of it is there because the user wants it to be: of a document, or brought in by a key word.
    pub(super) fn is_asked_for(&self) -> bool {
        self.all.iter().any(|piece| piece.kind() == RecallKind::Document || piece.reason.by_key_word)
    }

    /// The size of the short documents that are sent whole, in tokens.
    pub(super) fn whole_tokens(&self, counter: Counter) -> u32 {
        let whole: Vec<Recalled> = self.all.iter().filter(|piece| piece.is_whole()).cloned().collect();
        tokens(&written(&whole, self.format), counter)
    }

    /// As many pieces as fit into `most` tokens, best first. A piece that does not fit is sent without the messages beside
    /// its matches, or with only the best of its matches; a short document is sent whole or not. `held` is in the request
    /// already, so it is not repeated: neither sent nor omitted.
    pub(super) fn fit(
        self,
        held: &[SourceId],
        most: u32,
        counter: Counter,
        omitted: &mut Vec<Omitted>,
    ) -> FittedRecall {
        let Self { all, format } = self;
        let mut taken: Vec<Recalled> = Vec::new();
        let mut sizes = Vec::new();
        let mut used = 0;
        for piece in all.into_iter().filter_map(|piece| without(piece, held)) {
            let wanted = piece.sources();
            let (at, mut whole) = (taken.len(), used);
            let mut part = Some(piece);
            while let Some(piece) = part.take() {
                taken.push(piece);
                let size = tokens(&written(&taken, format), counter);
                whole = whole.max(size);
                if size <= most {
                    sizes.push(size - used);
                    used = size;
                } else {
                    part = taken.pop().and_then(smaller);
                }
            }
            let sent = taken.get(at).map(Recalled::sources).unwrap_or_default();
            let sources: Vec<SourceId> = wanted.into_iter().filter(|source| !sent.contains(source)).collect();
            if !sources.is_empty() {
                let (layer, reason) = (LayerKind::Recall, OmittedReason::Budget);
                omitted.push(Omitted { layer, reason, messages: 0, tokens: (whole - used).into(), sources });
            }
        }
        let mut pieces: Vec<RecalledPiece> =
            taken.iter().zip(sizes).map(|(piece, tokens)| noted(piece, tokens)).collect();
        ricordo_text::small_sort::by_key(&mut pieces, |piece| ORDER.iter().position(|kind| *kind == piece.kind));
        FittedRecall { items: written(&taken, format), pieces }
    }
}

/// The order of the messages.
const ORDER: [RecallKind; 3] = [RecallKind::Memory, RecallKind::Conversation, RecallKind::Document];

/// The piece as it is stored with the reply.
fn noted(piece: &Recalled, tokens: u32) -> RecalledPiece {
    RecalledPiece {
        kind: piece.kind(),
        sources: piece.sources(),
        matched: piece.matched.clone(),
        reason: piece.reason.clone(),
        tokens,
        whole: piece.is_whole(),
    }
}

/// The piece without what the request holds; `None`: nothing that matched is left.
fn without(mut piece: Recalled, held: &[SourceId]) -> Option<Recalled> {
    piece.matched.retain(|source| !held.contains(source));
    if piece.matched.is_empty() {
        return None;
    }
    match &mut piece.content {
        RecalledContent::Memory { .. } => {}
        RecalledContent::Conversation(messages) => {
            messages.retain(|message| !held.contains(&SourceId::Message(message.id)));
        }
        RecalledContent::Document(document) => {
            let id = document.id;
            document.chunks.retain(|chunk| !held.contains(&SourceId::Chunk(id, chunk.number)));
        }
    }
    Some(piece)
}

/// The piece without the messages beside its matches, or else without the worst match; `None`: nothing is left.
fn smaller(mut piece: Recalled) -> Option<Recalled> {
    let messages = match &mut piece.content {
        RecalledContent::Memory { .. } => return None,
        RecalledContent::Document(document) if document.is_whole => return None,
        RecalledContent::Document(document) => {
            piece.matched.pop();
            let id = document.id;
            document.chunks.retain(|chunk| piece.matched.contains(&SourceId::Chunk(id, chunk.number)));
            return (!document.chunks.is_empty()).then_some(piece);
        }
        RecalledContent::Conversation(messages) => messages,
    };
    let before = messages.len();
    messages.retain(|message| piece.matched.contains(&SourceId::Message(message.id)));
    if messages.len() == before {
        piece.matched.pop();
        messages.retain(|message| piece.matched.contains(&SourceId::Message(message.id)));
    }
    (!messages.is_empty()).then_some(piece)
}

fn tokens(items: &[Item], counter: Counter) -> u32 {
    items.iter().map(|item| counter.parts(&item.message.parts)).fold(0, u32::saturating_add)
}

/// The pieces as messages for the model.
fn written(pieces: &[Recalled], format: &WindowFormat) -> Vec<Item> {
    let labels = labels(format.language);
    let mut items = Vec::new();
    for (kind, heading, between) in [
        (RecallKind::Memory, labels.recalled_memory, "\n"),
        (RecallKind::Conversation, labels.recalled_conversation, "\n\n"),
        (RecallKind::Document, labels.recalled_documents, "\n\n"),
    ] {
        let own = || pieces.iter().filter(|piece| piece.kind() == kind);
        let mut texts: Vec<String> = Vec::new();
        for piece in own() {
            // Sources of documents are numbered.
            let first = texts.len() + 1;
            texts.extend(texts_of(piece, first, format));
        }
        if !texts.is_empty() {
            let message = RequestMessage::text(Role::System, format!("{heading}\n{}", texts.join(between)));
            items.push(Item { message, sources: own().flat_map(|piece| piece.sources()).collect() });
        }
    }
    items
}

/// The texts of a piece. `first`: the number of its first source, if it is of a document.
fn texts_of(piece: &Recalled, first: usize, format: &WindowFormat) -> Vec<String> {
    match &piece.content {
        RecalledContent::Document(document) => quoted(document, first, labels(format.language)),
        RecalledContent::Memory { text, .. } => vec![format!("- {text}")],
        RecalledContent::Conversation(messages) => {
            let mut before = None;
            let lines = messages.iter().map(|message| line(message, &mut before, format));
            vec![lines.collect::<Vec<_>>().join("\n")]
        }
    }
}

/// A message with its author, and with the time if the one `before` it is not of the same day.
fn line(message: &RecalledMessage, before: &mut Option<String>, format: &WindowFormat) -> String {
    let RecalledMessage { role, author, written, text, .. } = message;
    let name = name_of(*role, author.as_ref(), format);
    match day_and_time(written) {
        Some((day, time)) if before.as_ref() != Some(&day) => {
            let line = format!("[{day} {time}] {name}: {text}");
            *before = Some(day);
            line
        }
        _ => format!("{name}: {text}"),
    }
}

/// `None`: the moment is outside the calendar.
fn day_and_time(written: &Now) -> Option<(String, String)> {
    written.wall_clock().map(|wall| (wall.date(), wall.time()))
}
