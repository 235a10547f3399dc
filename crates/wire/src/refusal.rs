//! What a server's refusal teaches about writing its requests.
//!
//! Servers that speak the same protocol accept different requests, and only a refusal tells which. It comes before the
//! model has written anything, so asking again costs nothing.

use crate::{
    options::{RequestOptions, SystemMessages},
    protocol::Protocol,
};
use ricordo_record::request::ChatRequest;

/// A refusal names a field this many bytes before or after what it says about it.
const AROUND: usize = 80;

/// Signs that a field is refused as such, not its value.
const REFUSES: &[&str] = &[
    "not support",
    "unsupported",
    "deprecated",
    "unrecognized",
    "unknown",
    "unexpected keyword",
    "not permitted",
    "not allowed",
    // Only the default is.
    "allowed for this model",
    "may only be set",
];

/// Signs that a field is unknown, from servers that may not name it.
const UNKNOWN_FIELD: &[&str] = &[
    "extra_forbidden",
    "extra inputs are not permitted",
    "extra fields not permitted",
    "unknown field",
    "unknown parameter",
    "unrecognized request argument",
    "unexpected keyword argument",
];

/// Signs that a model accepts no system message at all.
const NO_SYSTEM: &[&str] = &[
    "system role not supported",
    "system role is not supported",
    "system messages are not supported",
    "developer instruction is not enabled",
];

/// Signs that a model demands a certain order of roles.
const ORDER: &[&str] = &[
    "system message must",
    "must alternate",
    "must start with a user",
    "role 'system'",
    // A turn that ended after its tool calls has no reply.
    "after role 'tool'",
    "roles are supported",
    "expected last role",
    "rendering prompt with jinja template",
];

/// The request to send after the server refused the one written with `options`, and its options; `None` if the refusal
/// is about something else. `status` is the HTTP status; `None` for an error inside a reply that had not begun.
///
/// Each such request leaves out more than the one before, so asking again and again ends.
pub fn rewritten(
    protocol: Protocol,
    request: &ChatRequest,
    (options, refused): (RequestOptions, &[u8]),
    status: Option<u16>,
    text: &str,
) -> Option<(RequestOptions, Vec<u8>)> {
    let mut options = options;
    loop {
        options = accepted(protocol, options, status, text)?;
        let body = protocol.request_body(request, options);
        // What the server names may not be in the request at all.
        if body != refused {
            return Some((options, body));
        }
    }
}

/// The options to try next after a refusal; `None` if it is about something else, or about what was left out already.
fn accepted(protocol: Protocol, options: RequestOptions, status: Option<u16>, text: &str) -> Option<RequestOptions> {
    if status.is_some_and(|status| status < 400) {
        return None;
    }
    let text = plain(text);
    let is_openai = protocol == Protocol::OpenAi;
    // Templates of local models fail with HTTP 500.
    let is_about_fields = matches!(status, None | Some(400 | 422));
    let has = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    if is_openai && is_about_fields && options.stream_options && has(&["stream_options"]) {
        return Some(RequestOptions { stream_options: false, ..options });
    }
    if is_about_fields && options.sampling && refuses_sampling(&text) {
        return Some(RequestOptions { sampling: false, ..options });
    }
    if is_openai && is_about_fields && !options.other_limit && is_near(&text, "max_completion_tokens", REFUSES) {
        return Some(RequestOptions { other_limit: true, ..options });
    }
    if is_openai && !options.short_call_ids && has(&["tool call id"]) && has(&["length of 9", "length 9"]) {
        return Some(RequestOptions { short_call_ids: true, ..options });
    }
    let system = match options.system {
        _ if protocol == Protocol::Anthropic => None,
        SystemMessages::Anywhere | SystemMessages::First if has(NO_SYSTEM) => Some(SystemMessages::Never),
        SystemMessages::Anywhere if has(ORDER) => Some(SystemMessages::First),
        SystemMessages::First if has(ORDER) => Some(SystemMessages::Never),
        _ => None,
    };
    if let Some(system) = system {
        return Some(RequestOptions { system, ..options });
    }
    let is_unknown = is_openai && is_about_fields && options.stream_options && has(UNKNOWN_FIELD);
    is_unknown.then_some(RequestOptions { stream_options: false, ..options })
}

/// Whether no value of a sampling parameter is accepted but the default. Not if the two exclude each other.
fn refuses_sampling(text: &str) -> bool {
    let fields = ["temperature", "top_p", "top_k"];
    !text.contains("both") && fields.iter().any(|field| is_near(text, field, REFUSES))
}

/// Whether one of the signs is close to a name. The text is ASCII.
fn is_near(text: &str, name: &str, signs: &[&str]) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let around = &text[at.saturating_sub(AROUND)..text.len().min(at + name.len() + AROUND)];
        signs.iter().any(|sign| around.contains(sign))
    })
}

/// The text in lower case, in ASCII, with one kind of quotation marks: the message may be a string within a JSON string.
fn plain(text: &str) -> String {
    let chars = text.chars().filter(|char| *char != '\\').map(|char| match char {
        '"' | '`' => '\'',
        char if char.is_ascii() => char.to_ascii_lowercase(),
        _ => '?',
    });
    chars.collect()
}

#[cfg(test)]
mod tests;
