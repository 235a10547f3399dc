//! The models that the providers list.

use super::choices::Listed;
use leptos::prelude::*;
use ricordo_core::{id::ProviderId, wire::ListedModel};

/// Models listed by the providers that were asked.
#[derive(Clone, Copy)]
pub struct Lists {
    /// Models of each provider, or why there are none.
    pub known: RwSignal<Vec<Listed>>,
    pub(super) asked: StoredValue<Vec<ProviderId>>,
}

impl Lists {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self { known: RwSignal::new(Vec::new()), asked: StoredValue::new(Vec::new()) }
    }

    /// Discards the list of a provider, so that it is asked again.
    pub fn drop_list(self, id: ProviderId) {
        self.asked.update_value(|asked| asked.retain(|other| *other != id));
    }

    pub(super) fn put(self, id: ProviderId, list: Result<Vec<ListedModel>, String>) {
        if list.is_err() {
            self.drop_list(id);
        }
        let _ = self.known.try_update(|known| {
            known.retain(|(other, _)| *other != id);
            known.push((id, list));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn a_list_replaces_the_one_before_and_a_server_that_failed_is_asked_again() {
        let (lists, id) = (Lists::new(), server(1, "").id);
        let is_asked = || lists.asked.with_value(|asked| asked.contains(&id));
        let known =
            || lists.known.with_untracked(|known| known.iter().map(|(_, list)| list.is_ok()).collect::<Vec<_>>());
        lists.asked.update_value(|asked| asked.push(id));
        lists.put(id, Ok(Vec::new()));
        assert!(is_asked());
        lists.put(id, Err("It does not answer.".to_owned()));
        assert_eq!((is_asked(), known()), (false, vec![false]));
        lists.put(server(2, "").id, Ok(Vec::new()));
        lists.put(id, Ok(Vec::new()));
        assert_eq!(known(), [true, true]);
    }
}
