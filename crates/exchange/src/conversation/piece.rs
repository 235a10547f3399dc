//! The content of a message of another program, and how it becomes messages of ours.

use crate::archive::media_type;
use base64::{Engine, prelude::BASE64_STANDARD};
use ricordo_core::message::{Finish, Role};
use serde_json::Value;

/// The kind of a node of a conversation.
#[derive(Debug)]
pub(crate) enum Meaning {
    /// Hidden or empty.
    Nothing,
    /// A thought, a tool call or a tool's result. It is folded into the reply that follows.
    Thought(String),
    /// A reply that is only an error, with the text that the program wrote. The report names it.
    Error(String),
    /// A message. Several if tools were called: the call, the results, and the reply.
    Texts(Vec<NodeText>),
}

/// A visible message.
#[derive(Debug)]
pub(crate) struct NodeText {
    pub(crate) role: Role,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) model: Option<String>,
    pub(crate) finish: Option<Finish>,
}

/// A piece of a message.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(String),
    Reasoning(String),
    Image(Image),
    /// A file that is not in the export, by its name.
    File(String),
    Call {
        id: String,
        name: String,
        arguments: String,
    },
    Output {
        call: String,
        content: String,
        is_error: bool,
    },
}

/// Where the bytes of an image are.
#[derive(Debug)]
pub(crate) enum Pixels {
    /// In a file of the archive whose name begins with this, such as `file-AbC123`.
    Named(String),
    /// In the text itself.
    Here { media_type: &'static str, bytes: Vec<u8> },
}

/// An image that the export refers to.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) pixels: Pixels,
    pub(crate) width: Option<u32>,
    pub(crate) height: Option<u32>,
    /// Description, if the export has one.
    pub(crate) alt: String,
}

impl Image {
    /// The image of an address: of a `data:` URL, or a file that is named so.
    pub(crate) fn at(address: &str, alt: &str) -> Self {
        let alt = alt.to_owned();
        let pixels = from_data_url(address).unwrap_or_else(|| {
            let name = if address.starts_with("data:") { "" } else { address };
            let name = name.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
            Pixels::Named(name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned())
        });
        Self { pixels, width: None, height: None, alt }
    }

    /// The image of base64 without a `data:` before it; `None` if the text is none.
    pub(crate) fn of_base64(text: &str) -> Option<Self> {
        let begins = [("iVBOR", "png"), ("/9j/", "jpeg"), ("UklGR", "webp"), ("R0lGO", "gif")];
        let (_, kind) = begins.into_iter().find(|(begin, _)| text.starts_with(begin))?;
        let pixels = from_data_url(&format!("data:image/{kind};base64,{text}"))?;
        Some(Self { pixels, width: None, height: None, alt: String::new() })
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> &str {
        match &self.pixels {
            Pixels::Named(name) if !name.is_empty() => name,
            _ => &self.alt,
        }
    }

    /// A textual placeholder, for an image whose bytes are missing.
    pub(crate) fn in_words(&self) -> String {
        let name = self.name();
        let size =
            self.width.zip(self.height).map_or_else(String::new, |(width, height)| format!(", {width} × {height}"));
        let alt = if self.alt.is_empty() || self.alt == name { String::new() } else { format!(": {}", self.alt) };
        format!("[image {name}{size}{alt}]")
    }
}

/// The bytes of a `data:` URL with an image that pages can show.
fn from_data_url(address: &str) -> Option<Pixels> {
    let (kind, data) = address.strip_prefix("data:")?.split_once(',')?;
    let kind = kind.strip_suffix(";base64")?.split(';').next()?;
    let media_type = ["image/png", "image/jpeg", "image/webp", "image/gif"].into_iter().find(|known| *known == kind)?;
    let data = data.trim();
    let bytes = BASE64_STANDARD.decode(data).ok().filter(|bytes| !bytes.is_empty())?;
    Some(Pixels::Here { media_type, bytes })
}

impl NodeText {
    /// Thoughts and tool calls that no reply followed become a reply without text.
    pub(crate) fn only_thoughts() -> Self {
        Self { role: Role::Assistant, pieces: Vec::new(), model: None, finish: Some(Finish::Complete) }
    }
}

impl Meaning {
    /// A message with these pieces. The results of tools become messages of their own, after the calls.
    pub(crate) fn of(role: Role, pieces: Vec<Piece>, model: Option<String>, finish: Finish) -> Self {
        let mut texts: Vec<NodeText> = Vec::new();
        let pieces = pieces.into_iter().map(|piece| match piece {
            // The call that it answers is not named.
            Piece::Text(content) if role == Role::Tool => {
                Piece::Output { call: String::new(), content, is_error: false }
            }
            piece => piece,
        });
        let mut unnamed = Unnamed::default();
        for piece in pieces.filter(has_content).map(|piece| unnamed.named(piece)).map(Piece::acceptable) {
            let is_output = matches!(piece, Piece::Output { .. });
            let role = if is_output { Role::Tool } else { role };
            match texts.last_mut().filter(|last| last.role == role) {
                Some(last) => last.pieces.push(piece),
                None => texts.push(NodeText { role, pieces: vec![piece], model: None, finish: None }),
            }
        }
        for text in texts.iter_mut().filter(|text| text.role == Role::Assistant) {
            let calls = text.pieces.iter().any(|piece| matches!(piece, Piece::Call { .. }));
            text.finish = Some(if calls { Finish::ToolCalls } else { Finish::Complete });
            text.model.clone_from(&model);
        }
        if let Some(last) = texts.last_mut().filter(|last| last.finish == Some(Finish::Complete)) {
            last.finish = Some(finish);
        }
        if texts.is_empty() { Self::Nothing } else { Self::Texts(texts) }
    }

