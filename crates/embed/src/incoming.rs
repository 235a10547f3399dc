//! Reads the parts of a message as a page passes them: `{ type: "text", text }`, `{ type: "image", bytes, mediaType,
//! alt }`, `{ type: "toolCall", id, name, arguments }`, `{ type: "toolResult", call, content, isError }`.

use crate::api_error::ApiError;
use js_sys::{Array, Reflect, Uint8Array};
use ricordo_core::{
    host::Host,
    id::{BlobId, ConversationId},
    message::{Part, Role},
    record::Blob,
};
use wasm_bindgen::{JsCast, JsValue};

const IMAGES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/// The parts of a message and its images.
#[derive(Debug, Default)]
pub(crate) struct Incoming {
    pub(crate) parts: Vec<Part>,
    pub(crate) blobs: Vec<Blob>,
}

/// Reads the parts of a message of `role`.
pub(crate) fn read(parts: &Array, role: Role, of: ConversationId, host: &impl Host) -> Result<Incoming, ApiError> {
    let mut incoming = Incoming::default();
    for part in parts.iter() {
        match (text(&part, "type").as_deref(), role) {
            (Some("text"), _) => incoming.parts.push(Part::Text { text: required(&part, "text")? }),
            (Some("reasoning"), Role::Assistant) => {
                incoming.parts.push(Part::Reasoning { text: required(&part, "text")? });
            }
            (Some("image"), Role::User) => image(&part, of, host, &mut incoming)?,
            (Some("toolCall"), Role::Assistant) => incoming.parts.push(Part::ToolCall {
                id: required(&part, "id")?,
                name: required(&part, "name")?,
                arguments: required(&part, "arguments")?,
                back: None,
            }),
            (Some("toolResult"), Role::Tool) => incoming.parts.push(Part::ToolResult {
                call: required(&part, "call")?,
                content: required(&part, "content")?,
                is_error: get(&part, "isError").is_truthy(),
                held: false,
            }),
            (kind, _) => {
                let kind = kind.unwrap_or("nothing");
                return Err(ApiError::bad_argument(format!(
                    "A message of the role {} cannot hold a part of the type {kind}. Take \"text\", images for users, \
                     tool calls for the assistant, tool results for tools.",
                    crate::api_error::name_of(&role)
                )));
            }
        }
    }
    Ok(incoming)
}

fn image(part: &JsValue, of: ConversationId, host: &impl Host, into: &mut Incoming) -> Result<(), ApiError> {
    let media_type = required(part, "mediaType")?;
    let bytes = get(part, "bytes");
    let Some(bytes) = bytes.dyn_ref::<Uint8Array>().filter(|_| IMAGES.contains(&media_type.as_str())) else {
        return Err(ApiError::bad_argument(format!(
            "An image needs its `bytes` as a Uint8Array and a `mediaType` out of {}.",
            IMAGES.join(", ")
        )));
    };
    let blob = BlobId::new(host.now().at, host.random());
    let number = |name: &str| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels are whole and few")]
        get(part, name).as_f64().map(|number| number as u32)
    };
    into.parts.push(Part::Image {
        blob,
        media_type: media_type.clone(),
        width: number("width"),
        height: number("height"),
        alt: text(part, "alt").unwrap_or_default(),
    });
    into.blobs.push(Blob { id: blob, conversation: of, media_type, bytes: bytes.to_vec() });
    Ok(())
}

fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn text(of: &JsValue, name: &str) -> Option<String> {
    get(of, name).as_string()
}

fn required(of: &JsValue, name: &str) -> Result<String, ApiError> {
    text(of, name).ok_or_else(|| ApiError::bad_argument(format!("A part of the message lacks its text `{name}`.")))
}
