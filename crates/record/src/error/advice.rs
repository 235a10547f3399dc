//! The sentence shown to the user when a model did not reply: what happened and what to do next.
//!
//! Each kind of error has its own. The server's message and numbers are included where they help.

use crate::error::{Detail, ModelError, ModelErrorKind as Kind};

/// What happened and what to do, in plain sentences that end with a full stop.
pub fn sentence(error: &ModelError) -> String {
    let (before, after) = (happened(error.kind), to_do(error.kind));
    let detail = detail_sentence(error);
    let status = error.status.map_or_else(String::new, |status| format!(" (HTTP {status})"));
    match error.kind {
        Kind::RateLimited => format!("{before}{status}. {detail}{}", wait(error.retry_after_ms)),
        Kind::ServerError if error.retry_after_ms.is_some() => {
            format!("{before}{status}. {detail}{after} {}", wait(error.retry_after_ms))
        }
        _ => format!("{before}{status}. {detail}{after}"),
    }
}

/// What happened, without the full stop.
fn happened(kind: Kind) -> &'static str {
    match kind {
        Kind::Unreachable => "No server is responding at this address",
        Kind::InvalidAddress => "A browser can't call this address",
        Kind::OriginRefused => "The server is running but does not allow this page to call it (CORS)",
        Kind::LocalNetworkRefused => "The browser did not let this page reach your local network",
        Kind::MixedContent => "This page was loaded over https, so it can't call an http address",
        Kind::Unauthorized => "The server rejected the key",
        Kind::NotFound => "The server does not know this path or this model",
        Kind::RateLimited => "You reached the provider's rate limit",
        Kind::ContextOverflow => "The prompt is longer than the model's context",
        Kind::ToolResultsTooLong => "The tools' results don't fit into the context budget",
        Kind::OverBudget => "The request exceeds the context budget",
        Kind::ImagesUnsupported => "This model can't read images",
        Kind::BadRequest => "The server rejected the request",
        Kind::ServerError => "The server failed",
        Kind::NotTheProtocol => "The response is not from a model: it does not follow the API",
        Kind::EventTooLong => "The server sent an event of more than 16 MB",
        Kind::ErrorInStream => "The server reported an error during the reply",
        Kind::CutOff => "The connection was lost before the reply was complete",
        Kind::TimedOut => "Nothing was received for too long",
        Kind::RanOn => "The reply was far longer than requested and was stopped",
        Kind::EmptyReply => "The model's reply is empty",
        Kind::ModelNotLoaded => "The model in this browser is not loaded",
        Kind::ModelFailed => "The model in this browser failed",
        Kind::FunctionThrew => "The page's model function failed",
        Kind::FunctionGarbage => "The page's model function returned an invalid event",
    }
}

/// What to do.
fn to_do(kind: Kind) -> &'static str {
    match kind {
        Kind::Unreachable => "Make sure the server is running and that the host and port are right, then retry.",
        Kind::InvalidAddress => "Enter one that begins with http:// or https://, such as http://127.0.0.1:8080/v1.",
        Kind::OriginRefused => {
            "Allow this page's origin on the server, restart it and retry. Ollama: set OLLAMA_ORIGINS to this page's origin. \
             LM Studio: turn on \"Enable CORS\" in the server settings. vLLM: start it with --allowed-origins '[\"*\"]'. \
             llama.cpp: llama-server allows every page by default, so check the proxy in front of it."
        }
        Kind::LocalNetworkRefused => {
            "Allow local network access for this page (the icon left of the address), then retry."
        }
        Kind::MixedContent => "Use an https address, or open this page from http://localhost.",
        Kind::Unauthorized => "Check the key in the connection and whether it may use this model, then retry.",
        Kind::NotFound => {
            "Check how the address ends (usually /v1; for Ollama and Anthropic, nothing follows the host and port) and choose a model from the server's list."
        }
        Kind::RateLimited => "",
        Kind::ContextOverflow => {
            "Lower the context budget in the settings, use /forget, or load the model with a longer context."
        }
        Kind::ToolResultsTooLong => "Raise the context budget in the settings, or ask for less at once.",
        Kind::OverBudget => {
            "Shorten the message or the system prompt, raise the context budget, or choose a model with a longer context."
        }
        Kind::ImagesUnsupported => "Choose a model that can, or mark this one as reading images in its connection.",
        Kind::BadRequest => "Check the model and the sampling settings, or choose another model.",
        Kind::ServerError => "Retry in a moment. If it fails again, check the server's log or choose another model.",
        Kind::NotTheProtocol => {
            "Check the type of connection, and that the address is that of the API (it usually ends with /v1), not of a web page."
        }
        Kind::ErrorInStream | Kind::EventTooLong => "What arrived is kept. Retry, or choose another model.",
        Kind::CutOff => "What arrived is kept. Check the connection and retry.",
        Kind::TimedOut => "The model may still be loading: retry, or raise the response timeout of the connection.",
        Kind::RanOn => "What arrived is kept. Retry, or choose another model: this one does not stop on its own.",
        Kind::EmptyReply => {
            "Retry. If it is empty again, raise “Max reply tokens” or shorten the conversation with /forget: some servers send \
             nothing when the prompt is longer than their context."
        }
        Kind::ModelNotLoaded => "Download it or choose a GGUF file under “Connection”, then retry.",
        Kind::ModelFailed => {
            "Retry; if it fails again, close other tabs to free memory, reload the page or choose a smaller model."
        }
        Kind::FunctionThrew | Kind::FunctionGarbage => "What arrived is kept; retry when it is fixed.",
    }
}

