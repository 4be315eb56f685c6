//! Sorting and collecting, compiled once for all types. The page sorts in about sixty places, and each sort
//! of the standard library adds 5 kB of wasm for each type and key. The functions here share one sort of
//! indices for all types of items. In the standard library, collecting into a set or a map also sorts the
//! items first; extending a set or map sorts nothing.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts `items` by their keys; items with equal keys keep their order.
pub fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts `items`; items that compare equal keep their order.
pub fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = places(items.len(), &|a, b| compare(&items[a], &items[b]));
    for to in 0..items.len() {
        // An earlier swap may have moved the item for `to`; its entry then leads to the new index.
        let mut from = places[to];
        while from < to {
            from = places[from];
        }
        places[to] = from;
        items.swap(to, from);
    }
}

/// Collects `items` into a set.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Collects `items` into a map; of several values with one key, the last is kept.
pub fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}

/// Indices of the items before sorting, in sorted order: entry n is the old index of the item that
/// belongs at index n.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut chance = Pcg32::seed_from_u64(1);
        for count in (0..40).chain([500, 5_000]) {
            // Many keys are equal.
            let items: Vec<(u32, usize)> = (0..count).map(|n| (chance.next_u32() % 20, n)).collect();
            let (mut mine, mut theirs) = (items.clone(), items);
            by_key(&mut mine, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(mine, theirs);
            by(&mut mine, |a, b| b.cmp(a));
            theirs.sort_by(|a, b| b.cmp(a));
            assert_eq!(mine, theirs);
        }
    }
}
