//! Errors of models: what happened and what to do next.

use super::Localized;
use crate::texts::fill;
use ricordo_core::error::{ModelError, ModelErrorKind as Kind};

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
        Kind::BadRequest => &texts.bad_request,
        Kind::ServerError => &texts.server_error,
        Kind::NotTheProtocol => &texts.not_the_protocol,
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

/// Detail of an error as a sentence: the address that was tried, the page's origin, a remark of ours, or the server's
/// message. Empty if there is none.
fn detail(error: &ModelError) -> String {
    let detail = error.detail.trim().trim_end_matches('.');
    if detail.is_empty() {
        return String::new();
    }
    let texts = model_error_detail();
    let sentence = match error.kind {
        Kind::Unreachable | Kind::InvalidAddress | Kind::MixedContent | Kind::LocalNetworkRefused | Kind::TimedOut => {
            texts.address
        }
        Kind::OriginRefused => texts.origin,
        Kind::RanOn
        | Kind::CutOff
        | Kind::EmptyReply
        | Kind::ModelNotLoaded
        | Kind::ModelFailed
        | Kind::FunctionThrew => texts.remark,
        Kind::FunctionGarbage => texts.function,
        Kind::Unauthorized
        | Kind::NotFound
        | Kind::RateLimited
        | Kind::ContextOverflow
        | Kind::BadRequest
        | Kind::ServerError
        | Kind::NotTheProtocol
        | Kind::ErrorInStream => texts.server,
    };
    let mut sentence = fill(sentence, &[("detail", detail)]);
    // A remark of ours is English. Capitalizing text of any language would need a table that every page loads.
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

fn wait(retry_after_ms: Option<u64>) -> String {
    let texts = retry();
    match retry_after_ms.map(|wait| wait.div_ceil(1000).max(1)) {
        None => texts.unknown.to_owned(),
        Some(wait @ 1..=119) => texts.seconds.say(wait),
        Some(wait) => texts.minutes.say(wait.div_ceil(60)),
    }
}
