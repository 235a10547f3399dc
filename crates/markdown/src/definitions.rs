//! Link reference definitions and footnotes, which a text defines in one place and uses in another.

use std::collections::{BTreeMap, BTreeSet};
use unicase::UniCase;

/// Link definitions seen so far, by label. The first definition of a label wins.
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

/// Footnotes: the defined labels, and the numbers of the referenced ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footnotes {
    defined: BTreeSet<UniCase<String>>,
    numbers: BTreeMap<UniCase<String>, usize>,
}

impl Footnotes {
    pub(crate) fn define(&mut self, label: &str) {
        self.defined.insert(key(label));
    }

    /// Whether no footnote is defined or referenced.
    pub(crate) fn is_empty(&self) -> bool {
        self.defined.is_empty() && self.numbers.is_empty()
    }

    pub(crate) fn is_defined(&self, label: &str) -> bool {
        self.defined.contains(&key(label))
    }

    /// The number of a label, assigning the next one if it has none.
    pub(crate) fn refer(&mut self, label: &str) -> usize {
        let next = self.numbers.len() + 1;
        *self.numbers.entry(key(label)).or_insert(next)
    }

    /// The number of a label, if it has one.
    pub(crate) fn number(&self, label: &str) -> Option<usize> {
        self.numbers.get(&key(label)).copied()
    }

    /// The same definitions without any references.
    pub(crate) fn unnumbered(&self) -> Self {
        Self { defined: self.defined.clone(), numbers: BTreeMap::new() }
    }
}

/// Normalizes a label: labels ignore case and white space.
fn key(label: &str) -> UniCase<String> {
    UniCase::new(label.split_whitespace().collect::<Vec<_>>().join(" "))
}
