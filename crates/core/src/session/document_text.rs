//! Whether a request holds text of documents. Nobody vouches for such a text, and it may ask the model for anything, so
//! the tools that change something wait for the user then (see `held.rs`).

use crate::{
    compile::Compiled,
    manifest::SourceId,
    message::Part,
    settings::Language,
    tools::{Tool, answers::answers},
};

/// Whether a request holds text of documents: chunks that were recalled, short documents, or what the tools of documents
/// found, in this turn or in an earlier one that the window still holds.
pub(super) fn has_document_text(compiled: &Compiled) -> bool {
    let of_layers = compiled.layers.iter().flat_map(|layer| &layer.sources);
    let of_messages = compiled.origins.iter().flat_map(|origin| &origin.sources);
    of_layers.chain(of_messages).any(|source| matches!(source, SourceId::Chunk(..))) || has_quotes(compiled)
}

fn has_quotes(compiled: &Compiled) -> bool {
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
                        return true;
                    }
                }
                _ => {}
            }
        }
    }
    false
}

fn is_of_documents(name: &str) -> bool {
    Tool::OF_DOCUMENTS.iter().any(|tool| tool.name() == name)
}

/// Whether a tool found nothing. The language of the settings may have changed since.
fn is_empty(content: &str) -> bool {
    let all = [Language::En, Language::Uk, Language::Ru].map(answers);
    all.iter().any(|answers| [answers.no_quotes, answers.no_documents].contains(&content))
}
