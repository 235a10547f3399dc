//! Content of a message: text, images, and notes in place of what is not sent.

use crate::image::{base64, file_note, image_note};
use ricordo_record::{
    message::{Part, Role, text_of},
    request::{ChatRequest, RequestMessage},
};
use serde::Serialize;
use std::borrow::Cow;

/// Text alone stays a plain string, because not every server accepts parts.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Content<'a> {
    Words(String),
    Parts(Vec<ContentPart<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ContentPart<'a> {
    Text { text: Cow<'a, str> },
    ImageUrl { image_url: ImageUrl },
}

#[derive(Serialize)]
pub(super) struct ImageUrl {
    url: String,
}

/// The content of a message, without reasoning and tool calls.
pub(super) fn content<'a>(message: &'a RequestMessage, request: &ChatRequest) -> Content<'a> {
    // The protocol accepts images from the user only.
    let parts: Vec<_> = match message.role {
        Role::User => message.parts.iter().filter_map(|part| content_part(part, request)).collect(),
        Role::Assistant | Role::Tool | Role::System => Vec::new(),
    };
    if parts.iter().any(|part| matches!(part, ContentPart::ImageUrl { .. })) {
        return Content::Parts(parts);
    }
    let mut text = text_of(&message.parts);
    for note in message.parts.iter().filter_map(note) {
        text.push('\n');
        text.push_str(&note);
    }
    Content::Words(text)
}

fn content_part<'a>(part: &'a Part, request: &ChatRequest) -> Option<ContentPart<'a>> {
    match part {
        Part::Text { text } => (!text.is_empty()).then_some(ContentPart::Text { text: Cow::Borrowed(text) }),
        Part::Image { blob, .. } => match request.attachment(*blob) {
            Some(attachment) => {
                let url = format!("data:{};base64,{}", attachment.media_type, base64(attachment));
                Some(ContentPart::ImageUrl { image_url: ImageUrl { url } })
            }
            None => note(part).map(|note| ContentPart::Text { text: Cow::Owned(note) }),
        },
        _ => note(part).map(|note| ContentPart::Text { text: Cow::Owned(note) }),
    }
}

/// The note sent in place of a part.
fn note(part: &Part) -> Option<String> {
    match part {
        Part::Image { media_type, .. } => Some(image_note(media_type)),
        Part::File { name, .. } => Some(file_note(name)),
        Part::Text { .. }
        | Part::Reasoning { .. }
        | Part::ToolCall { .. }
        | Part::ToolResult { .. }
        | Part::ToolsUsed { .. } => None,
    }
}
