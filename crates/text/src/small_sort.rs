//! Sorting by a single small routine: the standard library's is monomorphized for every type, and together these copies
//! were an eighth of the download. Even one of them is 4 KB of the first load.

use std::cmp::Ordering;

/// Sorts by a key; stable.
pub fn by_key<T, K: Ord>(items: &mut Vec<T>, mut key: impl FnMut(&T) -> K) {
    by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts by `compare`; stable.
pub fn by<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = permutation(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    let mut places: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| places[place].take()));
}

/// Sorts in ascending order.
pub fn ascending<T: Ord>(items: &mut Vec<T>) {
    by(items, T::cmp);
}

/// A set as a sorted list without duplicates. Binary search suffices if nothing is inserted later, and avoids the code
/// of a tree.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut set: Vec<T> = items.into_iter().collect();
    ascending(&mut set);
    set.dedup();
    set
}

/// The indices of `count` items in sorted order: a merge sort, whose runs double. Runs that are in order already are not
/// compared, item by item.
fn permutation(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = order.clone();
    let mut run = 1;
    while run < count {
        for start in (0..count).step_by(2 * run) {
            let (middle, end) = (count.min(start + run), count.min(start + 2 * run));
            let (mut left, mut right) = (start, middle);
            let mut is_next = |left: usize, right: usize| compare(order[left], order[right]) != Ordering::Greater;
            if middle == end || is_next(middle - 1, middle) {
                merged[start..end].copy_from_slice(&order[start..end]);
                continue;
            }
            for place in &mut merged[start..end] {
                let from = if left < middle && (right == end || is_next(left, right)) { &mut left } else { &mut right };
                *place = order[*from];
                *from += 1;
            }
        }
        std::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(items: Vec<(u8, u16)>) {
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(&ours, &theirs);
            ascending(&mut ours);
            theirs.sort();
            prop_assert_eq!(&ours, &theirs);
            theirs.dedup();
            prop_assert_eq!(set(items), theirs);
        }
    }
}
