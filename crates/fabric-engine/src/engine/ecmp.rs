//! Equal-cost multipath (ECMP, RFC 2992): choice among several shortest routes by a hash of flow and switch.
//! Start with [`equal_route`]. All frames of a flow to one host take the same route until routes change.

/// Selects one of `count` equal routes (ECMP; `docs/model/random.md`) and returns its index, below `count`.
/// `key` is the hash key of the flow, `salt` the hash key of the switch.
#[inline]
pub(super) fn equal_route(key: u64, salt: u64, count: usize) -> usize {
    let mixed = (key ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    // The high half of a product of two 32-bit numbers is below the count.
    usize::try_from((mixed * count as u64) >> 32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::equal_route;
    use crate::engine::random::documented;
    use crate::engine::random::stable_key;

    #[test]
    fn equal_routes_have_the_numbers_of_the_document() {
        for row in documented::<5>() {
            let [seed, flow, switch, count, chosen] = row;
            let seed = seed.parse().unwrap();
            let (key, salt) = (stable_key(seed, "path", flow), stable_key(seed, "ecmp", switch));
            let route = equal_route(key, salt, count.parse().unwrap());
            assert_eq!(route, chosen.parse::<usize>().unwrap(), "{row:?}");
        }
    }
}
