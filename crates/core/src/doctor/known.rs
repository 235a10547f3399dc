//! Hosted providers that accept browser requests with a key: their address, their protocol, and where to get a key.

use crate::provider::ProviderKind;

/// A provider offered by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownProvider {
    /// Display name.
    pub name: &'static str,
    /// Its protocol.
    pub kind: ProviderKind,
    /// Base URL of its API.
    pub base_url: &'static str,
    /// The page to get a key.
    pub key_page: &'static str,
}

macro_rules! known {
    ($($name:literal, $kind:ident, $base:literal, $page:literal;)*) => {
        /// All known providers, in the order in which they are offered.
        pub const KNOWN: &[KnownProvider] = &[$(KnownProvider {
            name: $name, kind: ProviderKind::$kind, base_url: $base, key_page: $page,
        },)*];
    };
}

known! {
    "OpenAI", OpenAiCompatible, "https://api.openai.com/v1", "https://platform.openai.com/api-keys";
    "Anthropic", Anthropic, "https://api.anthropic.com", "https://console.anthropic.com/settings/keys";
    "OpenRouter", OpenAiCompatible, "https://openrouter.ai/api/v1", "https://openrouter.ai/settings/keys";
    "Mistral", OpenAiCompatible, "https://api.mistral.ai/v1", "https://console.mistral.ai/api-keys";
    "Groq", OpenAiCompatible, "https://api.groq.com/openai/v1", "https://console.groq.com/keys";
    "DeepSeek", OpenAiCompatible, "https://api.deepseek.com/v1", "https://platform.deepseek.com/api_keys";
    "Google Gemini", OpenAiCompatible, "https://generativelanguage.googleapis.com/v1beta/openai", "https://aistudio.google.com/apikey";
}

/// The provider that an address belongs to.
pub fn known_at(base_url: &str) -> Option<&'static KnownProvider> {
    let host = |url: &'static str| url.split('/').nth(2);
    let given = base_url.split('/').nth(2)?.to_ascii_lowercase();
    KNOWN.iter().find(|known| host(known.base_url) == Some(given.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_one_is_whole_and_found_by_its_address() {
        for known in KNOWN {
            assert!(known.base_url.starts_with("https://") && !known.base_url.ends_with('/'), "{}", known.name);
            assert!(known.key_page.starts_with("https://"), "{}", known.name);
            assert_eq!(known_at(known.base_url), Some(known));
        }
        assert_eq!(known_at("https://API.OpenAI.com/v2/").map(|known| known.name), Some("OpenAI"));
        assert_eq!(known_at("https://api.openai.com.example.org/v1"), None);
        assert_eq!(known_at("nothing"), None);
    }
}
