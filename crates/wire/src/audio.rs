//! Speech: OpenAI's `/v1/audio/transcriptions`, which turns sound into text, and `/v1/audio/speech`, which reads a text
//! aloud. Many servers have one of them or both.

use super::Protocol;
use serde_json::{Value, json};

/// A recorded message.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// Its media type, such as `audio/webm;codecs=opus`.
    pub media_type: &'a str,
}

/// A body of the type `multipart/form-data`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What separates its parts.
    pub boundary: String,
    /// The parts.
    pub bytes: Vec<u8>,
}

impl Protocol {
    /// Path of the request that turns sound into text, relative to the base URL; `None` if the protocol has none.
    pub fn transcriptions_path(self) -> Option<&'static str> {
        (self == Self::OpenAi).then_some("audio/transcriptions")
    }

    /// Path of the request that reads a text aloud, relative to the base URL; `None` if the protocol has none.
    pub fn speech_path(self) -> Option<&'static str> {
        (self == Self::OpenAi).then_some("audio/speech")
    }
}

/// The body that asks a model for the text of a recording. The language is left to the model: people speak more than the
/// one their browser is set to.
pub fn transcription_form(recording: Recording<'_>, model: &str) -> Form {
    let boundary = boundary_for(recording.bytes);
    let media_type = printable(recording.media_type);
    let mut bytes = Vec::with_capacity(recording.bytes.len() + 512);
    for (name, value) in [("model", model), ("response_format", "json")] {
        let head = format!("--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        bytes.extend(head.bytes());
    }
    let file = format!("speech.{}", extension(&media_type));
    let head = format!(
        "--{boundary}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{file}\"\r\ncontent-type: {media_type}\r\n\r\n"
    );
    bytes.extend(head.bytes());
    bytes.extend(recording.bytes);
    bytes.extend(format!("\r\n--{boundary}--\r\n").bytes());
    Form { boundary, bytes }
}

/// The text in the response to [`transcription_form`], without surrounding spaces; `None` if it has none. Silence has an
/// empty text.
pub fn transcription(body: &[u8]) -> Option<String> {
    let answer: Value = serde_json::from_slice(body).ok()?;
    Some(answer.get("text")?.as_str()?.trim().to_owned())
}

/// The body that asks a model to read a text aloud. An empty voice leaves the choice to the server.
pub fn speech_body(model: &str, voice: &str, text: &str) -> Vec<u8> {
    let mut body = json!({ "model": model, "input": text, "response_format": "mp3" });
    if !voice.is_empty() {
        body["voice"] = voice.into();
    }
    body.to_string().into_bytes()
}

/// A boundary that the file does not contain.
fn boundary_for(file: &[u8]) -> String {
    let mut number = 0_u64;
    loop {
        let boundary = format!("ricordo-speech-{number}");
        if !file.windows(boundary.len()).any(|part| part == boundary.as_bytes()) {
            return boundary;
        }
        number += 1;
    }
}

/// The media type without characters that would end its header.
fn printable(media_type: &str) -> String {
    media_type.chars().filter(|letter| letter.is_ascii_graphic() || *letter == ' ').collect()
}

/// The extension by which servers know the format of a file.
fn extension(media_type: &str) -> &'static str {
    let kind = media_type.split(';').next().unwrap_or_default().trim();
    match kind {
        "audio/mp4" | "audio/x-m4a" | "audio/aac" => "mp4",
        "audio/ogg" => "ogg",
        "audio/wav" | "audio/wave" | "audio/x-wav" => "wav",
        "audio/mpeg" => "mp3",
        _ => "webm",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_a_form_with_the_model_and_the_file() {
        let form = transcription_form(Recording { bytes: b"SOUND", media_type: "audio/webm;codecs=opus" }, "whisper-1");
        let text = String::from_utf8(form.bytes).unwrap();
        let expected = "--ricordo-speech-0\r\ncontent-disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n\
            --ricordo-speech-0\r\ncontent-disposition: form-data; name=\"response_format\"\r\n\r\njson\r\n\
            --ricordo-speech-0\r\ncontent-disposition: form-data; name=\"file\"; filename=\"speech.webm\"\r\n\
            content-type: audio/webm;codecs=opus\r\n\r\nSOUND\r\n--ricordo-speech-0--\r\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_boundary_is_never_in_the_file_and_a_media_type_ends_no_header() {
        let sound = b"..ricordo-speech-0..ricordo-speech-1..";
        let form = transcription_form(Recording { bytes: sound, media_type: "audio/mp4\r\nx: y" }, "m");
        assert_eq!(form.boundary, "ricordo-speech-2");
        let text = String::from_utf8(form.bytes).unwrap();
        assert!(text.contains("content-type: audio/mp4x: y\r\n"), "{text}");
    }

    #[test]
    fn servers_know_the_format_by_the_name_of_the_file() {
        for (media_type, name) in
            [("audio/mp4", "mp4"), ("audio/ogg; codecs=opus", "ogg"), ("", "webm"), ("audio/wav", "wav")]
        {
            assert_eq!(extension(media_type), name);
        }
    }

    #[test]
    fn a_transcription_is_json_with_a_text() {
        assert_eq!(transcription(br#"{"text":" Hello there. ","usage":{}}"#).as_deref(), Some("Hello there."));
        assert_eq!(transcription(br#"{"text":""}"#).as_deref(), Some(""), "silence");
        for other in [&b"Hello"[..], b"", b"null", b"{}", br#"{"text":7}"#, b"<html>", br#"["text"]"#, &[0xff, 0xfe]] {
            assert_eq!(transcription(other), None);
        }
    }

    #[test]
    fn only_openais_protocol_has_speech() {
        for protocol in [Protocol::Ollama, Protocol::Anthropic] {
            assert_eq!((protocol.transcriptions_path(), protocol.speech_path()), (None, None));
        }
        assert_eq!(Protocol::OpenAi.transcriptions_path(), Some("audio/transcriptions"));
        let body: Value = serde_json::from_slice(&speech_body("tts-1", "alloy", "Say \"hi\"")).unwrap();
        assert_eq!(body, json!({"model":"tts-1","input":"Say \"hi\"","response_format":"mp3","voice":"alloy"}));
        let body: Value = serde_json::from_slice(&speech_body("piper", "", "Hi")).unwrap();
        assert!(body.get("voice").is_none());
    }
}
