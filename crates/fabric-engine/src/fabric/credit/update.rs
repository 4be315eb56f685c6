//! Content of a credit update, and the comparison of totals of bytes modulo 2³². An update whose total is
//! below the last received total is old and changes nothing.

/// Credit update of a virtual channel. Totals are modulo 2³² (`InfiniBand`: modulo 2¹²); far fewer
/// bytes are ever in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Credits returned since the last update, in bytes.
    Freed(u32),
    /// Resync: total credits returned (`InfiniBand`: FCCL).
    Total(u32),
    /// Resync: total bytes sent (`InfiniBand`: FCTBS).
    Sent(u32),
}

/// Bytes by which `total` is ahead of `known`, modulo 2³²; 0 if `total` is behind.
pub(super) const fn ahead(total: u32, known: u64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "modulo 2^32")]
    let more = total.wrapping_sub(known as u32);
    if more < 1 << 31 { more as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::ahead;

    #[test]
    fn a_total_is_ahead_by_less_than_half_the_circle() {
        assert_eq!([ahead(7, 5), ahead(5, 5), ahead(4, 5)], [2, 0, 0]);
        assert_eq!(ahead(1, (1 << 32) - 2), 3, "over the end of the circle");
        assert_eq!(ahead(1, (5 << 32) + (1 << 32) - 2), 3, "after many turns");
    }
}
