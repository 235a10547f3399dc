//! Decides whether the texts of recall by meaning may be sent to a provider.

use super::Provider;
use crate::settings::Embeddings;

impl Provider {
    /// Whether it makes the vectors: it is the chosen provider, at the address that the user agreed to. One on this computer
    /// needs no agreement to its address.
    pub fn embeds(&self, by: &Embeddings) -> bool {
        let is_agreed = |agreed: &String| address(agreed) == address(&self.base_url);
        by.server() == Some(self.id) && (self.is_on_this_computer() || by.address.as_ref().is_none_or(is_agreed))
    }

    /// The choice with the address of this provider, if this is the chosen one and an earlier build stored no address.
    pub fn with_address(&self, by: &Embeddings) -> Option<Embeddings> {
        let is_missing = by.server() == Some(self.id) && by.address.is_none();
        is_missing.then(|| Embeddings { address: Some(self.base_url.clone()), ..by.clone() })
    }
}

fn address(base_url: &str) -> &str {
    base_url.trim().trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{provider::ProviderKind, settings::EmbeddedBy};
    use serde_json::{from_value, json};

    fn at(base_url: &str) -> Provider {
        let kind = ProviderKind::OpenAiCompatible;
        Provider { base_url: base_url.to_owned(), kind, ..Provider::in_page() }
    }

    fn choice(of: &Provider, address: Option<&str>) -> Embeddings {
        let (by, provider, model) = (EmbeddedBy::Connection, Some(of.id), Some("m".to_owned()));
        Embeddings { by, provider, model, address: address.map(str::to_owned) }
    }

    #[test]
    fn texts_go_only_to_the_address_that_the_user_agreed_to_unless_it_is_on_this_computer() {
        let [far, other, here] =
            ["https://far.example/v1", "https://other.example/v1", "http://localhost:11434"].map(at);
        let agreed = choice(&far, Some("https://far.example/v1/"));
        assert!(far.embeds(&agreed) && here.embeds(&agreed));
        assert!(!other.embeds(&agreed), "the connection has another address now");
        assert!(!other.embeds(&choice(&here, Some(&here.base_url))), "it was on this computer");
        assert!(!far.embeds(&Embeddings { by: EmbeddedBy::InPage, ..agreed.clone() }));
        assert!(!far.embeds(&Embeddings { by: EmbeddedBy::Nothing, ..agreed }));
    }

    #[test]
    fn a_choice_of_an_earlier_build_is_of_the_address_that_its_connection_has_then() {
        let [far, other] = ["https://far.example", "https://other.example"].map(at);
        let old: Embeddings = from_value(json!({ "by": "connection", "provider": far.id, "model": "bge-m3" })).unwrap();
        assert_eq!(old.address, None);
        assert!(far.embeds(&old));
        let now = far.with_address(&old).unwrap();
        assert_eq!(now, Embeddings { address: Some("https://far.example".to_owned()), ..old.clone() });
        assert!(far.embeds(&now) && !other.embeds(&now));
        assert_eq!(other.with_address(&now), None, "it is noted once");
        assert_eq!(far.with_address(&Embeddings { by: EmbeddedBy::InPage, ..old }), None);
    }
}
