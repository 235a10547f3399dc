//! What a text defines in one place and uses in another: the addresses of links, and footnotes.

use std::collections::{BTreeMap, BTreeSet};
use unicase::UniCase;

/// The addresses that are defined so far, by label. The first definition of a label holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definitions(BTreeMap<UniCase<String>, (String, String)>);

impl Definitions {
    pub(crate) fn add(&mut self, label: &str, address: &str, title: &str) {
        self.0.entry(key(label)).or_insert_with(|| (address.to_owned(), title.to_owned()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Address and title.
    pub(crate) fn get(&self, label: &str) -> Option<&(String, String)> {
        if self.0.is_empty() { None } else { self.0.get(&key(label)) }
    }
}

/// Footnotes: the labels that are defined, and the number of each that is referred to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footnotes {
    defined: BTreeSet<UniCase<String>>,
    numbers: BTreeMap<UniCase<String>, usize>,
}

impl Footnotes {
    pub(crate) fn define(&mut self, label: &str) {
        self.defined.insert(key(label));
    }

    /// Whether none is defined and none referred to.
    pub(crate) fn is_empty(&self) -> bool {
        self.defined.is_empty() && self.numbers.is_empty()
    }

    pub(crate) fn is_defined(&self, label: &str) -> bool {
        self.defined.contains(&key(label))
    }

    /// The number of a label; the next one where it has none.
    pub(crate) fn refer(&mut self, label: &str) -> usize {
        let next = self.numbers.len() + 1;
        *self.numbers.entry(key(label)).or_insert(next)
    }

    /// The number of a label that has one.
    pub(crate) fn number(&self, label: &str) -> Option<usize> {
        self.numbers.get(&key(label)).copied()
    }

    /// The same definitions, and nothing referred to yet.
    pub(crate) fn unnumbered(&self) -> Self {
        Self { defined: self.defined.clone(), numbers: BTreeMap::new() }
    }
}

/// Labels are the same whatever their case and their spaces are.
fn key(label: &str) -> UniCase<String> {
    UniCase::new(label.split_whitespace().collect::<Vec<_>>().join(" "))
}
