use rand_pcg::Pcg32;

use crate::spec::stable_key;

/// A random stream of its own for whatever is called `name`: editing one flow
/// does not reshuffle another.
pub(super) fn stream(seed: u64, purpose: &str, name: &str) -> Pcg32 {
    let key = stable_key(seed, purpose, name);
    Pcg32::new(key, key.rotate_left(32) ^ seed)
}
