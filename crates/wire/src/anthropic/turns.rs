//! Arranges our messages as this protocol demands: the system prompt apart, then alternating user and assistant
//! messages, the user first, with tool calls at the end of a message and their results at the start of the next.

use super::{
    block::{Block, Content, Source},
    call_ids::{CallIds, tool_name},
};
use crate::{
    arguments::as_object,
    image::{base64, file_note, image_note},
    roles::OPENING,
};
use ricordo_record::{
    message::{Part, Role},
    request::ChatRequest,
};
use serde::Serialize;

/// Sent for an error without text, which the server refuses.
const NO_MESSAGE: &str = "(no message)";

/// One message in the protocol's form.
#[derive(Serialize)]
pub(super) struct Turn<'a> {
    pub(super) role: Speaker,
    pub(super) content: Vec<Block<'a>>,
}

/// The roles of the protocol; there are no others.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Speaker {
    User,
    Assistant,
}

/// The system messages that begin the request.
pub(super) fn system(request: &ChatRequest) -> Vec<Block<'_>> {
    let leading = request.messages[..leading(request)].iter().enumerate();
    let texts = leading.flat_map(|(at, message)| {
        let is_stable = at < request.stable_messages;
        message.parts.iter().filter_map(move |part| match part {
            Part::Text { text } => Block::text(text, is_stable),
            _ => None,
        })
    });
    texts.collect()
}

/// All other messages. System messages among them, such as the clock, are sent as the user's, in the same position.
pub(super) fn turns(request: &ChatRequest) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    let mut ids = CallIds::default();
    for (at, message) in request.messages.iter().enumerate().skip(leading(request)) {
        for part in &message.parts {
            let Some(block) = block(part, request, &mut ids, at < request.stable_messages) else { continue };
            let role = speaker(message.role, part);
            if turns.is_empty() && role == Speaker::Assistant {
                let content = Block::text(OPENING, block.is_stable).into_iter().collect();
                turns.push(Turn { role: Speaker::User, content });
            }
            match turns.last_mut().filter(|turn| turn.role == role) {
                Some(turn) => turn.content.push(block),
                None => turns.push(Turn { role, content: vec![block] }),
            }
        }
    }
    // The server refuses text before a tool result, and text between a call and its result.
    for Turn { role, content } in &mut turns {
        ricordo_text::small_sort::by_key(content, |block| match role {
            Speaker::User => !block.is_tool_result(),
            Speaker::Assistant => block.is_tool_use(),
        });
    }
    turns
}

fn leading(request: &ChatRequest) -> usize {
    request.messages.iter().take_while(|message| message.role == Role::System).count()
}

fn speaker(role: Role, part: &Part) -> Speaker {
    match (role, part) {
        (_, Part::ToolResult { .. }) => Speaker::User,
        (_, Part::ToolCall { .. }) | (Role::Assistant, _) => Speaker::Assistant,
        (Role::User | Role::Tool | Role::System, _) => Speaker::User,
    }
}

/// The block of a part; `None` for reasoning, blank text and tool names, which are text by now.
fn block<'a>(part: &'a Part, request: &ChatRequest, ids: &mut CallIds<'a>, is_stable: bool) -> Option<Block<'a>> {
    let content = match part {
        Part::Reasoning { .. } | Part::ToolsUsed { .. } => return None,
        Part::Text { text } => return Block::text(text, is_stable),
        Part::File { name, .. } => return Block::text(file_note(name), is_stable),
        Part::Image { blob, media_type, .. } => match request.attachment(*blob) {
            None => return Block::text(image_note(media_type), is_stable),
            Some(attachment) => Content::Image {
                source: Source {
                    r#type: "base64",
                    media_type: attachment.media_type.clone(),
                    data: base64(attachment),
                },
            },
        },
        Part::ToolCall { id, name, arguments, .. } => {
            Content::ToolUse { id: ids.call(id), name: tool_name(name), input: as_object(arguments) }
        }
        Part::ToolResult { call, content, is_error, .. } => {
            let content = if *is_error && content.trim().is_empty() { NO_MESSAGE } else { content.as_str() };
            Content::ToolResult { tool_use_id: ids.result(call), content, is_error: *is_error }
        }
    };
    Some(Block::new(content, is_stable))
}
