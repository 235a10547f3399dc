//! Which models can chat, by their ids: servers list models of every kind, and few say which of them can.

use ricordo_core::provider::ProviderKind;

/// Parts of the ids of models for vectors, order of results, speech, sound and moderation.
const PARTS: [&str; 7] = ["embed", "rerank", "whisper", "transcribe", "moderation", "dall-e", "minilm"];

/// Words in the ids of models for vectors, speech, images, films and bare completion.
const WORDS: [&str; 12] =
    ["bge", "e5", "gte", "tts", "realtime", "image", "imagen", "veo", "sora", "babbage", "davinci", "lyria"];

/// Whether a model can chat, as far as its id says.
pub fn can_chat(kind: ProviderKind, id: &str) -> bool {
    let id = id.to_lowercase();
    let mut words = id.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_other = PARTS.iter().any(|part| id.contains(part)) || words.any(|word| WORDS.contains(&word));
    matches!(kind, ProviderKind::Anthropic | ProviderKind::InPage) || !is_other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_chat_is_known_by_its_id() {
        for id in [
            "text-embedding-3-small",
            "whisper-1",
            "tts-1-hd",
            "gpt-4o-mini-tts",
            "dall-e-3",
            "omni-moderation-latest",
            "gpt-4o-realtime-preview",
            "gpt-image-1",
            "nomic-embed-text:latest",
            "mxbai-embed-large",
            "BAAI/bge-m3",
            "intfloat/multilingual-e5-large",
            "all-minilm",
            "rerank-v3.5",
            "models/imagen-4.0-generate-001",
            "babbage-002",
        ] {
            assert!(!can_chat(ProviderKind::OpenAiCompatible, id), "{id}");
        }
        for id in
            ["gpt-5", "mistral-large-latest", "deepseek/deepseek-chat", "gemma3n:e4b", "wattson-7b", "Imagine-7B", ""]
        {
            assert!(can_chat(ProviderKind::OpenAiCompatible, id), "{id}");
        }
    }

    #[test]
    fn a_name_of_anthropic_or_of_weights_in_the_page_is_offered_whatever_it_holds() {
        for kind in [ProviderKind::Anthropic, ProviderKind::InPage] {
            assert!(can_chat(kind, "claude-image-5"));
        }
    }
}