    /// Its kind if an error came in its place: a text, or an object with one. A reply with content stays a reply.
    pub(crate) fn or_error(self, error: &Value) -> Self {
        let is_error = match error {
            Value::Object(fields) => !fields.is_empty(),
            Value::String(text) => !text.is_empty(),
            other => *other == Value::Bool(true),
        };
        if !is_error || !matches!(self, Self::Nothing) {
            return self;
        }
        let text = error.as_str().or(["message", "content", "type"].iter().find_map(|name| error[*name].as_str()));
        Self::Error(text.unwrap_or_default().trim().to_owned())
    }

    /// Whether it is an instruction to the model, with its text.
    pub(crate) fn as_instruction(&self) -> Option<String> {
        let Self::Texts(texts) = self else { return None };
        let is_system = texts.iter().all(|text| text.role == Role::System);
        let text = texts.iter().flat_map(|text| &text.pieces).map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            _ => None,
        });
        text.collect::<Option<Vec<&str>>>().filter(|_| is_system).map(|texts| texts.join("\n\n"))
    }
}

impl Piece {
    /// A file that a message names: an image if its name says so.
    pub(crate) fn of_file(name: &str) -> Self {
        match media_type(name) {
            Some(_) => Self::Image(Image::at(name, "")),
            None => Self::File(name.to_owned()),
        }
    }

    /// The piece with a name and an id that every provider accepts in the history of a conversation.
    fn acceptable(self) -> Self {
        match self {
            Self::Call { id, name, arguments } => {
                let name = plain(&name);
                let name = if name.is_empty() { "tool".to_owned() } else { name };
                let is_object = serde_json::from_str::<Value>(&arguments).is_ok_and(|value| value.is_object());
                // Some providers refuse anything but an object.
                let arguments = match arguments.trim() {
                    _ if is_object => arguments,
                    "" | "null" => "{}".to_owned(),
                    text => serde_json::json!({ "input": text }).to_string(),
                };
                Self::Call { id: plain(&id), name, arguments }
            }
            Self::Output { call, content, is_error } => Self::Output { call: plain(&call), content, is_error },
            other => other,
        }
    }
}

/// Calls without an id, which older exports have: the results are in the order of the calls.
#[derive(Default)]
struct Unnamed {
    count: usize,
    waiting: std::collections::VecDeque<String>,
}

impl Unnamed {
    fn named(&mut self, piece: Piece) -> Piece {
        match piece {
            Piece::Call { id, name, arguments } if id.is_empty() => {
                self.count += 1;
                let id = format!("call_{}", self.count);
                self.waiting.push_back(id.clone());
                Piece::Call { id, name, arguments }
            }
            Piece::Output { call, content, is_error } if call.is_empty() => {
                Piece::Output { call: self.waiting.pop_front().unwrap_or_default(), content, is_error }
            }
            piece => piece,
        }
    }
}

fn plain(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
    name.chars().take(64).map(plain).collect()
}

fn has_content(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) | Piece::Reasoning(text) | Piece::File(text) => !text.trim().is_empty(),
        Piece::Image(_) | Piece::Call { .. } | Piece::Output { .. } => true,
    }
}

/// The text of a value that is a text or JSON: arguments and results of tools.
pub(crate) fn as_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The role of a name that most programs use.
pub(crate) fn role_of(name: &str) -> Role {
    match name {
        "user" | "human" => Role::User,
        "system" | "developer" => Role::System,
        "tool" | "function" => Role::Tool,
        _ => Role::Assistant,
    }
}
