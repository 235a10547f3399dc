//! Classifies the messages of ChatGPT's export: text, a thought or action of the model, or nothing to show.

use super::marks::readable;
use crate::{
    conversation::{Image, Meaning, NodeText, Piece, Pixels},
    fields::{fenced, full, list},
};
use ricordo_core::message::{Finish, Role};
use serde_json::Value;

/// Classifies a message; `null` is nothing.
pub(crate) fn meaning(message: &Value) -> Meaning {
    let (content, metadata) = (&message["content"], &message["metadata"]);
    let kind = content["content_type"].as_str().unwrap_or("text");
    let is_hidden = metadata["is_visually_hidden_from_conversation"].as_bool().unwrap_or(false);
    if is_hidden || matches!(kind, "user_editable_context" | "model_editable_context") {
        return Meaning::Nothing;
    }
    let mut pieces = pieces(kind, content, metadata);
    pieces.extend(plots(metadata));
    for piece in &mut pieces {
        if let Piece::Image(image) = piece {
            name(image, metadata);
        }
    }
    pieces.extend(attachments(metadata, &pieces));
    if pieces.is_empty() {
        return Meaning::Nothing;
    }
    let author = &message["author"];
    let recipient = message["recipient"].as_str().unwrap_or("all");
    let role = match author["role"].as_str().unwrap_or_default() {
        "user" => Role::User,
        "system" => Role::System,
        "tool" if pieces.iter().any(|piece| matches!(piece, Piece::Image(_))) => Role::Assistant,
        "tool" => return Meaning::Thought(titled(author["name"].as_str().unwrap_or_default(), &pieces)),
        _ if let Some(document) = canvas(recipient, content) => {
            pieces = vec![Piece::Text(document)];
            Role::Assistant
        }
        _ if recipient != "all" => return Meaning::Thought(titled(&format!("→ {recipient}"), &pieces)),
        _ if matches!(kind, "thoughts" | "reasoning_recap") => return Meaning::Thought(titled("", &pieces)),
        _ => Role::Assistant,
    };
    let model = metadata["model_slug"].as_str().map(str::to_owned).filter(|_| role == Role::Assistant);
    Meaning::Texts(vec![NodeText { role, pieces, model, finish: Some(finish(message)) }])
}

fn finish(message: &Value) -> Finish {
    let values = message["metadata"]["finish_details"]["type"].as_str().unwrap_or_default();
    match (values, message["status"].as_str().unwrap_or_default()) {
        ("max_tokens", _) => Finish::Length,
        ("interrupted", _) | (_, "in_progress") => Finish::Stopped,
        _ => Finish::Complete,
    }
}

/// The texts and images of a content.
fn pieces(kind: &str, content: &Value, metadata: &Value) -> Vec<Piece> {
    let text = |name: &str| content[name].as_str().unwrap_or_default();
    let found = match kind {
        "code" => vec![Piece::Text(fenced(text("language"), text("text")))],
        "execution_output" => vec![Piece::Text(fenced("", text("text")))],
        "thoughts" if content["thoughts"].is_array() => list(content, "thoughts").map(thought).collect(),
        "tether_quote" => {
            let values = ["title", "url", "text"].map(text);
            vec![Piece::Text(values.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"))]
        }
        "system_error" => vec![Piece::Text([text("name"), text("text")].join(": "))],
        _ => match content["parts"].as_array() {
            Some(parts) => parts.iter().flat_map(part).collect(),
            // Unknown kinds have their text in one of these fields.
            None => ["text", "result", "content"].iter().map(|name| Piece::Text(text(name).to_owned())).collect(),
        },
    };
    let has_words = |piece: &Piece| match piece {
        Piece::Text(text) => !text.trim().is_empty(),
        _ => true,
    };
    let clean = found.into_iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(readable(&text, metadata)),
        other => other,
    });
    clean.filter(has_words).collect()
}

