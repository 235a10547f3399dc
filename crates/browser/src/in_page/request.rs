//! The engine's request and the end of its reply, as JSON. Pure.

use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    message::{Finish, Usage, text_of},
    model::{ChatEvent, ChatRequest},
};
use serde::Deserialize;
use serde_json::json;

/// llama.cpp's chat request. The texts are passed unchanged: one changed byte in an old message would make the model
/// read everything after it again.
pub(super) fn request_json(request: &ChatRequest) -> String {
    let messages: Vec<_> = request
        .messages
        .iter()
        .map(|message| json!({ "role": message.role, "content": text_of(&message.parts) }))
        .collect();
    let mut body = json!({ "messages": messages, "max_tokens": request.max_response_tokens });
    let sampling = request.sampling;
    let numbers = [
        ("temperature", sampling.temperature.map(f64::from)),
        ("top_p", sampling.top_p.map(f64::from)),
        ("top_k", sampling.top_k.map(f64::from)),
        ("repeat_penalty", sampling.repeat_penalty.map(f64::from)),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            body[name] = json!(number);
        }
    }
    body.to_string()
}

/// Finish reason and token usage of a reply, as `in-page.mjs` reports them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ended {
    finish: String,
    prompt_tokens: u32,
    cached_tokens: u32,
    completion_tokens: u32,
}

impl Ended {
    pub(super) fn parse(json: &str) -> Result<Self, ModelError> {
        serde_json::from_str(json).map_err(|error| {
            ModelError::new(ModelErrorKind::ModelFailed, format!("The engine's answer makes no sense: {error}."))
        })
    }

    pub(super) fn events(self) -> [ChatEvent; 2] {
        let finish = if self.finish == "length" { Finish::Length } else { Finish::Complete };
        let usage = Usage {
            prompt_tokens: self.prompt_tokens,
            completion_tokens: self.completion_tokens,
            cached_tokens: Some(self.cached_tokens),
            written_tokens: None,
        };
        [ChatEvent::Finish { finish }, ChatEvent::Usage { usage }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{
        message::Role,
        model::{RequestMessage, Sampling},
    };

    #[test]
    fn texts_are_handed_over_untouched() {
        let request = ChatRequest {
            model: String::new(),
            messages: vec![
                RequestMessage::text(Role::System, "Be brief."),
                RequestMessage::text(Role::Assistant, " Paris.\n"),
            ],
            max_response_tokens: 64,
            sampling: Sampling { top_k: Some(40), ..Sampling::default() },
            ..ChatRequest::default()
        };
        let body: serde_json::Value = serde_json::from_str(&request_json(&request)).unwrap();
        let expected = json!({
            "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "assistant", "content": " Paris.\n" },
            ],
            "max_tokens": 64,
            "top_k": 40.0,
        });
        assert_eq!(body, expected);
    }

    #[test]
    fn the_end_tells_what_was_not_read_again() {
        let json =
            r#"{"finish":"length","promptTokens":57,"cachedTokens":42,"completionTokens":23,"promptPerSecond":6.5}"#;
        let [finish, usage] = Ended::parse(json).unwrap().events();
        assert_eq!(finish, ChatEvent::Finish { finish: Finish::Length });
        let expected =
            Usage { prompt_tokens: 57, completion_tokens: 23, cached_tokens: Some(42), written_tokens: None };
        assert_eq!(usage, ChatEvent::Usage { usage: expected });
    }
}
