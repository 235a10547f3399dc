//! The data of the inspector: the layers of a request with their limits, its pieces with their sources, its differences
//! from an earlier request, what can be done about omitted content, and what it holds of each message.
//!
//! This module makes no requests. It describes one that [`crate::compile`] made, just now or earlier.

pub mod compare;
mod held;
pub mod include;
mod piece;

pub use compare::{Comparison, Difference, LayerChange, compare};
pub use held::{Compressed, Held, Holds};
pub use include::{Include, Why, include};
pub use piece::{Piece, Speaker};

use crate::{
    compile::{
        Compiled, EstimateError, LayerKind, NextCut, Omitted, Warning,
        record::{Missing, PastRequest},
    },
    digest::Digest,
    manifest::SourceId,
    model::{Attachment, ChatRequest},
    provider::ProviderKind,
    recalled::RecalledPiece,
    settings::LayerLimits,
    wire::{Protocol, protocol::RequestOptions},
};

/// A request as the inspector shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// The request, or the part of it that was erased since.
    pub request: Result<ChatRequest, Missing>,
    /// The kind of provider. `None`: the request is older than this field.
    pub provider: Option<ProviderKind>,
    /// The model's id at the provider.
    pub model: String,
    /// The layers that have something to send or a floor, in the order in which they are sent.
    pub layers: Vec<InspectedLayer>,
    /// What the model reads, in order. Empty when a part was erased.
    pub pieces: Vec<Piece>,
    /// What was omitted.
    pub omitted: Vec<Omitted>,
    /// What the recall layer holds, and why: memories first, as in its messages.
    pub recalled: Vec<RecalledPiece>,
    /// Warnings for the user. Of those, past requests store only that recall was not ready.
    pub warnings: Vec<Warning>,
    /// When the window is cut next. Not stored with past requests.
    pub next_cut: Option<NextCut>,
    /// The estimated size of the prompt, in tokens.
    pub tokens: u32,
    /// The possible error of that estimate. Not stored with past requests.
    pub estimate: EstimateError,
    /// The most tokens the prompt may have.
    pub budget: u32,
    /// The room reserved for the reply, in tokens.
    pub max_response_tokens: u32,
    /// The digest of the request.
    pub digest: Digest,
}

/// A layer as the inspector shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedLayer {
    /// The kind of the layer.
    pub kind: LayerKind,
    /// Its estimated size, in tokens.
    pub tokens: u32,
    /// Its limits. `None`: it is sent whole (system prompt, message), or the request is older than this field.
    pub share: Option<Share>,
    /// Number of its messages or tools.
    pub items: usize,
}

/// The share of a layer in the budget, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What it gets before any other layer gets more than its own floor.
    pub floor: u32,
    /// The most it may take.
    pub ceiling: u32,
}

/// A layer as a compile or a manifest reports it.
struct ReportedLayer {
    kind: LayerKind,
    tokens: u32,
    /// The sources of each of its messages.
    sources: Vec<Vec<SourceId>>,
}

impl Inspected {
    /// A newly compiled request.
    pub fn of(compiled: &Compiled) -> Self {
        let sources = |index: usize| {
            let origin = compiled.origins.get(index).cloned().unwrap_or_default();
            origin.stored.map(SourceId::Message).into_iter().chain(origin.sources).collect()
        };
        let layers = compiled.layers.iter().map(|layer| ReportedLayer {
            kind: layer.kind,
            tokens: layer.tokens,
            sources: (layer.from..layer.to).map(sources).collect(),
        });
        let layers: Vec<ReportedLayer> = layers.collect();
        Self {
            provider: Some(compiled.provider),
            model: compiled.request.model.clone(),
            layers: shown(&layers, compiled.request.tools.len(), &compiled.shares, compiled.budget),
            pieces: piece::pieces(&compiled.request, &layers),
            omitted: compiled.omitted.clone(),
            recalled: compiled.recalled.clone(),
            warnings: compiled.warnings.clone(),
            next_cut: compiled.next_cut.clone(),
            tokens: compiled.tokens,
            estimate: compiled.estimate,
            budget: compiled.budget,
            max_response_tokens: compiled.request.max_response_tokens,
            digest: Digest::of_value(&compiled.request),
            request: Ok(compiled.request.clone()),
        }
    }