/// The detail as a sentence, with a space after it. Empty if there is none.
fn detail_sentence(error: &ModelError) -> String {
    match Detail::of(error) {
        None => String::new(),
        Some(Detail::Address(address)) => format!("The address is {address}. "),
        Some(Detail::Origin(origin)) => format!("This page's origin is {origin}. "),
        Some(Detail::TokensOver(tokens)) => format!("Tokens over the budget: {tokens}. "),
        Some(Detail::Remark(remark)) => capitalized(remark.words()),
        Some(Detail::Reason(reason)) => capitalized(reason),
        Some(Detail::OfFunction(did)) => format!("It {did}. "),
        Some(Detail::OfServer(message)) => format!("The server says: \"{message}\". "),
    }
}

/// These details are English. Capitalizing text of any language would need a table that every page loads.
fn capitalized(detail: &str) -> String {
    let mut sentence = format!("{detail}. ");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

fn wait(retry_after_ms: Option<u64>) -> String {
    match retry_after_ms.map(|wait| wait.div_ceil(1000)) {
        None => "Wait a little, then retry.".to_owned(),
        Some(0 | 1) => "Retry in a second.".to_owned(),
        Some(seconds @ 2..=119) => format!("Retry in {seconds} seconds."),
        Some(seconds) => format!("Retry in {} minutes.", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Remark;
    use std::collections::BTreeSet;

    /// Every kind, with a word from the advice in its sentence. A new kind makes the matches above incomplete, and
    /// the count below wrong.
    const KINDS: [(Kind, &str); 25] = [
        (Kind::Unreachable, "Make sure"),
        (Kind::InvalidAddress, "Enter"),
        (Kind::OriginRefused, "OLLAMA_ORIGINS"),
        (Kind::LocalNetworkRefused, "Allow"),
        (Kind::MixedContent, "Use"),
        (Kind::Unauthorized, "Check the key"),
        (Kind::NotFound, "choose a model"),
        (Kind::RateLimited, "retry"),
        (Kind::ContextOverflow, "/forget"),
        (Kind::ToolResultsTooLong, "Raise"),
        (Kind::OverBudget, "Shorten"),
        (Kind::ImagesUnsupported, "Choose"),
        (Kind::BadRequest, "Check"),
        (Kind::ServerError, "Retry"),
        (Kind::NotTheProtocol, "Check"),
        (Kind::EventTooLong, "Retry"),
        (Kind::ErrorInStream, "Retry"),
        (Kind::CutOff, "retry"),
        (Kind::TimedOut, "retry"),
        (Kind::RanOn, "Retry"),
        (Kind::EmptyReply, "Retry"),
        (Kind::ModelNotLoaded, "choose"),
        (Kind::ModelFailed, "reload"),
        (Kind::FunctionThrew, "retry"),
        (Kind::FunctionGarbage, "retry"),
    ];

    #[test]
    fn every_kind_has_its_own_sentence_that_says_what_to_do() {
        let mut seen = BTreeSet::new();
        for (kind, action) in KINDS {
            let sentence = sentence(&ModelError::new(kind, ""));
            assert!(sentence.contains(action), "{kind:?}: {sentence}");
            assert!(sentence.ends_with('.') && !sentence.contains(".."), "{kind:?}: {sentence}");
            assert!(sentence.starts_with(char::is_uppercase), "{kind:?}: {sentence}");
            assert!(seen.insert(sentence), "{kind:?} has the sentence of another");
        }
        assert_eq!(KINDS.len(), Kind::FunctionGarbage as usize + 1, "a kind is missing from this test");
    }

    #[test]
    fn the_numbers_and_the_words_of_the_server_are_told() {
        let mut error = ModelError::new(Kind::RateLimited, "Slow down.");
        error.status = Some(429);
        error.retry_after_ms = Some(12_300);
        let shown = sentence(&error);
        assert_eq!(
            shown,
            "You reached the provider's rate limit (HTTP 429). The server says: \"Slow down\". Retry in 13 seconds."
        );
    }

    #[test]
    fn an_address_is_not_put_into_the_mouth_of_a_server() {
        let shown = sentence(&ModelError::new(Kind::Unreachable, "http://127.0.0.1:9/v1/chat/completions"));
        assert!(shown.contains("The address is http://127.0.0.1:9/v1/chat/completions. Make sure"), "{shown}");
        let shown = sentence(&ModelError::new(Kind::OriginRefused, "http://127.0.0.1:8080"));
        assert!(shown.contains("This page's origin is http://127.0.0.1:8080. Allow"), "{shown}");
        let shown = sentence(&ModelError::new(Kind::Unauthorized, Remark::BadKey.words()));
        assert!(shown.contains(". The key holds spaces, line breaks or letters that no key has. Check"), "{shown}");
        let shown = sentence(&ModelError::new(Kind::OverBudget, "243"));
        assert!(shown.contains("budget. Tokens over the budget: 243. Shorten"), "{shown}");
        let shown = sentence(&ModelError::new(Kind::RanOn, "about 900 tokens, 40 bytes"));
        assert!(shown.contains("About 900 tokens, 40 bytes."), "{shown}");
    }

    #[test]
    fn the_wait_is_told_in_units_people_use() {
        let waits = |ms| wait(Some(ms));
        assert_eq!(waits(0), "Retry in a second.");
        assert_eq!(waits(90_000), "Retry in 90 seconds.");
        assert_eq!(waits(3_600_000), "Retry in 60 minutes.");
    }
}