fn thought(thought: &Value) -> Piece {
    let values = ["summary", "content"].map(|name| thought[name].as_str().unwrap_or_default());
    Piece::Text(values.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"))
}

/// The document that the model writes beside the conversation.
fn canvas(recipient: &str, content: &Value) -> Option<String> {
    if recipient != "canmore.create_textdoc" {
        return None;
    }
    let document: Value = serde_json::from_str(content["text"].as_str().or(content["parts"][0].as_str())?).ok()?;
    let (name, text) = (document["name"].as_str()?, document["content"].as_str()?);
    let language = document["type"].as_str().and_then(|kind| kind.strip_prefix("code/"));
    Some(format!("{name}\n\n{}", language.map_or_else(|| text.to_owned(), |language| fenced(language, text))))
}

/// One part of a content with several: text, an image, or a file that is not in the export.
fn part(part: &Value) -> Vec<Piece> {
    if let Some(text) = part.as_str() {
        return vec![Piece::Text(text.to_owned())];
    }
    let Some(kind) = part["content_type"].as_str() else { return Vec::new() };
    let pointer = part["asset_pointer"].as_str();
    match (kind, pointer, part["text"].as_str()) {
        ("image_asset_pointer", Some(pointer), _) => vec![Piece::Image(image(part, id_of(pointer)))],
        (_, _, Some(text)) => vec![Piece::Text(text.to_owned())],
        (_, Some(pointer), None) => vec![Piece::File(id_of(pointer).to_owned())],
        // Speech and camera pictures.
        ("real_time_user_audio_video_asset_pointer", None, None) => {
            let inner = ["audio_asset_pointer", "video_container_asset_pointer"].map(|field| match &part[field] {
                Value::String(pointer) => Some(pointer.as_str()),
                asset => asset["asset_pointer"].as_str(),
            });
            inner.into_iter().flatten().map(|pointer| Piece::File(id_of(pointer).to_owned())).collect()
        }
        (kind, None, None) => vec![Piece::Text(format!("[{kind}]"))],
    }
}

/// The images that the code interpreter made. They are in no content.
fn plots(metadata: &Value) -> impl Iterator<Item = Piece> {
    let made = list(&metadata["aggregate_result"], "messages").filter(|one| one["message_type"] == "image");
    made.filter_map(|one| Some(Piece::Image(image(one, id_of(one["image_url"].as_str()?)))))
}

/// An image of a file of the export.
fn image(described: &Value, id: &str) -> Image {
    let number =
        |name: &str| described[name].as_u64().and_then(|number| u32::try_from(number).ok()).filter(|one| *one > 0);
    let alt = described["metadata"]["dalle"]["prompt"].as_str().unwrap_or_default().to_owned();
    Image { pixels: Pixels::Named(id.to_owned()), width: number("width"), height: number("height"), alt }
}

/// `file-service://file-AbC` and `sediment://file_00ff`: the part after `//`.
fn id_of(pointer: &str) -> &str {
    let id = pointer.rsplit("//").next().unwrap_or_default();
    // `#` is followed by the frame number of a video.
    id.split(['#', '?', '/']).next().unwrap_or_default()
}

/// Gives an image the name under which the user attached it.
fn name(image: &mut Image, metadata: &Value) {
    let Pixels::Named(id) = &image.pixels else { return };
    let mut files = list(metadata, "attachments").filter(|file| file["id"].as_str() == Some(id));
    if let Some(name) = files.find_map(|file| full(file, "name")).filter(|_| image.alt.is_empty()) {
        image.alt = name;
    }
}

/// The user's attachments, by name, except images that are already among the parts.
fn attachments(metadata: &Value, pieces: &[Piece]) -> Vec<Piece> {
    let is_there = |id: &str| pieces.iter().any(|piece| matches!(piece, Piece::Image(image) if image.name() == id));
    let files = metadata["attachments"].as_array().into_iter().flatten();
    let files = files.filter(|file| !file["id"].as_str().is_some_and(is_there));
    files.filter_map(|file| file["name"].as_str()).map(|name| Piece::File(name.to_owned())).collect()
}

fn titled(title: &str, pieces: &[Piece]) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Image(image) => image.in_words(),
        Piece::File(name) => format!("[file {name}]"),
        _ => String::new(),
    });
    let texts = texts.collect::<Vec<_>>().join("\n");
    if title.is_empty() { texts } else { format!("{title}\n{texts}") }
}