    /// A request that was sent earlier.
    pub fn past(past: PastRequest) -> Self {
        let PastRequest { manifest, request, sources, recalled } = past;
        let mut sources = sources.into_iter();
        let layers = manifest.layers.iter().map(|layer| ReportedLayer {
            kind: layer.kind,
            tokens: layer.tokens,
            sources: sources.by_ref().take(layer.items.len()).collect(),
        });
        let layers: Vec<ReportedLayer> = layers.collect();
        let tools = request.as_ref().map_or(0, |request| request.tools.len());
        Self {
            layers: shown(&layers, tools, &manifest.shares, manifest.budget),
            pieces: request.as_ref().map(|request| piece::pieces(request, &layers)).unwrap_or_default(),
            request,
            provider: manifest.provider,
            model: manifest.model,
            omitted: manifest.omitted,
            recalled,
            warnings: [
                manifest.recall_was_late.then_some(Warning::RecallNotReady),
                manifest.recalled_by_words.then_some(Warning::RecalledByWords),
            ]
            .into_iter()
            .flatten()
            .collect(),
            next_cut: None,
            tokens: manifest.tokens,
            estimate: EstimateError::default(),
            budget: manifest.budget,
            max_response_tokens: manifest.max_response_tokens,
            digest: manifest.digest,
        }
    }

    /// The body of the request as it is sent to the provider, with the `attached` images; for the model in the page,
    /// which needs no network, the request as it is stored. Contains no API key: keys are not part of a request.
    ///
    /// # Errors
    /// [`Missing`]: a part of it was erased since.
    pub fn body(&self, options: RequestOptions, attached: Vec<Attachment>) -> Result<Vec<u8>, Missing> {
        let mut request = self.request.clone()?;
        request.attachments = attached;
        let protocol = self.provider.unwrap_or(ProviderKind::OpenAiCompatible);
        Ok(match Protocol::of(protocol) {
            Some(protocol) => protocol.request_body(&request, options),
            None => serde_json::to_vec(&request).unwrap_or_default(),
        })
    }

    /// The request in readable form: every piece under its speaker.
    pub fn text(&self) -> String {
        let pieces = self.pieces.iter().map(|piece| format!("[{}]\n{}\n", piece.speaker.name(), piece.text));
        pieces.collect::<Vec<_>>().join("\n")
    }
}

/// The layers with their shares, including empty ones that have a floor.
fn shown(layers: &[ReportedLayer], tools: usize, shares: &[LayerLimits], budget: u32) -> Vec<InspectedLayer> {
    let share = |kind: LayerKind| {
        let limits = shares.iter().find(|limits| limits.kind == kind).filter(|_| !is_required(kind))?;
        Some(Share { floor: limits.floor_tokens(budget), ceiling: limits.ceiling_tokens(budget) })
    };
    let items =
        |reported: &ReportedLayer| if reported.kind == LayerKind::Tools { tools } else { reported.sources.len() };
    let mut shown: Vec<InspectedLayer> = layers
        .iter()
        .map(|reported| InspectedLayer {
            kind: reported.kind,
            tokens: reported.tokens,
            share: share(reported.kind),
            items: items(reported),
        })
        .collect();
    for (at, limits) in shares.iter().enumerate() {
        let is_there = shown.iter().any(|layer| layer.kind == limits.kind);
        if limits.floor == 0 || is_there || is_required(limits.kind) {
            continue;
        }
        // After the last of the layers that precede it in the settings.
        let earlier = |kind: LayerKind| {
            kind == LayerKind::SystemPrompt
                || shares[..at].iter().any(|before| before.kind == kind && !is_required(kind))
        };
        let place = shown.iter().rposition(|layer| earlier(layer.kind)).map_or(0, |found| found + 1);
        let empty = InspectedLayer { kind: limits.kind, tokens: 0, share: share(limits.kind), items: 0 };
        shown.insert(place, empty);
    }
    shown
}

/// Whether a layer is always sent whole; if it does not fit, nothing is sent.
fn is_required(kind: LayerKind) -> bool {
    matches!(kind, LayerKind::SystemPrompt | LayerKind::Message)
}

#[cfg(test)]
mod tests;
