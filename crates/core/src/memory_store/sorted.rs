//! Records in the order of their keys: a list, because the code of a tree map would be 3 KB more of what the page and the
//! package load first (see `docs/size.md`).

use crate::record::{Record, RecordKey};

/// Records in the order of their keys. Finding one takes time in the logarithm of their number; adding or removing one
/// moves the pointers of all that follow. New messages mostly belong at the end of their kind.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    #[expect(clippy::vec_box, reason = "what is moved when a record is added are pointers, not records")]
    records: Vec<Box<Record>>,
}

impl Sorted {
    pub(super) fn get(&self, key: &RecordKey) -> Option<&Record> {
        self.place(key).ok().map(|at| &*self.records[at])
    }

    /// The records with a key from `first` to `last`, both included; none if `first` is after `last`.
    pub(super) fn between(&self, first: RecordKey, last: RecordKey) -> impl DoubleEndedIterator<Item = &Record> {
        let from = self.place(&first).unwrap_or_else(|at| at);
        let to = self.place(&last).map_or_else(|at| at, |at| at + 1);
        self.records[from..to.max(from)].iter().map(|record| &**record)
    }

    /// The records with a key from `first` on.
    pub(super) fn from(&self, first: RecordKey) -> impl Iterator<Item = &Record> {
        self.records[self.place(&first).unwrap_or_else(|at| at)..].iter().map(|record| &**record)
    }

    /// Adds a record; replaces the one with its key.
    pub(super) fn put(&mut self, record: Record) {
        match self.place(&record.key()) {
            Ok(at) => *self.records[at] = record,
            Err(at) => self.records.insert(at, Box::new(record)),
        }
    }

    pub(super) fn remove(&mut self, key: &RecordKey) -> Option<Record> {
        self.place(key).ok().map(|at| *self.records.remove(at))
    }

    /// Where the record with this key is, or where it belongs.
    fn place(&self, key: &RecordKey) -> Result<usize, usize> {
        self.records.binary_search_by(|record| record.key().cmp(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// A record of one of 40 keys of two kinds, or its removal.
    fn step() -> impl Strategy<Value = (u32, bool, bool, String)> {
        (0..20_u32, any::<bool>(), any::<bool>(), "[ab]")
    }

    fn record((number, is_draft, _, text): &(u32, bool, bool, String)) -> Record {
        if *is_draft {
            return Record::ComposerDraft(sample::composer_draft(*number));
        }
        Record::Message(Box::new(sample::message(1, *number, text)))
    }

    proptest! {
        #[test]
        fn it_keeps_records_as_a_tree_map_does(
            steps in proptest::collection::vec(step(), 0..60), first in step(), last in step(),
        ) {
            let (mut sorted, mut map) = (Sorted::default(), BTreeMap::new());
            for step in &steps {
                let (record, is_removed) = (record(step), step.2);
                let key = record.key();
                if is_removed {
                    prop_assert_eq!(sorted.remove(&key), map.remove(&key));
                } else {
                    sorted.put(record.clone());
                    map.insert(key, record);
                }
                prop_assert_eq!(sorted.get(&key), map.get(&key));
            }
            let (first, last) = (record(&first).key(), record(&last).key());
            prop_assert!(sorted.from(first).eq(map.range(first..).map(|(_, record)| record)));
            let between: Vec<&Record> = sorted.between(first, last).collect();
            let expected: Vec<&Record> =
                if first > last { Vec::new() } else { map.range(first..=last).map(|(_, record)| record).collect() };
            prop_assert_eq!(&between, &expected);
            prop_assert!(sorted.between(first, last).rev().eq(expected.into_iter().rev()));
        }
    }
}
