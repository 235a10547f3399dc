//! What the user agreed to when they sent a request: which connections receive it, and how much it uses.

use ricordo_core::{
    provider::{Provider, ProviderKind},
    spending::Spending,
};

/// What the user agreed to.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Connections that receive the request.
    pub to: Vec<Provider>,
    /// Size and price that the user was asked about; `None` if nothing was asked.
    pub spending: Option<Spending>,
}

impl Agreement {
    /// Whether a request to the connections `now` goes only to where the user agreed to send it. `saved`: all saved
    /// connections. A connection may have been removed, or its address changed, since the user agreed.
    pub fn is_for(&self, now: &[Provider], saved: &[Provider]) -> bool {
        let is_saved = |one: &Provider| {
            let same =
                |other: &&Provider| other.id == one.id && other.kind == one.kind && other.base_url == one.base_url;
            one.kind == ProviderKind::InPage || saved.iter().find(same).is_some()
        };
        self.to.len() == now.len()
            && self.to.iter().zip(now).all(|(agreed, now)| is_same(agreed, now) && is_saved(agreed))
    }
}

/// Whether a request goes to the same place with two versions of a connection. Other fields may differ: a turn itself may
/// change what is known about the model.
fn is_same(one: &Provider, other: &Provider) -> bool {
    (one.id, one.kind, &one.base_url, &one.model) == (other.id, other.kind, &other.base_url, &other.model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;
    use std::slice::from_ref;

    fn to(providers: &[Provider]) -> Agreement {
        Agreement { to: providers.to_vec(), spending: None }
    }

    #[test]
    fn a_request_is_sent_only_where_the_user_agreed_to_send_it() {
        let (asked, other) = (server(1, "m"), server(2, "m"));
        let saved = [asked.clone(), other.clone()];
        let is_for = |now: &[Provider]| to(from_ref(&asked)).is_for(now, &saved);
        assert!(is_for(from_ref(&asked)));
        assert!(
            is_for(&[Provider { has_tools: !asked.has_tools, context_tokens: Some(7), ..asked.clone() }]),
            "it learned"
        );
        assert!(!is_for(from_ref(&other)), "another connection was chosen");
        assert!(!is_for(&[Provider { model: "dear".to_owned(), ..asked.clone() }]), "another model");
        assert!(
            !is_for(&[Provider { base_url: "https://far.example".to_owned(), ..asked.clone() }]),
            "another address"
        );
        assert!(!is_for(&[]) && !is_for(&[asked.clone(), other.clone()]), "one more");
        assert!(to(&[other.clone(), asked.clone()]).is_for(&[other.clone(), asked.clone()], &saved));
    }

    #[test]
    fn a_connection_that_was_removed_or_moved_since_receives_nothing() {
        let asked = Provider { model: "own".to_owned(), ..server(1, "saved") };
        let is_for = |saved: &[Provider]| to(from_ref(&asked)).is_for(from_ref(&asked), saved);
        assert!(is_for(&[server(2, "b"), server(1, "saved")]), "with a model of its own");
        assert!(!is_for(&[server(2, "b")]), "removed");
        assert!(!is_for(&[Provider { base_url: "https://far.example".to_owned(), ..server(1, "saved") }]), "moved");
        let page = [Provider::in_page()];
        assert!(to(&page).is_for(&page, &[]), "the model in the page is always here");
    }
}
