//! Whether a request holds text of documents, and how it numbers them. Nobody vouches for such a text, and it may ask the model
//! for anything, so the tools that change something wait for the user then (see `held.rs`).

use crate::{
    compile::{Compiled, quoted::last_number},
    manifest::SourceId,
    message::Part,
    recalled::RecallKind,
    settings::Language,
    tools::{Tool, answers::answers},
};

/// Numbers that no tool uses: the recalled sources of each request are numbered from 1 on, and the next request of a turn may
/// have more of them than the one that the model answered.
const LEFT_TO_RECALL: u32 = 100;

/// Whether a request holds text of documents: chunks that were recalled, short documents, or what the tools of documents
/// found, in this turn or in an earlier one that the window still holds.
pub(super) fn has_document_text(compiled: &Compiled) -> bool {
    let of_layers = compiled.layers.iter().flat_map(|layer| &layer.sources);
    let of_messages = compiled.origins.iter().flat_map(|origin| &origin.sources);
    of_layers.chain(of_messages).any(|source| matches!(source, SourceId::Chunk(..))) || has_quotes(compiled)
}

/// The number after which a tool numbers what it finds, so that no number stands for two sources of a request.
pub(super) fn last_source(compiled: &Compiled) -> u32 {
    let pieces = compiled.recalled.iter().filter(|piece| piece.kind == RecallKind::Document);
    // A piece has no more sources than chunks.
    let recalled = pieces.map(|piece| piece.sources.len()).sum::<usize>();
    let found = quotes(compiled).into_iter().map(last_number).max().unwrap_or(0);
    u32::try_from(recalled).unwrap_or(u32::MAX).max(found).max(LEFT_TO_RECALL)
}

fn has_quotes(compiled: &Compiled) -> bool {
    !quotes(compiled).is_empty()
}

/// What the tools of documents found.
fn quotes(compiled: &Compiled) -> Vec<&str> {
    let mut quotes = Vec::new();
    // The last calls before a result are those it belongs to; some servers use an id again in each round.
    let mut calls: Vec<(&str, &str)> = Vec::new();
    for message in &compiled.request.messages {
        if message.parts.iter().any(|part| matches!(part, Part::ToolCall { .. })) {
            calls.clear();
        }
        for part in &message.parts {
            match part {
                Part::ToolCall { id, name, .. } => calls.push((id, name.trim())),
                Part::ToolResult { call, content, is_error: false, .. } => {
                    let mut of = calls.iter().filter(|(id, _)| id == call);
                    if of.any(|(_, name)| is_of_documents(name)) && !is_empty(content) {
                        quotes.push(content.as_str());
                    }
                }
                _ => {}
            }
        }
    }
    quotes
}

fn is_of_documents(name: &str) -> bool {
    Tool::OF_DOCUMENTS.iter().any(|tool| tool.name() == name)
}

/// Whether a tool found nothing. The language of the settings may have changed since.
fn is_empty(content: &str) -> bool {
    let all = [Language::En, Language::Uk, Language::Ru].map(answers);
    all.iter().any(|answers| [answers.no_quotes, answers.no_documents].contains(&content))
}
