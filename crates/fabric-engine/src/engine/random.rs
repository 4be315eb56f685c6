//! Random streams, each derived from the seed of the run.

use rand_pcg::Pcg32;
use xxhash_rust::xxh64::xxh64;

/// Key derived from a seed, a purpose and a name. The key does not depend on other names, so that
/// random streams and paths stay unchanged when flows are added.
#[must_use]
pub fn stable_key(seed: u64, purpose: &str, name: &str) -> u64 {
    xxh64(name.as_bytes(), seed ^ xxh64(purpose.as_bytes(), 0))
}

/// Random stream for one `purpose` of the flow, port or other entity called `name`. All streams are
/// independent: a change of one flow leaves the random numbers of the other flows unchanged.
pub(super) fn stream(seed: u64, purpose: &str, name: &str) -> Pcg32 {
    let key = stable_key(seed, purpose, name);
    Pcg32::new(key, key.rotate_left(32) ^ seed)
}

/// Test vectors with `N` columns from `docs/model/random.md`, without code marks.
///
/// # Panics
/// If the page has no such test vector.
#[cfg(test)]
pub(super) fn documented<const N: usize>() -> Vec<[&'static str; N]> {
    let page = include_str!("../../../../docs/model/random.md");
    let cells = |line: &'static str| {
        let cells = line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`'));
        cells.collect::<Vec<_>>().try_into().ok()
    };
    let is_vector = |line: &&str| {
        line.strip_prefix("| ").is_some_and(|row| row.starts_with(|c: char| c.is_ascii_digit()))
    };
    let rows: Vec<[&str; N]> = page.lines().filter(is_vector).filter_map(cells).collect();
    assert!(!rows.is_empty(), "no test vector of {N} columns");
    rows
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::Rng;

    use super::*;

    #[test]
    fn streams_have_the_numbers_of_the_document() {
        for row in documented::<6>() {
            let [seed, purpose, name, key, words, long] = row;
            let seed = seed.parse().unwrap();
            let mut draws = stream(seed, purpose, name);
            assert_eq!(format!("{:016x}", stable_key(seed, purpose, name)), key, "{row:?}");
            let words_here = [draws.next_u32(), draws.next_u32()].map(|word| format!("{word:08x}"));
            assert_eq!(words_here.join("` `"), words, "{row:?}");
            assert_eq!(format!("{:016x}", stream(seed, purpose, name).next_u64()), long, "{row:?}");
        }
    }
}
