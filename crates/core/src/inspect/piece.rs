//! The pieces of a request: each tool and each message as text, with its sources.

use super::ReportedLayer;
use crate::{
    compile::{LayerKind, message_tokens},
    labels::tools_used_line,
    manifest::SourceId,
    message::{Part, Role, sends_reasoning, text_of},
    model::{ChatRequest, RequestMessage, ToolSpec},
    settings::Language,
    text::floor,
    tokens::{estimate, sent_back},
    wire::{file_note, image_note},
};

/// The size of a longer text is extrapolated from this many bytes.
const SAMPLE: usize = 16 * 1024;

/// The speaker of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The description of a tool.
    Description,
    /// A message of this role.
    Role(Role),
}

impl Speaker {
    /// The name of the role in the protocols.
    pub fn name(self) -> &'static str {
        match self {
            Self::Description | Self::Role(Role::Tool) => "tool",
            Self::Role(Role::User) => "user",
            Self::Role(Role::Assistant) => "assistant",
            Self::Role(Role::System) => "system",
        }
    }
}

/// One message of a request, or one tool that goes with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The layer it belongs to.
    pub layer: LayerKind,
    /// The speaker.
    pub speaker: Speaker,
    /// The text that the model reads. Images and files appear as notes.
    pub text: String,
    /// Its share of the layer's tokens.
    pub tokens: u32,
    /// Its sources.
    pub sources: Vec<SourceId>,
}

/// The pieces of a request in the order of its layers.
pub(super) fn pieces(request: &ChatRequest, layers: &[ReportedLayer]) -> Vec<Piece> {
    let mut messages = request.messages.iter();
    let mut all = Vec::new();
    for layer in layers {
        let mut of_layer: Vec<Piece> = match layer.kind {
            LayerKind::Tools => request.tools.iter().map(described).collect(),
            kind => messages
                .by_ref()
                .take(layer.sources.len())
                .zip(&layer.sources)
                .map(|(message, sources)| piece_of(kind, message, sources))
                .collect(),
        };
        share_out(&mut of_layer, layer.tokens);
        all.extend(of_layer);
    }
    all
}

fn described(tool: &ToolSpec) -> Piece {
    let ToolSpec { name, description, parameters } = tool;
    let text = format!("{name}: {description}\n{parameters}");
    let tokens = if text.len() > SAMPLE { sampled(&text) } else { estimate(&text) };
    Piece { layer: LayerKind::Tools, speaker: Speaker::Description, text, tokens, sources: Vec::new() }
}

fn piece_of(layer: LayerKind, message: &RequestMessage, sources: &[SourceId]) -> Piece {
    let text = words(&message.parts);
    let tokens = if text.len() > SAMPLE { sampled(&text) } else { message_tokens(&message.parts) };
    Piece { layer, speaker: Speaker::Role(message.role), text, tokens, sources: sources.to_vec() }
}

/// Extrapolates the size of a long text from its beginning: the total of the layer is known, and counting all of it
/// would delay the page.
fn sampled(text: &str) -> u32 {
    let end = floor(text, SAMPLE);
    let of_sample = u64::from(estimate(&text[..end]));
    let whole = (of_sample * text.len() as u64).checked_div(end as u64).unwrap_or(0);
    u32::try_from(whole).unwrap_or(u32::MAX)
}

/// The text of a message, followed by the other parts, one a line. Reasoning is sent only where
/// it is wanted back with a tool call.
fn words(parts: &[Part]) -> String {
    let mut text = text_of(parts);
    let notes = parts.iter().filter_map(|part| match part {
        Part::Image { media_type, .. } => Some(image_note(media_type)),
        Part::File { name, .. } => Some(file_note(name)),
        Part::ToolCall { name, arguments, back, .. } => {
            Some(format!("{name}({arguments}){}", sent_back(back.as_deref()).collect::<String>()))
        }
        Part::Reasoning { text } if sends_reasoning(parts) => Some(text.clone()),
        Part::ToolResult { content, .. } => Some(content.clone()),
        Part::ToolsUsed { names } => Some(tools_used_line(names, Language::En)),
        Part::Text { .. } | Part::Reasoning { .. } => None,
    });
    for note in notes {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&note);
    }
    text
}

/// Splits the tokens of a layer, counted by the compile, among its pieces in proportion to their own estimates.
fn share_out(pieces: &mut [Piece], tokens: u32) {
    let sum: u64 = pieces.iter().map(|piece| u64::from(piece.tokens)).sum();
    let (mut estimated, mut given) = (0_u64, 0_u64);
    for piece in pieces {
        estimated += u64::from(piece.tokens);
        let upto = (u64::from(tokens) * estimated).checked_div(sum).unwrap_or(0);
        piece.tokens = u32::try_from(upto - given).unwrap_or(u32::MAX);
        given = upto;
    }
}
