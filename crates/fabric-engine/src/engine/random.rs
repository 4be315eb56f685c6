//! Seeded random streams.

use rand_pcg::Pcg32;

use crate::spec::stable_key;

/// Random stream of the entity `name` for a `purpose`. Each entity has its own stream, so that a
/// change of one flow leaves the others as they were.
pub(super) fn stream(seed: u64, purpose: &str, name: &str) -> Pcg32 {
    let key = stable_key(seed, purpose, name);
    Pcg32::new(key, key.rotate_left(32) ^ seed)
}
