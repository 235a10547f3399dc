//! Keys in memory, and removals that are only in memory: they lie over what is stored.

use ricordo_core::id::ProviderId;

/// At most one entry for each provider in each database.
#[derive(Debug)]
pub(super) struct Held(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    db: String,
    provider: ProviderId,
    /// `None`: the provider has no key, whatever is stored.
    key: Option<String>,
}

impl Entry {
    fn is_of(&self, db: &str, provider: ProviderId) -> bool {
        self.db == db && self.provider == provider
    }
}

impl Held {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// `Some(None)` if the key was removed, and `None` if what is stored applies.
    pub(super) fn get(&self, db: &str, provider: ProviderId) -> Option<Option<String>> {
        self.0.iter().find(|entry| entry.is_of(db, provider)).map(|entry| entry.key.clone())
    }

    /// Replaces the key of a provider; `None` removes it.
    pub(super) fn put(&mut self, db: &str, provider: ProviderId, key: Option<&str>) {
        self.forget(db, provider);
        self.0.push(Entry { db: db.to_owned(), provider, key: key.map(str::to_owned) });
    }

    /// What is stored applies again.
    pub(super) fn forget(&mut self, db: &str, provider: ProviderId) {
        self.0.retain(|entry| !entry.is_of(db, provider));
    }

    /// Forgets what is held of all other providers of a database.
    pub(super) fn keep_only(&mut self, db: &str, providers: &[ProviderId]) {
        self.0.retain(|entry| entry.db != db || providers.contains(&entry.provider));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::time::Timestamp;

    fn provider(seed: u8) -> ProviderId {
        ProviderId::new(Timestamp(1), [seed; 10])
    }

    #[test]
    fn what_is_saved_or_removed_in_memory_lies_over_what_is_stored_until_it_is_forgotten() {
        let mut held = Held::new();
        let (one, two) = (provider(1), provider(2));
        assert_eq!(held.get("a", one), None, "what is stored applies");
        held.put("a", one, Some("first"));
        held.put("a", one, Some("second"));
        assert_eq!(held.get("a", one), Some(Some("second".to_owned())));
        assert_eq!((held.get("a", two), held.get("b", one)), (None, None), "of another provider or database");
        held.put("a", one, None);
        assert_eq!(held.get("a", one), Some(None), "removed, whatever is stored");
        held.forget("a", one);
        assert_eq!(held.get("a", one), None);
    }

    #[test]
    fn the_keys_of_other_databases_stay_when_those_of_unknown_providers_go() {
        let mut held = Held::new();
        for (db, seed) in [("a", 1), ("a", 2), ("b", 2)] {
            held.put(db, provider(seed), Some("key"));
        }
        held.keep_only("a", &[provider(1)]);
        let is_held = |db, seed| held.get(db, provider(seed)).is_some();
        assert_eq!((is_held("a", 1), is_held("a", 2), is_held("b", 2)), (true, false, true));
    }
}
