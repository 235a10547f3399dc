//! Errors of models: what happened and what to do next.

use super::Localized;
use crate::texts::fill;
use ricordo_core::error::{Detail, ModelError, ModelErrorKind as Kind, Remark};

include!(concat!(env!("OUT_DIR"), "/texts/errors_model.rs"));

impl Localized for ModelError {
    fn localized(&self) -> String {
        let [happened, to_do] = sentences(self.kind);
        let mut sentence = format!("{happened}{}.", status(self));
        let waits = self.kind == Kind::RateLimited || (self.kind == Kind::ServerError && self.retry_after_ms.is_some());
        let wait = if waits { wait(self.retry_after_ms) } else { String::new() };
        for more in [detail(self).as_str(), to_do, &wait] {
            if !more.is_empty() {
                sentence.push(' ');
                sentence.push_str(more);
            }
        }
        sentence
    }
}

/// The HTTP status of an error, which follows what happened.
pub(super) fn status(error: &ModelError) -> String {
    error.status.map_or_else(String::new, |status| format!(" (HTTP {status})"))
}

/// What happened, without a full stop, and what to do next.
fn sentences(kind: Kind) -> &'static [&'static str; 2] {
    let texts = model_errors();
    match kind {
        Kind::Unreachable => &texts.unreachable,
        Kind::InvalidAddress => &texts.invalid_address,
        Kind::OriginRefused => &texts.origin_refused,
        Kind::LocalNetworkRefused => &texts.local_network_refused,
        Kind::MixedContent => &texts.mixed_content,
        Kind::Unauthorized => &texts.unauthorized,
        Kind::NotFound => &texts.not_found,
        Kind::RateLimited => &texts.rate_limited,
        Kind::ContextOverflow => &texts.context_overflow,
        Kind::ToolResultsTooLong => &texts.tool_results_too_long,
        Kind::OverBudget => &texts.over_budget,
        Kind::ImagesUnsupported => &texts.images_unsupported,
        Kind::BadRequest => &texts.bad_request,
        Kind::ServerError => &texts.server_error,
        Kind::NotTheProtocol => &texts.not_the_protocol,
        Kind::EventTooLong => &texts.event_too_long,
        Kind::ErrorInStream => &texts.error_in_stream,
        Kind::CutOff => &texts.cut_off,
        Kind::TimedOut => &texts.timed_out,
        Kind::RanOn => &texts.ran_on,
        Kind::EmptyReply => &texts.empty_reply,
        Kind::ModelNotLoaded => &texts.model_not_loaded,
        Kind::ModelFailed => &texts.model_failed,
        Kind::FunctionThrew => &texts.function_threw,
        Kind::FunctionGarbage => &texts.function_garbage,
    }
}

/// Detail of an error as a sentence. Empty if there is none.
fn detail(error: &ModelError) -> String {
    let texts = model_error_detail();
    let (sentence, detail) = match Detail::of(error) {
        None => return String::new(),
        Some(Detail::Remark(remark)) => return words(remark).to_owned(),
        Some(Detail::Address(address)) => (texts.address, address),
        Some(Detail::Origin(origin)) => (texts.origin, origin),
        Some(Detail::TokensOver(tokens)) => (texts.tokens_over, tokens),
        Some(Detail::Reason(reason)) => (texts.reason, reason),
        Some(Detail::OfFunction(did)) => (texts.function, did),
        Some(Detail::OfServer(message)) => (texts.server, message),
    };
    let mut sentence = fill(sentence, &[("detail", detail)]);
    // A reason is English. Capitalizing text of any language would need a table that every page loads.
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

fn words(remark: Remark) -> &'static str {
    let texts = model_remarks();
    match remark {
        Remark::Withheld => texts.withheld,
        Remark::OnlyThoughtsToTheLimit => texts.only_thoughts_to_the_limit,
        Remark::OnlyThoughts => texts.only_thoughts,
        Remark::OnlyToolCalls => texts.only_tool_calls,
        Remark::BadKey => texts.bad_key,
    }
}

