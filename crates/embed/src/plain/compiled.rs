//! A compiled request: its layers and what was left out.

use crate::api_error::name_of;
use ricordo_core::{
    compile::{Compiled, Layer, Omitted, OmittedReason, Warning},
    manifest::SourceId,
    recalled::{RecallKind, RecallReason, RecalledPiece},
};
use serde_json::{Value, json};

/// Everything that compile returns except the request itself.
pub(crate) fn compiled(compiled: &Compiled) -> Value {
    json!({
        "layers": compiled.layers.iter().map(layer).collect::<Vec<_>>(),
        "omitted": compiled.omitted.iter().map(omitted).collect::<Vec<_>>(),
        "recalled": compiled.recalled.iter().map(recalled).collect::<Vec<_>>(),
        "warnings": compiled.warnings.iter().map(warning).collect::<Vec<_>>(),
        "tokens": compiled.tokens,
        "estimate": {
            "margin": compiled.estimate.margin,
            "tooHigh": compiled.estimate.too_high,
            "isCorrected": compiled.estimate.is_corrected,
            "isExact": compiled.estimate.is_exact,
        },
        "budget": compiled.budget,
        "maxResponseTokens": compiled.request.max_response_tokens,
    })
}

fn layer(layer: &Layer) -> Value {
    json!({
        "kind": name_of(&layer.kind),
        "tokens": layer.tokens,
        "messages": layer.to - layer.from,
        "sources": sources(&layer.sources),
    })
}

fn omitted(omitted: &Omitted) -> Value {
    let reason = match omitted.reason {
        OmittedReason::Stale(_) => "stale".to_owned(),
        ref reason => name_of(reason),
    };
    json!({
        "layer": name_of(&omitted.layer),
        "reason": reason,
        "messages": omitted.messages,
        "tokens": omitted.tokens,
        "sources": sources(&omitted.sources),
    })
}

fn recalled(piece: &RecalledPiece) -> Value {
    let mut plain = found(piece.kind, &piece.sources, &piece.matched, &piece.reason);
    plain["tokens"] = json!(piece.tokens);
    plain["whole"] = json!(piece.whole);
    plain
}

/// What was found, and why.
pub(super) fn found(kind: RecallKind, all: &[SourceId], matched: &[SourceId], reason: &RecallReason) -> Value {
    json!({
        "kind": name_of(&kind),
        "sources": sources(all),
        "matched": sources(matched),
        "words": reason.words,
        "level": name_of(&reason.level),
        "share": reason.share,
        "nearerThan": reason.nearer_than,
        "daysAgo": reason.days_ago,
    })
}

fn warning(warning: &Warning) -> Value {
    let about = match warning {
        Warning::UnknownVariable(name) | Warning::VolatileVariable(name) => name.clone(),
        Warning::VolatileLayer(kind) => name_of(kind),
        Warning::RecallNotReady | Warning::RecalledByWords | Warning::PromptTooLong => String::new(),
    };
    json!({ "kind": name_of(warning), "about": about })
}

fn sources(sources: &[SourceId]) -> Vec<Value> {
    sources.iter().map(source).collect()
}

pub(super) fn source(source: &SourceId) -> Value {
    match source {
        SourceId::Message(id) => json!({ "kind": "message", "id": id }),
        SourceId::Memory(id) => json!({ "kind": "memory", "id": id }),
        SourceId::Summary(id) => json!({ "kind": "summary", "id": id }),
        SourceId::Project(id) => json!({ "kind": "project", "id": id }),
        SourceId::Chunk(document, number) => json!({ "kind": "chunk", "id": document, "number": number }),
    }
}
