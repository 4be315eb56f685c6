//! Short names of ports, written before the lanes of their queues. Start with [`short_names`]. Names that are
//! short enough do not change. Lengths are in characters, the ellipsis included.

use std::collections::HashMap;

/// Names of at most `most` characters, in the order of `names`. In a longer name, an ellipsis replaces
/// characters at the beginning or in the middle: the place is chosen so that fewest names become equal.
/// Different names can still become equal. `most` must be at least 1.
#[must_use]
pub fn short_names(names: &[String], most: usize) -> Vec<String> {
    let is_long = |name: &String| name.chars().count() > most;
    if !names.iter().any(is_long) {
        return names.to_vec();
    }
    let longest_start = most.saturating_sub(1);
    // Number of names that have each short name, by the number of characters that are kept at the beginning.
    let counts: Vec<HashMap<String, usize>> = (0..=longest_start)
        .map(|start| {
            let mut counts = HashMap::new();
            for name in names {
                *counts.entry(short(name, start, most)).or_default() += 1;
            }
            counts
        })
        .collect();
    let shortest = |name: &String| {
        let forms = counts.iter().enumerate().map(|(start, counts)| {
            let form = short(name, start, most);
            (counts.get(&form).copied().unwrap_or_default(), form)
        });
        // If counts are equal, the form with the longest end counts: the end has the number of the port.
        forms.min_by_key(|(count, _)| *count).map(|(_, form)| form).unwrap_or_default()
    };
    names.iter().map(shortest).collect()
}

/// Shortened form of `name` with at most `most` characters: its first `start` characters, an ellipsis, and
/// its end. A name of at most `most` characters does not change.
fn short(name: &str, start: usize, most: usize) -> String {
    let count = name.chars().count();
    if count <= most {
        return name.to_owned();
    }
    let end = most.saturating_sub(1).saturating_sub(start);
    let (first, last) = (name.chars().take(start), name.chars().skip(count - end));
    first.chain(std::iter::once('…')).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(names: &[&str], most: usize) -> Vec<String> {
        short_names(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), most)
    }

    #[test]
    fn names_that_fit_stay_whole() {
        assert_eq!(shown(&["leaf1.0", "h1-1.0"], 9), ["leaf1.0", "h1-1.0"]);
        assert_eq!(shown(&["leaf1.0", "server4-eth0.0"], 9)[0], "leaf1.0");
    }

    #[test]
    fn long_names_are_shortened_where_they_do_not_differ() {
        for (names, most) in [
            (&["server4-eth0.0", "server8-eth0.0", "leaf1.0"][..], 9),
            (&["gpu1-rack7-Ethernet0.0", "gpu2-rack7-Ethernet0.0"], 9),
            (&["dc1-row2-rack4-leaf1.12", "dc1-row2-rack4-leaf2.12", "dc1-row2-rack4-leaf2.13"], 9),
            (&["a1-storage-eth0.0", "a2-storage-eth0.0", "a1-storage-eth1.0", "a2-storage-eth1.0"], 9),
            (&["é1-übertragung.0", "é2-übertragung.0"], 5),
        ] {
            let mut labels = shown(names, most);
            assert!(labels.iter().all(|label| label.chars().count() <= most), "{labels:?}");
            let before = labels.len();
            labels.sort();
            labels.dedup();
            assert_eq!(labels.len(), before, "{labels:?}");
        }
    }

    #[test]
    fn names_are_shortened_in_the_middle_if_their_ends_differ() {
        assert_eq!(shown(&["a-long-leaf-name1.12", "a-long-leaf-name1.13"], 9)[1], "…name1.13");
        assert_eq!(shown(&["server4-storage.0", "server8-storage.0"], 10), ["server4….0", "server8….0"]);
    }
}
