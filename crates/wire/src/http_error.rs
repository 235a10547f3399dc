//! Maps a refused request, HTTP status and body, to a [`ModelError`].

use super::{
    context_overflow::says_overflow,
    server_message::{excerpt, is_markup, server_message},
};
use ricordo_record::error::{ModelError, ModelErrorKind};
use serde_json::Value;

/// The error of a response with this status. A 2xx status here means the response is not the one expected.
/// `retry_after` and `content_type` are the headers of those names; `body` is all or the first kilobytes of the body.
///
/// `detail` holds the server's own message, at most 300 characters of it, and never markup. A `retry-after` that is a
/// date is ignored, because there is no clock here to compare it with.
pub fn http_error(status: u16, retry_after: Option<&str>, content_type: Option<&str>, body: &[u8]) -> ModelError {
    let text = String::from_utf8_lossy(body);
    let page = is_markup(&text) || content_type.is_some_and(|of| of.to_ascii_lowercase().contains("html"));
    let message = if page { None } else { message(&text) };
    let overflow = !page && may_be_overflow(status) && says_overflow(&text);
    let kind = match status {
        _ if overflow => ModelErrorKind::ContextOverflow,
        401 | 403 | 407 => ModelErrorKind::Unauthorized,
        404 | 405 | 410 => ModelErrorKind::NotFound,
        408 => ModelErrorKind::TimedOut,
        413 => ModelErrorKind::ContextOverflow,
        429 => ModelErrorKind::RateLimited,
        500..=599 => ModelErrorKind::ServerError,
        _ if page => ModelErrorKind::NotTheProtocol,
        400..=499 => ModelErrorKind::BadRequest,
        _ => ModelErrorKind::NotTheProtocol,
    };
    ModelError {
        kind,
        status: Some(status),
        retry_after_ms: retry_after.and_then(milliseconds),
        detail: message.unwrap_or_default(),
    }
}

/// The server's message: the one in its JSON, or the plain text.
fn message(text: &str) -> Option<String> {
    match serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) {
        Ok(value) => server_message(&value),
        Err(_) => Some(excerpt(text.as_bytes())).filter(|text| !text.is_empty()),
    }
}

/// A 401 whose body quotes the documentation on context lengths is still a 401.
fn may_be_overflow(status: u16) -> bool {
    !matches!(status, 401 | 403 | 404 | 405 | 407 | 408 | 410 | 429)
}

/// Seconds, as some servers send them with decimals. Not read as an `f64`: the tables for that would be 18 KB of what the page
/// loads before it can send a message.
fn milliseconds(retry_after: &str) -> Option<u64> {
    let text = retry_after.trim();
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = seconds.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit());
    if !are_digits || (seconds.is_empty() && decimals.is_empty()) {
        return None;
    }
    let seconds = match seconds {
        "" => 0,
        // An absurd number stays a number.
        digits => digits.parse().unwrap_or(u64::MAX),
    };
    let thousandths = decimals.bytes().chain(std::iter::repeat(b'0')).take(3);
    let thousandths = thousandths.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    Some(seconds.saturating_mul(1_000).saturating_add(thousandths))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ModelErrorKind::*;

    fn kind(status: u16, body: &str) -> ModelErrorKind {
        http_error(status, None, Some("application/json"), body.as_bytes()).kind
    }

    #[test]
    fn each_status_has_its_kind() {
        for (status, expected) in [
            (400, BadRequest),
            (401, Unauthorized),
            (403, Unauthorized),
            (404, NotFound),
            (408, TimedOut),
            (413, ContextOverflow),
            (422, BadRequest),
            (429, RateLimited),
            (500, ServerError),
            (503, ServerError),
            (529, ServerError),
            (302, NotTheProtocol),
        ] {
            assert_eq!(kind(status, r#"{"error":{"message":"no"}}"#), expected, "{status}");
        }
    }

    #[test]
    fn a_context_overflow_is_recognised_under_any_status_that_may_carry_it() {
        let openai = r#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#;
        let llama =
            r#"{"error":{"code":400,"message":"the request exceeds","type":"exceed_context_size_error","n_ctx":512}}"#;
        let vllm = r#"{"object":"error","message":"This model's maximum context length is 512 tokens.","code":400}"#;
        for body in [openai, llama, vllm] {
            assert_eq!(kind(400, body), ContextOverflow);
            assert_eq!(kind(500, body), ContextOverflow);
            assert_eq!(kind(401, body), Unauthorized);
        }
    }

    #[test]
    fn the_wait_is_passed_on_when_it_is_a_number() {
        let wait = |header: &str| http_error(429, Some(header), None, b"").retry_after_ms;
        assert_eq!(wait("12"), Some(12_000));
        assert_eq!(wait(" 0.5 "), Some(500));
        assert_eq!(wait("Wed, 21 Oct 2026 07:28:00 GMT"), None);
        assert_eq!(wait("-1"), None);
        assert_eq!(wait("NaN"), None);
        assert_eq!(wait("1.2345"), Some(1_234));
        assert_eq!(wait(".25"), Some(250));
        assert_eq!(wait(&"9".repeat(40)), Some(u64::MAX));
        for text in ["", ".", "1e300", "1.-2", "0x10"] {
            assert_eq!(wait(text), None, "{text}");
        }
    }

    #[test]
    fn a_web_page_is_never_quoted() {
        let page = b"<html><body>nginx</body></html>";
        for (status, expected) in
            [(400, NotTheProtocol), (418, NotTheProtocol), (401, Unauthorized), (404, NotFound), (502, ServerError)]
        {
            let error = http_error(status, None, Some("text/html; charset=utf-8"), page);
            assert_eq!((error.kind, error.detail.as_str()), (expected, ""), "{status}");
        }
        assert_eq!(http_error(400, None, None, page).kind, NotTheProtocol);
    }

    #[test]
    fn plain_text_and_nothing_at_all_are_taken() {
        assert_eq!(http_error(500, None, None, b"  upstream\nfailed ").detail, "upstream failed");
        assert_eq!(http_error(500, None, None, b"").detail, "");
        assert_eq!(http_error(400, None, None, b"\xff\xfe").kind, BadRequest);
    }
}
