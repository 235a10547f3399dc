//! Recognizes server messages about a prompt that exceeds the model's context. There is no common error code.

use ricordo_record::error::{ModelError, ModelErrorKind};

/// Codes, types and phrases in lower case, with the servers that use them.
const SIGNS: &[&str] = &[
    "context_length_exceeded",              // OpenAI and many that follow it
    "exceed_context_size_error",            // llama.cpp
    "exceeds the available context size",   // llama.cpp
    "context size has been exceeded",       // LM Studio, MLX
    "maximum context length",               // OpenAI, vLLM, Mistral, Ollama
    "longer than the maximum model length", // vLLM
    "longer than the model's context",      // vLLM
    "greater than the context length",      // LM Studio
    "when context the overflows",           // LM Studio
    "reached context length of",            // LM Studio
    "exceeds the context length",           // Ollama
    "exceeded max context length",          // Ollama
    "exceeds context length",               // Ollama
    "exceeds the context window",           // OpenAI
    "exceed context window",                // llama-cpp-python
    "exceeds the maximum number of tokens", // Gemini
    "prompt is too long",                   // Anthropic
    "exceed context limit",                 // Anthropic
    "`inputs` tokens + `max_new_tokens`",   // text-generation-inference
    "reduce the length of the messages",    // Groq
    "request too large for model",          // Groq
    "prompt exceeds max length",            // Z.ai
    "tokens in request more than max tokens allowed",
    "maximum prompt length is",   // xAI
    "exceeded model token limit", // Moonshot
];

/// Whether the text (a message, a code, a type, or all of them) says that the prompt is too long.
pub(super) fn says_overflow(text: &str) -> bool {
    let text = text.to_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}

/// What precedes the context size in those messages, in lower case, in the order to try: many of them contain the
/// prompt's length, too.
const BEFORE_LIMIT: &[&str] = &[
    "available context size (",
    "context length is ",
    "context length of only ",
    "context length of ",
    "context length: ",
    "context window is ",
    "context window of ",
    "n_ctx: ",
    "model length of ",
    "tokens allowed (",
    "must be <= ",
    " > ",
];
/// Plausible context sizes, in tokens.
const LIMITS: std::ops::RangeInclusive<u32> = 256..=100_000_000;

/// The model's context in tokens, if the error is that the prompt is too long, and the server names the context.
pub fn named_context(error: &ModelError) -> Option<u32> {
    if error.kind != ModelErrorKind::ContextOverflow {
        return None;
    }
    let text = error.detail.to_lowercase();
    let after = |before: &&str| text.split_once(*before).and_then(|(_, rest)| number(rest));
    BEFORE_LIMIT.iter().find_map(after).filter(|limit| LIMITS.contains(limit))
}

/// The number at the start of a text: `4096`, `4,096`.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != ',').unwrap_or(text.len());
    text[..end].replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_read_out_of_the_sentence_and_not_the_length_of_the_prompt() {
        for (text, limit) in [
            ("request (9001 tokens) exceeds the available context size (4096 tokens), try increasing it", Some(4_096)),
            ("This model's maximum context length is 4097 tokens. However, you requested 4120 tokens", Some(4_097)),
            ("This model's maximum context length is 131,072 tokens.", Some(131_072)),
            (
                "Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens",
                Some(7_866),
            ),
            ("is greater than the context length (n_keep: 10247 >= n_ctx: 4096).", Some(4_096)),
            ("The decoder prompt (length 5000) is longer than the maximum model length of 4096.", Some(4_096)),
            ("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease", Some(200_000)),
            ("prompt is too long: 208310 tokens > 200000 maximum", Some(200_000)),
            (
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                Some(1_048_576),
            ),
            ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000", Some(4_096)),
            ("the input length exceeds the context length", None),
            ("prompt is too long: 5 > 3", None),
            ("", None),
        ] {
            assert_eq!(named_context(&ModelError::new(ModelErrorKind::ContextOverflow, text)), limit, "{text}");
        }
    }

    #[test]
    fn another_error_names_no_context() {
        let text = "This model's maximum context length is 4097 tokens.";
        assert_eq!(named_context(&ModelError::new(ModelErrorKind::BadRequest, text)), None);
    }

    #[test]
    fn the_words_of_each_server_are_known() {
        for text in [
            "This model's maximum context length is 4097 tokens. However, you requested 4120 tokens",
            "the request exceeds the available context size. try increasing the context size or enable context shift",
            "Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens",
            "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 10247 >= n_ctx: 4096).",
            "the input length exceeds the context length",
            "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again",
            r#"{"code":"1261","message":"Prompt exceeds max length"}"#,
            "Number of tokens in request more than max tokens allowed: 40000 > 32768",
            "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
            "Invalid request: Your request exceeded model token limit: 262144 (requested: 275363)",
            "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
        ] {
            assert!(says_overflow(text), "{text}");
        }
    }

    #[test]
    fn other_complaints_are_not_mistaken_for_it() {
        for text in ["max_tokens is too large: 65536", "Unsupported parameter: 'max_tokens'", "model not found", ""] {
            assert!(!says_overflow(text), "{text}");
        }
    }
}