fn wait(retry_after_ms: Option<u64>) -> String {
    let texts = retry();
    match retry_after_ms.map(|wait| wait.div_ceil(1000).max(1)) {
        None => texts.unknown.to_owned(),
        Some(wait @ 1..=119) => texts.seconds.say(wait),
        Some(wait) => texts.minutes.say(wait.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::samples::kinds, *};
    use crate::texts::{UiLanguage, speak};

    fn sentence_of(kind: Kind, status: Option<u16>, detail: &str, retry_after_ms: Option<u64>) -> String {
        ModelError { status, retry_after_ms, ..ModelError::new(kind, detail) }.localized()
    }

    #[test]
    fn every_error_says_what_happened_and_then_what_to_do() {
        for language in UiLanguage::all() {
            speak(language);
            let mut seen = Vec::new();
            for kind in kinds() {
                let happened = sentences(kind)[0];
                assert!(!seen.contains(&happened), "{kind:?}: {happened}");
                seen.push(happened);
                let sentence = sentence_of(kind, None, "", None);
                let to_do = sentence.strip_prefix(&format!("{happened}. ")).unwrap_or_default();
                assert!(to_do.len() > 20 && to_do.ends_with('.'), "{kind:?}: {sentence}");
                assert!(!sentence.contains("  ") && !sentence.contains(".."), "{kind:?}: {sentence}");
            }
        }
    }

    #[test]
    fn a_wait_is_said_in_seconds_up_to_two_minutes_and_never_shorter_than_it_is() {
        speak(UiLanguage::En);
        for (ms, sentence) in [
            (None, "Wait a little, then retry."),
            (Some(0), "Retry in a second."),
            (Some(1_000), "Retry in a second."),
            (Some(1_001), "Retry in 2 seconds."),
            (Some(59_999), "Retry in 60 seconds."),
            (Some(119_000), "Retry in 119 seconds."),
            (Some(119_001), "Retry in 2 minutes."),
            (Some(120_000), "Retry in 2 minutes."),
            (Some(120_001), "Retry in 3 minutes."),
            (Some(3_600_000), "Retry in 60 minutes."),
        ] {
            let whole = sentence_of(Kind::RateLimited, Some(429), "", ms);
            assert_eq!(whole, format!("You reached the provider's rate limit (HTTP 429). {sentence}"), "{ms:?}");
        }
    }

    #[test]
    fn only_a_limit_and_a_server_that_names_a_time_say_how_long_to_wait() {
        for language in UiLanguage::all() {
            speak(language);
            for kind in kinds() {
                let (with, without) = (sentence_of(kind, None, "", Some(30_000)), sentence_of(kind, None, "", None));
                let waits = matches!(kind, Kind::RateLimited | Kind::ServerError);
                assert_eq!(with.contains("30"), waits, "{kind:?}: {with}");
                assert_eq!(with == without, !waits, "{kind:?}");
            }
            // Who does not know the time says so, but only where waiting is all that helps.
            assert!(sentence_of(Kind::RateLimited, None, "", None).ends_with(retry().unknown));
            assert!(!sentence_of(Kind::ServerError, None, "", None).contains(retry().unknown));
        }
    }

    #[test]
    fn a_detail_is_called_what_it_is() {
        speak(UiLanguage::En);
        for (kind, detail, sentence) in [
            (Kind::Unreachable, "http://127.0.0.1:8080", "The address is http://127.0.0.1:8080."),
            (Kind::TimedOut, "http://[::1]/v1", "The address is http://[::1]/v1."),
            (Kind::OriginRefused, "https://ricordo.example", "This page's origin is https://ricordo.example."),
            (Kind::BadRequest, " model 'x' not found. ", "The server says: \"model 'x' not found\"."),
            (Kind::Unauthorized, "ключ {detail}", "The server says: \"ключ {detail}\"."),
            (Kind::ModelFailed, "out of memory", "Out of memory."),
            (Kind::ModelFailed, "пам’яті бракує...", "пам’яті бракує."),
            (Kind::FunctionGarbage, "yielded undefined", "It yielded undefined."),
            (Kind::OverBudget, "243", "Tokens over the budget: 243."),
            (
                Kind::Unauthorized,
                Remark::BadKey.words(),
                "The key holds spaces, line breaks or letters that no key has.",
            ),
        ] {
            let whole = sentence_of(kind, Some(400), detail, None);
            let [happened, to_do] = sentences(kind);
            assert_eq!(whole, format!("{happened} (HTTP 400). {sentence} {to_do}"), "{kind:?}");
        }
    }

    #[test]
    fn a_remark_of_any_build_is_in_the_language_of_the_page() {
        for language in [UiLanguage::Uk, UiLanguage::Ru] {
            speak(language);
            for remark in Remark::ALL {
                let sentence = sentence_of(Kind::EmptyReply, None, remark.words(), None);
                assert!(sentence.contains(words(remark)) && !sentence.contains(remark.words()), "{sentence}");
            }
        }
    }

    #[test]
    fn a_detail_without_words_is_left_out() {
        for language in UiLanguage::all() {
            speak(language);
            for kind in kinds() {
                for blank in [" ", ".", " \n. ", "..."] {
                    assert_eq!(
                        sentence_of(kind, None, blank, None),
                        sentence_of(kind, None, "", None),
                        "{kind:?} {blank:?}"
                    );
                }
            }
        }
    }
}
